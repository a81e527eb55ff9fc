"""A game of Freelancers as one viewer may know it: what pages, big screen and little screen are drawn from."""

from __future__ import annotations

import msgspec

from companion.game import Text, View

from .charting import Label


class RoleView(msgspec.Struct, frozen=True):
    """A role and who has it."""

    role: str
    seat: int
    name: Text


class BoxView(msgspec.Struct, frozen=True):
    """A box of a skill's track: filled or not, the die from here on (0: none), what it brings."""

    filled: bool
    die: int
    star: bool
    gold: bool


class SkillView(msgspec.Struct, frozen=True):
    """A skill: its points, boxes, bonus die (0: none) and what cards add."""

    key: str
    name: Text
    points: int
    boxes: tuple[BoxView, ...]
    die: int
    plus: int


class ItemView(msgspec.Struct, frozen=True, kw_only=True):
    """A card on a sheet."""

    card: str
    name: Text
    kind: str
    line: Text
    text: str = ""
    hp: int = 0
    stress: int = 0
    wounds: int = 0
    augments: tuple[Text, ...] = ()
    art: str = ""


class SlotView(msgspec.Struct, frozen=True):
    """A slot of a sheet, with what is in it (None: nothing yet)."""

    kind: str
    name: Text
    item: ItemView | None = None


class TitleView(msgspec.Struct, frozen=True):
    """A title and its kind."""

    title: str
    kind: str


class SpaceView(msgspec.Struct, frozen=True):
    """A space of the gold or the level track: filled or not, and whether something stands beside it."""

    filled: bool
    icon: bool


class CampView(msgspec.Struct, frozen=True):
    """A camp action of a sheet, and what it brings as far as a line can say it."""

    name: str
    line: Text | None


class OptionView(msgspec.Struct, frozen=True):
    """An answer to the question that is asked, with the line under it."""

    name: Text
    line: Text | None


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """One player's character sheet, in public. Without sheets in the box only seat, rank and standee count."""

    seat: int
    rank: int
    name: str
    species: str
    job: str
    hp: int
    stress: int
    wounds: int
    free: int
    luck: int
    corruption: int
    xp: int
    level: tuple[SpaceView, ...]
    gold: int
    purse: tuple[SpaceView, ...]
    gold_title: str
    skills: tuple[SkillView, ...]
    titles: tuple[TitleView, ...]
    items: tuple[ItemView, ...]
    blanks: tuple[Text, ...]
    backstory: str
    action: int
    done: bool
    ending: str = ""
    slots: tuple[SlotView, ...] = ()
    species_art: str = ""
    job_art: str = ""
    weapon: SkillView | None = None
    camp: tuple[CampView, ...] = ()


class ActionView(msgspec.Struct, frozen=True, kw_only=True):
    """An action of the page: who stands on it, whether it is locked, taken, open to the next player."""

    number: int
    name: str
    type: str
    symbols: tuple[str, ...]
    seats: tuple[int, ...]
    done: tuple[int, ...]
    locked: bool
    open: bool


class DialView(msgspec.Struct, frozen=True):
    """A location dial; ``used``: the open page names it."""

    n: int
    name: Text
    value: int
    most: int
    used: bool


class PlaceView(msgspec.Struct, frozen=True, kw_only=True):
    """A place of the map, and where its name stands."""

    key: str
    name: str
    icons: tuple[str, ...]
    x: int
    y: int
    here: bool
    crossed: bool
    remarks: tuple[str, ...]
    label: Label


class PathView(msgspec.Struct, frozen=True, kw_only=True):
    """A path of the map, by the places at its ends."""

    key: str
    x1: int
    y1: int
    x2: int
    y2: int
    walked: bool
    open: bool


class TrackView(msgspec.Struct, frozen=True):
    """A risk track: its spaces, the tokens on it, its number."""

    spaces: int
    tokens: tuple[Text, ...]
    n: int = 0


class TokenView(msgspec.Struct, frozen=True):
    """A kind of token in the time bag, and how many."""

    name: Text
    n: int


class ReadView(msgspec.Struct, frozen=True):
    """Something that was read, to be read again."""

    code: str
    title: str
    text: Text


class CheckView(msgspec.Struct, frozen=True):
    """A check: whose, of what, dice with their faces, what is added, the total; ``open``: it can still be changed.

    ``steps`` are the totals from which something else comes, the lowest first: in print they stand beside it.
    """

    seat: int
    what: Text
    dice: tuple[str, ...]
    faces: tuple[int, ...]
    plus: int
    total: int
    corrupted: bool
    open: bool
    steps: tuple[int, ...] = ()


class FreelancersView(View, frozen=True, kw_only=True):
    """A game as one viewer may know it; all of it is public.

    ``phase`` is setup, plan, act, end, story, check, travel, choose or over. ``turn`` is whom play waits for (0: all).
    ``order`` is the influence track from the top, ``waiting`` who has no standee on the page yet. ``shown`` is what is
    read right now, ``log`` the last things read, newest first. ``threat`` is the dial's value and the players.
    ``readers`` is in which order the endings are read out, ``titled`` who has then the most titles (0: nobody).
    Pictures (``art``) are named as they are fetched; the map is ``map_height`` high where it is 100 wide;
    ``tokens`` are in the bag, ``told`` codes noted, ``aside`` cards out of play;
    ``icons`` are those of the map for which the pack has a picture, and that.
    """

    seats: tuple[int, ...]
    turn: int
    quest: str
    title: str
    story: bool
    sheets: bool
    bag_in_box: bool
    roles: tuple[RoleView, ...]
    players: tuple[PlayerView, ...]
    order: tuple[int, ...]
    waiting: tuple[int, ...]
    need: str = ""
    answers: tuple[OptionView, ...] = ()
    votes: tuple[tuple[int, str], ...] = ()
    voters: tuple[int, ...] = ()
    level: int
    levels: tuple[int, ...]
    threat: int
    tracks: tuple[TrackView, ...]
    wounds: int
    wound_spaces: int
    dials: tuple[DialView, ...]
    bag: int
    supplies: int
    tokens: tuple[TokenView, ...] = ()
    told: tuple[str, ...] = ()
    aside: tuple[Text, ...] = ()
    page: int
    page_name: str
    features: tuple[str, ...]
    art: str
    round: int
    timer: str
    late: bool
    actions: tuple[ActionView, ...]
    map_name: str
    map_art: str
    map_height: float = 0.0
    icons: tuple[tuple[str, str], ...] = ()
    place: str
    place_name: str
    places: tuple[PlaceView, ...]
    paths: tuple[PathView, ...]
    heading: str
    shown: tuple[Text, ...]
    log: tuple[ReadView, ...]
    behind: int = 0
    """So many of the lines that are shown have been heard before."""
    news: tuple[Text, ...] = ()
    end_code: str = ""
    typed: str
    typed_known: bool
    check: CheckView | None = None
    todo: tuple[Text, ...] = ()
    ending: str = ""
    lost: str = ""
    readers: tuple[int, ...] = ()
    titled: int = 0

    @property
    def aftermath(self) -> tuple[Text, ...]:
        """What came of what was read last, where the page shows the next thing already."""
        return self.news if self.story and self.phase in ("plan", "travel") else ()

    @property
    def reading(self) -> bool:
        """Whether what was read last is what the table is at: while people plan or travel, it is behind them."""
        if self.need == "late":  # it has come between, in the midst of planning
            return False
        if self.phase in ("act", "end"):  # what was read before the round is; what the actions brought is not
            return bool(self.shown) and any(player.done for player in self.players)
        return bool(self.shown) and self.phase not in ("plan", "travel")
