"""Effects, tests and checks of a quest in words, as printed pages have them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce

from companion.effects import AllOf, AnyOf, Body, Check, Choose, Each, Effect, GoTo, If, Not, Test
from companion.game import say
from companion.games.freelancers.quest import Quest, conditions, trials, verbs
from companion.words import Words, of_the_house


@lru_cache
def _words() -> Words:
    return of_the_house()


def told(key: str, **gaps: str | int | None) -> str:
    """Return a line of the quest tools' word list with its gaps filled."""
    return _words()(say(f"quest.{key}", **{gap: value for gap, value in gaps.items() if value is not None}))


def lines(quest: Quest, body: Body) -> tuple[str, ...]:
    """Return a body as sentences, one an effect."""
    return tuple(sentence(quest, effect) for effect in body)


def name(what: str) -> str:
    """Return what a skill, token or kind of card is called."""
    return told(f"name.{what}")


def _group(group: str) -> str:
    first, _, what = group.partition("-")
    if first == "action":
        return told("group.action", n=what)
    return told(f"group.{first}", what=name(what)) if what else told(f"group.{group}")


def _one_of(group: str) -> str:
    """Return a group in the middle of a sentence."""
    said = _group(group)
    return said[:1].lower() + said[1:]


def _inside(quest: Quest, body: Body) -> str:
    return " ".join(lines(quest, body)) or told("does.nothing")


def _spaced(key: str) -> str:
    return key.replace("_", " ")


def _per(per: str) -> str:
    if not per:
        return ""
    return told("does.per_players") if per == "players" else told("does.per", what=_spaced(per))


def _signed(n: int) -> str:
    return f"{'+' if n > 0 else '−'}{abs(n)}"


def sentence(quest: Quest, effect: Effect) -> str:
    """Return one effect as a sentence."""
    match effect:
        case verbs.Gain(what=what, n=n, per=per):
            return told("does.gain", what=name(what), n=n, per=_per(per))
        case verbs.Lose(what=what, n=n, per=per):
            return told("does.lose", what=name(what), n=n, per=_per(per))
        case verbs.Heal(n=n):
            return told("does.heal", n=n)
        case verbs.Title(title=title, kind=kind):
            return told("does.title", what=title, kind=kind)
        case verbs.Card(card=card):
            return told("does.card", n=card, what=quest.cards[card].name)
        case verbs.Drop(card=card):
            return told("does.drop", n=card)
        case verbs.Steal(what=what, of=of):
            return told("does.steal", what=name(what), who=_one_of(of))
        case verbs.Rank(to=to):
            return told(f"does.{to}")
        case verbs.Camp():
            return told("does.camp")
        case verbs.Pick(of=of, ask=ask):
            return told("does.pick", what=ask or told("ask.pick"), who=_one_of(of))
        case _:
            return _for_the_party(quest, effect)


def _for_the_party(quest: Quest, effect: Effect) -> str:
    match effect:
        case verbs.Risk(n=n):
            return told("does.risk", n=_signed(n))
        case verbs.Threat(n=n):
            return told("does.threat", n=_signed(n))
        case verbs.Time(n=n):
            return told("does.time", n=n)
        case verbs.InBag(token=token, out=out):
            return told("does.token_out" if out else "does.token_in", n=token)
        case verbs.Dial(dial=dial, by=by, to=to, per=per):
            if by is None:
                return told("does.dial_to", what=dial, n=to, per=_per(per))
            return told("does.dial_by", what=dial, n=_signed(by), per=_per(per))
        case verbs.Lock(action=number):
            return told("does.lock", n=number)
        case verbs.Unlock(action=number):
            return told("does.unlock", n=number)
        case verbs.Turn(page=page):
            return told("does.turn", n=page)
        case verbs.NewRound():
            return told("does.round")
        case verbs.Travel():
            return told("does.travel")
        case verbs.Move(place=place):
            return told("does.move", place=_place(quest, place))
        case verbs.Mark(place=place, remark=remark, off=off):
            return told("does.mark_off" if off else "does.mark", what=remark, place=_place(quest, place))
        case verbs.PathOpens(path=path, shut=shut):
            ends = " – ".join(_place(quest, end) for one in quest.map.paths if one.key == path for end in one.between)
            return told("does.path_shut" if shut else "does.path_open", what=ends)
        case verbs.Count(counter=counter, by=by, to=to):
            if by is None:
                return told("does.count_to", what=_spaced(counter), n=to)
            return told("does.count_by", what=_spaced(counter), n=_signed(by))
        case _:
            return _of_the_story(quest, effect)


def _of_the_story(quest: Quest, effect: Effect) -> str:
    match effect:
        case verbs.Read(entry=code) | GoTo(to=code):
            if code.isdecimal():
                return told("does.enter", n=code)
            return told("does.go_on", what=quest.entries[code].title)
        case verbs.Tell(code=code):
            return told("does.tell", n=code)
        case verbs.Say(text=text):
            return text
        case verbs.Save():
            return told("does.save")
        case verbs.Win(ending=ending):
            return told("does.win", what=next(e.title for e in quest.cover.endings if e.key == ending))
        case verbs.Fail():
            return told("does.fail")
        case _:
            return _flow(quest, effect)


def _flow(quest: Quest, effect: Effect) -> str:
    match effect:
        case Each(of=of, then=then):
            return told("does.each", who=_group(of), what=_inside(quest, then))
        case If(test=test, then=then, otherwise=otherwise):
            done = told("does.if", test=condition(quest, test), what=_inside(quest, then))
            return told("does.else", what=done, other=_inside(quest, otherwise)) if otherwise else done
        case Choose(ask=ask, ways=ways):
            found = _joined("ways", (told("does.way", what=way.text, then=_inside(quest, way.then)) for way in ways))
            return told("does.choose", ask=ask or told("ask.choose"), ways=found)
        case Check(on=trial, bands=bands):
            found = " ".join(
                told("does.rest" if band.least is None else "does.band", n=band.least, what=_inside(quest, band.then))
                for band in bands
            )
            return told("does.check", what=_trial(trial), bands=found)
        case _:
            raise AssertionError(f"no words for {effect}")


def _trial(trial: object) -> str:
    match trial:
        case trials.SkillCheck(skill=skill, other=None, bonus=bonus, less=less):
            return told("trial.skill", what=name(skill), added=_added(bonus, less))
        case trials.SkillCheck(skill=skill, other=str(other), bonus=bonus, less=less):
            return told("trial.either", what=name(skill), other=name(other), added=_added(bonus, less))
        case trials.WeaponCheck(traits=traits, trait_bonus=each, bonus=bonus, less=less):
            helped = told("trial.helped", n=each, what=_joined("or", traits)) if traits else ""
            return told("trial.weapon", helped=helped, added=_added(bonus, less))
        case trials.DieRoll(sides=sides):
            return told("trial.die", n=sides)
        case trials.Known(of=of):
            return told("trial.value", what=_spaced(of.removeprefix("dial:")))
        case _:
            raise AssertionError(f"no words for {trial}")


def _added(bonus: int, less: str) -> str:
    added = f" {_signed(bonus)}" if bonus else ""
    return told("trial.less", added=added, what=_spaced(less)) if less else added


def _place(quest: Quest, key: str) -> str:
    return next((place.name for place in quest.map.places if place.key == key), key)


def _range(least: int | None, most: int | None) -> str:
    if least is not None and most is not None:
        return str(least) if least == most else told("between.some", least=least, most=most)
    return told("between.most", n=most) if most is not None else told("between.least", n=1 if least is None else least)


def _joined(how: str, parts: Iterable[str]) -> str:
    return reduce(lambda a, b: told(f"join.{how}", a=a, b=b), parts)


def condition(quest: Quest, test: Test) -> str:
    """Return a test as a condition that follows "if"."""
    match test:
        case Not(test=inner):
            return told("test.not", what=condition(quest, inner))
        case AllOf(tests=tests):
            return _joined("and", (condition(quest, inner) for inner in tests))
        case AnyOf(tests=tests):
            return _joined("or", (condition(quest, inner) for inner in tests))
        case conditions.Value(of=of, least=least, most=most):
            return told("test.value", what=of, range=_range(least, most))
        case conditions.Counter(counter=counter, least=least, most=most):
            return told("test.counter", what=_spaced(counter), range=_range(least, most))
        case conditions.DialAt(dial=dial, least=least, most=most):
            return told("test.dial", what=dial, range=_range(least, most))
        case conditions.Locked(action=number):
            return told("test.locked", n=number)
        case conditions.Chosen(action=number, least=least, most=most):
            return told("test.chosen", n=number, range=_range(least, most))
        case conditions.At(place=place):
            return told("test.at", place=_place(quest, place))
        case conditions.Visited(place=place):
            return told("test.visited", place=_place(quest, place))
        case conditions.Marked(place=place, remark=remark):
            return told("test.marked", what=remark, place=_place(quest, place))
        case conditions.PageIs(page=page):
            return told("test.page", n=page)
        case conditions.WasRead(entry=entry):
            return told("test.read", what=quest.entries[entry].title)
        case _:
            return _of_a_player(quest, test)


def _of_a_player(quest: Quest, test: Test) -> str:
    match test:
        case conditions.Has(what=what, least=least, most=most, of=of, every=True) if of:
            return told("test.every", who=_one_of(of), range=_range(least, most), what=name(what))
        case conditions.Has(what=what, least=least, most=most, of=of):
            return told("test.has", who=_whose("has", of), range=_range(least, most), what=name(what))
        case conditions.HasCard(card=card, of=of):
            return told("test.card", who=_whose("has", of), what=card)
        case conditions.HasTitle(title=title, of=of):
            return told("test.title", who=_whose("has", of), what=title)
        case conditions.HasTrait(trait=trait, of=of):
            return told("test.trait", who=_whose("has", of), what=trait)
        case conditions.IsSpecies(species=key, of=of):
            return told("test.species", who=_whose("is", of), what=quest.species[key].name)
        case conditions.IsJob(job=key, of=of):
            return told("test.job", who=_whose("is", of), what=quest.jobs[key].name)
        case conditions.IsIn(of=of):
            return told("test.in", who=_one_of(of))
        case _:
            raise AssertionError(f"no words for {test}")


def _whose(verb: str, of: str) -> str:
    return told(f"whose.{verb}_of", who=_one_of(of)) if of else told(f"whose.{verb}")
