"""Quest packs as they are read: every fault with file, place and hint; lines of effects; what is not there."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.effects import Each
from companion.game import PackError
from companion.games.freelancers.quest import quests, read_quest, try_quest, verbs
from companion.games.freelancers.quest.shorthand import line
from tests.freelancers.quests import added, changed, faults, says, template


def test_the_template_is_a_whole_quest() -> None:
    quest = read_quest("small", template())
    assert faults(template()) == ()
    assert quest.cover.players == (3, 4)
    assert quest.entries["2362"] is quest.entries["8543"]
    assert quest.book["2362"] == quest.book["8543"] == (verbs.Fail(),)
    assert quest.pages[2].locks == (4,)
    assert quest.deck("treasure") == ("T1", "T2", "T3", "T4", "T5")
    assert [quest.bonus_die("badger", "postman", "might", n) for n in range(5)] == [0, 4, 4, 6, 6]


def test_a_byte_order_mark_and_windows_lines_are_fine() -> None:
    files = {
        name: b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n") if name.endswith(".toml") else content
        for name, content in template().items()
    }
    assert faults(files) == ()


@pytest.mark.parametrize(
    ("file", "old", "new", "hint", "place"),
    [
        ("quest.toml", '"6181"', "6181", "a text in quotes belongs here", "losses.wounds"),
        ("quest.toml", 'start = "prologue"', 'start = "epilogue"', "no entry 'epilogue'", "start"),
        ("quest.toml", "digits = [4, 4]", "digits = [5, 7]", "within 1 and 6", "digits"),
        ("quest.toml", '["2362", "8543"]', '["2362", "6181"]', "lead to one entry", "losses.threat"),
        ("map.toml", '"crossroads"', '"bus stop"', 'belongs here, not "bus stop"', "icons"),
        ("map.toml", 'entry = "at-camp"', "", "nothing is read on arrival", "places[1]"),
        ("map.toml", '["green", "camp"]', '["green", "moon"]', "two places", "paths[0]"),
        ("pages/pages.toml", "locks = [4]", "locks = [5]", "locks", "page 2"),
        (
            "pages/pages.toml",
            'dial = "Clues", by = 2',
            'dial = "Clue", by = 2',
            "no dial 'Clue'",
            "page 1, action 1[0].bands[0].then[1]",
        ),
        ("pages/pages.toml", '"Unlock 4"', '"Unlock 6"', "no action 6", "page 2, action 2"),
        (
            "pages/pages.toml",
            '"Stress +1", "Influence +1"',
            '"Stres +1"',
            "is no effect in one line",
            "page 1, action 4[0]",
        ),
        ("pages/pages.toml", 'skill = "sense"', 'skill = "scent"', 'belongs here, not "scent"', "action 1[0].on"),
        ("entries/entries.toml", '"Turn to 1"', '"Turn to 9"', "no page 9", "entry prologue"),
        ("entries/entries.toml", '"Goto tea"', '"Goto coffee"', "no entry 'coffee'", "entry 0905"),
        ("entries/entries.toml", '"everyone: Camp"', '"Camp"', "for whom?", "entry at-camp"),
        ("entries/entries.toml", '"bottom: Luck +1"', '"others: Luck +1"', "beside whom?", "entry 7086"),
        ("entries/entries.toml", '"Win tea"', '"Win coffee"', "no ending", "entry tea"),
        ("entries/entries.toml", "Steam hides", "{player} hides", "read to all", "entry 0905"),
        ("entries/entries.toml", "Steam hides", "{place} hides", "can hold {player}", "entry 0905"),
        ("entries/entries.toml", 'of = "threat"', 'of = "dread"', "neither a counter", "entry at-camp"),
        ("entries/entries.toml", 'also = ["8543"]', 'also = ["6181"]', "already", "entry 2362"),
        ("sheets/sheets.toml", 'weapon = "W4"', 'weapon = "W1"', "starting weapon of badger", "species human"),
        ("sheets/sheets.toml", 'might = "d4 .* d6 .*"', 'might = "d5 ."', "is no box", "job postman.skills.might"),
        (
            "sheets/sheets.toml",
            'least = 0, text = "You go on',
            'least = 1, text = "You go on',
            "least = 0",
            "job postman",
        ),
        ("cards/cards.toml", 'name = "Ribbon"', 'name = "Ribbon"\ndie = 4', "weapons have a `die`", "treasure T4"),
        ("cards/cards.toml", "token = 4", "token = 5", "none of number 5", "follower F1"),
    ],
)
def test_a_fault_is_named_with_its_file_and_place(file: str, old: str, new: str, hint: str, place: str) -> None:
    says(changed(file, old, new), hint, file, place)


def test_files_that_cannot_be_read() -> None:
    says({**template(), "quest.toml": b"title = \xe9"}, "byte E9", "quest.toml", "line 1")
    says({**template(), "quest.toml": b"title = 007"}, "", "quest.toml")
    says({name: text for name, text in template().items() if name != "map.toml"}, "missing", "map.toml")
    says({name: text for name, text in template().items() if "/" not in name}, "no file in pages/", "pages/")
    says(added("tokens.toml", "[[token]]\nnumber = 2"), "not 'token'", "tokens.toml")


def test_every_fault_comes_at_once() -> None:
    files = changed("entries/entries.toml", '"Win tea"', '"Win coffee"')
    files["map.toml"] = files["map.toml"].replace(b'start = "green"', b'start = "moon"')
    assert {fault.file for fault in faults(files)} == {"entries/entries.toml", "map.toml"}
    with pytest.raises(PackError) as refused:
        quests(
            {
                "boards.toml": files["boards.toml"],
                **{f"quests/small/{n}": c for n, c in files.items() if n != "boards.toml"},
            }
        )
    named = {refused.value.file, *(other.file for other in refused.value.others)}
    assert named == {"quests/small/entries/entries.toml", "quests/small/map.toml"}


def test_long_texts_may_stand_in_a_file_of_their_own() -> None:
    files = added("entries/entries.toml", "")
    old = b"It lets itself be carried home"
    start = files["entries/entries.toml"].index(b'text = "' + old)
    end = files["entries/entries.toml"].index(b"\n", start)
    files["entries/entries.toml"] = files["entries/entries.toml"][:start] + files["entries/entries.toml"][end:]
    files["texts/end.txt"] = b"== tea\nOne line.\n\nAnother.\n"
    quest, broken = try_quest("small", files)
    assert quest is not None
    assert not broken
    assert quest.entries["tea"].text == "One line.\n\nAnother."
    says({**files, "texts/end.txt": b"== coffee\nNo."}, "no entry with this code", "texts/end.txt", "coffee")
    says({**template(), "texts/end.txt": b"== tea\nTwice."}, "stands here and in texts/end.txt", "entries/", "tea")


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("Will +1", {"do": "gain", "what": "will", "n": 1}),
        ("XP +2", {"do": "gain", "what": "xp", "n": 2}),
        ("Follower -1", {"do": "lose", "what": "follower", "n": 1}),
        ("Risk -1", {"do": "risk", "n": -1}),
        ("Time 2", {"do": "time", "n": 2}),
        ("Turn to 4", {"do": "turn", "page": 4}),
        ("Goto 0042", {"do": "goto", "to": "0042"}),
        ("Title the Brave (lawful)", {"do": "title", "title": "the Brave", "kind": "lawful"}),
        ("Count owls = 0", {"do": "count", "counter": "owls", "to": 0}),
        ("say: Hush: now.", {"do": "say", "text": "Hush: now."}),
        ("top: Luck +1", {"do": "each", "of": "top", "then": [{"do": "gain", "what": "luck", "n": 1}]}),
    ],
)
def test_lines_mean_tables(text: str, table: dict[str, object]) -> None:
    assert line(text, "f", "p") == table


@pytest.mark.parametrize(
    "text", ["", "Will 1", "Will +0", "Gold -1", "XP -1", "Time -1", "nobody: Luck +1", "Wound -1", "Goto"]
)
def test_lines_that_mean_nothing(text: str) -> None:
    with pytest.raises(PackError):
        line(text, "f", "p")


def test_a_group_in_front_of_a_line_makes_it_everyones() -> None:
    (first, *_) = read_quest("small", template()).book["on-the-trail"]
    assert first == Each(of="everyone", then=(verbs.Gain(what="xp"),))


@given(st.sampled_from(sorted(template())), st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_is_cut_out_or_put_in_no_other_exception(file: str, data: st.DataObject) -> None:
    """Bytes taken away or put in anywhere give a quest or faults, never anything else."""
    files = template()
    content = files[file]
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, min(len(content), start + 60)))
    files[file] = content[:start] + data.draw(st.binary(max_size=6)) + content[end:]
    for fault in faults(files):
        assert fault.file
        assert fault.hint
