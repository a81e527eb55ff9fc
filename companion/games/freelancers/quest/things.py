"""What effects, tests and trials of a quest can name: skills, tokens, cards, values of the table, groups of players."""

from __future__ import annotations

from typing import Literal, get_args

Skill = Literal["might", "agility", "smarts", "will", "sense"]
SKILLS: tuple[Skill, ...] = get_args(Skill)
"""The five skills, in the order of the sheet."""

Slot = Literal["trinket", "armor", "weapon", "augment"]
SLOTS: tuple[Slot, ...] = get_args(Slot)
"""The four kinds of treasure."""

Sides = Literal[4, 6, 8, 10, 12]
"""The bonus dice."""

Gained = Literal[
    Skill,
    "xp",
    "gold",
    "luck",
    "corruption",
    "stress",
    "wound",
    "influence",
    "treasure",
    "follower",
    "supplies",
]
Lost = Literal[
    "luck", "corruption", "stress", "influence", "treasure", "trinket", "armor", "weapon", "augment", "follower"
]
Taken = Literal["treasure", "trinket", "armor", "weapon", "follower", "luck"]
Kind = Literal["lawful", "chaotic"]
"""The two kinds of title."""

Held = Literal[
    Skill,
    "xp",
    "gold",
    "luck",
    "corruption",
    "stress",
    "wound",
    "hp",
    "titles",
    "lawful",
    "chaotic",
    "treasure",
    "trinket",
    "armor",
    "weapon",
    "augment",
    "follower",
    "influence",
]
HELD: tuple[Held, ...] = get_args(Held)
"""What a player can be asked for: filled boxes of a skill, stars, gold, tokens, hearts that are free (hp), titles by
kind, cards by kind, and the place on the influence track counted from the bottom, 1 up (influence)."""

Valued = Literal["threat", "level", "players", "round", "wounds", "risk", "time"]
"""What the table can be asked for: threat (dial and players), the dial's level (0 = start), how many play, which round
on this page it is (1 = first), wounds off the wound track, tokens on both risk tracks, tokens in the time bag."""

ACTIONS = tuple(f"action-{n}" for n in range(1, 10))
GROUPS: tuple[str, ...] = (
    "everyone",
    "others",
    "me",
    "picked",
    "top",
    "bottom",
    "above",
    "below",
    *(f"{end}-{what}" for end in ("most", "least") for what in HELD if what != "influence"),
    *ACTIONS,
)
"""Whom effects can name, always in order of influence from the top:

everyone, the others, the player itself (me), who was picked, top and bottom of the influence track, those above and
below the player, the one with most or least of something (ties: the higher influence has the higher result), and
those who chose an action of the page this round.
"""

SINGLE: tuple[str, ...] = ("me", "picked", "top", "bottom", *(g for g in GROUPS if g.startswith(("most-", "least-"))))
"""The groups that are one player."""
