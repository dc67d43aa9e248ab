"""Control digits and letters of identifiers, by their published rules.

Each function takes the identifier without blanks, stops or hyphens, in upper case.
"""

_NIF_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
_CIF_LETTERS = "JABCDEFGHI"


def is_nif(code: str) -> bool:
    """Spanish NIF or NIE: the number modulo 23 picks the letter (Real Decreto 338/1990)."""
    digits = code[:-1]
    if digits[:1] in "XYZ":
        digits = str("XYZ".index(digits[0])) + digits[1:]
    return digits.isascii() and digits.isdigit() and _NIF_LETTERS[int(digits) % 23] == code[-1]


def is_cif(code: str) -> bool:
    """Spanish company NIF (former CIF): letter, seven digits, control digit or letter."""
    digits = [int(char) for char in code[1:8]]
    odd = sum(sum(divmod(2 * digit, 10)) for digit in digits[::2])
    control = -(odd + sum(digits[1::2])) % 10
    return code[8] in {str(control), _CIF_LETTERS[control]}


def is_iban(code: str) -> bool:
    """ISO 13616: the rearranged number modulo 97 is one."""
    moved = code[4:] + code[:4]
    return int("".join(str(int(char, 36)) for char in moved)) % 97 == 1


def is_isbn(code: str) -> bool:
    """ISBN-10 or ISBN-13 (ISO 2108)."""
    if len(code) == 10:
        return is_issn(code)
    if len(code) == 13 and code.isdigit():
        return sum(int(char) * (1 + 2 * (i % 2)) for i, char in enumerate(code)) % 10 == 0
    return False


def is_issn(code: str) -> bool:
    """ISSN (ISO 3297): digits weighted by their place from the right, modulo eleven; X is ten."""
    digits = [10 if char == "X" else int(char) for char in reversed(code)]
    return sum(place * digit for place, digit in enumerate(digits, 1)) % 11 == 0


def is_cas(code: str) -> bool:
    """CAS registry number: digits weighted by their place from the right, modulo ten."""
    body = [int(char) for char in reversed(code[:-1])]
    return sum(place * digit for place, digit in enumerate(body, 1)) % 10 == int(code[-1])


def is_card(code: str) -> bool:
    """Luhn's sum (ISO/IEC 7812), used by payment cards and IMEI numbers."""
    digits = [int(char) for char in reversed(code)]
    doubled = sum(sum(divmod(2 * digit, 10)) for digit in digits[1::2])
    return (sum(digits[::2]) + doubled) % 10 == 0
