"""A character sheet as it is drawn: skills with their boxes, tracks, slots, titles."""

from __future__ import annotations

from companion.effects import Effect
from companion.game import Text, plain, say

from . import checks, endings
from .cards import SLOTS
from .characters import free_hp, room
from .printed import Printed, card_name, hearts
from .quest import verbs
from .quest.sheets import Tracks
from .quest.things import SKILLS
from .setup import GAP, blanks_of, gaps_in
from .sight import BoxView, CampView, ItemView, PlayerView, SkillView, SlotView, SpaceView, TitleView
from .state import FreelancersState, Item, Player

BONUSES = (*SKILLS, "weapon")


class _Drawn:
    """The sheets as they were drawn last: they are in public, and a moment has as many viewers as phones."""

    def __init__(self) -> None:
        self._last: tuple[Printed, FreelancersState, tuple[PlayerView, ...]] | None = None

    def __call__(self, printed: Printed, state: FreelancersState) -> tuple[PlayerView, ...]:
        last = self._last  # one read: somebody else may draw another moment meanwhile
        if last is None or last[0] is not printed or last[1] is not state:
            last = self._last = printed, state, tuple(sheet(printed, state, player) for player in state.players)
        return last[2]


drawn = _Drawn()
"""Return all sheets of a state."""


def sheet(printed: Printed, state: FreelancersState, player: Player) -> PlayerView:
    """Return a player's sheet."""
    quest = printed.quest(state) if state.story and player.species else None
    job = quest.jobs[player.job] if quest is not None else None
    species = quest.species[player.species] if quest is not None else None
    standee = state.standee(player.seat)
    book = quest.book if quest is not None else {}
    items = tuple(_item(printed, state, item) for item in player.items)
    return PlayerView(
        seat=player.seat,
        rank=state.order.index(player.seat) + 1,
        name=player.name,
        species=species.name if species is not None else "",
        job=job.name if job is not None else "",
        hp=hearts(printed, state, player),
        stress=player.stress,
        wounds=player.wounds,
        free=free_hp(printed, state, player.seat),
        luck=player.luck,
        corruption=player.corruption,
        xp=player.xp,
        level=_track(job.level if job is not None else 0, player.xp, f"level.{player.job}.", book),
        gold=player.gold,
        purse=_track(job.gold if job is not None else 0, player.gold, f"gold.{player.job}.", book),
        gold_title=job.gold_title if job is not None else "",
        skills=tuple(_skill(printed, state, player, skill) for skill in SKILLS) if state.sheets_in_box else (),
        titles=tuple(TitleView(title.title, title.kind) for title in player.titles),
        items=items,
        blanks=blanks(printed, state, player),
        backstory=" ".join(job.backstory.split()) if job is not None else "",
        action=standee.action if standee is not None else 0,
        done=standee is not None and standee.done,
        ending=endings.own(printed, state, player),
        slots=_slots(items) if state.cards_in_box else (),
        species_art=printed.art(state, species.art) if species is not None else "",
        job_art=printed.art(state, job.art) if job is not None else "",
        weapon=_weapon(printed, state, player),
        camp=tuple(
            CampView(action.name, camp_line(printed, state, f"camp.{kind}.{own.key}.{n}"))
            for kind, own in (("species", species), ("job", job))
            if own is not None
            for n, action in enumerate(own.camp)
        ),
    )


def camp_line(printed: Printed, state: FreelancersState, name: str) -> Text | None:
    """Return what a camp action brings: its text, then its effects as they stand in print, dots for a longer tale."""
    quest = printed.quest(state)
    _, kind, key, n = name.split(".")
    action = (quest.species if kind == "species" else quest.jobs)[key].camp[int(n)]
    parts = [plain(action.text)] if action.text else []
    found = [_in_print(effect) for effect in quest.book.get(name, ())]
    if any(found):  # what takes more words has them in the text, or is shown as dots
        parts += [part or plain("…") for part in found if part or not action.text]
    if not parts:
        return None
    line = parts[0]
    for part in parts[1:]:
        line = say("freelancers.dot", a=line, b=part)
    return line


def _in_print(effect: Effect) -> Text | None:
    """Return an effect as it stands in print, None where that takes more than a word and a number."""
    match effect:
        case verbs.Gain(what=what, n=n, per=""):
            return say("freelancers.bonus", what=say(f"freelancers.symbol.{what}"), n=f"{n:+d}")
        case verbs.Lose(what=what, n=n, per=""):
            return say("freelancers.bonus", what=say(f"freelancers.symbol.{what}"), n=f"{-n:+d}")
        case verbs.Heal(n=n):
            return say("freelancers.bonus", what=say("freelancers.symbol.heal"), n=n)
        case verbs.Risk(n=n) | verbs.Threat(n=n):
            symbol = "risk" if isinstance(effect, verbs.Risk) else "threat"
            return say("freelancers.bonus", what=say(f"freelancers.symbol.{symbol}"), n=f"{n:+d}")
        case verbs.Time(n=n):
            return say("freelancers.bonus", what=say("freelancers.symbol.time"), n=n)
        case _:
            return None


def _weapon(printed: Printed, state: FreelancersState, player: Player) -> SkillView | None:
    """Return what counts in a weapon check."""
    if not state.sheets_in_box or not state.cards_in_box:
        return None
    die = checks.bonus_die(printed, state, player, "weapon")
    plus = checks.modifiers(printed, state, player, "weapon")
    return SkillView("weapon", say("freelancers.thing.weapon"), 0, (), die, plus)


def _slots(items: tuple[ItemView, ...]) -> tuple[SlotView, ...]:
    """Return the slots of a sheet, filled and empty; what has no slot (loose augments) lies beside the weapon."""
    found: list[SlotView] = []
    for kind in ("weapon", "armor", "trinket", "follower"):
        name = say(f"freelancers.kind.{kind}")
        mine = [SlotView(kind, name, item) for item in items if item.kind == kind]
        found += [*mine, *(SlotView(kind, name) for _ in range(SLOTS[kind] - len(mine)))]
    return (*found, *(SlotView(i.kind, say(f"freelancers.kind.{i.kind}"), i) for i in items if i.kind not in SLOTS))


def _track(spaces: int, filled: int, prefix: str, book: object) -> tuple[SpaceView, ...]:
    names = book if isinstance(book, dict) else {}
    return tuple(SpaceView(n < filled, f"{prefix}{n}" in names) for n in range(spaces))


def best(tracks: Tracks, most: int = 2) -> Text | None:
    """Return the skills in which a sheet goes furthest, with the largest bonus die of each; None without any box."""
    reach = {
        skill: (max((box.die or 0 for box in tracks.of(skill)), default=0), len(tracks.of(skill))) for skill in SKILLS
    }
    found: Text | None = None
    for skill in sorted((s for s in SKILLS if reach[s][1]), key=lambda s: reach[s], reverse=True)[:most]:
        name, die = say(f"freelancers.thing.{skill}"), reach[skill][0]
        part = say("freelancers.bonus", what=name, n=f"d{die}") if die else name
        found = part if found is None else say("freelancers.dot", a=found, b=part)
    return found


def _skill(printed: Printed, state: FreelancersState, player: Player, skill: str) -> SkillView:
    points = player.skill(skill)
    boxes: tuple[BoxView, ...] = ()
    if state.story and player.species:
        track = printed.quest(state).track(player.species, player.job, skill)  # type: ignore[arg-type]  # one of SKILLS
        boxes = tuple(BoxView(n < points, box.die or 0, box.star, box.gold) for n, box in enumerate(track))
    return SkillView(
        skill,
        say(f"freelancers.thing.{skill}"),
        points,
        boxes,
        checks.bonus_die(printed, state, player, skill),
        checks.modifiers(printed, state, player, skill),
    )


def _item(printed: Printed, state: FreelancersState, item: Item) -> ItemView:
    card = printed.card(state, item.card)
    return ItemView(
        card=item.card,
        name=card_name(printed, state, item.card),
        kind=item.kind,
        line=card_line(printed, state, item.card, item.kind),
        text=" ".join(card.text.split()) if card is not None else "",
        hp=room(printed, state, item) + item.stress + item.wounds,
        stress=item.stress,
        wounds=item.wounds,
        augments=tuple(card_name(printed, state, number) for number in item.augments),
        art=printed.art(state, card.art) if card is not None else "",
    )


def card_line(printed: Printed, state: FreelancersState, number: str, kind: str = "") -> Text:
    """Return what a card is (``kind``, or what it says itself) and adds, in a few words."""
    card = printed.card(state, number)
    found = say(f"freelancers.kind.{kind or (card.kind if card is not None else 'any')}")
    if card is None:
        return found
    if card.die:
        found = say("freelancers.dot", a=found, b=plain(f"d{card.die}"))
    for what in BONUSES:
        n = getattr(card.bonus, what)
        if n:
            found = say(
                "freelancers.dot",
                a=found,
                b=say("freelancers.bonus", what=say(f"freelancers.thing.{what}"), n=f"{n:+d}"),
            )
    if card.hp:
        hp = say("freelancers.bonus", what=say("freelancers.thing.hp"), n=f"{card.hp:+d}")
        found = say("freelancers.dot", a=found, b=hp)
    for trait in card.traits:
        found = say("freelancers.dot", a=found, b=plain(trait))
    return found


def blanks(printed: Printed, state: FreelancersState, player: Player) -> tuple[Text, ...]:
    """Return the sentences of a player's story, filled in as far as they are."""
    return tuple(plain(_written(sentence, given)) for sentence, given in _story(printed, state, player))


def gaps(printed: Printed, state: FreelancersState, player: Player) -> tuple[Text, ...]:
    """Return, for each gap of a player's story, its sentence; other gaps of that which are still empty are dots."""
    found = []
    for sentence, given in _story(printed, state, player):
        for n in range(len(given)):
            others = tuple(text or ("" if at == n else "…") for at, text in enumerate(given))
            found.append(plain(_written(sentence, others)))
    return tuple(found)


def _story(printed: Printed, state: FreelancersState, player: Player) -> list[tuple[str, tuple[str, ...]]]:
    """Return the sentences of a player's story with what was written into the gaps of each."""
    found, left = [], player.blanks
    for sentence in blanks_of(printed, state, player):
        count = gaps_in(sentence)
        found.append((sentence, (*left[:count], *("",) * (count - len(left[:count])))))
        left = left[count:]
    return found


def _written(sentence: str, given: tuple[str, ...]) -> str:
    first, *rest = GAP.split(sentence)
    if not rest:  # nowhere to write it but behind
        return f"{sentence} {given[0]}".rstrip()
    return first + "".join(f"{text or '___'}{part}" for text, part in zip(given, rest, strict=True))
