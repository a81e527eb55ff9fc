"""What is wrong with a player aid is named with file, place and hint, all of it at once, also on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.__main__ import main
from companion.game import PackError
from companion.games.free_radicals import bind
from companion.packs import shipped
from tests.free_radicals.aids import AID, owners

HEAD = '[[merchants.steps]]\ntext="x"\neffects='


@pytest.mark.parametrize(
    ("aid", "place", "hint"),
    [
        (HEAD + '[{do="dance"}]', "merchants.steps[0].effects[0].do", "dance"),
        (HEAD + '[{do="gain"}]', "merchants.steps[0].effects[0].what", "missing"),
        (HEAD + '[{do="gain", what="gold"}]', "merchants.steps[0].effects[0].what", "gold"),
        (HEAD + '[{do="gain", what="credit", n=0}]', "merchants.steps[0].effects[0].n", "1"),
        (HEAD + '[{do="pay", what="credit", n=-2}]', "merchants.steps[0].effects[0].n", "1"),
        (HEAD + '[{do="score", m=2}]', "merchants.steps[0].effects[0].m", "n, per"),
        (HEAD + '[{do="score"}, {do="score", per="tents"}]', "merchants.steps[0].effects[1]", "tents"),
        (HEAD + '[{do="count", counter="tents"}]', "merchants.steps[0].effects[0]", "there are stalls"),
        (HEAD + '[{do="gain", what="any", per="stalls"}]', "merchants.steps[0].effects[0]", "named"),
        (HEAD + '[{do="favor", colour="that"}]', "merchants.steps[0].effects[0]", "`any`"),
        (HEAD + '[{do="goto", to="nowhere"}]', "merchants.steps[0].effects[0]", "nowhere"),
        (HEAD + '[{do="goto", to="steps[0].merchants"}]', "merchants.steps[0].effects", "circle"),
        (HEAD + '[{do="each", of="enemies", then=[]}]', "merchants.steps[0].effects[0].of", "others"),
        (HEAD + '[{do="choose", by="others", ways=[{text="a"}]}]', "merchants.steps[0].effects[0]", "leave out"),
        (
            HEAD + '[{do="if", test={is="not", test={is="counter", counter="tents"}}, then=[]}]',
            "merchants.steps[0].effects[0]",
            "tents",
        ),
        (
            HEAD + '[{do="choose", ways=[{text="a", test={is="counter", counter="tents"}}]}]',
            "merchants.steps[0].effects[0]",
            "tents",
        ),
        ("[[merchants.steps]]\neffects=[]", "merchants.steps[0].text", "missing"),
        ('[[merchants.steps]]\ntext="x"\n[[merchants.steps]]\ntext="x"', "merchants.steps[1].text", "already"),
        ('[[merchants.actions]]\ntext="x"\ntest={is="moon"}', "merchants.actions[0].test.is", "moon"),
        (
            '[[merchants.actions]]\ntext="x"\ntest={is="counter", counter="tents"}',
            "merchants.actions[0].test",
            "tents",
        ),
        ('[[merchants.counters]]\nkey="stalls"\nname="Stalls"', "merchants.counters.stalls", "taken"),
        ('[[merchants.counters]]\nkey="tents"\nname="Tents"\nmost=5\nstart=6', "merchants.counters.tents", "starts"),
        ('[[merchandise.steps]]\ntext="x"', "merchandise", "merchants"),
    ],
)
def test_faults_of_a_player_aid_are_named_with_file_place_and_hint(aid: str, place: str, hint: str) -> None:
    with pytest.raises(PackError) as fault:
        bind(owners(aid))
    assert fault.value.file == "aid_merchants.toml"
    assert fault.value.place == place
    assert hint in fault.value.hint


def test_all_faults_of_several_aids_are_named_at_once() -> None:
    packs = {
        **owners(HEAD + '[{do="dance"}]\n[[merchants.actions]]\ntext="y"\neffects=[{do="gain", what="gold"}]'),
        "aid_paladins.toml": b'[[paladins.steps]]\ntext="x"\neffects=[{do="pray"}]',
    }
    with pytest.raises(PackError) as fault:
        bind(packs)
    found = [(one.file, one.place) for one in (fault.value, *fault.value.others)]
    assert found == [
        ("aid_merchants.toml", "merchants.steps[0].effects[0].do"),
        ("aid_merchants.toml", "merchants.actions[0].effects[0].what"),
        ("aid_paladins.toml", "paladins.steps[0].effects[0].do"),
    ]
    packs["aid_merchants.toml"] = (HEAD + '[{do="score", per="tents"}, {do="goto", to="nowhere"}]').encode()
    packs["aid_paladins.toml"] = b'[[paladins.steps]]\ntext="x"\neffects=[{do="count", counter="oaths"}]'
    with pytest.raises(PackError) as fault:
        bind(packs)
    assert {one.file for one in (fault.value, *fault.value.others)} == {"aid_merchants.toml", "aid_paladins.toml"}
    assert len(fault.value.others) == 2


def test_a_second_aid_of_a_faction_is_named_by_its_own_places() -> None:
    packs = {
        **owners('[[merchants.steps]]\ntext="a"'),
        "aid_more.toml": b'[[merchants.steps]]\ntext="b"\neffects=[{do="?"}]',
    }
    with pytest.raises(PackError) as fault:
        bind(packs)
    assert (fault.value.file, fault.value.place) == ("aid_more.toml", "merchants.steps[0].effects[0].do")


def test_a_file_that_the_game_does_not_read_is_a_fault() -> None:
    """A player aid under another name would lie there and do nothing."""
    with pytest.raises(PackError) as fault:
        bind({**shipped("free_radicals"), "merchants.toml": AID.encode()})
    assert fault.value.file == "merchants.toml"
    assert "begin with aid" in fault.value.hint


def test_pack_check_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An owner writes an aid, is told what is wrong with it and where, mends it, and it counts."""
    aid = tmp_path / "packs" / "free_radicals" / "aid_merchants.toml"
    aid.parent.mkdir(parents=True)

    def told(*arguments: object) -> tuple[int, list[str]]:
        code = main(["pack", "check", *map(str, arguments)])
        return code, capsys.readouterr().out.splitlines()

    aid.write_text(AID.replace('"score"', '"scor"').replace('counter = "stalls"', 'counter = "stall"'))
    code, lines = told(aid)
    assert code == 1
    assert len(lines) == 1
    assert lines[0].startswith("aid_merchants.toml: merchants.steps[1].effects[0].then[1].do: 'scor' is not known here")
    aid.write_text(AID.replace('counter = "stalls"', 'counter = "stall"'))
    code, lines = told(aid.parent)
    assert code == 1
    place = "free_radicals/aid_merchants.toml: merchants.actions[0].effects[1]"
    assert lines == [f"{place}: there is no counter 'stall' here; there are stalls"]
    aid.write_text(AID)
    assert told(aid) == (0, [f"{aid}: no faults"])
    elsewhere = tmp_path / "aid_mine.toml"
    elsewhere.write_text(AID.replace('"score"', '"scor"'))
    code, lines = told(elsewhere)
    assert code == 1
    assert "whose pack is this" in lines[0]
    assert told(elsewhere, "--game", "free_radicals")[0] == 1
    assert main(["games", "--state", str(tmp_path)]) == 0
    aid.with_name("merchants.toml").write_text(AID)
    assert main(["games", "--state", str(tmp_path)]) == 1
    assert "packs/free_radicals/merchants.toml: the file: is not read" in capsys.readouterr().out
