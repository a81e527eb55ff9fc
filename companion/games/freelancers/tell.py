"""What is said aloud, logged and sounded."""

from __future__ import annotations

from companion.game import Came, Command, Expired, Notice, Who, plain, say

from . import codes, endings, rounds, tracks
from .commands import Enter, Fix
from .news import by_hand, gain_text, gains, without_heart
from .options import token_name
from .printed import Printed, dial_name, line_text, place_name, text_of
from .state import FreelancersState, Gain


def tell(printed: Printed, before: FreelancersState, command: Command, after: FreelancersState) -> tuple[Notice, ...]:
    """Return the notices of one command: everything that has changed, in short lines; what is read, aloud."""
    found: list[Notice] = []
    if isinstance(command, Fix):
        found.append(Notice(text=say("freelancers.tell.fixed")))
    if isinstance(command, Enter):
        found += _code(printed, before, after)
    if isinstance(command, Expired):
        key = "time" if after.sheets_in_box else "time_paper"  # with its own sheets the table picks who it is
        found.append(Notice(text=say(f"freelancers.tell.{key}"), aloud=True, tone="end"))
    if isinstance(command, Came):
        found += _came(command)
    found += _boards(printed, before, after)
    raised = before.level < after.level < len(printed.boards_of(after).threat)
    if raised and not after.bag_in_box and not isinstance(command, Fix):  # with its own bag the table does the rest
        found.append(Notice(text=say("freelancers.tell.refill"), aloud=True))
    for one, other in zip(before.players, after.players, strict=True):
        found += [Notice(text=gain_text(printed, after, gain)) for gain in gains(one, other) if not _hurt(gain)]
    found += [Notice(text=gain_text(printed, after, gain), aloud=True) for gain in by_hand(before, after)]
    if after.shown != before.shown:
        start = len(before.shown) if after.shown[: len(before.shown)] == before.shown else 0
        for line in after.shown[start:]:
            if line.path or text_of(printed, after, line):  # an action without a text of its own is not read
                found.append(Notice(text=line_text(printed, after, line), aloud=True))
    found += _wounds(printed, before, after)
    why = endings.why(printed, after)
    if why is not None and before.stage != "over":
        found.append(Notice(text=why, aloud=True, tone="end"))
        found += _endings(after)
    else:
        found += _turn(before, after)
    return tuple(found)


def _code(printed: Printed, before: FreelancersState, after: FreelancersState) -> list[Notice]:
    if after.typed == before.typed and after == before:
        return []
    last = after.typed[-1]
    if not last.known:
        # Whoever typed it is told; the log and the other screens are not, so that nobody learns what was tried.
        if not last.seat:
            return [Notice(tone="no")]
        return [Notice(text=say("freelancers.tell.unknown", code=last.code), seen=(last.seat,))]
    reason = codes.not_yet(printed, after)
    return [Notice(text=plain(reason), tone="no")] if reason else [Notice(tone="ok")]


def _came(command: Came) -> list[Notice]:
    kind = command.key.partition(".")[0]
    if kind in ("bag", "threat"):
        return [
            Notice(text=say("freelancers.tell.token", what=token_name(item)), aloud=item != "threat")
            for item in command.items
        ]
    if kind == "dice":
        return [Notice(text=say("freelancers.tell.dice", what=plain(" + ".join(command.items))))]
    return []


def _boards(printed: Printed, before: FreelancersState, after: FreelancersState) -> list[Notice]:
    found = []
    if after.order != before.order:
        first = say("freelancers.tell.order", seat=Who(after.order[0]))
        found.append(Notice(text=first, aloud=before.stage == "setup"))
    if after.level != before.level and after.level < len(printed.boards_of(after).threat):
        text = say("freelancers.tell.threat", n=tracks.threat(printed, after), level=after.level)
        found.append(Notice(text=text, aloud=True))
    elif after.level == before.level:
        for n, (was, now) in enumerate(zip(before.tracks, after.tracks, strict=True), 1):
            if len(was) != len(now):
                found.append(Notice(text=say("freelancers.tell.risk", track=n, n=len(now))))
    page = printed.page(after)
    for n, (was_at, now_at) in enumerate(zip(before.dials, after.dials, strict=True)):
        if was_at != now_at:
            found.append(Notice(text=say("freelancers.tell.dial", what=dial_name(printed, after, n), n=now_at)))
    if after.place != before.place and before.place:
        text = say("freelancers.tell.place", place=place_name(printed, after, after.place))
        found.append(Notice(text=text, aloud=True))
    if after.page != before.page and page is not None:
        found.append(Notice(text=say("freelancers.tell.page", n=after.page, name=page.name), aloud=True))
    return found


def _hurt(gain: Gain) -> bool:
    return gain.what == "wounds" and gain.n > 0


def _wounds(printed: Printed, before: FreelancersState, after: FreelancersState) -> list[Notice]:
    """Return who is wounded and how many tokens are left; it is said after what was read of it."""
    found = []
    for one, other in zip(before.players, after.players, strict=True):
        found += [gain_text(printed, after, gain) for gain in gains(one, other) if _hurt(gain)]
    if over := without_heart(before, after):
        found.append(say("freelancers.tell.overflow", n=over))
    if after.wounds != before.wounds:
        found.append(say("freelancers.tell.wounds", n=after.wounds))
    return [Notice(text=text, aloud=after.wounds < before.wounds) for text in found]


def _endings(state: FreelancersState) -> list[Notice]:
    """Return who reads out the first ending, and who has most titles (rulebook, "Winning and Losing")."""
    reading, titled = endings.reading_order(state), endings.most_titles(state)
    found = [say("freelancers.tell.endings", seat=Who(reading[0]))] if reading else []
    if reading and titled:
        found.append(say("freelancers.tell.titled", seat=Who(titled)))
    return [Notice(text=text, aloud=True) for text in found]


def _turn(before: FreelancersState, after: FreelancersState) -> list[Notice]:
    """Return whose turn it is now, where that has changed."""
    if after.agenda or after.stage not in ("plan", "act"):
        return []
    was, now = (_whose(before), _whose(after))
    if now and (was, before.stage, before.begun) != (now, after.stage, after.begun):
        return [Notice(text=say(f"freelancers.tell.{after.stage}", seat=Who(now)), tone="turn")]
    return []


def _whose(state: FreelancersState) -> int:
    if state.stage == "plan":
        return rounds.planner(state)
    standee = rounds.next_standee(state) if state.stage == "act" else None
    return standee.seat if standee is not None else 0
