"""What of a file does not fit the type that it is read as, told for the person who wrote the file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import inspect

_PLACE = re.compile(r" - at (`key` in )?`\$(.*)`$")
_STEP = re.compile(r"\[([^\]]*)\]|\.?([^.\[]+)")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
_MISSING = re.compile(r"Object missing required field `(.*)`")
_MISFIT = re.compile(r"Expected `[^`]*`(?:, got `([^`]*)`)?.*|Invalid (?:enum )?value (.*)")
_GOT = {
    "int": "a whole number",
    "float": "a number with a point",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}


def misread(fault: msgspec.ValidationError, raw: Any, what: Any) -> tuple[str, str]:
    """Return the place of ``fault`` and what would put it right, for ``raw`` that was read as the type ``what``.

    The place is dotted, as in ``times.talk`` or ``paths[2].from``, and empty for the whole.
    """
    told = str(fault)
    at = _PLACE.search(told)
    steps = _steps(at[2]) if at else []
    found = _keys(told, raw, what, steps)
    sentence, types, place = _PLACE.sub("", told), _types(what, steps), _dotted(found)
    if at and at[1]:
        return (
            place,
            f"each name in this table is {_any(one.key_type for one in types if isinstance(one, inspect.DictType))}",
        )
    if unknown := _UNKNOWN.fullmatch(sentence):
        names = _names(types, _at(raw, found))
        return f"{place}.{unknown[1]}".strip("."), not_known(unknown[1], names)
    if missing := _MISSING.fullmatch(sentence):
        return f"{place}.{missing[1]}".strip("."), "is missing"
    if misfit := _MISFIT.fullmatch(sentence):
        given = _GOT.get(misfit[1] or "") or (misfit[2] or "").replace("'", '"')
        return place, f"{_any(types)} belongs here{given and f', not {given}'}"
    return place, sentence  # what a type says of its fields together


def _steps(place: str) -> list[str | int]:
    """Return a place's steps: names, indices, and "..." for whichever name a table has."""
    return [int(index) if index.isdecimal() else index or name for index, name in _STEP.findall(place)]


def _dotted(steps: list[str | int]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).removeprefix(".")


def _keys(told: str, raw: Any, what: Any, steps: list[str | int]) -> list[str | int]:
    """Return ``steps`` with names for "...": that of the entry of which the same is told where it stands alone."""
    steps = list(steps)
    for at, step in enumerate(steps):
        table = _at(raw, steps[:at]) if step == "..." else {}
        for key, value in table.items():
            alone = _put(raw, steps[:at], {key: value})
            if _told(alone, what) == told:
                raw, steps[at] = alone, key
                break
    return steps


def _at(raw: Any, steps: list[str | int]) -> Any:
    """Return what stands at ``steps`` of ``raw``."""
    for step in steps:
        raw = raw[step]
    return raw


def _put(raw: Any, steps: list[str | int], inner: Any) -> Any:
    """Return ``raw`` with ``inner`` at ``steps``."""
    if not steps:
        return inner
    copied = raw.copy()
    copied[steps[0]] = _put(raw[steps[0]], steps[1:], inner)
    return copied


def _told(raw: Any, what: Any) -> str:
    try:
        msgspec.convert(raw, what, str_keys=True)
    except msgspec.ValidationError as fault:
        return str(fault)
    return ""


def not_known(name: str, known: Sequence[str]) -> str:
    """Return that a name means nothing here, which ones do, and which of them was probably meant."""
    from difflib import get_close_matches  # a sound file needs none of this, and every start reads some

    near = get_close_matches(name, known, 1)
    meant = f"did you mean {near[0]}? " if near else ""
    return f"is not known here; {meant}{'T' if meant else 't'}here are {', '.join(known)}"


def _types(what: Any, steps: list[str | int]) -> list[inspect.Type]:
    """Return the types that may stand at ``steps``: several, where a union leaves open which."""
    found = list(_each(inspect.type_info(what)))
    for step in steps:
        found = [inner for one in found for part in _inside(one, step) for inner in _each(part)]
    return found


def _each(one: inspect.Type) -> Iterable[inspect.Type]:
    return (inner for part in one.types for inner in _each(part)) if isinstance(one, inspect.UnionType) else (one,)


def _inside(one: inspect.Type, step: str | int) -> Iterable[inspect.Type]:
    """Yield what ``one`` holds at ``step``."""
    match one:
        case inspect.Metadata():
            yield from _inside(one.type, step)
        case inspect.StructType():
            yield from (field.type for field in one.fields if field.encode_name == step)
            if one.tag_field == step:
                yield inspect.LiteralType((one.tag,))
        case inspect.DictType():
            yield one.value_type
        case inspect.TupleType() if isinstance(step, int):
            yield from one.item_types[step : step + 1]
        case inspect.CollectionType():
            yield one.item_type
        case _:
            pass


def _names(types: list[inspect.Type], table: dict[str, Any]) -> list[str]:
    """Return what ``table`` may hold: where it says of which kind it is, what that kind holds."""
    kinds = [one for one in types if isinstance(one, inspect.StructType)]
    own = [one for one in kinds if one.tag_field is not None and one.tag == table.get(one.tag_field)]
    return list(dict.fromkeys(field.encode_name for one in own or kinds for field in one.fields))


def _any(types: Iterable[inspect.Type]) -> str:
    return " or ".join(dict.fromkeys(filter(None, map(_wanted, types)))) or "something else"


def _wanted(one: inspect.Type) -> str:
    """Return in words what belongs where ``one`` is read; nothing for what cannot be written."""
    match one:
        case inspect.Metadata(type=inner):
            said = one.extra_json_schema or {}
            example = f", as in {_toml(said['examples'][0])}," if "examples" in said else ""
            return f"{said.get('description') or _wanted(inner)}{example}"
        case inspect.LiteralType(values=values):
            return f"{'one of ' if len(values) > 1 else ''}{', '.join(map(_toml, values))}"
        case inspect.IntType():
            return f"a whole number{_between(one)}"
        case inspect.FloatType():
            return f"a number{_between(one)}"
        case inspect.StrType():
            return f"a text in quotes{_long(one, 'characters')}"
        case inspect.BoolType():
            return "true or false"
        case inspect.TupleType():
            return f"a list of {len(one.item_types)} in brackets"
        case inspect.CollectionType():
            return f"a list in brackets{_long(one, 'entries')}"
        case inspect.NoneType():
            return ""
        case _:
            return "a table"


def _between(one: inspect.IntType | inspect.FloatType) -> str:
    match one.ge, one.le:
        case None, None:
            return ""
        case least, None:
            return f" of at least {least}"
        case None, most:
            return f" of at most {most}"
        case least, most:
            return f" from {least} to {most}"


def _long(one: inspect.StrType | inspect.CollectionType, what: str) -> str:
    match one.min_length, one.max_length:
        case None, None:
            return ""
        case least, None:
            return f" of at least {least} {what}"
        case None, most:
            return f" of at most {most} {what}"
        case least, most:
            return f" of {least} to {most} {what}"


def _toml(value: object) -> str:
    return msgspec.json.encode(value).decode()
