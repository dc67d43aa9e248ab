"""Results kept for the very arguments that gave them."""

from nlp.asked.enum_members import members_of
from nlp.asked.field_profile import profile_schema
from nlp.latest import latest
from nlp.schema_compiler import compile_schema


def test_only_the_same_objects_give_what_was_found_before() -> None:
    asked: list[list[int]] = []

    @latest(1)
    def total(numbers: list[int]) -> int:
        asked.append(numbers)
        return sum(numbers)

    first, alike = [1, 2], [1, 2]
    assert [total(first), total(first), total(alike), total(first)] == [3, 3, 3, 3]
    assert len(asked) == 3, "an equal list is another one, and one result is kept"


def test_members_of_an_enum_are_read_once() -> None:
    raw = {"type": "object", "properties": {"turno": {"enum": ["mañana", "noche"]}}}
    (profile,) = profile_schema(compile_schema(raw))
    assert members_of(profile) is members_of(profile)
