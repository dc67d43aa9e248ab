"""Normalizers of strings: nothing said, damaged characters, edges, the text's own writing."""

import unicodedata

from normalizers.folding import fold, fold_word
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
    return "".join(sign for sign in text if _is_seen(sign))


def _is_seen(sign: str) -> bool:
    """Whether a character is one that a reader sees, or a space: no control, no zero width."""
    return sign in "\n\t" or unicodedata.category(sign) not in {"Cc", "Cf"}


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


def own_accents(leaf: Leaf, context: Context) -> Leaf:
    """Give the words of a value the accents that they have in the text; case is left alone."""
    if leaf.field.kind not in {"string", "any"} or not isinstance(leaf.value, str):
        return leaf
    found = context.aligner.align(leaf.value, leaf.field)
    if found.kind != "normalized" or len(found.spans) != 1:
        return leaf
    start, end = found.spans[0]
    written = list(fold(context.document.text[start:end]).tokens())
    said = list(fold(leaf.value).tokens())
    if [token.text for token in written] != [token.text for token in said]:
        return leaf
    value = leaf.value
    for theirs, ours in reversed(list(zip(written, said, strict=True))):
        word = context.document.text[start + theirs.start : start + theirs.end]
        mended = _with_case(word, value[ours.start : ours.end])
        value = value[: ours.start] + mended + value[ours.end :]
    return leaf.changed(value, "accents of the text") if value != leaf.value else leaf


def _with_case(word: str, model: str) -> str:
    """A word with the case of another of the same letters."""
    plain = unicodedata.normalize("NFC", word)
    shaped = unicodedata.normalize("NFC", model)
    if len(plain) != len(shaped) or plain.isupper() or shaped.isupper():
        return model
    pairs = zip(plain, shaped, strict=True)
    return "".join(sign.upper() if like.isupper() else sign.lower() for sign, like in pairs)
