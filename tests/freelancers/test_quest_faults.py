"""What `quest check` finds in a quest that could be played, and codes that no slip turns into one another."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.freelancers.quest.codes import propose, slips, too_near
from tests.freelancers.quests import added, changed, faults, says

ENTRIES = "entries/entries.toml"


def entry(code: str, *effects: str) -> str:
    told = ", ".join(effect if effect.startswith("{") else f'"{effect}"' for effect in effects)
    return f'[[entry]]\ncode = "{code}"\ntitle = "More"\ntext = "More."\neffects = [{told}]\n'


def test_what_nothing_leads_to() -> None:
    says(added(ENTRIES, entry("lonely", "Travel")), "nothing leads", ENTRIES, "lonely")
    # Two that lead to each other only are as lonely.
    files = added(ENTRIES, entry("one", "Goto two") + entry("two", "everyone: Luck +1", "Goto one"))
    assert sum("nothing leads" in fault.hint for fault in faults(files)) == 2
    says(changed(ENTRIES, "Turn to 2", "Travel"), "nothing turns to this page", "pages/", "page 2")
    says(
        changed("map.toml", 'between = ["camp", "hill"]', 'between = ["camp", "hill"]\nshut = true'),
        "no path leads",
        "map.toml",
    )
    says(changed("pages/pages.toml", ', "Card S1"', ""), "no effect gives this story card", "cards/", "S1")


def test_dead_ends_and_loops() -> None:
    says(changed(ENTRIES, '"everyone: XP +1", "Travel"', '"everyone: XP +1"'), "dead end", ENTRIES, "on-the-trail")
    says(
        changed(ENTRIES, ', else = ["New round"] },\n]\n\n[[entry]]\ncode = "on', '},\n]\n\n[[entry]]\ncode = "on'),
        "dead end",
        "",
        "4724",
    )
    says(
        changed(ENTRIES, '"everyone: XP +1", "Win tea"', '"New round"'),
        "no effect that can be come to wins",
        "quest.toml",
        "tea",
    )
    says(
        changed(ENTRIES, '"everyone: XP +1", "Win tea"', '"New round"'),
        "no way leads from here to a win",
        ENTRIES,
        "0905",
    )
    says(changed(ENTRIES, '"everyone: XP +1", "Travel"', '"Goto on-the-trail"'), "circle", ENTRIES, "on-the-trail")


def test_what_is_read_within_another_entry_comes_back() -> None:
    """Only what play rests on must end: an entry that is read in passing does not."""
    files = changed(ENTRIES, '"everyone: XP +1", "Travel"', '"Read aside", "Travel"')
    files[ENTRIES] += entry("aside", "everyone: Luck +1").encode()
    assert faults(files) == ()


def test_losses_lose() -> None:
    says(changed(ENTRIES, 'effects = ["Fail"]', 'effects = ["Travel"]'), "code of a loss", ENTRIES, "6181")


def test_totals_that_cannot_be() -> None:
    says(
        changed("pages/pages.toml", 'least = 12, then = ["Sense', 'least = 40, then = ["Sense'),
        "cannot be: 27",
        "",
        "action 1[0].bands[0]",
    )
    says(changed("pages/pages.toml", "least = 11", "least = 1"), "never come", "", "action 3")
    says(changed(ENTRIES, "{ least = 6, then", "{ least = 60, then"), "cannot be: 9", ENTRIES, "at-camp")
    says(changed("pages/pages.toml", 'traits = ["loud"]', 'traits = ["quiet"]'), "no card has the trait", "pages/")


def test_what_is_asked_for_and_never_comes() -> None:
    test = 'test = { is = "dial", dial = "Clues", least = 4 }'
    says(changed(ENTRIES, test, 'test = { is = "counter", counter = "owls" }'), "no effect changes", ENTRIES, "4724")
    says(changed(ENTRIES, test, 'test = { is = "title", title = "X", of = "top" }'), "nobody can gain", ENTRIES)
    says(changed(ENTRIES, test, 'test = { is = "marked", place = "hill", remark = "!" }'), "nothing marks", ENTRIES)
    says(changed(ENTRIES, test, 'test = { is = "value", of = "threat", least = 50 }'), "threat is 3 to 9", ENTRIES)


@pytest.mark.parametrize("near", ["7087", "0786", "1086"])
def test_codes_a_slip_apart(near: str) -> None:
    files = added(ENTRIES, entry(near, "bottom: Luck +1"))
    says(files, "one slip apart", ENTRIES)


def test_too_many_words_to_read_aloud() -> None:
    says(changed(ENTRIES, "Steam hides", "steam " * 60 + "hides"), "words to read aloud; 60", ENTRIES, "0905")
    says(changed(ENTRIES, "say: From", "say: " + "far " * 60 + "from"), "words to read aloud", ENTRIES, "at-camp")


def test_pages_that_leave_somebody_out() -> None:
    """Four limited actions are enough for four players, three are not."""
    files = changed("pages/pages.toml", 'the steam"\ntype = "unlimited"', 'the steam"\ntype = "limited"')
    assert faults(files) == ()
    locked = files["pages/pages.toml"].replace(b'end = "4724"', b'end = "4724"\nlocks = [2]')
    says({**files, "pages/pages.toml": locked}, "nothing unlimited", "", "page 1")


@given(st.integers(1, 6), st.integers(1, 40), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_proposed_codes_are_apart(digits: int, count: int, start: int) -> None:
    count = min(count, 1 if digits == 1 else 10 ** (digits - 2))
    taken = propose(count, digits, (), start)
    more = propose(count, digits, taken, start + 7) if digits > 2 else ()
    codes = (*taken, *more)
    assert len(set(codes)) == len(codes)
    assert all(len(code) == digits and code.isdecimal() for code in codes)
    assert too_near(codes) == ()
    if digits > 1:
        assert all(sum(a != b for a, b in zip(one, two, strict=True)) >= 2 for one, two in combinations(codes, 2))


def test_slips_of_one_code() -> None:
    assert {"1243", "1235", "123", "2134"} <= set(slips("1234"))
    assert "1234" not in set(slips("1234"))
    assert too_near(["12", "112"]) == (("112", "12"),)
