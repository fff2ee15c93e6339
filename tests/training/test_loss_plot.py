"""The plot of the losses."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import msgspec
from kit.trained import EPOCHS

from tengen.training.loss_plot import BOTTOM, LEFT, RIGHT, TOP, format_loss_plot

SVG = "{http://www.w3.org/2000/svg}"


def test_both_curves_are_drawn_and_described() -> None:
    picture = ET.fromstring(format_loss_plot(EPOCHS))
    words = picture.findtext(f"{SVG}desc")
    assert words == (
        "loss in training: from 0.7000 to 0.2333; log loss, held out: from 0.6000 to 0.6000."
    )
    spots = [
        (float(one.get("cx", 0)), float(one.get("cy", 0))) for one in picture.iter(f"{SVG}circle")
    ]
    assert len(spots) == 2 * len(EPOCHS)
    assert all(LEFT <= x <= RIGHT and TOP <= y <= BOTTOM for x, y in spots)


def test_one_epoch_without_held_out_games_can_be_drawn() -> None:
    epoch = msgspec.structs.replace(EPOCHS[0], log_loss=None)
    assert "held out" not in format_loss_plot([epoch])
