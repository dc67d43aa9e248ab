"""What a name is by its first word: "Juzgado de lo Social" an organisation, "calle Mayor" a place."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from nlp.spans import Candidate, Span
from nlp.word_lists import either, read_yaml, text_pattern, word_set

_LISTS = {
    "ORGANIZATION": "organization_heads",
    "LOCATION": "place_heads",
    "MISCELLANEOUS": "thing_heads",
}
"""The word lists whose entries open names of each label; of two that fit, the longer wins."""
_BY_LABEL = "|".join(f"(?P<{label}>{either(name)})" for label, name in _LISTS.items())
_HEADS = re.compile(rf"(?i:{_BY_LABEL})(?!\w)")
_TITLE = re.compile(rf"(?:{either('personal_titles')}) ")
_PERSON = re.compile(
    r"[^\W\d_]{2,20}(?:\s(?:de(?:l|\sla|\slos|\slas)?\s)?[^\W\d_][\w.'-]{0,20}){1,4}"
)
_NUMBERED = re.compile(
    r"\s(?i:número|núm\.|n\.?\s?[ºo°]|n\.?[ºo°]\.?)\s?\d{1,4}"
    r"(?:\sde\s[A-ZÁÉÍÓÚÑ][\w'-]{1,20}(?:\s(?:(?:de\s)?(?:la|las|los|el)\s|del?\s)?[A-ZÁÉÍÓÚÑ][\w'-]{1,20}){0,3}"
    r"|\sDE\s[A-ZÁÉÍÓÚÑ]{2,20}(?:\s[A-ZÁÉÍÓÚÑ]{2,20}){0,3})?"
)
_KEPT_HEAD = text_pattern("kept_head")
_STREET, _HOUSE = text_pattern("street"), text_pattern("house")
_NUMBERED_STREET = text_pattern("numbered_street")
_LOUD = re.compile(r"(?:N\.\s?[ºO°]|[^\n.,;:()—–-]){3,100}")
_TOLD = read_yaml("letters")
GREETS = "|".join((*_TOLD["dear"].split(), _TOLD["hailed"]))
"""What hails somebody, as a pattern: "Hola", "Estimada", "Buenos días"."""
_SURNAME = rf"(?!(?i:{GREETS})\b)" r"(?:(?:[Dd]e(?:l| la| los)?|D[EA]L?) )?[A-ZÁÉÍÓÚÑ][\w'’-]{1,20}"
_INVERTED = re.compile(
    rf"(?:^|[:|•(\t]|\s{{2}})[ *]{{0,3}}(?P<name>(?P<surname>{_SURNAME}(?: {_SURNAME}){{0,2}}), "
    r"(?P<given>[A-ZÁÉÍÓÚÑ][\w'-]{2,15}(?: (?:de(?:l| la| los)? )?[A-ZÁÉÍÓÚÑ][\w'-]{2,15}){0,2}))"
    r"(?=\s*(?:$|[|*)(·;,.—–-]|\s{2}))",
    re.MULTILINE,
)
_INITIALLED = re.compile(
    r"(?<![\w.])(?!S\. [ACL]\.)(?:[A-ZÁÉÍÓÚÑ]\. ){2,3}[A-ZÁÉÍÓÚÑ]\.(?! ?[A-ZÁÉÍÓÚÑ][\w.])"
)
"""Initials with no surname behind them, and none of a company: "S. A. U."."""
_CAPITALISED = r"[A-ZÁÉÍÓÚÑ][a-záéíóúüñ'’-]{2,20}"
_BEHIND_INITIALS = re.compile(
    r"(?<![\w.])(?<!\w\. )(?=(?P<saint>S\. [^\W\d_]{2})?)(?!C\. ?[BDFNPS]\.|[UAS]\. ?D\.)"
    r"(?:[A-ZÁÉÍÓÚÑ]\. ){1,2}(?P<surname>(?:[Dd]e(?:l| la| los)? )?"
    rf"(?P<word>{_CAPITALISED}))(?: {_CAPITALISED})?(?![\w:]|,? \d)"
)
"""A surname behind initials; of a street a number would follow, and a label's colon."""
_BRANCH = re.compile(
    r"\s(?:en|de)\slo\s[A-ZÁÉÍÓÚÑ][\w-]+"
    r"(?:(?:,|,?\s[ye](?:\s(?:de|en)\slo)?)\s[A-ZÁÉÍÓÚÑ][\w-]+|\s[A-ZÁÉÍÓÚÑ][\w-]+){0,5}"
)
"""What a court is competent for: "Juzgado de Primera Instancia en lo Civil y Comercial"."""
KEPT_ALWAYS = frozenset({"hospital"})
"""A noun that stays with a name even in a field that is called by it: of teachers' six of eight."""
_MOST_TITLES = 4
_ORDINALS = str.maketrans("", "", "ºª")


def label_by_head(mention: str, label: str) -> str:
    """The label that a name's first word calls for, else the one it has."""
    if " " not in mention:
        return label
    found = _HEADS.match(mention)
    if found is not None and found.lastgroup is not None:
        return found.lastgroup
    first = mention.split(" ", 1)[0]
    given = first.capitalize() if first.isupper() else first
    if label != "PERSON" and given in word_set("given_names") and _PERSON.fullmatch(mention):
        return "PERSON"
    return label


def inverted_names(text: str) -> Iterator[Span]:
    """Where a person is named surname first: "Gil Oria, Ana", "GIL, Ana María"."""
    for found in _INVERTED.finditer(text):
        given = found["given"].split()
        known = given[0].capitalize() in word_set("given_names")
        if known or (
            found["surname"].isupper() and len(given) > 1 and not found["given"].isupper()
        ):
            yield found.span("name")


@lru_cache(maxsize=16)
def initialled_names(text: str) -> tuple[Span, ...]:
    """Where a person is named by initials, as courts and police do ("Á. R. S."), or by a surname behind
    them ("R. Olivera"); no saint, no club, no "H. Ayuntamiento". Two finders ask.
    """
    alone = [found.span() for found in _INITIALLED.finditer(text)]
    with_surname = [
        found.span()
        for found in _BEHIND_INITIALS.finditer(text)
        if not (found["saint"] and found["word"] in word_set("given_names"))
        and _HEADS.match(found["surname"]) is None
    ]
    return (*alone, *with_surname)


def numbered_streets(text: str) -> Iterator[Span]:
    """Addresses where streets have numbers for names: "Calle 48C # 20-35", "Cra. 7 No. 71-21"."""
    return (found.span() for found in _NUMBERED_STREET.finditer(text))


def name_ends(text: str, start: int, end: int) -> tuple[int, ...]:
    """Where a name may end: with its number or without; an address with a number takes floor and door."""
    numbered = _numbered_end(text, start, end)
    if numbered == end:
        return (end,)
    return (numbered,) if text[end - 1].isdigit() else (numbered, end)


def _numbered_end(text: str, start: int, end: int) -> int:
    """Where a name ends that has a number: "Juzgado de lo Social número 4 de Oria", "calle Mayor, 15"."""
    if _STREET.match(text, start, end) is not None:
        house = _HOUSE.match(text, end, end + 60)
        return house.end() if house is not None else end
    head = _HEADS.match(text, start, end)
    if head is None or head.lastgroup != "ORGANIZATION":
        return end
    branch = _BRANCH.match(text, end, end + 120)
    end = branch.end() if branch is not None else end
    number = _NUMBERED.match(text, end, end + 120)
    return number.end() if number is not None else end


def loud_organization(text: str, start: int) -> Span | None:
    """The organisation that a line in capitals names: "AYUNTAMIENTO DE ORIA"; None if none."""
    found = _LOUD.match(text, start)
    if found is None or label_by_head(found.group(), "") != "ORGANIZATION":
        return None
    return start, start + len(found.group().rstrip())


def without_ordinals(line: str) -> str:
    """A line without the small letters of "N.º" and "2.ª", which no capitals are made of."""
    return line.translate(_ORDINALS)


def kept_heads(candidates: Iterable[Candidate]) -> tuple[tuple[Span, str], ...]:
    """Where names stand that a noun is a part of, and the noun: "Cristo Rey" behind "parroquia de"."""
    whole = (one for one in candidates if one.label in {"LOCATION", "ORGANIZATION"})
    heads = ((one, _KEPT_HEAD.match(one.mention)) for one in whole)
    return tuple(
        ((one.start + head.end(), one.end), head["head"]) for one, head in heads if head is not None
    )


def untitled(mention: str) -> str:
    """A person's name without the titles before it ("Ilma. Sra. D.ª Ana Gil" → "Ana Gil")."""
    rest = mention
    for _ in range(_MOST_TITLES):
        found = _TITLE.match(rest)
        if found is None or not rest[found.end() :][:1].isupper():
            break
        rest = rest[found.end() :]
    return rest
