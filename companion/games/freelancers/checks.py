"""Skill checks and weapon checks (rulebook, "Making Skill Checks"): d20, bonus die, modifiers, rerolls."""

from __future__ import annotations

from msgspec.structs import replace

from companion.effects import Check, Do, band, find, inside
from companion.game import Roll
from companion.pile import Bag

from . import characters
from .groups import traits, value
from .printed import Printed
from .quest import trials
from .state import FreelancersState, Happens, Need, Player, Resolved, Rolled

D20 = "d20"
MOST_TOTAL = 99


def faces(die: str) -> Bag:
    """Return the faces of a die ("d6")."""
    return Bag.of(str(n) for n in range(1, int(die.removeprefix("d")) + 1))


def begin_check(printed: Printed, state: FreelancersState, step: Do, check: Check) -> FreelancersState:
    """Return the state with the trial of a check to be made; the check itself stays below it."""
    trial = check.on
    match trial:
        case trials.Known(of=of):
            return banded(printed, state, value(printed, state, of))
        case trials.DieRoll(sides=sides):
            rolled = Rolled(seat=step.who, what="die", dice=(f"d{sides}",))
            return _cast(state, rolled, rolled.dice)
        case trials.SkillCheck(skill=skill, other=other):
            if other is not None:
                return state.then(Need(kind="skill", options=(skill, other), seat=step.who))
            return rolling(printed, state, step.who, skill, trial)
        case trials.WeaponCheck():
            return rolling(printed, state, step.who, "weapon", trial)
        case _:
            pass
    raise TypeError(f"{trial} is no trial of a quest's")


def rolling(
    printed: Printed, state: FreelancersState, seat: int, what: str, trial: trials.SkillCheck | trials.WeaponCheck
) -> FreelancersState:
    """Return the state with a player's dice on the way: the bonus die only without corruption."""
    player = state.player(seat)
    plus = trial.bonus + modifiers(printed, state, player, what)
    if isinstance(trial, trials.WeaponCheck):
        mine = traits(printed, state, player) if state.cards_in_box else ()
        plus += trial.trait_bonus * sum(trait in mine for trait in dict.fromkeys(trial.traits))
    if trial.less:
        plus -= value(printed, state, trial.less)
    sides = bonus_die(printed, state, player, what)
    corrupted = state.sheets_in_box and player.corruption > 0
    dice = (D20, f"d{sides}") if sides and not corrupted else (D20,)
    return _cast(state, Rolled(seat=seat, what=what, dice=dice, plus=plus, corrupted=corrupted), dice)


def _cast(state: FreelancersState, rolled: Rolled, dice: tuple[str, ...]) -> FreelancersState:
    """Return the state with dice to be rolled, or, where the box does not see them, the total to be told."""
    if state.keeper("dice") == "unseen":
        return state.then(Need(kind="total", options=(), seat=rolled.seat, about=rolled.what, n=rolled.plus), rolled)
    number = state.drawn + 1
    roll = Roll(f"dice.{number}", "dice", dice, seat=rolled.seat or None)
    return replace(state, drawn=number).then(roll, rolled)


def bonus_die(printed: Printed, state: FreelancersState, player: Player, what: str) -> int:
    """Return the sides of the bonus die for a skill, or for a weapon check (0: none)."""
    if not state.story or not player.species or not state.sheets_in_box:
        return 0
    quest = printed.quest(state)
    if what != "weapon":
        return quest.bonus_die(player.species, player.job, what, player.skill(what))  # type: ignore[arg-type]  # one of SKILLS
    weapon = next(iter(player.of_kind("weapon")), None) if state.cards_in_box else None
    card = quest.cards.get(weapon.card) if weapon is not None else None
    return (card.die or 0) if card is not None else 0


def modifiers(printed: Printed, state: FreelancersState, player: Player, what: str) -> int:
    """Return what a player's cards add: equipped ones and what is attached to the weapon, no loose augments."""
    total = 0
    for item in player.items if state.cards_in_box else ():
        for number in (item.card, *item.augments) if item.kind != "augment" else ():
            card = printed.card(state, number)
            total += getattr(card.bonus, what) if card is not None else 0
    return total


# --- once the dice lie on the table


def came(state: FreelancersState, items: tuple[str, ...]) -> FreelancersState:
    """Return the state after dice came to rest (the roll is gone already, the check on top)."""
    rolled = state.agenda[0]
    assert isinstance(rolled, Rolled)
    shown = tuple(map(int, items))
    if rolled.again >= 0:
        shown = (*rolled.faces[: rolled.again], *shown, *rolled.faces[rolled.again + 1 :])
    return replace(state, agenda=(replace(rolled, faces=shown, again=-1), *state.agenda[1:]))


def reroll(state: FreelancersState, rolled: Rolled, die: int) -> FreelancersState:
    """Return the state with one die of the check to be rolled again."""
    number = state.drawn + 1
    roll = Roll(f"dice.{number}", "dice", (rolled.dice[die],), seat=rolled.seat or None)
    agenda = (roll, replace(rolled, again=die), *state.agenda[1:])
    return replace(state, drawn=number, agenda=agenda)


def lucky_reroll(state: FreelancersState, rolled: Rolled, die: int) -> FreelancersState:
    """Return the state after a luck was discarded for a reroll (where people keep them, they do so themselves)."""
    if state.sheets_in_box:
        player = state.player(rolled.seat)
        state = state.with_player(replace(player, luck=player.luck - 1))
    return reroll(state, rolled, die)


def helped(printed: Printed, state: FreelancersState, rolled: Rolled, helper: int, die: int) -> FreelancersState:
    """Return the state after a friend gained a stress for a reroll."""
    return reroll(characters.placed(printed, state, helper, "stress") or state, rolled, die)


def helpers(printed: Printed, state: FreelancersState, rolled: Rolled) -> tuple[int, ...]:
    """Return who may gain a stress for a reroll: any other player with a free HP."""
    if not state.sheets_in_box or rolled.what == "die":
        return ()
    return tuple(s for s in state.order if s != rolled.seat and characters.free_hp(printed, state, s))


def lucky(state: FreelancersState, rolled: Rolled) -> bool:
    """Tell whether the player has a luck to discard (where people keep the sheets, the table knows)."""
    return rolled.what != "die" and (not state.sheets_in_box or state.player(rolled.seat).luck > 0)


def adds(state: FreelancersState) -> bool:
    """Tell whether people have to say what comes on top of the dice: what stands on sheets or cards of their own."""
    return state.story and not state.cards_in_box


def stands(printed: Printed, state: FreelancersState, rolled: Rolled) -> bool:
    """Tell whether nothing about a roll can be changed any more, so that nobody need be asked."""
    if rolled.what == "die":
        return True
    return not adds(state) and not lucky(state, rolled) and not helpers(printed, state, rolled)


def accepted(printed: Printed, state: FreelancersState, plus: int = 0) -> FreelancersState:
    """Return the state after the roll on top of the agenda stood: the band that its total reaches is done."""
    rolled = state.agenda[0]
    assert isinstance(rolled, Rolled)
    rolled = replace(rolled, plus=rolled.plus + plus)
    return settled(printed, replace(state, agenda=state.agenda[1:]), rolled, sum(rolled.faces) + rolled.plus)


def settled(printed: Printed, state: FreelancersState, rolled: Rolled, total: int) -> FreelancersState:
    """Return the state after a check came to ``total``: what that gives is done, then it is resolved."""
    state = replace(state, checked=rolled if rolled.faces else replace(rolled, faces=(total,), plus=0, dice=("",)))
    if rolled.what == "die":
        return banded(printed, state, total)
    after = Resolved(seat=rolled.seat, corrupted=rolled.corrupted)
    if not (state.agenda and isinstance(state.agenda[0], Do)):
        return state.then(after)
    return banded(printed, replace(state, agenda=(state.agenda[0], after, *state.agenda[1:])), total)


def resolved(state: FreelancersState, step: Resolved) -> FreelancersState:
    """Return the state after a check was resolved, all that it gave included (rulebook, "Corruption Tokens")."""
    if step.corrupted:
        player = state.player(step.seat)
        state = state.with_player(replace(player, corruption=max(0, player.corruption - 1)))
    return state.then(Happens(event="check", seat=step.seat))


def steps(printed: Printed, state: FreelancersState) -> tuple[int, ...]:
    """Return the totals that the check under way has to reach for something else to come, the lowest first.

    They stand beside a check in print: whether a luck or a friend's stress is worth it hangs on them.
    """
    # With the table's own dice the question what they came to lies on top of the check.
    below = next((step for step in state.agenda[1:] if not isinstance(step, Rolled)), None)
    check = find(printed.quest(state).book, below) if state.story and isinstance(below, Do) else None
    if not isinstance(check, Check):
        return ()
    return tuple(sorted(band.least for band in check.bands if band.least is not None))


def banded(printed: Printed, state: FreelancersState, total: int) -> FreelancersState:
    """Return the state with what the check on top of the agenda gives for a total in its place."""
    step = state.agenda[0]
    assert isinstance(step, Do)
    book = printed.quest(state).book
    check = find(book, step)
    assert isinstance(check, Check)
    reached = band(check, total)
    done = inside(book, step, reached) if reached is not None else ()
    return replace(state, agenda=(*done, *state.agenda[1:]), answers=())
