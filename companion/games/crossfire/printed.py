"""What a publisher prints: the chart of cards by number of players, the roles, the lengths of the clocks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, get_args

import msgspec
from msgspec.structs import replace

from companion.game import Packed, PackError, read_file
from companion.pile import Bag

Mode = Literal["crossfire", "sniper"]
DecoyKind = Literal["decoy", "red_decoy", "blue_decoy"]
RoleKind = Literal[
    "vip",
    "agent",
    "assassin",
    "bystander",
    "decoy",
    "red_decoy",
    "blue_decoy",
    "sniper",
    "enforcer",
    "bodyguard",
    "bomber",
    "peace_keeper",
    "protester",
    "supporter",
]
KINDS: tuple[str, ...] = get_args(RoleKind)
"""Every role that the program can judge, in the order in which they are explained."""
OWNER_FILE = "owner.toml"
"""What the owner of a printed copy said of our unverified values: dotted path -> value."""
FILES = ("chart.toml", "roles.toml", "words.toml", OWNER_FILE)
"""What a pack of this game may hold, beside notes."""
MODES: tuple[Mode, ...] = get_args(Mode)


class Flag(Packed, frozen=True):
    """A yes or no that says whether somebody has seen it in print."""

    value: bool
    verified: bool = True


class Special(Packed, frozen=True):
    """Where a special role is allowed, and the standard cards that make room for it or come with it."""

    modes: tuple[Mode, ...]
    least: int
    most: int
    remove: tuple[RoleKind, ...]
    add: tuple[RoleKind, ...] = ()


class Role(Packed, frozen=True):
    """One role as printed: copies in the box of the game, gun, shots, protection, what it is taken for."""

    cards: int
    armed: bool | Flag
    shots: int = 1
    protects: bool = False
    counts_as: RoleKind | None = None
    special: Special | None = None

    @property
    def has_gun(self) -> bool:
        """Whether the role fires at whom it points to."""
        return self.armed.value if isinstance(self.armed, Flag) else self.armed


class Decoys(Packed, frozen=True):
    """The decoy cards of one column, and whether somebody has seen it in print."""

    kinds: tuple[DecoyKind, ...]
    verified: bool = True


class Column(Packed, frozen=True):
    """The cards for one number of players. ``shots`` are the Sniper's cards."""

    vip: int
    agent: int
    assassin: int
    bystander: int
    decoys: Decoys
    shots: int = 0

    def cards(self) -> Bag:
        """Return the cards that are dealt."""
        kinds = ("vip", "agent", "assassin", "bystander")
        return Bag.of(
            (*(kind for kind in kinds for _ in range(getattr(self, kind))), *self.decoys.kinds),
        )


class Times(Packed, frozen=True):
    """Seconds for the talk and for the countdown before everybody points."""

    talk: int = 180
    count: int = 3


class Chart(Packed, frozen=True):
    """The set-up chart of both modes."""

    times: Times
    totals: dict[Mode, dict[DecoyKind, int]]
    crossfire: dict[int, Column]
    sniper: dict[int, Column]

    def columns(self, mode: str) -> dict[int, Column]:
        """Return the columns of ``mode`` by number of players."""
        return self.sniper if mode == "sniper" else self.crossfire


class Printed(msgspec.Struct, frozen=True):
    """The checked packs of this game."""

    chart: Chart
    roles: dict[RoleKind, Role]

    def role(self, kind: str) -> Role:
        """Return the role ``kind``. Raises KeyError when there is none."""
        return self.roles[kind]  # type: ignore[index]  # the loader has checked that every kind is there

    def counts_as(self, kind: str) -> str:
        """Return what ``kind`` is taken for in the closing script: an Enforcer for an Agent."""
        return self.role(kind).counts_as or kind

    @property
    def specials(self) -> tuple[str, ...]:
        """The special roles in the order in which they are explained."""
        return tuple(kind for kind in KINDS if self.role(kind).special)


DECOY_WORDS: dict[str, DecoyKind] = {
    **{kind: kind for kind in get_args(DecoyKind)},
    **dict(zip("drb", get_args(DecoyKind), strict=True)),
    **dict(zip("123", get_args(DecoyKind), strict=True)),  # as typed on a keypad
}

TRUTHS = {"true": True, "false": False, "1": True, "0": False}


def unread(packs: Mapping[str, bytes]) -> tuple[PackError, ...]:
    """Return the TOML files that this game does not read."""
    strange = (name for name in sorted(packs) if name.endswith(".toml") and name not in FILES)
    return tuple(PackError(name, "the file", "is not read; there are chart.toml and roles.toml") for name in strange)


def load(packs: Mapping[str, bytes]) -> Printed:
    """Return the checked packs out of ``chart.toml`` and ``roles.toml``. Raises PackError with file, place, hint."""
    chart = read_file("chart.toml", packs, Chart)
    roles = read_file("roles.toml", packs, dict[RoleKind, Role])
    _check_roles(roles)
    if not (1 <= chart.times.talk <= 3600 and 1 <= chart.times.count <= 60):
        raise PackError("chart.toml", "times", "talk is 1 to 3600 seconds, count 1 to 60")
    for mode in MODES:
        _check_chart(chart, mode, roles)
    return _owned(chart, roles, packs)


def _owned(chart: Chart, roles: dict[RoleKind, Role], packs: Mapping[str, bytes]) -> Printed:
    """Put the owner's answers in the place of ours.

    A column must still hold as many decoys as before. The rows are not added up again: an owner corrects one
    column after the other, and half-way their totals are off.
    """
    if OWNER_FILE not in packs:
        return Printed(chart, roles)
    for key, value in read_file(OWNER_FILE, packs, dict[str, bool | int | str]).items():
        file, _, place = key.partition(".")
        match file, place.split("."):
            case "chart", [mode, players, "decoys"] if (column := _column(chart, mode, players)) is not None:
                kinds = tuple(DECOY_WORDS.get(word) for word in re.findall(r"[a-z_]+|\d", str(value).lower()))
                if None in kinds or len(kinds) != len(column.decoys.kinds) or len(set(kinds)) != len(kinds):
                    need = len(column.decoys.kinds)
                    raise PackError(OWNER_FILE, key, f"{need} of decoy, red_decoy, blue_decoy, joined by +")
                seen = replace(column, decoys=Decoys(kinds=kinds))  # type: ignore[arg-type]  # None is refused
                chart = replace(chart, **{mode: {**chart.columns(mode), int(players): seen}})
            case "roles", [kind, "armed"] if kind in roles:
                if str(value).lower() not in TRUTHS:
                    raise PackError(OWNER_FILE, key, "true or false")
                roles = {**roles, kind: replace(roles[kind], armed=TRUTHS[str(value).lower()])}
            case _:
                raise PackError(OWNER_FILE, key, "this game has no such value")
    return Printed(chart, roles)


def _column(chart: Chart, mode: str, players: str) -> Column | None:
    if mode not in MODES or not (players.isascii() and players.isdecimal()):
        return None
    return chart.columns(mode).get(int(players))


def _check_roles(roles: Mapping[RoleKind, Role]) -> None:
    for kind in KINDS:
        if kind not in roles:
            raise PackError("roles.toml", kind, "every role needs a section of its own")
    for kind, role in roles.items():
        if role.cards < 1 or role.shots not in (1, 2):
            raise PackError("roles.toml", kind, "at least one card, and one or two shots")
        if role.special and "vip" in role.special.remove:
            raise PackError("roles.toml", f"{kind}.special.remove", "the VIP always plays")
        if role.special and len(role.special.remove) != len(role.special.add) + 1:
            raise PackError("roles.toml", f"{kind}.special", "removes one card more than it adds")


def _check_chart(chart: Chart, mode: Mode, roles: Mapping[RoleKind, Role]) -> None:
    """Refuse columns that do not deal one card a player, and decoy rows whose totals are not the printed ones."""
    columns = chart.columns(mode)
    for players, column in columns.items():
        place = f"{mode}.{players}"
        cards = column.cards()
        dealt = players - 1 if mode == "sniper" else players
        if not 5 <= players <= 10:
            raise PackError("chart.toml", place, "the game is for 5 to 10 players")
        if min(column.vip, column.agent, column.assassin, column.bystander, column.shots) < 0 or column.vip != 1:
            raise PackError("chart.toml", place, "one VIP, and no count below zero")
        if len(cards) != dealt:
            raise PackError(
                "chart.toml", place, f"the column holds {len(cards)} cards for the {dealt} players who get one"
            )
        for kind, n in cards.counts:
            if n > roles[kind].cards:  # type: ignore[index]  # the loader has checked that every kind is there
                raise PackError("chart.toml", f"{place}.{kind}", f"the box of the game holds {roles[kind].cards}")  # type: ignore[index]  # as above
        if mode == "sniper" and column.shots != column.assassin:
            raise PackError("chart.toml", f"{place}.shots", "the Sniper has as many shots as there are Assassins")
    for kind in get_args(DecoyKind):
        total = chart.totals.get(mode, {}).get(kind, 0)
        found = sum(column.decoys.kinds.count(kind) for column in columns.values())
        if total != found:
            raise PackError(
                "chart.toml", f"{mode}, row {kind}", f"the row adds up to {found}, the printed one to {total}"
            )
