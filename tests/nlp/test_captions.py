"""Who sues whom for what, in the caption of a lawsuit."""

import pytest

from nlp.labels.captions import caption_pairs

PARTIES = {
    "Parte actora": "Paz Ríos, Elvira",
    "Parte demandada": "Molinos del Sur S.R.L.",
    "Objeto": "despido",
}


@pytest.mark.parametrize(
    "text",
    [
        'EXPTE. 4.118/22 "Paz Ríos, Elvira c/ Molinos del Sur S.R.L. y otro s/ despido". Jueza: Gil.',
        "Autos: Paz Ríos, Elvira C/ Molinos del Sur S.R.L. S/ despido\nJueza: Dra. Gil\n",
        "Los autos caratulados «Paz Ríos, Elvira c/ Molinos del Sur S.R.L. s/ despido», resulta",
    ],
)
def test_a_caption_names_its_parties(text: str) -> None:
    assert {pair.label: text[pair.start : pair.end] for pair in caption_pairs(text)} == PARTIES


@pytest.mark.parametrize(
    "text", ["Taller: C/ Salinas, s/n, 03201 Elche", "Pago s/ factura 12 c/ tarjeta de Ana Gil"]
)
def test_streets_and_bills_are_no_captions(text: str) -> None:
    assert not list(caption_pairs(text))
