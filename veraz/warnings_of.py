"""What whoever reads an answer must know first: which required fields have none."""

from normalizers.outcome_wording import word
from veraz.extracted import Extracted


def warnings_of(extraction: Extracted, language: str = "en") -> tuple[str, ...]:
    """A sentence for the fields left out, one for those filled with nothing, one a further fault."""
    told = []
    for outcome in ("omitted", "placeholder"):
        paths = [path for path, one in extraction.fields.items() if one.outcome == outcome]
        if paths:
            told.append(f"{word(outcome, language)} {', '.join(paths)}")
    left_out = any(one.outcome == "omitted" for one in extraction.fields.values())
    others = [one for one in extraction.faults if not (left_out and one.keyword == "required")]
    told += [f"{one.pointer or '/'}: {one.message}" for one in others]
    return (word("invalid", language), *told) if extraction.faults else tuple(told)
