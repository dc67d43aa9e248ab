"""Normalizers of strings: nothing said, damaged characters, edges, the text's own writing."""

from normalizers.folding import fold_word
from normalizers.leaf import Context, Leaf
from normalizers.lexicon import patterns, signs, words


def says_nothing(text: str) -> bool:
    """Whether a string stands in place of no answer: ``N/A``, ``no consta``, ``desconocido``."""
    folded = fold_word(text)
    if not folded.strip() or folded in words("null_like"):
        return True
    return len(folded) <= 80 and any(
        pattern.fullmatch(folded) for pattern in patterns("null_like_patterns")
    )


def null_like(leaf: Leaf, context: Context) -> Leaf:
    """Turn a string that says there is no answer into null, unless it is a member of the enum."""
    if not isinstance(leaf.value, str) or leaf.value in leaf.field.enum:
        return leaf
    return leaf.drop("says that there is no answer") if says_nothing(leaf.value) else leaf


def mend_characters(leaf: Leaf, context: Context) -> Leaf:
    """Repair UTF-8 read as Windows-1252, once or twice, and characters lost in transport."""
    if not isinstance(leaf.value, str):
        return leaf
    mended = mended_text(leaf.value)
    return leaf.changed(mended, "damaged characters") if mended != leaf.value else leaf


def mended_text(text: str) -> str:
    """The text with damaged characters repaired; unchanged where nothing looks damaged."""
    for _ in range(2):
        if not any(sign in text for sign in signs("mojibake_signs")):
            break
        try:
            text = text.encode("cp1252").decode("utf-8")
        except (UnicodeEncodeError, UnicodeDecodeError):
            break
    return "".join(sign for sign in text if sign >= " " or sign in "\n\t").strip("\ufeff")


def plain_string(leaf: Leaf, context: Context) -> Leaf:
    """Make a string of a value of another type where the schema asks for a string."""
    if leaf.field.kind != "string" or leaf.value is None or isinstance(leaf.value, str):
        return leaf
    text = _text_of(leaf.value)
    return leaf.changed(text, "type") if text else leaf.drop("not a string")


def _text_of(value: object) -> str:
    if isinstance(value, bool):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, int | float | str):
        return str(value)
    if isinstance(value, list):
        return ", ".join(filter(None, (_text_of(part) for part in value)))
    if isinstance(value, dict):
        return _text_of(value["value"]) if "value" in value else _text_of(list(value.values()))
    return ""


def own_writing(leaf: Leaf, context: Context) -> Leaf:
    """Write a value as the text does where both differ only in case, accents or spacing."""
    if leaf.field.kind != "string" or not isinstance(leaf.value, str):
        return leaf
    found = context.aligner.align(leaf.value, leaf.field)
    if found.kind != "normalized" or len(found.spans) != 1:
        return leaf
    start, end = found.spans[0]
    written = context.document.text[start:end]
    if "\n" in written or "*" in written:
        return leaf
    return leaf.changed(written, "as the text writes it")
