"""What a quest can say, in sentences for paper: every verb, trial and test has its own."""

from __future__ import annotations

from companion.commands.quest.words import lines
from companion.effects import Check, If, Test
from companion.games.freelancers.quest.conditions import PLAYER_TESTS, TABLE_TESTS, IsIn
from companion.games.freelancers.quest.language import LANGUAGE
from companion.games.freelancers.quest.trials import DieRoll, Known, SkillCheck, WeaponCheck
from tests.freelancers.party import Party

VERBS = (
    '"Will +1"', '"Luck -1"', '"Heal 1"', '"Title the Odd (lawful)"', '"Card S1"', '"Drop S1"', '"Camp"',
    '{ do = "steal", what = "trinket" }', '{ do = "rank", to = "top" }', '{ do = "pick" }', '"Risk -1"', '"Threat +1"',
    '"Time 1"', '{ do = "bag", token = 4 }', '{ do = "dial", dial = "Clues", by = 1, per = "players" }', '"Lock 3"',
    '"Unlock 3"', '{ do = "move", place = "camp" }', '{ do = "mark", place = "camp", remark = "odd" }',
    '{ do = "path", path = "lane" }', '"Read 7086"', '"Tell 7086"', '"say: Well."', '"Count owls +1"',
    '"Count owls = 0"',
    '"Save"', '{ do = "if", test = { is = "page", page = 1 }, then = ["Turn to 2"], else = ["New round"] }',
    '{ do = "choose", ways = [{ text = "Out", then = ["Travel"] }, { text = "Off", then = ["Win tea"] }] }', '"Fail"',
)  # fmt: skip
TRIALS = (
    'roll = "skill", skill = "will", or = "might", bonus = -1, less = "threat"',
    'roll = "weapon", traits = ["loud", "sharp"], bonus = 2',
    'roll = "die", sides = 6',
    'roll = "value", of = "dial:Clues"',
)
TESTS = (
    'is = "value", of = "threat", least = 3, most = 5', 'is = "counter", counter = "owls"',
    'is = "dial", dial = "Clues", most = 2', 'is = "locked", action = 4', 'is = "chosen", action = 4, least = 2',
    'is = "at", place = "camp"', 'is = "visited", place = "camp"', 'is = "marked", place = "camp", remark = "odd"',
    'is = "page", page = 1', 'is = "read", entry = "7086"', 'is = "has", what = "hp", of = "everyone", every = true',
    'is = "card", card = "S1"', 'is = "title", title = "the Odd"', 'is = "trait", trait = "loud", of = "others"',
    'is = "species", species = "heron"', 'is = "job", job = "cook", of = "picked"', 'is = "in", of = "action-1"',
)  # fmt: skip


def said(*effects: str) -> tuple[Party, tuple[str, ...]]:
    table = Party('{ do = "pick" }', *effects)
    quest = table.game.printed.quests["small"]
    return table, lines(quest, quest.book["try"])


def in_words(sentences: tuple[str, ...]) -> None:
    for sentence in sentences:
        assert sentence.strip()
        assert "quest." not in sentence, sentence
        assert "{" not in sentence, sentence


def test_every_verb_has_a_sentence() -> None:
    table, sentences = said(*VERBS)
    in_words(sentences)
    there = {type(effect) for body in table.game.printed.quests["small"].book.values() for effect in _all(body)}
    assert set(LANGUAGE.verbs) <= there


def _all(body: tuple[object, ...]) -> list[object]:
    found: list[object] = []
    for effect in body:
        found.append(effect)
        for part in (effect, *getattr(effect, "ways", ()), *getattr(effect, "bands", ())):
            found += _all(getattr(part, "then", ())) + _all(getattr(part, "otherwise", ()))
    return found


def test_every_trial_has_a_sentence() -> None:
    table, sentences = said(
        *(f'{{ do = "each", of = "me", then = [{{ do = "check", on = {{ {t} }}, bands = [{{ then = ["Save"] }}] }}] }}'
          for t in TRIALS)
    )  # fmt: skip
    in_words(sentences)
    tried = {type(e.on) for body in table.game.printed.quests["small"].book.values() for e in _all(body)
             if isinstance(e, Check)}  # fmt: skip
    assert tried == {SkillCheck, WeaponCheck, DieRoll, Known}


def test_every_test_has_a_condition() -> None:
    table, sentences = said(
        *(f'{{ do = "each", of = "everyone", then = [{{ do = "if", test = {{ {t} }}, then = ["Luck +1"] }}] }}'
          for t in TESTS)
    )  # fmt: skip
    in_words(sentences)
    tested: set[type[Test]] = {type(e.test) for e in _all(table.game.printed.quests["small"].book["try"])
                               if isinstance(e, If)}  # fmt: skip
    assert tested == {*TABLE_TESTS, *PLAYER_TESTS, IsIn}
