"""Write the generated lexicons: CLDR's Spanish names (babel), quantulum3's dimensions, our YAML.

    resources/units.yaml + CLDR units            → resources/units.json
    resources/currencies.yaml + CLDR currencies  → resources/currencies.json
    resources/iso_names.yaml + CLDR territories  → resources/iso_names.json

Run it after editing one of the YAML files: ``python scripts/build_lexicons.py``; ``--check`` only says
whether the committed files are up to date (exit code 1 if not).
"""

import argparse
import json
import re
import sys
import warnings
from pathlib import Path
from typing import Any

import yaml
from babel import Locale
from babel.core import get_global

from nlp.folding import fold as lookup_key

RESOURCES = Path(__file__).resolve().parents[1] / "resources"
SQUARED = ("cuadrado", "cuadrados")
CUBED = ("cubico", "cubicos")
NO_COUNTRIES = {"AC", "CP", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "ZZ"}
POWER_PREFIXES = ("", "m", "c", "d", "h", "k")


def fold(name: str) -> str:
    """The form the finders look up, without blanks around it."""
    return lookup_key(name).strip()


def cldr_unit(locale: Locale, key: str) -> tuple[list[str], list[str]]:
    """CLDR's long names (folded) and short symbols of a unit."""
    patterns = locale._data["unit_patterns"][key]
    names = [fold(re.sub(r"\{0\}", "", text)) for text in _patterns(patterns["long"])]
    symbols = [re.sub(r"\{0\}", "", text).strip() for text in _patterns(patterns["short"])]
    return names, [symbol for symbol in symbols if re.fullmatch(r"[\wµμΩ°/⋅·²³ ]{2,7}", symbol)]


def _patterns(table: Any) -> list[str]:
    return [table[count] for count in ("one", "other") if count in table]


def _unique(words: list[str]) -> list[str]:
    return list(dict.fromkeys(word for word in words if word))


def units(locale: Locale) -> dict[str, Any]:
    """Every unit with its prefixed and powered forms."""
    source = yaml.safe_load((RESOURCES / "units.yaml").read_text("utf-8"))
    table: dict[str, Any] = {}
    for symbol, entry in source["units"].items():
        names, symbols = cldr_unit(locale, entry["cldr"]) if "cldr" in entry else ([], [])
        names = _unique([*names, *map(fold, entry.get("names", []))])
        own = _unique([symbol, *symbols, *entry.get("also", [])])
        table[symbol] = _unit(entry, entry["factor"], names, own)
        _add_prefixed(table, symbol, entry, names, source["prefixes"])
        for power in entry.get("powers", []):
            _add_power(table, symbol, entry, power)
    return {
        "dimensions": dimensions(source["families"], source["own_families"]),
        "temperatures": source["temperatures"],
        "units": {key: table[key] for key in sorted(table)},
    }


def dimensions(families: dict[str, str], own: list[str]) -> dict[str, dict[str, int]]:
    """Family → exponents of base quantities, from the derivations in quantulum3's tables."""
    quantities = quantulum_entities()
    table = {family: _derived(quantities, name) for family, name in families.items()}
    return table | {family: {family: 1} for family in own}


def quantulum_entities() -> dict[str, Any]:
    """quantulum3's quantities by name; its parser is imported first, or its tables are not found."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from quantulum3 import load, parser  # noqa: F401
    return dict(load.entities("en_US").names)


def _derived(quantities: dict[str, Any], name: str) -> dict[str, int]:
    parts = quantities[name].dimensions
    if not parts:
        return {name: 1}
    exponents: dict[str, int] = {}
    for part in parts:
        for base, power in _derived(quantities, part["base"]).items():
            exponents[base] = exponents.get(base, 0) + power * part["power"]
    return {base: power for base, power in exponents.items() if power}


def _unit(entry: dict[str, Any], factor: float, names: list[str], symbols: list[str]) -> Any:
    flags = {key: entry[key] for key in ("bare", "one", "time") if key in entry}
    return {
        "family": entry["family"], "factor": factor, "names": names, "symbols": symbols, **flags
    }  # fmt: skip


def _add_prefixed(
    table: dict[str, Any], symbol: str, entry: dict[str, Any], names: list[str], prefixes: Any
) -> None:
    for prefix in entry.get("prefixes", []):
        word, factor = prefixes[prefix]
        long = [word + name for name in names if len(name) > 3]
        if not entry.get("named", True):
            long = []
        long = _unique([*long, *map(fold, entry.get("called", {}).get(prefix + symbol, []))])
        micro = ["μ" + symbol, "u" + symbol] if prefix == "µ" else []
        alias = entry.get("alias", {}).get(prefix + symbol, [])
        also = [prefix + other for other in entry.get("also", []) if len(other) == 1]
        symbols = _unique([prefix + symbol, *micro, *also, *alias])
        unit = _unit(entry, entry["factor"] * factor, long, symbols)
        table[prefix + symbol] = {key: value for key, value in unit.items() if key != "bare"}


def _add_power(table: dict[str, Any], symbol: str, entry: dict[str, Any], power: int) -> None:
    family = {2: "area", 3: "volume"}[power]
    raised = "²" if power == 2 else "³"
    words = SQUARED if power == 2 else CUBED
    for prefix in POWER_PREFIXES if entry.get("prefixes") else ("",):
        base = table[prefix + symbol]
        singulars, plurals = base["names"][:1], base["names"][1:2]
        names = [f"{name} {words[0]}" for name in singulars]
        names += [f"{name} {words[1]}" for name in plurals]
        symbols = [f"{one}{mark}" for one in base["symbols"][:3] for mark in (str(power), raised)]
        if entry["family"] == "time":
            continue
        table[f"{prefix}{symbol}{power}"] = {
            "family": family, "factor": base["factor"] ** power, "names": names, "symbols": symbols
        }  # fmt: skip


def currencies(locale: Locale) -> dict[str, Any]:
    """ISO 4217 codes with their Spanish names, our shorter names and symbols."""
    source = yaml.safe_load((RESOURCES / "currencies.yaml").read_text("utf-8"))
    names: dict[str, str] = {}
    for code, singular in sorted(locale.currencies.items()):
        plural = locale._data["currency_names_plural"].get(code, {})
        for name in _unique(
            [singular, *(plural[count] for count in ("one", "other") if count in plural)]
        ):
            words = fold(re.sub(r"\s*\(.*\)", "", name))
            if not re.search(r"\d|\(", name) and words:
                names.setdefault(words, code)
    for code, extra in source["names"].items():
        for name in extra:
            names[fold(name)] = code
    codes = sorted(code for code in locale.currencies if re.fullmatch(r"[A-Z]{3}", code))
    countries = {}
    for territory, code in source["territories"].items():
        countries[fold(locale.territories[territory])] = code
    for name, code in source["demonyms"].items():
        countries[fold(name)] = code
    return {
        "names": dict(sorted(names.items())),
        "codes": [code for code in codes if code not in source["not_codes"]],
        "symbols": source["symbols"],
        "subunits": {fold(name): unit for name, unit in source["subunits"].items()},
        "generic": {fold(name): code for name, code in source["generic"].items()},
        "countries": countries,
        "asked": {
            fold(name): code
            for code, extra in source["asked"].items()
            for name in (*extra, code)
            if name != "peso"
        },
        "not_before_small_numbers": source["not_before_small_numbers"],
        "not_after_article": [fold(name) for name in source["not_after_article"]],
    }


def iso_names(locale: Locale) -> dict[str, Any]:
    """ISO 3166 codes by Spanish names and words for their people; English names, three letters.

    And the English names of languages, months and days of the week by their Spanish ones.
    """
    source = yaml.safe_load((RESOURCES / "iso_names.yaml").read_text("utf-8"))
    codes = sorted(code for code in locale.territories if re.fullmatch(r"[A-Z]{2}", code))
    codes = [code for code in codes if code not in NO_COUNTRIES]
    english = Locale("en")
    names = {fold(locale.territories[code]): code for code in codes}
    for code, extra in source["names"].items():
        names |= dict.fromkeys(map(fold, extra), code)
    for code, words in source["people"].items():
        for word in words.split():
            singular = fold(word)
            names.setdefault(singular, code)
            names.setdefault(singular + ("s" if singular[-1] in "aeo" else "es"), code)
    three = {
        two[0]: long
        for long, two in get_global("territory_aliases").items()
        if len(two) == 1 and re.fullmatch(r"[A-Z]{3}", long) and two[0] in codes
    }
    return {
        "names": dict(sorted(names.items())),
        "english": {code: english.territories[code] for code in codes},
        "three": dict(sorted(three.items())),
        "language": {
            fold(name): english.languages[code]
            for code, name in sorted(locale.languages.items())
            if code in english.languages and "(" not in name and code.isalpha()
        },
        **{
            kind: {
                fold(name) + plural: getattr(english, table)["format"]["wide"][number]
                for number, name in sorted(getattr(locale, table)["format"]["wide"].items())
                for plural in ("", "s" * (name[-1] in "ao"))
            }
            for kind, table in (("month", "months"), ("weekday", "days"))
        },
    }


def main() -> int:
    """Write or check the generated files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if out of date")
    arguments = parser.parse_args()
    locale = Locale("es")
    stale = []
    for name, table in (
        ("units", units(locale)),
        ("currencies", currencies(locale)),
        ("iso_names", iso_names(locale)),
    ):
        path = RESOURCES / f"{name}.json"
        text = json.dumps(table, ensure_ascii=False, indent=1) + "\n"
        if arguments.check:
            stale += [name] if not path.exists() or path.read_text("utf-8") != text else []
        else:
            path.write_text(text, "utf-8")
            print(f"wrote {path.name}: {len(text)} bytes")
    if stale:
        print("out of date:", ", ".join(stale))
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
