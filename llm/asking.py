"""One question to one server: down the ladder until an answer can be read, then mended."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from llm.calling import Caller, Deadline, Ledger, Rejected
from llm.completion import Completion, Message, Prompt
from llm.continuing import join, missing_names, rest_prompt, without_loop
from llm.judging import Judgement, judge
from llm.ladder import EXTRAS, RUNGS, Ladder, named_extras, names_schema, response_format
from llm.responses import Answer
from llm.wording import disarm, wording
from nlp.errors import ContextExceeded, ModelError, ModelRefused, ModelUnreachable
from nlp.schema import JSON

RESTS = 2
LOOP_PENALTY = 0.4
LOOP_TEMPERATURE = 0.3
MAX_QUOTED = 2000


@dataclass(frozen=True, slots=True)
class Asking:
    """What stays the same through all the calls of one question."""

    caller: Caller
    ladder: Ladder
    model: str
    deadline: Deadline
    ledger: Ledger
    extras: Mapping[str, bool]

    async def once(self, prompt: Prompt) -> Completion:
        """One plain call with the schema as a strict response format, taken as it comes."""
        request = self._request(prompt, RUNGS[0])
        try:
            answer = await self.caller.chat(request, self.deadline, self.ledger)
        except Rejected as rejected:
            raise self._refused(rejected) from None
        return self._completion(answer, answer.text, RUNGS[0], answer.finish_reason)

    async def answer(self, prompt: Prompt) -> Completion:
        """Ask down the ladder; raises :class:`ModelError` where no rung gives a readable answer.

        Raises :class:`Rejected` where the question is longer than the model's context.
        """
        wire = prompt.wire_schema
        failed: list[str] = []
        rejected: Rejected | None = None
        last: Judgement | None = None
        for rung in self.ladder.rungs(wire):
            try:
                last = await self._judged(self._second_try(prompt, last), rung)
                if not last.readable and (rung == RUNGS[-1] or last.silent):
                    last = await self._judged(self._second_try(prompt, last), rung)
            except Rejected as error:
                if error.overflow:
                    raise
                rejected, failed = error, [*failed, rung]
                continue
            if last.readable:
                self._remember(rung, failed, wire)
                return await self._finished(prompt, rung, last)
            failed.append(rung)
        if last is None and rejected is not None:
            raise self._refused(rejected) from None
        raise ModelError(self._why(last))

    async def _finished(self, prompt: Prompt, rung: str, first: Judgement) -> Completion:
        """Mend a readable answer: the rest of a cut one, the form of a wrong one."""
        if first.untouched:
            return self._completion(first.answer, first.answer.text, rung, "stop")
        mended = (*first.found.problems, *first.errors)
        root, whole = first.root, not first.cut
        if first.cut:
            root, whole = await self._rest(prompt, rung, first)
            if not whole and first.hollow and not root:
                raise ModelError(self._why(first))
        elif first.errors:
            root = (await self._repaired(prompt, rung, first)).root
        text = json.dumps(root, ensure_ascii=False)
        made = self._completion(first.answer, text, rung, "stop" if whole else "length")
        return replace(made, notes={"mended": mended})

    async def _rest(self, prompt: Prompt, rung: str, first: Judgement) -> tuple[JSON, bool]:
        """The cut answer joined with its rest, and whether it is whole now."""
        root, judgement = first.pruned, first
        for _ in range(RESTS):
            if judgement.looped:
                root = without_loop(root, judgement.open_path)
            missing = missing_names(root, judgement, prompt.wire_schema)
            if not missing:
                return root, True
            asked = rest_prompt(prompt, root, missing)
            try:
                judgement = await self._judged(asked, rung, loop=judgement.looped)
            except (Rejected, ModelError):
                break
            rest = judgement.pruned
            if not judgement.readable or not isinstance(rest, dict):
                break
            root = join(root, {name: rest[name] for name in missing if name in rest})
            if not judgement.cut:
                return root, True
        # Half a string is better than none where nothing more could be had.
        return (first.root if root == first.pruned else root), False

    async def _repaired(self, prompt: Prompt, rung: str, first: Judgement) -> Judgement:
        """The better of an answer of the wrong form and of one more try at it."""
        problems = "; ".join(first.errors)
        try:
            second = await self._judged(self._repair_turn(prompt, first, problems), rung)
        except (Rejected, ModelError):
            return first
        better = second.readable and not second.cut and len(second.errors) < len(first.errors)
        return second if better else first

    async def _judged(self, prompt: Prompt, rung: str, *, loop: bool = False) -> Judgement:
        """Call at one rung, without the extras the server turns out to refuse."""
        suspected: set[str] = set()
        while True:
            request = self._request(prompt, rung, loop=loop)
            try:
                answer = await self.caller.chat(request, self.deadline, self.ledger)
            except Rejected as rejected:
                # Refused without them as well: they were innocent.
                self.ladder.refused_extras -= suspected
                if rejected.overflow or suspected:
                    raise
                suspected = self._drop_extras(rejected, request)
                if not suspected:
                    raise
                if suspected <= named_extras(rejected.said):
                    suspected = set()
                continue
            return await asyncio.to_thread(judge, answer, prompt.schema, prompt.wire_schema)

    def _request(self, prompt: Prompt, rung: str, *, loop: bool = False) -> dict[str, Any]:
        """The body of a request: the protocol's core and the extras this server takes."""
        refused = self.ladder.refused_extras
        request: dict[str, Any] = {
            "model": self.model,
            "messages": [
                {"role": message.role, "content": message.content} for message in prompt.messages
            ],
        }
        shape = response_format(rung, prompt.wire_schema)
        if shape is not None:
            request["response_format"] = shape
        if "temperature" not in refused:
            request["temperature"] = max(prompt.temperature, LOOP_TEMPERATURE if loop else 0.0)
        if prompt.max_tokens is not None:
            name = "max_completion_tokens" if "max_tokens" in refused else "max_tokens"
            request[name] = prompt.max_tokens
        if prompt.seed is not None and "seed" not in refused:
            request["seed"] = prompt.seed
        if loop and "penalty" not in refused:
            request["frequency_penalty"] = LOOP_PENALTY
        if prompt.single:
            return request
        if self.extras.get("logprobs") and "logprobs" not in refused:
            request["logprobs"] = True
        if self.extras.get("no_thinking") and "thinking" not in refused:
            request["extra_body"] = {"chat_template_kwargs": {"enable_thinking": False}}
        return request

    def _drop_extras(self, rejected: Rejected, request: Mapping[str, Any]) -> set[str]:
        """The extras to ask without from now on: those the server named, or all of them where it
        said nothing of the schema either; empty where asking again is no use.
        """
        sent = {name for name, keys in EXTRAS.items() if any(key in request for key in keys)}
        sent -= self.ladder.refused_extras
        named = named_extras(rejected.said) & sent
        if not named and names_schema(rejected.said):
            return set()
        dropped = named or sent - {"max_tokens"}
        self.ladder.refused_extras |= dropped
        return dropped

    def _second_try(self, prompt: Prompt, last: Judgement | None) -> Prompt:
        """The question after an unreadable answer: with thinking asked off in words, more room."""
        if last is None:
            return prompt
        *before, question = prompt.messages
        thought = bool(last.answer.thinking) or "thoughts" in last.found.problems
        if not thought:
            return self._repair_turn(prompt, last, wording("extraction")["unreadable"])
        words = wording("extraction")["no_thinking"]
        asked = Message(question.role, f"{question.content}\n{words}")
        room = prompt.max_tokens * 2 if prompt.max_tokens else None
        return replace(prompt, messages=(*before, asked), max_tokens=room)

    def _repair_turn(self, prompt: Prompt, judgement: Judgement, problems: str) -> Prompt:
        said = Message("assistant", judgement.answer.text[:MAX_QUOTED] or "-")
        words = wording("extraction")["repair"].format(problems=disarm(problems))
        asked = Message("user", words)
        return replace(prompt, messages=(*prompt.messages, said, asked))

    def _remember(self, rung: str, failed: list[str], wire: Mapping[str, Any]) -> None:
        self.ladder.worked(rung)
        for rung_above in failed:
            self.ladder.failed(rung_above, wire)

    def _completion(self, answer: Answer, text: str, rung: str, finish_reason: str) -> Completion:
        untouched = text == answer.text
        return Completion(
            text,
            finish_reason,
            self.ledger.usage,
            answer.logprobs if untouched else (),
            self.model,
            rung,
        )

    def _refused(self, rejected: Rejected) -> ModelError:
        words = f"{self.caller.base_url} answered {rejected.status}: {rejected.said}"
        if rejected.status >= 500:
            return ModelUnreachable(words)
        return ContextExceeded(words) if rejected.overflow else ModelRefused(words)

    def _why(self, last: Judgement | None) -> str:
        said = last.answer.refusal or last.answer.text or last.answer.thinking if last else ""
        shown = " ".join(said.split())[:160]
        return (
            f"{self.model} at {self.caller.base_url} gave no JSON to read, whatever it was asked "
            f"for; its last answer was {shown!r}."
        )
