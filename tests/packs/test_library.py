"""An owner's packs and values: what they override, what is left out, what is asked."""

from __future__ import annotations

import resource
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.game import Doubt, Illegal, Meta, PackError, Title, say
from companion.packs import OWNER_FILE, Fault, Library, Owner, Value, check, library
from companion.shelf import Shelf

SHIPPED = {"cards.toml": b"cards = 19\n", "words.toml": b""}


@pytest.fixture(autouse=True)
def _two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "shipped", lambda _: dict(SHIPPED))


def title(key: str = "whist") -> Title:
    """A game whose pack says how many cards there are; 52 is more than it can take."""

    def bind(packs: Mapping[str, bytes]) -> Any:
        for file, content in sorted(packs.items()):
            values = tomllib.loads(content.decode())
            for name in values:
                if file != OWNER_FILE and name != "cards":
                    raise PackError(file, name, "is not known here")
            if values.get("cards", 0) > 40:
                raise PackError(file, "cards", "40 are the most")
        return dict(packs)

    return Title(meta=Meta(key=key, name=say("x"), least=2, most=4), bind=bind)


def notes_too(key: str = "whist") -> Title:
    """The same game, of which a pack may hold a file that it does not read."""

    def unread(packs: Mapping[str, bytes]) -> tuple[PackError, ...]:
        return tuple(PackError(file, "the file", "is not read") for file in packs if file == "notes.toml")

    return msgspec.structs.replace(title(key), unread=unread)


def opened(state: Path, *keys: str) -> Library:
    return library.open_library([title(key) for key in keys or ("whist",)], state)


def owners(state: Path, name: str, content: str) -> None:
    path = state / "packs" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)


def test_without_an_owner_a_game_has_what_it_is_shipped_with(tmp_path: Path) -> None:
    assert opened(tmp_path).packs("whist") == SHIPPED
    assert library.open_library([title()], None).faults == ()


def test_a_file_that_a_game_does_not_read_is_named_and_the_pack_counts(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    owners(tmp_path, "whist/mine/cards.toml", "cards = 20")
    owners(tmp_path, "whist/mine/notes.toml", "cards = 20")
    found = library.open_library([notes_too()], tmp_path)
    assert (found.faults, found.packs("whist")["cards.toml"]) == ((), b"cards = 20")
    assert "packs/whist/mine/notes.toml: the file: is not read" in caplog.text
    assert check(tmp_path / "packs/whist/mine", [notes_too()]) == (Fault("mine/notes.toml", "the file", "is not read"),)


def test_an_owners_file_overrides_and_a_new_one_extends(tmp_path: Path) -> None:
    owners(tmp_path, "whist/mine/cards.toml", "cards = 20")
    owners(tmp_path, "whist/more.toml", "cards = 3")
    packs = opened(tmp_path).packs("whist")
    assert packs == {"cards.toml": b"cards = 20", "more.toml": b"cards = 3", "words.toml": b""}


def test_a_broken_pack_is_left_out_whole_and_others_load(tmp_path: Path) -> None:
    owners(tmp_path, "whist/bad/cards.toml", "cards = nan")
    owners(tmp_path, "whist/bad/extra.toml", "cards = 1")
    owners(tmp_path, "whist/good/cards.toml", "cards = 21")
    owners(tmp_path, "whist/rules/cards.toml", "cards = 52")
    owners(tmp_path, "whist/zz.toml", "colour = 1")
    owners(tmp_path, "whist/note.doc", "")
    owners(tmp_path, "skat/cards.toml", "cards = 32")
    found = opened(tmp_path, "whist", "skat")
    assert found.packs("whist") == {"cards.toml": b"cards = 21", "words.toml": b""}
    assert found.packs("skat")["cards.toml"] == b"cards = 32"
    assert set(found.faults) == {
        Fault("packs/whist/bad/cards.toml", "cards", "nan is no number that a game can use"),
        Fault("packs/whist/rules/cards.toml", "cards", "40 are the most"),
        Fault("packs/whist/zz.toml", "colour", "is not known here"),
        Fault("packs/whist/note.doc", "", "is no pack; a pack is a folder, a .zip or a .toml file"),
    }


def test_a_game_whose_own_pack_is_broken_is_not_there_and_the_others_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found when an owner's pack has to be looked at beside it; without one it shows when the game is picked."""
    monkeypatch.setattr(library, "shipped", lambda g: {"cards.toml": b"cards = 52" if g == "whist" else b""})
    assert list(opened(tmp_path, "whist", "skat")) == ["whist", "skat"]
    owners(tmp_path, "whist/mine.toml", "cards = 21")
    found = opened(tmp_path, "whist", "skat")
    assert list(found) == ["skat"]
    assert found.faults == (Fault("whist/cards.toml", "cards", "40 are the most"),)


def test_a_shelf_of_shipped_games_is_filled_without_reading_any(tmp_path: Path) -> None:
    bound: list[str] = []

    def bind(packs: Mapping[str, bytes]) -> Any:
        bound.append("whist")
        return dict(packs)

    found = library.open_library([Title(meta=title().meta, bind=bind)], tmp_path)
    shelf = Shelf(*found.boxes())
    assert (list(shelf), bound) == (["whist"], [])
    shelf.game("whist")
    assert bound == ["whist"]


DOUBTS = (Doubt("cards", say("x"), "19"), Doubt("bomber.armed", say("x"), "false"))


def test_a_value_is_asked_for_once_in_all_evenings(tmp_path: Path) -> None:
    tonight = opened(tmp_path)
    assert tonight.unanswered("whist", DOUBTS) == DOUBTS
    tonight.answer("whist", {"cards": 22})
    assert tonight.unanswered("whist", DOUBTS) == DOUBTS[1:]
    tomorrow = opened(tmp_path)
    assert tomorrow.unanswered("whist", DOUBTS) == DOUBTS[1:]
    assert tomorrow.packs("whist")[OWNER_FILE] == b'"cards" = 22\n'
    assert tomorrow.faults == ()


def test_a_new_value_reaches_the_next_game_only(tmp_path: Path) -> None:
    found = opened(tmp_path)
    shelf = Shelf(*found.boxes())
    running = shelf.game("whist")
    shelf.replace("whist", found.answer("whist", {"cards": 22}))
    assert OWNER_FILE not in running  # type: ignore[operator]  # it is there
    assert OWNER_FILE in shelf.game("whist")  # type: ignore[operator]  # it is there


def test_play_with_ours_answers_for_the_whole_pack_at_once(tmp_path: Path) -> None:
    opened(tmp_path).play_with_ours("whist")
    again = opened(tmp_path)
    assert again.unanswered("whist", DOUBTS) == ()
    assert OWNER_FILE not in again.packs("whist")
    again.answer("whist", {"cards": 5})
    assert opened(tmp_path).packs("whist")[OWNER_FILE] == b'"cards" = 5\n'


def test_an_impossible_value_is_refused_and_not_kept(tmp_path: Path) -> None:
    found = opened(tmp_path)
    with pytest.raises(PackError, match="40 are the most"):
        found.answer("whist", {"cards": 52})
    assert found.packs("whist") == SHIPPED
    assert not (tmp_path / OWNER_FILE).exists()


def test_a_value_that_does_not_fit_what_is_to_be_played_is_refused_and_not_kept(tmp_path: Path) -> None:
    found = opened(tmp_path)

    def fits(rules: object) -> None:
        assert OWNER_FILE in rules  # type: ignore[operator]  # it is given the game with the answer
        raise Illegal(say("x"))

    with pytest.raises(Illegal):
        found.answer("whist", {"cards": 22}, fits)
    assert found.packs("whist") == SHIPPED
    assert found.unanswered("whist", DOUBTS) == DOUBTS
    assert not (tmp_path / OWNER_FILE).exists()


def test_an_impossible_value_written_by_hand_is_named_and_left_out(tmp_path: Path) -> None:
    (tmp_path / OWNER_FILE).write_text('[whist.values]\n"cards" = 52\n')
    found = opened(tmp_path)
    assert found.faults == (Fault(OWNER_FILE, "whist.values.cards", "40 are the most"),)
    assert found.packs("whist") == SHIPPED


def test_words_of_every_kind_come_back(tmp_path: Path) -> None:
    answers: dict[str, Value] = {"a.b": 'R+B "é" \\ \x7f \U0001f3b2\n', "n": -3, "yes": True}
    Owner(tmp_path / OWNER_FILE).keep("odd game", answers)
    again = Owner(tmp_path / OWNER_FILE)
    assert (again.values("odd game"), again.faults) == (answers, ())


def test_a_broken_file_of_answers_is_named_and_set_aside_before_it_is_written_over(tmp_path: Path) -> None:
    file = tmp_path / OWNER_FILE
    file.write_text("[whist.values]\ncards = 2\ncards = 3\n")
    owner = Owner(file)
    assert "twice" in owner.faults[0].hint
    owner.keep("whist", {"cards": 4})
    assert (tmp_path / "owner.toml.broken").read_text().endswith("cards = 3\n")
    assert Owner(file).values("whist") == {"cards": 4}


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ("whist = 3", "whist"),
        ("[whist]\nour = true", "whist.our"),
        ("[whist.values]\na.b = 3", "whist.values.a"),
        ("[whist.values]\na = 1.5", "whist.values.a"),
    ],
)
def test_odd_answers_are_named(tmp_path: Path, written: str, place: str) -> None:
    (tmp_path / OWNER_FILE).write_text(written)
    assert [f.place for f in Owner(tmp_path / OWNER_FILE).faults] == [place]


@pytest.mark.parametrize("step", ["write", "os.fsync", "pathlib.Path.replace"])
def test_a_full_disk_keeps_the_old_answers_and_those_of_tonight_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Hazard 45: no room left at the write, the sync or the renaming."""
    owner = Owner(tmp_path / OWNER_FILE)
    owner.keep("whist", {"cards": 4})
    before = (tmp_path / OWNER_FILE).read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    room = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        if step == "write":  # the system itself: no file may grow
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, room[1]))
        else:
            monkeypatch.setattr(step, full)
        with pytest.raises(OSError, match=r"No space|too large"):
            owner.keep("whist", {"cards": 5})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, room)
    assert (tmp_path / OWNER_FILE).read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == [OWNER_FILE]
    assert owner.values("whist") == {"cards": 5}


# pack check


def test_check_names_faults_of_form_and_of_rules(tmp_path: Path) -> None:
    owners(tmp_path, "whist/a/cards.toml", "cards = inf")
    owners(tmp_path, "whist/b/cards.toml", "cards = 52")
    owners(tmp_path, "whist/c.toml", "cards = 1")
    assert check(tmp_path / "packs" / "whist", [title()]) == (
        Fault("whist/a/cards.toml", "cards", "inf is no number that a game can use"),
        Fault("whist/b/cards.toml", "cards", "40 are the most"),
    )


def test_check_knows_a_pack_by_its_files_its_place_or_by_name(tmp_path: Path) -> None:
    (tmp_path / "cards.toml").write_text("cards = 52")
    (tmp_path / "other.toml").write_text("colour = 52")
    assert [f.place for f in check(tmp_path / "cards.toml", [title()])] == ["cards"]
    (fault,) = check(tmp_path / "other.toml", [title()])
    assert (fault.file, fault.place) == ("other.toml", "")
    assert "whist" in fault.hint, "never 'no faults' where no rules were asked"
    assert [str(f) for f in check(tmp_path / "other.toml", [title()], "whist")] == [
        "other.toml: colour: is not known here"
    ]


def test_check_says_when_there_is_nothing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        check(tmp_path / "none", [title()])
    assert "no pack" in check(tmp_path, [title()])[0].hint
