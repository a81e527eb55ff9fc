"""What each viewer may know: makes the view."""

from __future__ import annotations

from companion.game import Draw, Roll, Seat, Text, Viewer, Who, plain, say

from . import checks, codes, endings, rounds, sheets, tracks, travel
from .charting import height, labels
from .choices import wanted
from .news import gain_text
from .options import drawing, option_detail, option_label, question, token_name
from .printed import Printed, card_name, dial_name, line_text, place_name, text_of, title_of
from .quest.map_sheet import icon_file
from .roles import roles
from .sight import (
    ActionView,
    CheckView,
    DialView,
    FreelancersView,
    OptionView,
    PathView,
    PlaceView,
    PlayerView,
    ReadView,
    RoleView,
    TokenView,
    TrackView,
)
from .state import FreelancersState, Need, Rolled
from .votes import asked

PHASES = {"travel": "travel", "next": "story", "save": "story"}


def phase(state: FreelancersState) -> str:
    """Return where the game is, by what it waits for."""
    if state.stage in ("setup", "over"):
        return state.stage
    need = asked(state)
    if need is not None:
        return PHASES.get(need.kind, "choose")
    if state.agenda:
        return "check" if isinstance(state.agenda[0], Rolled) else "draw"
    return state.stage


def view(printed: Printed, state: FreelancersState, viewer: Viewer) -> FreelancersView:
    """Return what ``viewer`` may know."""
    seat = viewer.number if isinstance(viewer, Seat) else 0
    boards = printed.boards_of(state)
    quest = printed.quest(state) if state.story else None
    page = printed.page(state)
    need = asked(state)
    last = codes.last_typed(state, seat)
    places = _places(printed, state)
    players = sheets.drawn(printed, state)
    art = printed.art(state, page.art) if page is not None else ""
    map_art = printed.art(state, quest.map.art) if quest is not None else ""
    icons = _icons(printed, state, places)
    return FreelancersView(
        phase=phase(state),
        prompt=_prompt(printed, state, seat),
        note=_note(printed, state, seat),
        seats=state.seats,
        turn=wanted(state),
        quest=state.options.quest,
        title=quest.cover.title if quest is not None else "",
        story=state.story,
        sheets=state.sheets_in_box,
        bag_in_box=state.bag_in_box,
        roles=tuple(RoleView(role, who, say(f"freelancers.role.{role}")) for role, who in roles(state.seats)),
        players=players,
        order=state.order if state.stage != "setup" or not state.agenda else (),
        waiting=tuple(s for s in state.order if state.standee(s) is None) if state.stage == "plan" else (),
        need=need.kind if need is not None else "",
        answers=_answers(printed, state, need) if need is not None else (),
        votes=tuple((vote.seat, vote.what) for vote in need.votes) if need is not None else (),
        voters=need.electors if need is not None else (),
        level=state.level,
        levels=boards.threat,
        threat=tracks.threat(printed, state),
        tracks=tuple(
            TrackView(spaces, tuple(map(token_name, on)), n)
            for n, (spaces, on) in enumerate(zip(boards.risk, state.tracks, strict=True), 1)
        ),
        wounds=state.wounds,
        wound_spaces=boards.wounds,
        dials=_dials(printed, state),
        bag=len(state.bag),
        supplies=state.supplies,
        tokens=tuple(TokenView(token_name(token), n) for token, n in state.bag.counts) if state.filled else (),
        told=state.told,
        aside=tuple(card_name(printed, state, number) for number in state.aside.items()),
        page=state.page,
        page_name=page.name if page is not None else "",
        features=page.features if page is not None else (),
        art=art,
        round=state.round,
        timer="plan" if state.clocks else "",
        late=state.late,
        actions=_actions(printed, state),
        map_name=quest.map.name if quest is not None else "",
        map_art=map_art,
        map_height=_height(printed, state) if quest is not None else 0.0,
        icons=icons,
        place=state.place,
        place_name=place_name(printed, state, state.place) if quest is not None and state.place else "",
        places=places,
        paths=_paths(printed, state),
        heading=title_of(printed, state, state.shown[0]) if state.shown else "",
        shown=tuple(line_text(printed, state, line) for line in state.shown),
        behind=state.behind if state.unread else 0,
        news=tuple(gain_text(printed, state, gain) for gain in state.news),
        log=_log(printed, state),
        typed=last.code if last is not None else "",
        typed_known=last is not None and last.known,
        end_code=page.end if page is not None and phase(state) == "end" else "",
        check=_check(printed, state),
        todo=_todo(printed, state) if state.stage == "setup" else (),
        ending=state.ending,
        lost=state.lost,
        readers=endings.reading_order(state),
        titled=endings.most_titles(state) if endings.reading_order(state) else 0,
        pictures=_pictures(art, map_art, icons, players),
    )


def _pictures(
    art: str, map_art: str, icons: tuple[tuple[str, str], ...], players: tuple[PlayerView, ...]
) -> tuple[str, ...]:
    """Return every picture that the view names: these may be looked at, and no others."""
    found = [art, map_art, *(picture for _, picture in icons)]
    for player in players:
        found += [player.species_art, player.job_art, *(item.art for item in player.items)]
    return tuple(dict.fromkeys(name for name in found if name))


def _prompt(printed: Printed, state: FreelancersState, seat: int) -> Text:
    why = endings.why(printed, state)
    if why is not None:
        return why
    need = asked(state)
    turn = wanted(state)
    own = "own_" if turn and turn == seat else ""
    if need is not None:
        if need.seat and need.seat != seat:
            return say("freelancers.prompt.asks", seat=Who(need.seat), what=question(printed, state, need))
        return question(printed, state, need)
    where = phase(state)
    top = state.agenda[0] if state.agenda else None
    if where == "draw" and isinstance(top, Draw | Roll):
        drawn = drawing(printed, state, top)
        return say("freelancers.prompt.asks", seat=Who(turn), what=drawn) if turn and turn != seat else drawn
    if where in ("plan", "act"):
        return say(f"freelancers.prompt.{own}{where}", seat=Who(turn))
    if where == "check":
        return say(f"freelancers.prompt.{own}check", seat=Who(turn) if turn else say("freelancers.somebody"))
    if where == "setup" and state.agenda:
        return say("freelancers.prompt.order")
    return say(f"freelancers.prompt.{where}")


def _note(printed: Printed, state: FreelancersState, seat: int) -> Text | None:
    reason = codes.not_yet(printed, state)
    if reason:
        return plain(reason)
    last = codes.last_typed(state, seat)
    if last is not None and not last.known:
        return say("freelancers.note.unknown", code=last.code)
    if state.lost in ("wounds", "threat") and not state.story:
        return say("freelancers.note.app")
    if reading := endings.reading_order(state):
        return say("freelancers.note.endings", seat=Who(reading[0]))
    need = asked(state)
    if need is not None and need.seat and need.votes:
        return say("freelancers.note.tie", seat=Who(need.seat))
    if need is not None and need.electors:
        return _votes(printed, state, need, seat)
    if state.late and state.stage == "plan":
        return say("freelancers.note.late" if state.sheets_in_box else "freelancers.note.late_paper")
    if state.round and state.stage != "over":
        key = "page" if state.page else "round"
        return say(f"freelancers.note.{key}", n=state.round, page=state.page)
    return None


def _answers(printed: Printed, state: FreelancersState, need: Need) -> tuple[OptionView, ...]:
    """Return the answers to a question in full, where they are more than a word: a list cuts them."""
    if need.kind not in ("way", "camp", "travel", "swap", "attach", "lose"):
        return ()
    return tuple(
        OptionView(option_label(printed, state, need, option), option_detail(printed, state, need, option))
        for option in need.options
    )


def _votes(printed: Printed, state: FreelancersState, need: Need, seat: int) -> Text:
    """Return how far a vote is, and what a seat has voted for."""
    count = say("freelancers.note.votes", n=len(need.votes), of=len(state.present(need.electors)))
    own = next((vote.what for vote in need.votes if vote.seat == seat), None)
    if own is None:
        return count
    return say("freelancers.note.voted", count=count, what=option_label(printed, state, need, own))


def _dials(printed: Printed, state: FreelancersState) -> tuple[DialView, ...]:
    page = printed.page(state)
    used = len(page.dials) if page is not None else 0
    most = printed.boards_of(state).dial_most
    return tuple(
        DialView(n, dial_name(printed, state, n - 1), value, most, n <= used) for n, value in enumerate(state.dials, 1)
    )


def _actions(printed: Printed, state: FreelancersState) -> tuple[ActionView, ...]:
    page = printed.page(state)
    if page is None:
        return ()
    found = rounds.open_actions(printed, state) if state.stage == "plan" else ()
    return tuple(
        ActionView(
            number=action.number,
            name=action.name,
            type=action.type,
            symbols=action.symbols,
            seats=tuple(s.seat for s in state.standees if s.action == action.number and not s.done),
            done=tuple(s.seat for s in state.standees if s.action == action.number and s.done),
            locked=action.number in state.locks,
            open=action.number in found,
        )
        for action in page.actions
    )


def _places(printed: Printed, state: FreelancersState) -> tuple[PlaceView, ...]:
    if not state.story:
        return ()
    at = labels(printed.quest(state).map, _height(printed, state))
    return tuple(
        PlaceView(
            key=place.key,
            name=place.name,
            icons=place.icons,
            x=place.x,
            y=place.y,
            here=place.key == state.place,
            crossed=place.key in state.visited and place.key != state.place,
            remarks=tuple(remark.remark for remark in state.remarks if remark.place == place.key),
            label=at[place.key],
        )
        for place in printed.quest(state).map.places
    )


def _height(printed: Printed, state: FreelancersState) -> float:
    quest = printed.quest(state)
    return height(quest.picture(quest.map.art))


def _icons(printed: Printed, state: FreelancersState, places: tuple[PlaceView, ...]) -> tuple[tuple[str, str], ...]:
    shown = sorted({icon for place in places for icon in place.icons})
    found = ((icon, printed.art(state, icon_file(icon))) for icon in shown)
    return tuple((icon, art) for icon, art in found if art)


def _paths(printed: Printed, state: FreelancersState) -> tuple[PathView, ...]:
    if not state.story:
        return ()
    at = {place.key: place for place in printed.quest(state).map.places}
    return tuple(
        PathView(
            key=path.key,
            x1=at[path.between[0]].x,
            y1=at[path.between[0]].y,
            x2=at[path.between[1]].x,
            y2=at[path.between[1]].y,
            walked=path.key in state.walked,
            open=travel.is_open(state, path),
        )
        for path in printed.quest(state).map.paths
    )


def _log(printed: Printed, state: FreelancersState) -> tuple[ReadView, ...]:
    found = []
    for line in reversed(state.heard[-12:]):
        if text_of(printed, state, line):
            code = line.entry if line.entry.isdecimal() else ""
            found.append(ReadView(code, title_of(printed, state, line), line_text(printed, state, line)))
    return tuple(found)


def _check(printed: Printed, state: FreelancersState) -> CheckView | None:
    top = state.agenda[0] if state.agenda else None
    rolled = top if isinstance(top, Rolled) else state.checked
    if rolled is None or not rolled.faces:
        return None
    return CheckView(
        seat=rolled.seat,
        what=say(f"freelancers.check.{rolled.what}"),
        dice=rolled.dice,
        faces=rolled.faces,
        plus=rolled.plus,
        total=sum(rolled.faces) + rolled.plus,
        corrupted=rolled.corrupted,
        open=rolled is top,
        steps=checks.steps(printed, state) if rolled is top else (),
    )


def _todo(printed: Printed, state: FreelancersState) -> tuple[Text, ...]:
    """Return the guided set-up: what is still to be laid out by hand."""
    boards = printed.boards_of(state)
    lines = []
    if state.story:
        lines.append(say("freelancers.todo.book"))
    if not state.cards_in_box:
        lines.append(say("freelancers.todo.cards"))
    if state.sheets_in_box:
        missing = sum(not player.species for player in state.players) if state.story else 0
        lines.append(say("freelancers.todo.sheets", n=missing))
    else:
        lines.append(say("freelancers.todo.own_sheets"))
    if all(state.keeper(component) == "app" for component in ("story", "bag", "sheets", "cards")):
        return (*lines, say("freelancers.todo.boards"))  # nothing of the boxed game need be at hand
    lines.append(say("freelancers.todo.wounds", n=boards.wounds))
    lines.append(say("freelancers.todo.bag" if state.bag_in_box else "freelancers.todo.own_bag"))
    lines.append(say("freelancers.todo.threat", n=len(boards.threats)))
    lines.append(say("freelancers.todo.dials"))
    lines.append(say("freelancers.todo.influence"))
    return tuple(lines)
