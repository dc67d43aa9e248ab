"""What each format takes, and that an answer must have it."""

import pytest
from hang import ends

from nlp.schema_compiler import compile_schema
from nlp.schema_validation import violations
from nlp.schemas.formats import FORMATS, FORMS, REMARKS, keeps_format
from nlp.schemas.lint import formats_used

RIGHT = {
    "date": ["2026-05-04", "2024-02-29", "0711-07-19"],
    "time": ["17:45", "17:45:00", "00:00:00Z", "23:59:60", "08:30:15.5", "09:00+02:00",
             "09:00-0300"],
    "date-time": ["2026-05-04T17:45:00Z", "2026-05-04T17:45", "2026-05-04 17:45:00",
                  "2026-05-04t09:00:00,5+01:00"],
    "duration": ["P3D", "PT1H30M", "P1Y6M", "P2W", "PT0,5H"],
    "email": ["info@ayto-lugo.es", "José.Núñez@correo.unam.mx", "a+b@x.co", "peña@ñandú.com.ar",
              "a@b.xn--p1ai"],
    "uri": ["https://www.boe.es/", "mailto:a@b.es", "urn:isbn:9788437604947",
            "https://es.wikipedia.org/wiki/Año?x=ñ#y"],
    "uuid": ["123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000"],
    "ipv4": ["192.168.1.10", "0.0.0.0"],
    "ipv6": ["2001:db8::1", "::"],
}  # fmt: skip
WRONG = {
    "date": ["mañana", "4 de mayo de 2026", "04/05/2026", "2026-5-4", "2026-02-30", "2026-05",
             "2026-05-04T00:00", "", "２０２６-05-04", "2026-05-04\n"],
    "time": ["las cinco y media", "5 h", "17.45", "24:00", "17:60", "1:05", "17", ""],
    "date-time": ["2026-05-04", "hoy a las 17:45", "2026-02-30T10:00", "2026-05-04T25:00",
                  "2026-05-04T17"],
    "duration": ["tres días", "3 d", "P", "PT", "P1H", "-P1D", "PT1M1H"],
    "email": ["Hola.", "info@", "@ayto.es", "info@ayto", "info arroba ayto.es", "a@b@c.es",
              "Ana <ana@ayto.es>", "info@ayto.es."],
    "uri": ["www.boe.es", "Véase la web", "Hola:", "https://a b.es", "/wiki/Lugo",
            "¿https://boe.es"],
    "uuid": ["123e4567e89b12d3a456426614174000", "no consta",
             "123e4567-e89b-12d3-a456-42661417400g"],
    "ipv4": ["192.168.1.256", "192.168.1", "192.168.1.0/24", "localhost"],
    "ipv6": ["192.168.1.10", "2001:db8:::1", "g::1"],
}  # fmt: skip


def cases(table):
    return [(name, text) for name, texts in table.items() for text in texts]


def test_every_format_that_binds_is_in_the_tables():
    assert set(FORMATS) == set(FORMS) == set(RIGHT) == set(WRONG)
    assert not REMARKS & set(FORMATS)


@pytest.mark.parametrize(("name", "text"), cases(RIGHT))
def test_right(name, text):
    assert keeps_format(name, text)
    assert violations({"type": "string", "format": name}, text) == []


@pytest.mark.parametrize(("name", "text"), cases(WRONG))
def test_wrong(name, text):
    assert not keeps_format(name, text)
    found = violations({"properties": {"a": {"type": "string", "format": name}}}, {"a": text})
    assert [(one.pointer, one.keyword) for one in found] == [("/a", "format")]
    assert FORMS[name] in found[0].message


@pytest.mark.parametrize("name", FORMATS)
def test_a_long_string_is_judged_soon(name):
    many = 300_000
    with ends():
        for text in ("1" * many, "https://" + "a" * many + " ", "a" * many + "@", "P" + "1" * many):
            keeps_format(name, text)
        assert not keeps_format(name, "Hola. " * 2_000)


DATE = {"type": "string", "format": "date"}
VERDICTS = [
    ("null where that is admitted", {"type": ["string", "null"], "format": "date"}, None, []),
    ("OpenAPI's null", {**DATE, "nullable": True}, None, []),
    (
        "text where null is admitted too",
        {"type": ["string", "null"], "format": "date"},
        "ayer",
        ["format"],
    ),
    ("what is no string", {"type": "integer", "format": "date"}, 3, []),
    ("any type", {"format": "ipv4"}, ["x"], []),
    ("any type, a string", {"format": "ipv4"}, "x", ["format"]),
    ("a format of numbers", {"type": "number", "format": "double"}, 2.5, []),
    ("a format that is a remark", {"type": "string", "format": "hostname"}, "¡no!", []),
    ("a format that nobody knows", {"type": "string", "format": "nif"}, "¡no!", []),
    ("a format of the wrong form", {"type": "string", "format": ["date"]}, "ayer", []),
    ("a branch", {"anyOf": [DATE, {"type": "null"}]}, "ayer", ["anyOf"]),
    ("one of two formats", {"anyOf": [{"format": "ipv4"}, {"format": "ipv6"}]}, "::1", []),
    ("exactly one of two formats", {"oneOf": [{"format": "ipv4"}, {"format": "ipv6"}]}, "::1", []),
    ("none of two formats", {"oneOf": [{"format": "ipv4"}, {"format": "ipv6"}]}, "x", ["oneOf"]),
    ("both of two", {"allOf": [DATE, {"minLength": 3}]}, "ayer", ["format"]),
    ("what is excluded", {"not": DATE}, "ayer", []),
    ("a condition", {"if": DATE, "then": {"pattern": "^2"}}, "1999-01-01", ["pattern"]),
    (
        "behind a reference",
        {"$defs": {"d": DATE}, "items": {"$ref": "#/$defs/d"}},
        ["ayer"],
        ["format"],
    ),
    (
        "beside a reference, in draft 7",
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "definitions": {"d": {"type": "string"}},
            "$ref": "#/definitions/d",
            "format": "date",
        },
        "ayer",
        [],
    ),
    ("draft 4", {"$schema": "http://json-schema.org/draft-04/schema#", **DATE}, "ayer", ["format"]),
    ("names of keys", {"propertyNames": {"format": "date"}}, {"ayer": 1}, ["format"]),
]


@pytest.mark.parametrize(
    ("schema", "answer", "keywords"),
    [case[1:] for case in VERDICTS],
    ids=[case[0] for case in VERDICTS],
)
def test_verdicts(schema, answer, keywords):
    assert [one.keyword for one in violations(schema, answer)] == keywords


def test_a_branch_says_that_the_format_is_broken():
    (found,) = violations({"anyOf": [DATE, {"type": "null"}]}, "ayer")
    assert [[one.keyword for one in branch] for branch in found.branches] == [["format"], ["type"]]


REMARKED = [
    (DATE, "local", FORMS["date"]),
    ({"type": ["string", "null"], "format": "email"}, "local", FORMS["email"]),
    ({"format": "ipv4"}, "local", FORMS["ipv4"]),
    ({"type": "integer", "format": "date"}, "note", "a format of strings"),
    ({"type": "integer", "format": "int32"}, "note", "is a remark and is not checked"),
    ({"type": "string", "format": "hostname"}, "note", "is a remark and is not checked"),
]


@pytest.mark.parametrize(("field", "level", "reason"), REMARKED)
def test_the_lint_says_what_is_checked(field, level, reason):
    schema = compile_schema({"type": "object", "properties": {"a": field}})
    (remark,) = [one for one in schema.lint if one.keyword == "format"]
    assert (remark.pointer, remark.level) == ("/properties/a/format", level)
    assert reason in remark.reason


def test_the_formats_that_a_schema_names_are_counted():
    fields = {
        "format": {"type": "string"},
        "a": DATE,
        "b": DATE,
        "c": {"type": "integer", "format": "date"},
    }
    used = formats_used({"type": "object", "properties": fields})
    assert used == {("date", True): 2, ("date", False): 1}
