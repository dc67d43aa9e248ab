"""Who sues whom for what, in the caption of a lawsuit."""

import pytest
from symbolic_answers import answer

PARTIES = {"actora": {"type": "string"}, "demandada": {"type": "string"}}


@pytest.mark.parametrize(
    "text",
    [
        'EXPTE. 4.118/22 "Paz Ríos, Elvira c/ Molinos del Sur S.R.L. y otro s/ despido". Jueza: Dra. Gil.\n',
        "Autos: Paz Ríos, Elvira C/ Molinos del Sur S.R.L. S/ despido\nJueza: Dra. Gil\n",
        "VISTOS: los autos caratulados «Paz Ríos, Elvira c/ Molinos del Sur S.R.L. s/ despido», resulta\n",
    ],
)
def test_a_caption_names_its_parties(text: str) -> None:
    assert answer(text, **PARTIES) == {
        "actora": "Paz Ríos, Elvira",
        "demandada": "Molinos del Sur S.R.L.",
    }
