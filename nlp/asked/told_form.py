"""How a description says that a value is written: what it goes without, and what stays with it.

"Sin puntos ni espacios", "sin tratamiento", "without the word X", "con su artículo". The words are in
``resources/told_forms.yaml``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from nlp.names.entities import PERSONAL_TITLE
from nlp.names.heads import untitled
from nlp.names.in_parts import known_given, name_parts
from nlp.numeric.numeral_lexicon import lexicon
from nlp.spans import Span
from nlp.stems import fold, spanish_stem
from nlp.word_lists import read_yaml, text_pattern

_ARTICLE, _ARTICLE_BEFORE, _FIRST_WORD, _SHORT_TITLES = map(
    text_pattern, ("article_first", "article_right_before", "first_word", "short_titles")
)
_KEPT, _ONLY_DIGITS, _ONLY, _NAME_ONLY = map(
    text_pattern, ("told_kept", "told_digits", "told_only", "told_name_only")
)
_BRACKETS = re.compile(r"\s?\([^()]*\)")
_BRACKET_BEHIND = re.compile(r"\s?\([^()\n]{1,80}\)")
_ASIDE_BEHIND = re.compile(r"\s?\([^()]*\)\.?$")
_NICKNAME = re.compile(r"\s?(?:«[^»]*»|\"[^\"]*\"|“[^”]*”|\([^()]*\))")
_QUOTES = "\"'“”«»‘’"
_INITIALS = re.compile(r"[A-ZÑ][A-ZÑ./º°]{1,6}\s?[\s-]\s?(?=[\"«“]?[^\W_]{2})")
_SEGMENT = re.compile(r"(?:,|;|\s[-–—/])\s+")
_TOWN_BEHIND = re.compile(r",\s[A-ZÁÉÍÓÚÑ][^\d,.()]{2,40}$")
_LETTERS = re.compile(r"[^\W\d_]+")
_ARTICLES = frozenset(
    ["el", "la", "los", "las", "su", "sus", "un", "una", "the", "its", "any", "a", "an"]
)
_WAYS = {
    name: text_pattern(name)
    for name in (
        "given_first",
        "surname_alone",
        "one_surname",
        "given_alone",
        "proper_name",
        "capitals_first",
        "small_letters",
        "one_word",
    )
}
"""Orders of a name and letters that descriptions ask for, folded."""
_OF_NAMES = frozenset({"surname_alone", "given_alone", "proper_name"})
"""Ways that have no word of what bears the name."""
_GENERIC = re.compile(
    r"^(?!(?:el|las?|los)\s+[A-ZÁÉÍÓÚÜÑ])(?:[a-záéíóúüñ][\w-]*\s+)+(?=[A-ZÁÉÍÓÚÜÑ])"
)
"""Small words before a name: "mercería La Aguja"."""
_QUOTED = re.compile(r"\s*[«“\"'](?P<word>[^»”\"'\n]{1,30})[»”\"']")
_SMALL = frozenset({"de", "del", "la", "las", "los", "el", "y", "e", "en", "a", "al", "da", "do"})
_DIGITS = r"(?:\d+(?:[.,/]\d+)*(?:\s?[-–x×]\s?\d+(?:[.,]\d+)?)?|[½¼¾])(?:\s[½¼¾])?"
_MEASURED = re.compile(
    rf"(?:{_DIGITS}|(?P<word>[^\W\d_]+))(?:\s[^\W\d_]+){{0,2}}?\sdel?\s(?=[^\W\d_]{{2}})"
)
_COUNTED = re.compile(
    rf"(?:{_DIGITS}\s?(?:[^\W\d_]{{1,3}}\b\.?\s)?|(?P<word>[^\W\d_]+)\s)(?=[^\W\d_]{{3}})"
)
_AMOUNT_BEHIND = re.compile(
    rf"(?:,|\sdel?|\s[x×–—-]|:)?\s\(?{_DIGITS}\s?(?:%|€|[$]|[^\W\d_]{{1,12}}\.?)(?:/[^\W\d_]+)?\)?$"
)
_UP_TO = re.compile(r"[.;:,()]|\bsi\b|\bcon\b|\bpero\b|\be\.g\b|\bp\. ?ej\b")


@dataclass(frozen=True, slots=True)
class ToldForm:
    """What a description says of a value's form: names of kinds left out and kept, and single words.

    ``marks`` are characters, ``parts`` stems of other things that do not belong to the value, ``ways``
    the order of a name and the letters that it is written in (:data:`_WAYS`).
    """

    left_out: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    marks: str = ""
    words: tuple[str, ...] = ()
    parts: frozenset[str] = frozenset()
    ways: frozenset[str] = frozenset()

    def bared(self, mention: str) -> str:
        """A mention without what is to be left out; as it is where nothing would be left."""
        found = self._shortened(mention) if self.left_out or self.parts else mention
        if "given_first" in self.ways:
            found = _given_first(found)
        if self.ways & _OF_NAMES and "article" not in self.kept:
            found = _GENERIC.sub("", found)
        if "surname_alone" in self.ways:
            found = _surname(found, one="one_surname" in self.ways)
        elif "given_alone" in self.ways:
            found = _part(untitled(found), "given")
        if "one_word" in self.ways and (first := _FIRST_WORD.match(found)):
            found = first["word"]
        if "small_letters" in self.ways:
            found = found.lower()
        elif "capitals_first" in self.ways and found.isupper():
            found = _capitals_first(found)
        if "only_digits" in self.left_out and any(map(str.isdigit, found)):
            return re.sub(r"\D", "", found)
        if self.marks and any(map(str.isdigit, found)):
            found = re.sub(f"[{re.escape(self.marks)}]", "", found.strip(" ."))
        return found.strip() or mention

    def _shortened(self, mention: str) -> str:
        """Without parts, words, titles, quotes and the article, each where it is told."""
        for word in self.words:
            own = rf"[«“\"']?(?<!\w){re.escape(word)}(?!\w)\.?[»”\"']?\s*(?:del?\s+)?"
            mention = re.sub(own, "", mention, count=1, flags=re.I).strip() or mention
        for name, without in _LEFT_OUT:
            if name in self.left_out:
                mention = without(mention).strip() or mention
        whole = self._without_parts(mention)
        return whole.strip(_QUOTES) if "quotes" in self.left_out else whole

    def _without_parts(self, mention: str) -> str:
        if not self.parts and "asides" not in self.left_out:
            return mention
        aside = _ASIDE_BEHIND.search(mention)
        if aside is not None and aside.start() and "brackets" not in self.kept:
            return mention[: aside.start()]
        for cut in _SEGMENT.finditer(mention):
            said = re.findall(r"[^\W\d_]{3,}", mention[cut.end() :].split(",")[0])
            if cut.start() and self.parts & {spanish_stem(fold(one)) for one in said}:
                return mention[: cut.start()]
        town = _TOWN_BEHIND.search(mention) if "towns" in self.left_out else None
        return mention[: town.start()] if town is not None and town.start() else mention

    def widened(self, text: str, start: int, end: int) -> Span:
        """The span with the article, the title or the brackets beside it that belong to the value."""
        if "titles" in self.kept and text[start].isupper():
            title = PERSONAL_TITLE.search(text, max(0, start - 24), start)
            start = title.start() if title is not None else start
        if "article" in self.kept:
            article = _ARTICLE_BEFORE.search(text, max(0, start - 4), start)
            start = article.start() if article is not None else start
        if "brackets" in self.kept and (behind := _BRACKET_BEHIND.match(text, end)):
            end = behind.end()
        return start, end


def _untitled(mention: str) -> str:
    bare = untitled(mention)
    short = _SHORT_TITLES.match(bare)
    return bare[short.end() :] if short else bare


def _without_initials(mention: str) -> str:
    found = _INITIALS.match(mention)
    rest = mention[found.end() :] if found is not None else mention
    return mention if mention.isupper() and " " in rest else rest


def _given_first(mention: str) -> str:
    """A name with the given names before the surnames."""
    parts = name_parts(mention)
    if not parts or parts["given"][0] < parts["last"][0]:
        return mention
    return " ".join(mention[slice(*parts[part])] for part in ("given", "last"))


def _part(name: str, part: str) -> str:
    """The surnames or the given names of a name that begins with a known given name or has a comma."""
    parts = name_parts(name)
    known = known_given(name)
    sure = bool(parts) and (", " in name or (known[0] and not all(known)))
    return name[slice(*parts[part])] if sure else name


def _surname(name: str, *, one: bool) -> str:
    """The surnames of a name; of two words that tell nothing of it the second, where one is asked for."""
    bare = untitled(name)
    words = bare.split()
    told = _part(bare, "last")
    unknown = told == bare and len(words) == 2 and not any(known_given(bare)[1:])
    return words[1] if one and unknown else told


def _capitals_first(mention: str) -> str:
    """A text in capitals with capitals at the beginning of its words, small ones aside."""
    words = [
        word.lower() if at and word.lower() in _SMALL else word.capitalize()
        for at, word in enumerate(mention.split(" "))
    ]
    return " ".join(words)


def _without_amount(mention: str) -> str:
    """What an amount is of: "250 g de harina"; the mention as it is where that is all of it."""
    before = next(filter(_is_number, (_MEASURED.match(mention), _COUNTED.match(mention))), None)
    rest = mention[before.end() :] if before is not None else mention
    behind = _AMOUNT_BEHIND.search(rest)
    return rest[: behind.start()] if behind is not None and behind.start() else rest


def _is_number(found: "re.Match[str] | None") -> bool:
    if found is None or found["word"] is None:
        return found is not None
    read = lexicon().get(fold(found["word"]))
    return read is not None and read.value > 0


_LEFT_OUT = (
    ("nicknames", lambda mention: _NICKNAME.sub("", mention)),
    ("brackets", lambda mention: _BRACKETS.sub("", mention)),
    ("initials", _without_initials),
    ("titles", _untitled),
    ("known_titles", untitled),
    ("quotes", lambda mention: mention.strip(_QUOTES)),
    ("article", lambda mention: _ARTICLE.sub("", mention)),
    ("amounts", _without_amount),
    ("stop", lambda mention: mention.rstrip(".")),
)


@lru_cache(maxsize=4096)
def told_form(description: str) -> ToldForm:
    """What a description says of the form of the value."""
    kinds, marks, opens, joined = _words()
    left_out, kept, parts = set[str](), set[str](), set[str]()
    dropped, words = "", list[str]()
    for clause in opens.finditer(description):
        rest = description[clause.end() :]
        stop = _UP_TO.search(rest)
        for item in joined.split(rest[: stop.start()] if stop else rest):
            said = [one for one in _LETTERS.findall(item) if fold(one) not in _ARTICLES]
            final = "final" in said
            noun = fold(next((one for one in said if one != "final"), ""))
            kind = kinds.get(noun)
            if noun in marks:
                dropped += "" if final else marks[noun]
                kind = "stop" if final else None
            elif kind in {"words", "initials"} and len(said) > 1:
                words.append(said[1])
            elif quoted := _QUOTED.match(item):
                words.append(quoted["word"])
            if kind is not None and not (kind == "titles" and "de" in said):
                left_out.add(kind)
            if noun not in marks and kind in {None, "towns"} and fold(clause.group(1)) != "no":
                parts.add(spanish_stem(noun))
    for clause in _KEPT.finditer(description):
        kept |= {kinds[word] for word in re.findall(r"\w+", fold(clause["what"])) if word in kinds}
    folded = fold(description)
    if _ONLY_DIGITS.search(folded):
        left_out.add("only_digits")
    elif _ONLY.search(folded):
        left_out.add("asides")
    if _NAME_ONLY.search(folded):
        left_out.add("known_titles")
    return ToldForm(
        frozenset(left_out),
        frozenset(kept - left_out),
        dropped,
        tuple(words),
        frozenset(parts - {""}),
        frozenset(name for name, way in _WAYS.items() if way.search(folded)),
    )


@lru_cache(maxsize=1)
def _words() -> tuple[Mapping[str, str], Mapping[str, str], "re.Pattern[str]", "re.Pattern[str]"]:
    """Kinds by word, characters by word, what opens a clause, what joins its items."""
    told = read_yaml("told_forms")
    marks = {
        fold(word): mark for mark, words in told.pop("marks").items() for word in words.split()
    }
    opens = re.compile(rf"\b({'|'.join(told.pop('without').split())})\s+", re.I)
    joined = re.compile(rf"\s+(?:{'|'.join(told.pop('joined').split())})\s+(?:sin\s+)?", re.I)
    kinds = {fold(word): kind for kind, words in told.items() for word in words.split()}
    return kinds, marks, opens, joined
