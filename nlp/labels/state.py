"""What is known while the lines of a form are read: what was found, and what still holds."""

from dataclasses import dataclass, field

from nlp.labels.form_elements import Grid, Pair
from nlp.layout.sentences import trim
from nlp.spans import Span

_MOST_BEFORE = 6
_COLUMN = 10


@dataclass(frozen=True, slots=True)
class Form:
    """The labelled values and the grids of a text, in its order."""

    pairs: tuple[Pair, ...] = ()
    grids: tuple[Grid, ...] = ()


@dataclass(slots=True)
class State:
    """The pairs and grids so far, the sections that hold, the label that waits for values."""

    text: str
    sections: tuple[str, ...] = ()
    near: float = 1.0
    used: bool = False
    open: Pair | None = None
    pairs: list[Pair] = field(default_factory=list)
    grids: list[Grid] = field(default_factory=list)
    columns: list[tuple[int, int, str]] = field(default_factory=list)
    number: int = 0
    capitals: bool = False
    """Whether labels in capitals stand before their values without a colon."""


def add(state: State, label: Span, value: Span, form: str, *, column: int) -> Pair:
    """Note a pair, with the titles and labels above it."""
    text = state.text
    value = trim(text, *value, ": ")[0], value[1]
    beside = any(number == state.number for number, *_ in state.columns)
    wide = any(col > _COLUMN for _, col, _ in state.columns)
    in_columns = wide if beside or column <= 2 else column > _COLUMN
    above = [name for _, col, name in state.columns if abs(col - column) <= 2]
    before = above if in_columns and above else [name for *_, name in state.columns]
    pair = Pair(
        text[slice(*label)], label[0], label[1], max(value[0], 0), max(value[1], value[0]), form,
        state.sections, state.near, tuple(before[: -_MOST_BEFORE - 1 : -1]),
    )  # fmt: skip
    state.pairs.append(pair)
    if form != "title":
        state.columns.append((state.number, column, pair.label))
        state.used = True
    return pair


def entitle(state: State, title: str, parents: tuple[str, ...] = ()) -> None:
    """Begin a section."""
    state.sections = (title, *parents)
    state.near, state.used = 1.0, False
    state.columns.clear()
