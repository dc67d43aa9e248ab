"""Edits of a JSON value, many at once: each list and object touched is copied once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from nlp.schema import JSON
from normalizers.places import get


@dataclass(frozen=True, slots=True)
class Edit:
    """Another value for a place, or the place left out; ``keyword`` is what the place broke.

    ``steps`` are those of the value before any edit; an index beyond a list's end appends to it.
    """

    steps: tuple[str, ...]
    keyword: str
    value: JSON = None
    removed: bool = False


@dataclass(slots=True)
class EditTree:
    """Edits by their steps. Where two are of one place the first counts, and none below it."""

    edit: Edit | None = None
    below: "dict[str, EditTree]" = field(default_factory=dict)

    @property
    def removes(self) -> bool:
        """Whether the place goes."""
        return self.edit is not None and self.edit.removed

    @property
    def keyword(self) -> str:
        """The keyword of the first edit, of the place or below it."""
        if self.edit is not None:
            return self.edit.keyword
        return next((each.keyword for each in self.below.values()), "")


def edit_tree(edits: Iterable[Edit]) -> EditTree:
    """Edits as the tree of their places."""
    root = EditTree()
    for edit in edits:
        node = root
        for step in edit.steps:
            node = node.below.setdefault(step, EditTree())
        if node.edit is None:
            node.edit = edit
    return root


def edited(value: JSON, tree: EditTree) -> JSON:
    """The value after edits; the value given stays as it is."""
    if tree.edit is not None:
        return tree.edit.value
    if isinstance(value, list):
        kept = []
        for place, each in enumerate(value):
            node = tree.below.get(str(place))
            if node is None or not node.removes:
                kept.append(each if node is None else edited(each, node))
        return kept + [node.edit.value for node in appended(tree, len(value)) if node.edit]
    if isinstance(value, dict):
        changed = dict(value)
        for name, node in tree.below.items():
            if node.removes:
                changed.pop(name, None)
            elif name in value or node.edit is not None:
                changed[name] = edited(value.get(name), node)
        return changed
    return value


def appended(tree: EditTree, length: int) -> list[EditTree]:
    """The edits that add to a list of a length, in order."""
    beyond = [step for step in tree.below if step.isdecimal() and int(step) >= length]
    return [tree.below[step] for step in sorted(beyond, key=int)]


def moves_elements(answer: JSON, edits: Sequence[Edit]) -> bool:
    """Whether edits take elements out of lists, so that others get another index."""
    return any(each.removed and isinstance(get(answer, each.steps[:-1]), list) for each in edits)
