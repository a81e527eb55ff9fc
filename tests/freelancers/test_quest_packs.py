"""An owner's quest stands beside the shipped ones, under its folder's name, and a broken one harms none."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion.__main__ import main
from companion.game import AnyGame, Meta, Title, say
from companion.games.freelancers.quest import quest_keys, quests
from companion.packs import check, open_library
from tests.toys import tictactoe


def bind(files: Mapping[str, bytes]) -> AnyGame:
    """Read all quests; the game itself does not matter here."""
    quests(files)
    return tictactoe.TITLE.bind({})


TITLE = Title(Meta(key="freelancers", name=say("x"), least=3, most=7), bind, "quests/*/quest.toml")


def test_a_quest_in_the_state_directory(tmp_path: Path) -> None:
    own = tmp_path / "packs/freelancers"
    assert main(["quest", "new", str(own / "kettle")]) == 0
    assert main(["quest", "new", str(own / "broken")]) == 0
    (own / "broken/map.toml").write_text("name = 'Nowhere'")
    library = open_library([TITLE], tmp_path)
    keys = quest_keys(library.packs("freelancers"))
    assert "kettle" in keys
    assert "broken" not in keys
    (fault,) = library.faults
    assert fault.file == "packs/freelancers/broken/map.toml"


def test_pack_check_knows_a_quest_by_its_cover(tmp_path: Path) -> None:
    place = tmp_path / "kettle"
    assert main(["quest", "new", str(place)]) == 0
    assert check(place, [TITLE]) == ()
    (place / "map.toml").write_text("name = 'Nowhere'")
    assert [fault.file for fault in check(place, [TITLE])] == ["kettle/map.toml"]
