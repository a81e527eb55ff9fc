"""What the answers to a question are called."""

from __future__ import annotations

from companion.effects import Choose, Do, find
from companion.game import Draw, Roll, Text, plain, say

from . import checks, groups, sheets, travel
from .cards import BACK
from .printed import Printed, card_name, filled, place_name, seat_name
from .quest.verbs import Pick
from .state import FreelancersState, Need, Rolled


def option_label(printed: Printed, state: FreelancersState, need: Need, option: str) -> Text:
    """Return what an answer to a question is called."""
    match need.kind:
        case "way":
            effect = _below(printed, state)
            assert isinstance(effect, Choose)
            return filled(effect.ways[int(option)].text, need.n, state.picked)
        case "picked" | "late" | "who":
            return seat_name(int(option))
        case "travel":
            path = next(path for path in printed.quest(state).map.paths if path.key == option)
            to = travel.other_end(path, state.place)
            key = "back" if to in state.visited else "to"
            return say(
                f"freelancers.go.{key}",
                place=place_name(printed, state, to),
                path=_beside(printed, state, need, option),
            )
        case "reduce":
            track, _, token = option.partition(":")
            return say("freelancers.off_track", n=int(track), what=_lying(token))
        case "track":
            return say("freelancers.track", n=int(option))
        case "time":
            return say("freelancers.time.done") if option == "done" else say("freelancers.time.track", n=int(option))
        case "camp":
            return _camp(printed, state, option)
        case "skill":
            return say(f"freelancers.thing.{option}")
        case "steal":
            owner, _, card = option.partition(":")
            what = say("freelancers.thing.luck") if card == "luck" else card_name(printed, state, card)
            return say("freelancers.of_seat", what=what, seat=seat_name(int(owner)))
        case "lose":
            return card_name(printed, state, option)
        case "swap":
            how = "new" if option == "new" else "back" if option.startswith(BACK) else "old"
            name = card_name(printed, state, need.about if option == "new" else option.removeprefix(BACK))
            return say(f"freelancers.discard_{how}", what=name)
        case _:
            return say(f"freelancers.option.{need.kind}.{option}")


def _beside(printed: Printed, state: FreelancersState, need: Need, option: str) -> Text:
    """Return by which path, where two of them lead to the same place."""
    paths = {path.key: path for path in printed.quest(state).map.paths}
    to = travel.other_end(paths[option], state.place)
    same = [key for key in need.options if travel.other_end(paths[key], state.place) == to]
    return say("freelancers.go.by", path=option.replace("-", " ")) if len(same) > 1 else plain("")


def option_detail(printed: Printed, state: FreelancersState, need: Need, option: str) -> Text | None:
    """Return a line under an answer: who voted for it, what a camp action or a card does."""
    if need.kind == "camp" and option != "none":
        return sheets.camp_line(printed, state, option)
    if need.kind in ("swap", "lose", "attach"):
        number = need.about if option in ("new", "attach", "discard") else option.removeprefix(BACK)
        return sheets.card_line(printed, state, number)
    if need.electors and need.votes:
        votes = sum(vote.what == option for vote in need.votes)
        return say("freelancers.votes", n=votes) if votes else None
    return None


def question(printed: Printed, state: FreelancersState, need: Need) -> Text:
    """Return what is asked."""
    if need.kind == "way":
        effect = _below(printed, state)
        ask = effect.ask if isinstance(effect, Choose) else ""
        return filled(ask, need.n, state.picked) if ask else say("freelancers.question.way")
    if need.kind == "picked":
        entry, _, path = need.about.partition(":")
        effect = find(printed.quest(state).book, Do(entry, tuple(map(int, path.split(".")))))
        ask = effect.ask if isinstance(effect, Pick) else ""
        return filled(ask, 0, state.picked) if ask else say("freelancers.question.picked")
    if need.kind == "yes":
        return groups.question_of(need.about)
    if need.kind == "who":
        end, _, what = need.about.partition("-")
        return say(f"freelancers.question.who_{end}", what=say(f"freelancers.thing.{what}"))
    if need.kind in ("kind", "attach", "swap"):
        return say(f"freelancers.question.{need.kind}", what=card_name(printed, state, need.about))
    if need.kind == "lose":
        return say("freelancers.question.lose", what=say(f"freelancers.thing.{need.about}"))
    if need.kind == "total":
        rolled = state.agenda[1]
        assert isinstance(rolled, Rolled)
        return _to_be_rolled("total", printed, state, rolled, rolled.dice)
    if need.kind == "track":
        return say("freelancers.question.track", what=token_name(need.about))
    if need.kind == "time":
        return say("freelancers.question.time", n=need.n)
    asked = say(f"freelancers.question.{need.kind}")
    return say("freelancers.question.more", what=asked, n=need.n) if need.n > 1 else asked


def token_name(token: str) -> Text:
    """Return what a token of the time bag is called."""
    if token.startswith("follower-"):
        return say("freelancers.token.follower", n=int(token.removeprefix("follower-")))
    return say(f"freelancers.token.{token}")


def drawing(printed: Printed, state: FreelancersState, step: Draw | Roll) -> Text:
    """Return what is drawn or rolled, for a table that does it with its own bag, cards or dice."""
    if isinstance(step, Roll):
        rolled = state.agenda[1]
        assert isinstance(rolled, Rolled)
        return _to_be_rolled("roll", printed, state, rolled, step.dice)
    return say(f"freelancers.question.draw_{step.key.partition('.')[0]}")


def _to_be_rolled(key: str, printed: Printed, state: FreelancersState, rolled: Rolled, dice: tuple[str, ...]) -> Text:
    """Return which check is to be made with which of the table's own dice, and what it has to reach."""
    what = say(f"freelancers.check.{rolled.what}")
    steps = " ".join(f"{n}+" for n in checks.steps(printed, state))
    if steps:
        what = say("freelancers.oled.steps", check=what, steps=plain(steps))
    shown = plain(" + ".join(dice))
    if rolled.corrupted:
        shown = say("freelancers.oled.corrupted", dice=shown)
    return say(f"freelancers.question.{key}", what=what, dice=shown)


def _lying(token: str) -> Text:
    """Return what a token that lies on a risk track is called beside the number of its track."""
    if token == "wound" or not token.startswith(("risk", "threat")):
        return token_name(token)
    kind = token.partition("-")[0]
    return say(f"freelancers.lying.{kind}{'-again' if token.endswith('-again') else ''}")


def _camp(printed: Printed, state: FreelancersState, option: str) -> Text:
    if option == "none":
        return say("freelancers.option.camp.none")
    kind, key, n = option.split(".")[1:]
    quest = printed.quest(state)
    return plain((quest.species if kind == "species" else quest.jobs)[key].camp[int(n)].name)


def _below(printed: Printed, state: FreelancersState) -> object:
    """Return the effect below the question on top of the agenda."""
    step = state.agenda[1] if len(state.agenda) > 1 else None
    return find(printed.quest(state).book, step) if isinstance(step, Do) else None
