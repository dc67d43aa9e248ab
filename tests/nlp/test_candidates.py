import pytest
from hang import ends
from hypothesis import given, settings
from hypothesis import strategies as st

from nlp import candidates
from nlp.candidates import FINDERS, FinderWarning, find_candidates, merge, run_finders
from nlp.errors import SettingsError
from nlp.spans import LABELS, Candidate, Document, Value


@pytest.fixture(autouse=True)
def _no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPACY_ES_MODEL", "blank_es")


def one(start: int, end: int, label: str, value: Value | None = None) -> Candidate:
    return Candidate(start, end, "x" * (end - start), label, value, "test")


def spans(found: tuple[Candidate, ...]) -> list[tuple[int, int, str]]:
    return [(each.start, each.end, each.label) for each in found]


@pytest.mark.parametrize(
    ("given_", "kept"),
    [
        # in order of start, the longer first
        ([one(5, 9, "PERSON"), one(0, 3, "DATE"), one(5, 20, "SENTENCE")],
         [(0, 3, "DATE"), (5, 20, "SENTENCE"), (5, 9, "PERSON")]),
        # one reading a span: the first given
        ([one(0, 4, "DATE"), one(0, 4, "NUMBER")], [(0, 4, "DATE")]),
        # pieces of a whole value say nothing
        ([one(0, 9, "DATE"), one(0, 2, "NUMBER"), one(5, 9, "NOUN_PHRASE")], [(0, 9, "DATE")]),
        # but the bounds of a range may be asked for
        ([one(0, 9, "RANGE"), one(0, 2, "NUMBER")], [(0, 9, "RANGE"), (0, 2, "NUMBER")]),
        ([one(0, 9, "DURATION", Value("duration", timex="P4D", timex_end="P5D")),
          one(0, 2, "NUMBER")], [(0, 9, "DURATION"), (0, 2, "NUMBER")]),
        # what crosses the border of a value stays
        ([one(0, 5, "DATE"), one(3, 9, "NOUN_PHRASE")], [(0, 5, "DATE"), (3, 9, "NOUN_PHRASE")]),
        # no names inside codes, but inside dates
        ([one(0, 9, "IDENTIFIER"), one(0, 3, "LOCATION")], [(0, 9, "IDENTIFIER")]),
        ([one(0, 9, "DATE"), one(0, 3, "LOCATION")], [(0, 9, "DATE"), (0, 3, "LOCATION")]),
    ],
)  # fmt: skip
def test_merge(given_: list[Candidate], kept: list[tuple[int, int, str]]) -> None:
    assert spans(merge(given_)) == kept


def broken(document: Document) -> tuple[Candidate, ...]:
    raise ValueError(f"cannot read {document.id}")


def test_a_finder_that_raises_never_takes_the_document_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finders = {"broken": broken, "sentences": FINDERS["sentences"]}
    findings = run_finders(Document("d1", "Nieva en Soria."), finders=finders)
    assert spans(findings.candidates) == [(0, 15, "SENTENCE")]
    (failure,) = findings.failures
    assert (failure.finder, failure.error) == ("broken", "ValueError: cannot read d1")
    assert "in broken" in failure.traceback
    monkeypatch.setattr(candidates.run_finders, "__kwdefaults__", {"finders": finders})
    with pytest.warns(FinderWarning, match="'d1' was read without the finder 'broken'"):
        assert len(find_candidates(Document("d1", "Nieva en Soria."))) == 1


def test_a_wrong_setting_is_no_finder_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPACY_ES_MODEL", "es_no_existe")
    with pytest.raises(SettingsError):
        find_candidates(Document("", "Hola."))


TEXT = """# Acta 12/2024

Fecha: 3 de mayo de 2024. Asisten la Dra. Eva Gil y el Sr. Mir (Aguas del Sur, S. A.).

| Bomba | Caudal |
|---|---|
| Norte | 3,2 m³/s |

- Se aprueban 12.500 € para «Ríos vivos».
"""


def test_what_a_text_offers() -> None:
    found = {each.mention: each for each in find_candidates(Document("", TEXT))}
    for mention, label in {
        "3 de mayo de 2024": "DATE",
        "Eva Gil": "PERSON",
        "Aguas del Sur, S. A.": "ORGANIZATION",
        "3,2 m³/s": "QUANTITY",
        "12.500 €": "MONEY",
        "Ríos vivos": "TITLE",
        "Acta 12/2024": "IDENTIFIER",
        "Norte": "TABLE_CELL",
    }.items():
        assert mention in found
        assert found[mention].label == label


def test_every_run_gives_the_same() -> None:
    assert find_candidates(Document("a", TEXT)) == find_candidates(Document("b", TEXT))


PIECES = st.sampled_from(
    [
        *["Ana", "El río", "3", "12.500", "€", "km", "de", "mayo", "2024", "½", "XIX", "siglo"],
        *["mil", "y", "entre", "Ley", "artículo", "S. A.", "Dra.", "a@b.es", "http://", "שלום"],
        *["(", ")", "«", "»", '"', "*", "_", "\n", "\n\n", " ", ", ", ". ", ": ", "|", "#", "- "],
        *["🙂", "e\u0301", "\u200b", "\u202e", "\x00", "@", "/", "%"],
    ]
)


@settings(max_examples=100, deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_offsets_always_slice_to_the_mention(text: str) -> None:
    found = find_candidates(Document("", text))
    last = (-1, 0)
    for each in found:
        assert text[each.start : each.end] == each.mention
        assert each.mention.strip()
        assert each.label in LABELS
        assert each.source in FINDERS
        assert last < (each.start, -each.end)
        last = (each.start, -each.end)
    assert len({(each.start, each.end) for each in found}) == len(found)


HOSTILE = {
    "digits": "1234567890",
    "brackets": "(",
    "closing brackets": ")",
    "letters": "abcdefghij",
    "capitals": "ABCDEFGHIJ",
    "names": "Ana ",
    "emoji": "🙂👩‍👩‍👧",
    "combining marks": "e\u0301\u0323",
    "right to left": "שלום ",
    "bidi marks": "\u202e\u2067a",
    "NUL": "\x00",
    "quotes": "«“\"'",
    "asterisks": "*",
    "underscores": "_a",
    "stops": ".",
    "initials": "A. ",
    "colons": "a: ",
    "bars": "| a ",
    "hyphens": "a-",
    "slashes": "1/",
    "decimals": "1.2,",
    "at signs": "a@",
    "addresses": "http://a",
    "newlines": "\n",
    "short lines": "A\n",
    "list lines": "- a\n",
    "zero width": "a\u200b",
    "degrees": "40° 2′ ",
    "of chains": "río de ",
    "numerals": "mil ",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_comes_to_an_end(name: str) -> None:
    with ends():
        findings = run_finders(Document("", (HOSTILE[name] * 6_000)[:6_000]))
    assert not findings.failures


@pytest.mark.timed
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_costs_linear_time(name: str) -> None:
    """Four times the text, four times the time; a quadratic finder would take sixteen."""
    unit = HOSTILE[name]

    def seconds(size: int) -> dict[str, float]:
        findings = run_finders(Document("", (unit * (size // len(unit) + 1))[:size]))
        assert not findings.failures
        return dict(findings.seconds)

    def slow() -> dict[str, tuple[float, float]]:
        small, large = seconds(1_500), seconds(6_000)
        # the floor keeps the clock's grain out of the ratio
        return {
            finder: (small[finder], taken)
            for finder, taken in large.items()
            if taken >= 10 * max(small[finder], 0.02)
        }

    found = slow()
    for _ in range(3):
        # a busy machine slows one finder by chance, a quadratic one is slow every time
        if found:
            found = {finder: times for finder, times in slow().items() if finder in found}
    assert not found


def test_many_headings_and_hints_of_place_stay_cheap() -> None:
    from nlp.layout.structure import layout

    text = "".join(f"## Parte {index}\n\nTexto.\n\n" for index in range(3000))
    with ends():
        here = layout(Document("", text))
        for offset in range(0, len(text), 10):
            here.headings_of(offset)
    assert len(here.headings) == 3000
