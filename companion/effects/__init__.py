"""What packs may write down as effects: one small language, its control flow here, its verbs each game's own.

A *body* is a list of effects, done from first to last. In TOML an effect is a table whose ``do`` says what it is::

    [[entry.effects]]
    do = "gain"                                  # a verb: what a game's own words do
    what = "credit"

    [[entry.effects]]
    do = "if"                                    # then or else, as a test comes out
    test = { is = "holds", what = "carbon" }
    then = [{ do = "score", n = 2 }]
    else = [{ do = "gain", what = "carbon" }]

    [[entry.effects]]
    do = "each"                                  # once for each member of a group, in the game's order
    of = "others"
    then = [{ do = "lose", what = "luck" }]

    [[entry.effects]]
    do = "choose"                                # somebody picks one way; by = whom the game asks
    ask = "What now?"
    ways = [
      { text = "Knock", then = [{ do = "goto", to = "0117" }] },
      { text = "Force it", test = { is = "level", least = 2 }, then = [] },
    ]

    [[entry.effects]]
    do = "check"                                 # a trial gives a total; the highest band that it reaches is done
    on = { roll = "skill", skill = "might" }
    bands = [{ least = 15, then = [] }, { then = [{ do = "wound" }] }]

    [[entry.effects]]
    do = "goto"                                  # go on at another entry; what is left of this one is not done
    to = "0042"

Tests can be joined: ``{ is = "not", test = … }``, ``{ is = "all", tests = […] }``, ``{ is = "any", tests = […] }``.

A game adds its verbs (subclasses of ``Effect``), tests (``Test``) and trials (``Trial``), all frozen and typed,
and names its groups: together its ``Language``. Nothing of an effect is ever kept in a state: a state's agenda
holds ``Do`` steps, which say where in the checked pack the effect stands, for whom it is done, and in which run
of an entry. What an effect leads to goes on top of the agenda, so everything is done depth first.
"""

from .language import (
    AllOf,
    AnyOf,
    Band,
    Body,
    Book,
    Check,
    Choose,
    Each,
    Effect,
    GoTo,
    If,
    Language,
    Not,
    Test,
    Trial,
    Way,
)
from .reading import read, read_test
from .running import Do, band, begin, branches, circles, dangling, find, flow, holds, inside, walk

__all__ = [
    "AllOf",
    "AnyOf",
    "Band",
    "Body",
    "Book",
    "Check",
    "Choose",
    "Do",
    "Each",
    "Effect",
    "GoTo",
    "If",
    "Language",
    "Not",
    "Test",
    "Trial",
    "Way",
    "band",
    "begin",
    "branches",
    "circles",
    "dangling",
    "find",
    "flow",
    "holds",
    "inside",
    "read",
    "read_test",
    "walk",
]
