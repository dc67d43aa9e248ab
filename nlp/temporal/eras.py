"""Years, decades, centuries and parts of a year."""

from nlp.numeric.roman import roman_value
from nlp.temporal.date_numbers import (
    digits,
    full_year,
    ordinal,
    short_year,
    spelled,
    two_digit_year,
    whole,
)
from nlp.temporal.date_parts import Found, era, relative_year
from nlp.temporal.deictics import YearPart
from nlp.temporal.meanings import CalendarDate, Fixed, Range
from nlp.temporal.time_lexicon import GRAMMAR
from nlp.temporal.tokens import Words

_PARTS = {"3M": ("Q", 4), "6M": ("H", 2), "4M": ("C", 3), "2M": ("B", 6)}


def century(words: Words, index: int) -> Found | None:
    """Reads "siglo XIX", "s. XX", "siglo segundo a. C.", "siglos XV al XVIII"."""
    text = words.words
    short = text[index] in GRAMMAR.century_symbols and words.text[words.starts[index]] == "s"
    if short and text[index + 1] == ".":
        at = index + 2
        if roman_value(text[at].upper()) is None or not words.surface(at, at + 1).isupper():
            return None
    elif text[index] in GRAMMAR.centuries:
        at = index + 1
    else:
        return None
    first = _century_number(words, at)
    if first is None:
        return None
    after, number = first
    if text[index] not in GRAMMAR.century_noun and text[after] in GRAMMAR.joins_centuries:
        last = _century_number(words, after + 1)
        if last is not None:
            end, bc = era(words, last[0]) or (last[0], False)
            low, high = _century(number, bc=bc), _century(last[1], bc=bc)
            return end, Range(low, high, "date_range")
    end, bc = era(words, after) or (after, False)
    return end, _century(number, bc=bc)


def _century(number: int, *, bc: bool) -> Fixed:
    return Fixed("date", (f"{'BC' if bc else ''}{number - 1:02d}",))


def _century_number(words: Words, index: int) -> tuple[int, int] | None:
    number = roman_value(words.words[index].upper())
    found = (index + 1, number) if number else ordinal(words, index) or whole(words, index)
    return found if found is not None and 1 <= found[1] <= 30 else None


def decade(words: Words, index: int) -> Found | None:
    """Reads "años 90", "años noventa", "década de 1990", "década de los veinte"."""
    text = words.words
    at = index + 1
    if text[index] in GRAMMAR.decades:
        at += text[at] in GRAMMAR.of
        at += text[at] == "los"
        at += text[at] in GRAMMAR.years
    elif text[index] not in GRAMMAR.years_noun:
        return None
    at += text[at] in ("'", "’")
    found = whole(words, at)
    if found is None:
        return None
    number, end = found[1], found[0]
    if number % 10 or (text[end] in GRAMMAR.adds and spelled(words, end + 1)):
        return None
    if 10 <= number <= 90:
        said = century(words, end + 1) if text[end] in GRAMMAR.of else None
        if said is not None and isinstance(said[1], Fixed):
            return said[0], Fixed("date", (f"{said[1].timexes[0]}{number // 10}X",))
        return end, Fixed("date", (f"19{number // 10}X",))
    if text[index] in GRAMMAR.years_noun and GRAMMAR.between & set(text[max(index - 2, 0) : index]):
        return None  # "entre los años 1980 y 1990"
    return (end, Fixed("date", (f"{number // 10}X",))) if 1000 <= number < 2100 else None


def nominal_decade(words: Words, index: int) -> Found | None:
    """A decade without its noun, "en los noventa", "los 70", "los 1970", before no noun."""
    text = words.words
    if index < 2:
        return None
    listed = text[index - 1] in GRAMMAR.joins and _is_decade(words, index - 2)
    led = text[index - 1] == "los" and text[index - 2] in GRAMMAR.before_decade
    found = whole(words, index) if led or listed else None
    if found is None or found[1] % 10 or not free(words, found[0]):
        return None
    number = found[1]
    if 20 <= number <= 90:
        return found[0], Fixed("date", (f"19{number // 10}X",))
    return (found[0], Fixed("date", (f"{number // 10}X",))) if 1700 <= number < 2100 else None


def _is_decade(words: Words, index: int) -> bool:
    """Whether the figure at ``index`` is a decade's: "años 60", "décadas de los 60"."""
    before = words.words[max(index - 3, 0) : index]
    if GRAMMAR.between.intersection(before):
        return False
    number = whole(words, index)
    named = any(word in GRAMMAR.decade_nouns for word in before)
    return number is not None and number[1] % 10 == 0 and named


def year(words: Words, index: int) -> Found | None:
    """A year that its surroundings make one: "año 2000", "en 1998", "(1998)", "44 a. C."."""
    text = words.words
    if text[index] in GRAMMAR.years:
        styled = _styled_year(words, index)
        if styled is not None:
            return styled
        found = whole(words, index + 1)
        if found is not None and found[1] < 3000 and text[index] in GRAMMAR.year_noun:
            marked = era(words, found[0])
            if marked is not None:
                return marked[0], CalendarDate(found[1], bc=marked[1])
            if found[1] >= 100 or words.words[index - 1] in GRAMMAR.the_or_of_the:
                return found[0], CalendarDate(short_year(text[index + 1]) or found[1])
        years = full_year(words, index + 1) if text[index] in GRAMMAR.years_noun else None
        return None if years is None else (years[0], CalendarDate(years[1]))
    found = whole(words, index)
    if found is None or not 0 < found[1] < 3000:
        return None
    marked = era(words, found[0])
    if marked is not None and (len(text[found[0]]) > 1 or text[found[0] + 1] == "."):
        return marked[0], CalendarDate(found[1], bc=marked[1])
    if full_year(words, index) is None or not _in_context(words, index, found[0]):
        return None
    return found[0], CalendarDate(found[1])


def _styled_year(words: Words, index: int) -> Found | None:
    """Reads "año fiscal 2008", "año natural 2018": what kind of year it is."""
    style = words.words[index + 1]
    if style not in GRAMMAR.year_styles and style not in GRAMMAR.plain_years:
        return None
    found = full_year(words, index + 2)
    if found is None:
        return None
    plain = f"{found[1]:04d}"
    return found[0], Fixed("date", (f"{GRAMMAR.year_styles.get(style, '')}{plain}", plain))


def free(words: Words, after: int) -> bool:
    """Whether no noun or verb follows that the figure may belong to."""
    word = words.words[after]
    return words.broken(after) or not word[:1].isalnum() or word in GRAMMAR.light


def _in_context(words: Words, index: int, after: int) -> bool:
    text = words.words
    before = text[index - 1] if index else ""
    if counts(words, after) or not alone(words, index, after):
        return False
    if before in GRAMMAR.than and index > 1 and text[index - 2] in GRAMMAR.compared:
        return False
    if before in GRAMMAR.before_year | GRAMMAR.courses or (
        before in ("(", "[") and text[after] in (")", "]", "-", "–", ",")
    ):
        return True
    if before in GRAMMAR.joins and index > 1 and full_year(words, index - 2) is not None:
        return text[index].isdecimal()
    if before == "." and index > 1 and text[index - 2] in GRAMMAR.before_lone_year:
        return True  # "c. 1520", "(n. 1950)"
    if before == ":" and free(words, after):
        return any(word in GRAMMAR.dated for word in text[max(index - 5, 0) : index - 1])
    likely = text[index].isdecimal() and 1500 <= int(text[index]) < 2100
    if before in GRAMMAR.before_likely_year:
        ended = text[after] in GRAMMAR.after_year
        return likely and (before in GRAMMAR.of or (before == "," and ended))
    return likely and before[:1].isalpha() and words.text[words.starts[index - 1]].isupper()


def alone(words: Words, index: int, after: int) -> bool:
    """Whether a figure stands apart from codes, decimals and currency signs."""
    text = words.words
    if words.glued(index) and text[index - 1] not in GRAMMAR.before_lone_figure:
        return False
    if words.glued(after) and (text[after][:1].isalnum() or text[after] in ("%", "€", "$", "/")):
        return False
    tied = words.glued(after) and words.glued(after + 1) and text[after + 1][:1].isalnum()
    return not (tied and text[after] in (",", ".", ":"))


def counts(words: Words, after: int) -> bool:
    """Whether a noun follows that the figure may count ("2000 personas")."""
    word = words.words[after]
    if words.broken(after) or not word[:1].isalpha():
        return word in ("%", "€", "$", "£", "±", "°")
    if words.text[words.starts[after]].isupper():
        return False
    if word.endswith(tuple(GRAMMAR.we_shall)):
        return False
    return word in GRAMMAR.counted or (
        word.endswith(("os", "as", "es")) and word not in GRAMMAR.not_counted
    )


def part_of_year(words: Words, index: int) -> Found | None:
    """Reads "primer trimestre de 2019", "T1 2019", "segundo semestre"."""
    text = words.words
    symbol = _quarter_symbol(words, index)
    if symbol is not None:
        tail = _year_after(words, symbol[0])
        return None if tail is None else (tail[0], YearPart(symbol[1], tail[1]))
    leading = full_year(words, index)
    if leading is not None and text[index].isdecimal():
        symbol = _quarter_symbol(words, leading[0] + (text[leading[0]] in ("-", "/")))
        return None if symbol is None else (symbol[0], YearPart(symbol[1], leading[1]))
    found = ordinal(words, index)
    if found is None:
        return None
    after, nth = found
    named = _PARTS.get(GRAMMAR.units.get(text[after], ""))
    if named is None:
        return None
    letter, most = named
    dated = _year_after(words, after + 1) or relative_year(words, after + 1)
    if nth > most or (nth == -1 and dated is None):
        return None
    return _dated_part(words, after + 1, letter, most if nth == -1 else nth)


def _quarter_symbol(words: Words, index: int) -> tuple[int, str] | None:
    """Reads "T1", "Q3", "1T": index after and TIMEX3 code."""
    first, second = words.words[index], words.words[index + 1]
    if not words.glued(index + 1):
        return None
    pair = (second, first) if first.isdecimal() else (first, second)
    fits = pair[0] in GRAMMAR.quarter_letters and pair[1] in ("1", "2", "3", "4")
    return (index + 2, f"Q{pair[1]}") if fits else None


def _dated_part(words: Words, at: int, letter: str, nth: int) -> Found:
    end, year_ = _year_after(words, at) or (at, None)
    step = None
    if year_ is None:
        end, step = relative_year(words, at) or (at, None)
    if letter in "QH":
        return end, YearPart(f"{letter}{nth}", year_, step)
    size = 4 if letter == "C" else 2
    low, high = CalendarDate(year_, size * (nth - 1) + 1), CalendarDate(year_, size * nth)
    return end, Range(low, high, "date_range")


def _year_after(words: Words, at: int) -> tuple[int, int] | None:
    text = words.words
    linked = text[at] in GRAMMAR.links_year_of_part
    at += linked
    at += text[at] in ("'", "’") or text[at] in GRAMMAR.year_noun
    short = digits(words, at) if text[at - 1] in GRAMMAR.before_short_year else None
    if short is not None and len(text[at]) == 2:
        return at + 1, two_digit_year(short)
    return full_year(words, at)


def season(words: Words, index: int) -> Found | None:
    """Reads "verano de 1991", "el verano", "primavera del año pasado"."""
    code = GRAMMAR.seasons.get(words.words[index])
    if code is None:
        return None
    tail = _year_after(words, index + 1)
    if tail is not None:
        return tail[0], YearPart(code, tail[1])
    stepped = relative_year(words, index + 1)
    if stepped is not None:
        return stepped[0], YearPart(code, step=stepped[1])
    led = index and words.words[index - 1] in GRAMMAR.before_season
    return (index + 1, YearPart(code)) if led else None


def bounded_year(words: Words, index: int) -> Found | None:
    """The year after a bound of time: "anterior a 1950", "en torno a 1900"."""
    found = full_year(words, index)
    if found is None or counts(words, found[0]) or not alone(words, index, found[0]):
        return None
    return found[0], CalendarDate(found[1])
