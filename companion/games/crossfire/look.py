"""What each viewer may know: makes the view, and says what has been learned."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from companion.game import AskSeats, Held, Result, Score, Seat, Text, Viewer, Who, plain, say

from .choices import seat_name
from .deal import (
    all_draws,
    cards_seen,
    draws_learned,
    last_draw,
    row_names,
    trio_at,
    trio_now,
    trios,
)
from .lineup import listing, role_name
from .printed import KINDS, Printed, Role
from .script import case_of, is_decided, out_now, pointers, revealed, shooters_told, steps_of, to_point
from .sight import ClaimView, CrossfireView, Frame, InPlay, Pair, Private, ShotView, Shown
from .state import AskAims, AskShotCards, AskWas, AskWere, CrossfireState
from .verdict import Verdict, first_volley, judge, second_volley, winning_team

ALL_OPEN = ("script.own", "script.all", "end")
"""The phases at which every card lies face up."""
SEEN_AT_MOST = 4
"""The most cards that anyone looks at: dealt, passed, and two trios."""


def of_seat(printed: Printed, state: CrossfireState, everyone: CrossfireView, seat: int) -> CrossfireView:
    """Return what ``seat`` may know: what ``everyone`` may, and its own."""
    private = _private(state, seat)
    held = None if private is None else _held(printed, state, seat, everyone.phase, private)
    prompt = _own_prompt(printed, state, seat, everyone.phase) or everyone.prompt
    return replace(everyone, prompt=prompt, held=held, private=private)


def of_everyone(printed: Printed, state: CrossfireState) -> CrossfireView:
    """Return what everyone may know."""
    phase = state.phase
    swap = trio_now(state)
    waiting = _waiting(printed, state)
    hidden = state.secret and phase == "point"
    scenes = steps_of(printed, state)
    roles = state.roles()
    out = out_now(printed, state)
    settled = judged(printed, state)
    team = _team(printed, state)
    clock = state.clocks[0] if state.clocks else None
    return CrossfireView(
        phase=phase,
        prompt=_prompt(printed, state, phase, waiting),
        note=_note(state, waiting, hidden, out),
        mode=state.options.mode,
        pointing=state.options.pointing,
        cards_in_box=state.cards_in_box,
        notes=state.options.notes == "on",
        literal=state.options.literal == "on",
        seats=state.seats,
        ring=state.ring,
        dealer=state.options.dealer,
        sniper=state.sniper,
        roles=_in_play(printed, state),
        trios=trios(state.ring),
        swap=swap,
        shuffler=swap[1] if swap else 0,
        waiting=() if hidden else waiting,
        still=len(waiting),
        looking=len(waiting) if _looks(state) else 0,
        claims=_claims(state),
        timer=clock.key if clock else "",
        paused=bool(clock and not clock.running),
        shots=state.shots,
        shots_left=state.shots_left,
        pointers=pointers(state) if phase == "point" else (),
        pairs=_pairs(state, hidden),
        step=scenes.index(phase) + 1 if phase in scenes else 0,
        steps=len(scenes),
        revealed=tuple(Shown(s, roles[s], s in out) for s in revealed(printed, state)),
        out=out,
        asked=_asked(state),
        team=team,
        verdict=say(f"crossfire.team.{team}") if team else None,
        hits=tuple(ShotView(s.shooter, s.target, s.volley, s.by) for s in settled.shots) if settled else (),
        results=settled.endings if settled else (),
        film=_film(state) if settled else (),
    )


def judged(printed: Printed, state: CrossfireState) -> Verdict | None:
    """Return the verdict once everybody has shown: at the last step of the script, and at the end."""
    if state.phase not in ALL_OPEN or len(state.roles()) < len(state.ring):
        return None
    return judge(case_of(printed, state))


def result(printed: Printed, state: CrossfireState) -> Result | None:
    """Return how the game ended: a point for every winner."""
    if state.agenda:
        return None
    verdict = judge(case_of(printed, state))
    winners = tuple(s for s in state.seats if any(e.seat == s and e.won for e in verdict.endings))
    alone = next((e.seat for e in verdict.endings if e.won and e.role == "bomber"), 0)
    why = say("crossfire.team.bomber", seat=Who(alone)) if alone else say(f"crossfire.team.{verdict.team}")
    by_seat = {ending.seat: ending for ending in verdict.endings}
    scores = tuple(Score(s, int(by_seat[s].won), by_seat[s].why) for s in state.seats)
    return Result(winners, scores, why)


def known(printed: Printed, state: CrossfireState, viewer: Viewer) -> tuple[str, ...]:
    """Return the draws, and the secret pointing, that ``viewer`` has learned without having seen them come."""
    pointed = state.phase not in ("talk", "count", "point") and not state.coming("point")
    tags = ("point",) if pointed and not state.coming("talk") else ()
    if not state.cards_in_box:
        return tags
    up = tuple(seat for seat in revealed(printed, state) if seat in state.ring)
    if len(up) == len(state.ring):
        return (*all_draws(state), *tags)
    mine = draws_learned(state, viewer.number) if isinstance(viewer, Seat) else ()
    return (*dict.fromkeys((*mine, *(last_draw(state, seat) for seat in up))), *tags)


def _looks(state: CrossfireState) -> bool:
    """Tell whether everybody has to look at a card in the box now."""
    return bool(state.agenda) and isinstance(state.agenda[0], AskSeats)


def _waiting(printed: Printed, state: CrossfireState) -> tuple[int, ...]:
    """Return who has still to look, or to point, or to say at whom."""
    step = state.agenda[0] if state.agenda else None
    if isinstance(step, AskSeats):
        return state.present(tuple(seat for seat in state.seats if seat in step.seats))
    if isinstance(step, AskAims):
        return shooters_told(printed, state, step.scene)
    return to_point(state) if state.phase == "point" else ()


def _team(printed: Printed, state: CrossfireState) -> str:
    """Return the team whose victory has been read out by this step, "" before."""
    phase = state.phase
    announced = phase in ALL_OPEN
    if not announced and not _asks_on(state):
        announced = phase == "script.vip" or (phase == "script.shot" and _is_over(printed, state))
    if not announced:
        return ""
    case = case_of(printed, state)
    first = first_volley(case)
    return winning_team(case, (*first, *second_volley(case, first)))


def _is_over(printed: Printed, state: CrossfireState) -> bool:
    return bool(state.sniper) and is_decided(printed, state)


def _asks_on(state: CrossfireState) -> bool:
    return bool(state.agenda) and isinstance(state.agenda[0], AskWere | AskWas | AskShotCards | AskAims)


def _asked(state: CrossfireState) -> tuple[Text, ...]:
    """Return in short lines what the box wants to know of the real cards."""
    match state.agenda[0] if state.agenda else None:
        case AskWere(kind):
            return say("crossfire.oled.were"), role_name(kind)
        case AskWas(seat):
            return say("crossfire.oled.was"), say("crossfire.oled.seat", n=seat, seat=Who(seat))
        case AskShotCards():
            return say("crossfire.oled.cards"), say("crossfire.oled.cards_under")
        case AskAims():
            return say("crossfire.oled.point_who"), say("crossfire.oled.aims")
        case _:
            return ()


def _in_play(printed: Printed, state: CrossfireState) -> tuple[InPlay, ...]:
    counts = dict(state.lineup.counts) | ({"sniper": 1} if state.sniper else {})
    return tuple(_explained(kind, counts[kind], printed.role(kind)) for kind in KINDS if kind in counts)


@cache  # every seat is explained the same, at every key; there are few roles, and few counts of each
def _explained(kind: str, count: int, role: Role) -> InPlay:
    return InPlay(
        kind,
        role_name(kind),
        count,
        role.has_gun,
        role.protects,
        role.special is not None,
        say(f"crossfire.win.{kind}"),
        _in_short(kind, role),
    )


def _claims(state: CrossfireState) -> tuple[ClaimView, ...]:
    if not state.cards_in_box or (state.coming("talk") and state.phase != "talk"):
        return ()
    return tuple(ClaimView(seat, state.claim_of(seat)) for seat in state.seats if seat in state.ring)


def _pairs(state: CrossfireState, hidden: bool) -> tuple[Pair, ...]:
    return () if hidden else tuple(Pair(aim.seat, aim.targets) for aim in state.aims)


def _film(state: CrossfireState) -> tuple[Frame, ...]:
    """Return how the cards travelled."""
    return tuple(
        Frame(name, trio_at(state, name) if name.startswith("trio.") else state.ring, row)
        for name, row in zip(row_names(state), state.rows, strict=True)
    )


def _private(state: CrossfireState, seat: int) -> Private | None:
    role = state.role_of(seat) if state.cards_in_box else ""
    aim = (state.aim_of(seat) or ()) if state.secret else ()
    if not role and not aim:
        return None
    if state.options.notes == "off" or seat not in state.ring:
        return Private(role, aim)
    return Private(role, aim, cards_seen(state, seat), state.note_of(seat))


@cache
def _card(kind: str, role: Role) -> tuple[Text, ...]:
    """Return what a card says to whoever holds it, a line each."""
    return (role_name(kind), *_in_short(kind, role))


def _in_short(kind: str, role: Role) -> tuple[Text, Text]:
    """Return how a role is armed and when it wins, a short line each."""
    arms = "protects" if role.protects else "two_guns" if role.shots > 1 else "gun" if role.has_gun else "no_gun"
    return say(f"crossfire.arms.{arms}"), say(f"crossfire.goal.{kind}")


def _held(printed: Printed, state: CrossfireState, seat: int, phase: str, private: Private) -> Held | None:
    """Return the slab that a seat holds to look at: equally many lines whatever the card is; none once all lie open."""
    if not private.role or seat not in state.ring or phase in ALL_OPEN:
        return None
    lines = _card(private.role, printed.role(private.role))
    if state.secret and phase == "point":
        aim = listing(tuple(seat_name(target) for target in private.aim))
        lines = (*lines, say("crossfire.held.aim", targets=aim) if private.aim else say("crossfire.held.none"))
    if state.options.notes == "on":
        seen = tuple(role_name(kind) for kind in private.seen)
        seen = (*seen, *(say("crossfire.held.none") for _ in range(SEEN_AT_MOST - len(seen))))
        lines = (
            *lines,
            *(say("crossfire.held.seen", n=n, role=name) for n, name in enumerate(seen, 1)),
            plain(private.note) if private.note else say("crossfire.held.none"),
        )
    return Held(say("crossfire.held.title"), lines)


def _prompt(printed: Printed, state: CrossfireState, phase: str, waiting: tuple[int, ...]) -> Text:
    """Return the one question or fact on top."""
    match state.agenda[0] if state.agenda else None:
        case AskWere(kind):
            return say("crossfire.do.were", role=role_name(kind))
        case AskWas(told):
            return say("crossfire.do.was", seat=Who(told))
        case AskShotCards():
            return say("crossfire.do.cards")
        case AskAims():
            return say("crossfire.do.targets")
        case _:
            pass
    if phase == "end":
        ended = result(printed, state)
        return ended.why if ended else say("crossfire.prompt.end")
    if phase.startswith("trio."):
        return say(f"crossfire.prompt.trio{'_box' if state.cards_in_box else ''}", seat=Who(trio_now(state)[1]))
    if phase in ("deal", "pass") and not state.cards_in_box:
        return say(f"crossfire.prompt.{phase}_cards", seat=Who(state.options.dealer))
    if phase == "point":
        return say(_pointing_prompt(state) if waiting else "crossfire.do.pointed")
    if phase == "script.vip" and (team := _team(printed, state)):
        return say("crossfire.prompt.vip_hit" if team == "red" else "crossfire.prompt.vip_unhurt")
    return say(f"crossfire.prompt.{phase}")


def _own_prompt(printed: Printed, state: CrossfireState, seat: int, phase: str) -> Text | None:
    """Return what ``seat`` reads on top where that is not what everyone does."""
    if phase == "talk":
        return say("crossfire.prompt.sniper", n=state.shots_left) if seat == state.sniper else None
    if phase == "point":
        if _asks_on(state) or not (waiting := _waiting(printed, state)):
            return None
        if state.secret:
            return say("crossfire.prompt.pointed") if state.aim_of(seat) is not None else None
        return say("crossfire.prompt.point_mine") if seat in waiting else None
    if phase in ("deal", "pass") and state.cards_in_box:
        return None if seat in _waiting(printed, state) else say("crossfire.prompt.wait")
    if phase.startswith("trio.") and state.cards_in_box and seat in _waiting(printed, state):
        return say("crossfire.prompt.trio_look", seat=Who(trio_now(state)[1]))
    return None


def _pointing_prompt(state: CrossfireState) -> str:
    if state.sniper:
        return "crossfire.prompt.point_assassins"
    return "crossfire.prompt.point_phones" if state.secret else "crossfire.prompt.point"


def _note(state: CrossfireState, waiting: tuple[int, ...], hidden: bool, out: tuple[int, ...]) -> Text | None:
    phase = state.phase
    if hidden or phase == "point":
        return say("crossfire.note.still_point", n=len(waiting)) if waiting else None
    if phase.startswith("trio."):
        who = listing(tuple(seat_name(seat) for seat in trio_now(state)))
        return say("crossfire.note.trio_box" if state.cards_in_box else "crossfire.note.trio", seats=who)
    if waiting and _looks(state):
        return say("crossfire.note.still_look", n=len(waiting))
    if phase == "script.shot" and not _asks_on(state):
        return say("crossfire.note.hit", seats=listing(tuple(seat_name(seat) for seat in out)))
    if phase == "talk":
        kind = "talk" if state.cards_in_box else "talk_cards"
        after = "_sniper" if state.sniper else "_phones" if state.options.pointing == "phones" else ""
        return say(f"crossfire.note.{kind}{after}")
    return None
