"""Packs: what the tables must contain, what is refused, what the owner is asked and may answer."""

from __future__ import annotations

import pytest

from companion.game import PackError, Setup, fits
from companion.games.rolling_freight import TITLE, bind
from companion.games.rolling_freight.commands import RollingFreightSetup
from companion.games.rolling_freight.rules import RollingFreight
from companion.packs import shipped
from tests.rolling_freight.freight import BESIDE, game

SETUP = Setup(seats=(1, 2, 3), options=RollingFreightSetup(first=1))


def with_tables(old: str, new: str) -> RollingFreight:
    packs = dict(shipped("rolling_freight"))
    text = packs["tables.toml"].decode()
    assert old in text
    return bind({**packs, "tables.toml": text.replace(old, new).encode()})


def with_answers(**answers: str) -> RollingFreight:
    lines = "\n".join(f'"{key}" = "{value}"' for key, value in answers.items())
    return bind({**shipped("rolling_freight"), "owner.toml": lines.encode()})


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ("[5, 6, 7],", "[5, 5, 7],", "worked example"),
        ("slow = [0, 0, 0, 1, 1, 2,", "slow = [0, 0, 0, 1, 1, 3,", "worked example"),
        ("price = [0, 1, 2, 3]", "price = [0, 1, 2, 2]", "1 and 3"),
        ("price = [0, 1, 2, 3]", "price = [0, 1, 3]", "four numbers"),
        ("price = [4, 5, 6]", "price = [3, 5, 6]", "4 and 6"),
        ("price = [1, 2, 3, 4, 5]", "price = [1, 2, 3]", "four stations"),
        ('faces = ["B", "G", "R", "Y", "BG", "RY"]', 'faces = ["B", "G", "R", "Y", "BG", "cubes"]', "player dice"),
        ('faces = ["B", "G", "R", "Y", "BG", "RY"]', 'faces = ["B", "G", "R", "Y", "BG"]', "six faces"),
        ('faces = ["G", "G",', 'faces = ["GB", "G",', "six faces"),
        ("die_black = 2\n", "die_green = 2\n", "one of"),
    ],
)
def test_tables_that_cannot_be_are_refused(old: str, new: str, hint: str) -> None:
    with pytest.raises(PackError) as refused:
        with_tables(old, new)
    assert refused.value.file == "tables.toml"
    assert hint in refused.value.hint


def test_the_known_cells() -> None:
    tables = game.printed.tables
    assert tables.payout.points(6, 2) == 6
    assert tables.bonus.points("gray", 6) == 2
    assert {1, 3} <= set(tables.slots.price)
    assert {4, 6} <= set(tables.improvements.price)
    assert len(tables.stations.price) >= 4


def test_every_doubt_can_be_answered_with_what_it_says() -> None:
    for doubt in game.doubts(SETUP):
        assert doubt.ask is None or fits(doubt.ask, doubt.value), doubt.key
        with_answers(**{doubt.key: doubt.value})


def test_only_what_matters_is_asked() -> None:
    box = {doubt.key for doubt in game.doubts(SETUP)}
    beside = {doubt.key for doubt in game.doubts(Setup(seats=(1, 2, 3), options=SETUP.options, keepers=BESIDE))}
    assert {"maps.western", "tables.slots.price", "tables.dice.basic", "tables.payout.6"} <= box
    assert "tables.payout.6" in beside, "payouts and bonuses are the box's affair in any case"
    assert not any(key.startswith(("maps", "tables.dice", "tables.slots")) for key in beside)


def test_an_owners_map_is_not_called_ours() -> None:
    written = shipped("rolling_freight")["western.toml"]
    assert b"verified = false" in written
    owners = bind({**shipped("rolling_freight"), "western.toml": written.replace(b"verified = false\n", b"", 1)})
    assert isinstance(owners, RollingFreight)
    asked = {doubt.key for doubt in owners.doubts(SETUP)}
    assert "maps.western" not in asked
    assert "tables.slots.price" in asked


def test_an_owners_answers_count() -> None:
    rules = with_answers(**{
        "tables.slots.price": "1123",
        "tables.stations.price": "223344",
        "tables.payout.5": "030405",
        "tables.bonus.fast": "5310",
        "tables.dice.black": "B G R Y BGRY again",
        "tables.cards": "32211",
    })  # fmt: skip
    tables = rules.printed.tables
    assert tables.slots.price == (1, 1, 2, 3)
    assert tables.payout.points(5, 3) == 5
    assert tables.bonus.points("red", 9) == 0
    assert tables.dice["black"].faces[-1] == "again"
    assert tables.cards.acquisition == 3


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("tables.payout.6", "050706"),  # against the worked example
        ("tables.slots.price", "2222"),
        ("tables.slots.price", "one"),
        ("tables.dice.basic", "B G R Y BG points"),
        ("tables.nothing", "1"),
        ("maps.nowhere", "ours"),
    ],
)
def test_an_answer_that_cannot_be_is_refused(key: str, value: str) -> None:
    with pytest.raises(PackError) as refused:
        with_answers(**{key: value})
    assert refused.value.file in ("owner.toml", "tables.toml")


def test_a_missing_file_is_named() -> None:
    for file in ("tables.toml", "western.toml"):
        packs = {name: content for name, content in shipped("rolling_freight").items() if name != file}
        with pytest.raises(PackError) as refused:
            bind(packs)
        assert refused.value.file == file


def test_a_file_that_is_neither_tables_nor_a_map_is_named_and_the_pack_counts_all_the_same() -> None:
    packs = {**shipped("rolling_freight"), "lakes.toml": b"x = 1", "notes.md": b"ours"}
    (found,) = TITLE.unread(packs)
    assert (found.file, found.hint.partition(":")[0]) == ("lakes.toml", "is not read")
    bind(packs)
