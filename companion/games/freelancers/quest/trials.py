"""The trials of quest packs: what a check rolls, or counts."""

from __future__ import annotations

import msgspec

from companion.effects import Trial

from .things import Skill


class SkillCheck(Trial, frozen=True, tag="skill"):
    """A skill check. ``other``, in TOML "or": a second skill that the player may check instead.

    ``bonus`` is added; ``less`` names a value of the table or a counter that is subtracted.
    """

    skill: Skill
    other: Skill | None = msgspec.field(default=None, name="or")
    bonus: int = 0
    less: str = ""


class WeaponCheck(Trial, frozen=True, tag="weapon"):
    """A weapon check; each of ``traits`` that the weapon has adds ``trait_bonus``."""

    traits: tuple[str, ...] = ()
    trait_bonus: int = 2
    bonus: int = 0
    less: str = ""


class DieRoll(Trial, frozen=True, tag="die"):
    """One plain die, nobody's skill: nothing is added, nothing rerolled."""

    sides: int = 20


class Known(Trial, frozen=True, tag="value"):
    """Nothing is rolled: the total is a value of the table, a dial, or a counter."""

    of: str
