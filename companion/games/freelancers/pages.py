"""The little screen's pages, from the public view: timer, whose turn, the code, dials, tracks, what was read."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import AnyWidget, Big, Chair, Chairs, Dial, Dials, Face, Lines, Page, Text, Track, Who, plain, say

from .sight import FreelancersView

LINES, FEW = 4, 3
"""Lines of a page: as many as there is room for, and so many that their letters are large."""
WIDE = 20
"""Characters of a line of an entry, in the small letters."""
LISTED = 11
"""Characters of an answer that a list shows for certain, whatever word stands before it."""
SPELLED = ("plain", "freelancers.join", "freelancers.go.to", "freelancers.go.back")
"""Texts that say what they mean by what fills them."""
WHO = ("picked", "late", "who")
"""Questions that the digit of a seat answers."""
MOST_SHEETS = 12
RULES = {"plan": ("plan", "late"), "act": ("act",), "check": ("check",), "travel": ("travel",), "end": ("end",)}
"""Rules to be looked up in a phase, four short lines each."""


def pages(view: FreelancersView) -> tuple[Page, ...]:
    """Return the pages of this moment, the one that matters now first; + and - turn to the others."""
    if view.phase == "setup":
        return (_setup(view), *_todo(view))
    now, read = _over(view) if view.phase == "over" else _now(view), _entry(view)
    looked_up = view.typed_known and any(line.code == view.typed for line in view.log[:1])
    first = (*read, now) if looked_up else (now, *read)
    if view.phase == "story" and view.need != "save" and read:
        first = read
    news, answers = _news(view), _answers(view)
    if view.aftermath:
        first, news = (now, *news, *read), ()
    if answers:
        first = (replace(now, more=True), *answers, *(first[1:] if view.aftermath else read))
    more = (
        *_endings(view),
        *news,
        *_dials(view),
        _boards(view),
        _order(view),
        *_check(view),
        *_hearts(view),
        *_skills(view),
    )
    return (*first, *(page for page in more if page.key != now.key))


def explains(view: FreelancersView) -> tuple[Page, ...]:
    """Return the rules that matter now, in short: those of the phase, then how it can be lost."""
    if view.phase in ("setup", "over"):
        return ()
    return tuple(
        Page(
            key=f"rule.{rule}",
            widgets=(Lines(tuple(say(f"freelancers.rule.{rule}.{n}") for n in range(1, LINES + 1))),),
        )
        for rule in (*RULES.get(view.phase, ()), "losing")
    )


def _page(key: str, *widgets: AnyWidget, hints: str = "more") -> Page:
    return Page(key=key, widgets=widgets, hints=say(f"freelancers.hint.{hints}"))


def _seat(seat: int) -> Text:
    return say("freelancers.oled.seat", n=seat, seat=Who(seat))


def _setup(view: FreelancersView) -> Page:
    ready = sum(bool(player.species) for player in view.players)
    under = say("freelancers.oled.sheets", n=ready, of=len(view.players)) if view.story and view.sheets else None
    chairs = Chairs(tuple(Chair(p.seat, "*" if p.species else "", False) for p in view.players))
    return _page("setup", Big(say("freelancers.oled.setup"), under), chairs, hints="setup")


def _todo(view: FreelancersView) -> tuple[Page, ...]:
    roles = tuple(say("freelancers.oled.role", n=role.seat, role=role.name) for role in view.roles)
    short = tuple(Text(line.key.replace(".todo.", ".short."), line.args) for line in view.todo)
    return (*_lists("todo", short), *_lists("roles", roles, FEW))


def _now(view: FreelancersView) -> Page:
    match view.phase:
        case "plan":
            return _plan(view)
        case "act":
            player = next(p for p in view.players if p.seat == view.turn)
            big = Big(_seat(view.turn), _unknown(view) or say("freelancers.oled.action", n=player.action))
            return _page(f"act.{view.turn}", big, _standees(view), hints="act")
        case "end":
            # The code that has to be typed stays where it is while one that was typed is unknown.
            big = Big(_unknown(view) or say("freelancers.oled.end"), _end_code(view))
            return _page("end", big, hints="end" if view.story else "board")
        case "check":
            return _check(view)[0]
        case _:
            who = _seat(view.turn) if view.turn else say("freelancers.oled.party")
            asked = dict(view.prompt.args).get("what") if view.turn else None
            what = asked if isinstance(asked, Text) else view.prompt
            odd = _unknown(view)
            # The question is what can be long: it has the room to be read whole, who is asked stands below it.
            big = Big(what, who) if odd is None else Big(odd, what)
            hints = "who" if view.need in WHO else "pick"
            return _page(f"{view.phase}.{view.turn}.{view.need}", big, hints=hints)


def _unknown(view: FreelancersView) -> Text | None:
    """Return that a code is unknown, where it was typed at the box and nothing was done since."""
    return say("freelancers.oled.unknown", code=view.typed) if view.typed and not view.typed_known else None


def _end_code(view: FreelancersView) -> Text | None:
    """Return the code at the foot of the page; where the box has no page, the round."""
    return say("freelancers.oled.code", code=view.end_code) if view.end_code else view.note


def _plan(view: FreelancersView) -> Page:
    who = say("freelancers.oled.next", n=view.turn, seat=Who(view.turn))
    left = _unknown(view) or say("freelancers.oled.waiting", n=len(view.waiting))
    few = _unknown(view) or say("freelancers.oled.left", n=len(view.waiting))
    key = f"plan.{view.turn}"
    page = _page(
        key, *((Face(view.timer, (who, few)),) if view.timer else (Big(_seat(view.turn), left), _standees(view)))
    )
    digits = " ".join(str(action.number) for action in view.actions if action.open)
    hints = say("freelancers.hint.open", digits=digits) if digits else say("freelancers.hint.plan")
    return replace(page, hints=hints)


def _standees(view: FreelancersView) -> Chairs:
    """Return the seats in order of influence, each with its action."""
    by_seat = {player.seat: player for player in view.players}
    marks = ((seat, by_seat[seat]) for seat in view.order)
    return Chairs(
        tuple(Chair(seat, "" if p.done or not p.action else str(p.action), seat == view.turn) for seat, p in marks)
    )


def _over(view: FreelancersView) -> Page:
    if view.readers:
        under = say("freelancers.oled.begins", n=view.readers[0])
    else:
        app = not view.story and view.lost in ("wounds", "threat")
        under = say(f"freelancers.oled.{'app' if app else 'lost'}")
    return _page("over", Big(view.prompt, under), hints="over")


def _endings(view: FreelancersView) -> tuple[Page, ...]:
    """Return what everybody reads out at the end, in that order: name, titles, ending."""
    by_seat = {player.seat: player for player in view.players}
    found: list[Page] = []
    for player in (by_seat[seat] for seat in view.readers):
        named = ", ".join(filter(None, (player.name, *(title.title for title in player.titles))))
        told = " ".join(filter(None, (f"{player.seat}", named, player.ending)))
        if named or player.ending:
            found += _lists(f"ending.{player.seat}", tuple(map(plain, _wrapped(told))))
    return tuple(found)


def _answers(view: FreelancersView) -> tuple[Page, ...]:
    """Return the answers to a question in full, where a list would cut one of them or they have more to say."""
    if not any(answer.line or len(_spelled(answer.name)) > LISTED for answer in view.answers):
        return ()
    found: list[Page] = []
    for n, answer in enumerate(view.answers, 1):
        lines: list[Text] = [say("freelancers.oled.answer", n=n, what=answer.name)]
        if answer.name.key in SPELLED:
            lines = [plain(line) for line in _wrapped(f"{n} {_spelled(answer.name)}")]
        if answer.line is not None:
            told = _spelled(answer.line) if answer.line.key == "plain" else ""
            lines += [plain(line) for line in _wrapped(told)] if told else [answer.line]
        found += _lists(f"answer.{n}", tuple(lines))
    return tuple(found)


def _dials(view: FreelancersView) -> tuple[Page, ...]:
    """Return the location dials that the open page names (beside the boxed game all of them), three a page."""
    dials = [dial for dial in view.dials if dial.used or not view.story]
    rows = [dials[i : i + 3] for i in range(0, len(dials), 3)]
    return tuple(
        _page(
            f"dials.{n}",
            Dials(tuple(Dial(d.name, d.value, 0, d.most, f"dial.{d.n}") for d in row)),
            hints="dials",
        )
        for n, row in enumerate(rows, 1)
    )


def _boards(view: FreelancersView) -> Page:
    """Return threat, both risk tracks and the wound track."""
    risks = tuple(
        Track(say("freelancers.oled.risk", n=n), track.spaces, len(track.tokens))
        for n, track in enumerate(view.tracks, 1)
    )
    top = Lines((say("freelancers.oled.threat", n=view.threat, level=view.level),))
    gone = view.wound_spaces - view.wounds
    return _page("boards", top, *risks, Track(say("freelancers.oled.wounds"), view.wound_spaces, gone))


def _order(view: FreelancersView) -> Page:
    """Return the influence track from the top: the seats, large enough for the whole table."""
    chairs = Chairs(tuple(Chair(seat, "", seat == view.turn) for seat in view.order))
    return _page("order", Big(say("freelancers.page.influence")), chairs)


def _check(view: FreelancersView) -> tuple[Page, ...]:
    if view.check is None:
        return ()
    check = view.check
    dice = plain(" + ".join(map(str, check.faces)) + (f" {check.plus:+d}" if check.plus else ""))
    if check.corrupted:
        dice = say("freelancers.oled.corrupted", dice=dice)
    bare = len(check.faces) == 1 and not check.plus and not check.corrupted
    big = Big(say("freelancers.oled.total", n=check.total), None if bare else dice)
    title = say("freelancers.oled.check", n=check.seat, what=check.what)
    if check.steps:
        title = say("freelancers.oled.steps", check=title, steps=plain(" ".join(f"{n}+" for n in check.steps)))
    return (_page("check", Lines((title,)), big, hints="check" if check.open else "more"),)


def _hearts(view: FreelancersView) -> tuple[Page, ...]:
    """Return everyone's HP, luck and corruption, a few a page."""
    if not view.sheets:
        return ()
    lines = tuple(
        say("freelancers.oled.heart", n=p.seat, free=p.free, luck=p.luck, corruption=p.corruption, xp=p.xp)
        for p in view.players
    )
    return _lists("hearts", lines, FEW)


def _skills(view: FreelancersView) -> tuple[Page, ...]:
    """Return what everybody adds to a d20: bonus die and cards of each skill and of the weapon, a page a player."""
    found = []
    for player in view.players:
        cells = []
        for skill in (*player.skills, *((player.weapon,) if player.weapon is not None else ())):
            die = f"d{skill.die}" if skill.die else "-" if skill.boxes or not skill.points else f"{skill.points}"
            n = plain(die + (f"{skill.plus:+d}" if skill.plus else ""))
            cells.append(say("freelancers.oled.skill", what=say(f"freelancers.oled.{skill.key}"), n=n))
        if cells:
            pairs = [cells[i : i + 2] for i in range(0, len(cells), 2)]
            rows = (
                say("freelancers.oled.skills", a=pair[0], b=pair[1]) if len(pair) > 1 else pair[0] for pair in pairs
            )
            found.append(_page(f"skills.{player.seat}", Lines((_seat(player.seat), *rows))))
    return tuple(found)


def _entry(view: FreelancersView) -> tuple[Page, ...]:
    """Return what is being read, a few lines a page; what does not fit is on phones and big screen."""
    # What has been heard before is not shown first again: it would look as if nothing had come.
    words = "\n".join(_spelled(text) for text in view.shown[view.behind if view.phase == "story" else 0 :])
    lines = tuple(plain(line) for part in words.split("\n") for line in _wrapped(part))
    groups = [lines[i : i + LINES] for i in range(0, len(lines), LINES)][:MOST_SHEETS]
    found = []
    for n, group in enumerate(groups, 1):
        # Enter goes on from any of them: who has not reached the last one is told that there is more to read.
        more = n < len(groups)
        hints = "more" if view.phase != "story" else "story_more" if more else "story"
        found.append(replace(_page(f"entry.{n}", Lines(group), hints=hints), more=more))
    return tuple(found)


def _news(view: FreelancersView) -> tuple[Page, ...]:
    """Return what came of what was read, in short."""
    short = tuple(Text(text.key.replace(".tell.", ".brief."), text.args) for text in view.news)
    return _lists("news", short) if view.reading or view.aftermath else ()


def _spelled(text: Text) -> str:
    """Return a pack's text for breaking into lines; a player in it is the seat's number."""
    args = dict(text.args)
    if text.key == "freelancers.who":
        seat = args["seat"]
        return str(seat.seat) if isinstance(seat, Who) else ""
    return "".join(_spelled(part) if isinstance(part, Text) else str(part) for part in args.values())


def _wrapped(text: str) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= WIDE:
            lines[-1] += f" {word}"
        else:
            lines += [word[i : i + WIDE] for i in range(0, len(word), WIDE)]
    return lines


def _lists(name: str, lines: tuple[Text, ...], rows: int = LINES) -> tuple[Page, ...]:
    groups = [lines[i : i + rows] for i in range(0, len(lines), rows)]
    return tuple(_page(f"{name}.{n}", Lines(group)) for n, group in enumerate(groups, 1))
