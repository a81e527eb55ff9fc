"""Effects, tests and checks of a quest in words, as printed pages have them."""

from __future__ import annotations

from companion.effects import AllOf, AnyOf, Body, Check, Choose, Each, Effect, GoTo, If, Not, Test
from companion.games.freelancers.quest import Quest, conditions, trials, verbs

GROUPS = {
    "everyone": "Everyone",
    "others": "The others",
    "me": "You",
    "picked": "That player",
    "top": "The player with the most influence",
    "bottom": "The player with the least influence",
    "above": "All with more influence than you",
    "below": "All with less influence than you",
}
NAMES = {"xp": "XP", "hp": "HP"}


def lines(quest: Quest, body: Body) -> tuple[str, ...]:
    """Return a body as sentences, one an effect."""
    return tuple(sentence(quest, effect) for effect in body)


def _name(what: str) -> str:
    return NAMES.get(what, what.capitalize())


def _group(group: str) -> str:
    if group in GROUPS:
        return GROUPS[group]
    first, _, what = group.partition("-")
    return f"Whoever chose action {what}" if first == "action" else f"Whoever has {first} {_name(what)}"


def _inside(quest: Quest, body: Body) -> str:
    return " ".join(lines(quest, body)) or "Nothing."


def _per(per: str) -> str:
    return {"": "", "players": " per player"}.get(per, f" per {per.replace('_', ' ')}")


def sentence(quest: Quest, effect: Effect) -> str:
    """Return one effect as a sentence."""
    match effect:
        case verbs.Gain(what=what, n=n, per=per):
            return f"{_name(what)} +{n}{_per(per)}."
        case verbs.Lose(what=what, n=n, per=per):
            return f"{_name(what)} −{n}{_per(per)}."
        case verbs.Heal(n=n):
            return f"Heal {n} HP."
        case verbs.Title(title=title, kind=kind):
            return f"Title: {title} ({kind})."
        case verbs.Card(card=card):
            return f"Take story card {card}, {quest.cards[card].name}."
        case verbs.Drop(card=card):
            return f"Story card {card} goes back to its deck."
        case verbs.Steal(what=what, of=of):
            return f"Steal a {what} from one of: {_group(of).lower()}."
        case verbs.Rank(to=to):
            return f"Move to the {to} of the influence track."
        case verbs.Camp():
            return "Camp: do one of your camp actions."
        case verbs.Pick(of=of, ask=ask):
            return f"{ask or 'Pick a player'} (one of: {_group(of).lower()})."
        case verbs.Risk(n=n):
            return f"Risk {'+' if n > 0 else '−'}{abs(n)}."
        case verbs.Threat(n=n):
            return f"Threat level {'+' if n > 0 else '−'}{abs(n)}."
        case verbs.Time(n=n):
            return f"Spend {n} time."
        case verbs.InBag(token=token, out=out):
            return f"Follower token {token} {'leaves' if out else 'goes into'} the time bag."
        case verbs.Dial(dial=dial, by=by, to=to, per=per):
            turned = f"to {to}" if by is None else f"{'+' if by > 0 else '−'}{abs(by)}"
            return f"Dial {dial} {turned}{_per(per)}."
        case verbs.Lock(action=number):
            return f"Lock action {number}."
        case verbs.Unlock(action=number):
            return f"Unlock action {number}."
        case verbs.Turn(page=page):
            return f"Turn to page {page}."
        case verbs.NewRound():
            return "Begin another round here."
        case verbs.Travel():
            return "Travel."
        case verbs.Move(place=place):
            return f"The party is now at {_place(quest, place)}."
        case verbs.Mark(place=place, remark=remark, off=off):
            return f"{'Cross out' if off else 'Write'} “{remark}” at {_place(quest, place)}."
        case verbs.PathOpens(path=path, shut=shut):
            ends = " – ".join(_place(quest, end) for one in quest.map.paths if one.key == path for end in one.between)
            return f"The path {ends} is {'closed' if shut else 'open'}."
        case verbs.Read(entry=code) | GoTo(to=code):
            return f"Enter {code}." if code.isdecimal() else f"Go on at “{quest.entries[code].title}”."
        case verbs.Tell(code=code):
            return f"Note the code {code}."
        case verbs.Say(text=text):
            return text
        case verbs.Count(counter=counter, by=by, to=to):
            told = f"= {to}" if by is None else f"{'+' if by > 0 else '−'}{abs(by)}"
            return f"Note: {counter.replace('_', ' ')} {told}."
        case verbs.Save():
            return "You may save here."
        case verbs.Win(ending=ending):
            return "The quest is completed: " + next(e.title for e in quest.cover.endings if e.key == ending) + "."
        case verbs.Fail():
            return "Everyone loses."
        case _:
            return _flow(quest, effect)


def _flow(quest: Quest, effect: Effect) -> str:
    match effect:
        case Each(of=of, then=then):
            return f"{_group(of)}: {_inside(quest, then)}"
        case If(test=test, then=then, otherwise=otherwise):
            rest = f" Else: {_inside(quest, otherwise)}" if otherwise else ""
            return f"If {condition(quest, test)}: {_inside(quest, then)}{rest}"
        case Choose(ask=ask, ways=ways):
            told = " / ".join(f"{way.text}: {_inside(quest, way.then)}" for way in ways)
            return f"{ask or 'Choose'} — {told}"
        case Check(on=trial, bands=bands):
            told = " ".join(
                f"{'Less' if band.least is None else f'{band.least}+'}: {_inside(quest, band.then)}" for band in bands
            )
            return f"{_trial(trial)}. {told}"
        case _:
            return ""


def _trial(trial: object) -> str:
    match trial:
        case trials.SkillCheck(skill=skill, other=other, bonus=bonus, less=less):
            return f"{_name(skill)}{f' or {_name(other)}' if other else ''} check{_added(bonus, less)}"
        case trials.WeaponCheck(traits=traits, trait_bonus=each, bonus=bonus, less=less):
            helped = f" (+{each} for {' or '.join(traits)})" if traits else ""
            return f"Weapon check{helped}{_added(bonus, less)}"
        case trials.DieRoll(sides=sides):
            return f"Roll a d{sides}"
        case trials.Known(of=of):
            return f"By {of.removeprefix('dial:').replace('_', ' ')}"
        case _:
            return "Check"


def _added(bonus: int, less: str) -> str:
    told = f" {'+' if bonus > 0 else '−'}{abs(bonus)}" if bonus else ""
    return f"{told} − {less.replace('_', ' ')}" if less else told


def _place(quest: Quest, key: str) -> str:
    return next((place.name for place in quest.map.places if place.key == key), key)


def _range(least: int | None, most: int | None) -> str:
    if least is not None and most is not None:
        return f"{least}" if least == most else f"{least} to {most}"
    return f"{most} or less" if most is not None else f"{1 if least is None else least} or more"


def condition(quest: Quest, test: Test) -> str:
    """Return a test as a condition that follows "if"."""
    match test:
        case Not(test=inner):
            return f"not ({condition(quest, inner)})"
        case AllOf(tests=tests):
            return " and ".join(condition(quest, inner) for inner in tests)
        case AnyOf(tests=tests):
            return " or ".join(condition(quest, inner) for inner in tests)
        case conditions.Value(of=of, least=least, most=most):
            return f"{of} is {_range(least, most)}"
        case conditions.Counter(counter=counter, least=least, most=most):
            return f"“{counter.replace('_', ' ')}” is noted {_range(least, most)}"
        case conditions.DialAt(dial=dial, least=least, most=most):
            return f"dial {dial} is {_range(least, most)}"
        case conditions.Locked(action=number):
            return f"action {number} is locked"
        case conditions.Chosen(action=number, least=least, most=most):
            return f"{_range(least, most)} chose action {number}"
        case conditions.At(place=place):
            return f"the party is at {_place(quest, place)}"
        case conditions.Visited(place=place):
            return f"the party has been at {_place(quest, place)}"
        case conditions.Marked(place=place, remark=remark):
            return f"“{remark}” is written at {_place(quest, place)}"
        case conditions.PageIs(page=page):
            return f"this is page {page}"
        case conditions.WasRead(entry=entry):
            return f"“{quest.entries[entry].title}” has been read"
        case conditions.Has(what=what, least=least, most=most, of=of):
            return f"{_whose(of)} {_range(least, most)} {_name(what)}"
        case conditions.HasCard(card=card, of=of):
            return f"{_whose(of)} card {card}"
        case conditions.HasTitle(title=title, of=of):
            return f"{_whose(of)} the title {title}"
        case conditions.HasTrait(trait=trait, of=of):
            return f"{_whose(of)} a weapon that is {trait}"
        case conditions.IsSpecies(species=key, of=of):
            return f"{_whose(of, 'is', 'are')} a {quest.species[key].name}"
        case conditions.IsJob(job=key, of=of):
            return f"{_whose(of, 'is', 'are')} a {quest.jobs[key].name}"
        case conditions.IsIn(of=of):
            return f"you are one of: {_group(of).lower()}"
        case _:
            return ""


def _whose(of: str, one: str = "has", own: str = "have") -> str:
    return f"one of ({_group(of).lower()}) {one}" if of else f"you {own}"
