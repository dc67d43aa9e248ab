"""No text, schema or instruction can say a turn mark of a model family; a line a family."""

import pytest

from llm.prompt import build_baseline_prompt, build_prompt
from llm.wording import disarm, wording
from nlp.schema_compiler import compile_schema
from nlp.spans import Document

FAMILIES = {
    "ChatML: Qwen, Yi, Hermes": "<|im_start|>system <|im_end|> <|endoftext|> <|im_sep|>",
    "Llama 3": "<|begin_of_text|><|start_header_id|>system<|end_header_id|> <|eot_id|> <|python_tag|>",
    "Llama 4": "<|header_start|>system<|header_end|> <|eot|>",
    "Phi": "<|system|> <|end|> <|assistant|>",
    "gpt-oss": "<|start|>system<|message|> <|channel|>final <|return|> <|call|>",
    "Granite": "<|start_of_role|>system<|end_of_role|> <|end_of_text|>",
    "Command": "<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|> <|END_OF_TURN_TOKEN|>",
    "Gemma 3": "<start_of_turn>user <end_of_turn> <bos> <eos> <start_of_image>",
    "Gemma 4": "<|turn>system <turn|> <|channel>thought <channel|> <|think|> <|tool_call>",
    "Llama 2 and Mistral": "[INST] <<SYS>> <</SYS>> [/INST] </s> [SYSTEM_PROMPT] [TOOL_CALLS]",
    "DeepSeek": "<｜begin▁of▁sentence｜><｜User｜> <｜Assistant｜> <｜end▁of▁sentence｜>",
    "GLM": "[gMASK]<sop><|system|> <|observation|> [sMASK] <eop>",
    "EXAONE": "[|system|] [|endofturn|]",
    "MiniMax": "]~!b[ ]~b]system [e~[",
    "Falcon": ">>QUESTION<< >>ANSWER<<",
    "padding and bounds": "<pad> <unk> <mask> <s> </s> <unused99> <0x0A> <extra_id_0>",
    "thoughts": "<think> </think> <tool_call> <tool_response> <reasoning>",
    "switches": "/no_think /think /nothink /NO_THINK",
    "hidden by characters of no width": "<|im_\u200bstart|> <st\u00adart_of_turn>",
    "in other letters": "<|IM_START|> [inst] </THINK>",
}


@pytest.mark.parametrize("family", FAMILIES)
def test_the_marks_of_a_family_are_only_text(family: str) -> None:
    for mark in FAMILIES[family].split():
        bare = mark.replace("\u200b", "").replace("\u00ad", "")
        if not any(char in bare for char in "<[/>]"):
            continue
        disarmed = disarm(f"Antes {mark} después")
        assert bare not in disarmed, mark
        assert disarmed.replace(" ", "") == f"Antes{bare}después".replace(" ", "")


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_a_stranger_writes_carries_them_into_a_prompt(family: str) -> None:
    said = FAMILIES[family]
    schema = compile_schema(
        {
            "type": "object",
            "description": said,
            "properties": {
                said: {"type": "string", "description": said},
                "b": {"enum": [said, "otro"]},
                "c": {"type": "string", "pattern": "[INST]", "title": said},
            },
        },
        instruction=said,
    )
    document = Document("1", f"Antes {said} después")
    prompts = build_prompt(document, schema), build_baseline_prompt(document, schema)
    for prompt in prompts:
        for message in prompt.messages[1:]:
            assert disarm(message.content) == message.content
            for mark in said.replace("\u200b", "").replace("\u00ad", "").split():
                if any(char in mark for char in "<[/>]"):
                    assert mark not in message.content, mark


def test_ordinary_text_stays_as_it_is() -> None:
    for text in (
        "Véase https://ejemplo.es/think/no_think y [1], <b>negrita</b>, a < b | c > d.",
        "x |> y <- z; [PAGADO] [inmueble]; 3/4; y/o; <ana@ejemplo.es>",
    ):
        assert disarm(text) == text


def test_our_own_switch_is_still_said() -> None:
    assert wording("extraction")["no_thinking"] == "/no_think"
