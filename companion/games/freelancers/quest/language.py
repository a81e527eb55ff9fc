"""The language of quest packs: the verbs, tests, trials and groups that there are."""

from __future__ import annotations

from companion.effects import Language

from . import conditions, trials, verbs
from .things import GROUPS

LANGUAGE = Language(
    verbs=(*verbs.PLAYER_VERBS, *verbs.PARTY_VERBS),
    tests=(*conditions.TABLE_TESTS, *conditions.PLAYER_TESTS, conditions.IsIn),
    trials=(trials.SkillCheck, trials.WeaponCheck, trials.DieRoll, trials.Known),
    groups=GROUPS,
)
"""All that a quest pack can say."""
