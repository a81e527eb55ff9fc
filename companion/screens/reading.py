"""The order in which characters stand on a line: Arabic letters joined, right-to-left runs turned round.

A small part of Unicode's bidirectional algorithm, enough for names and short lines: runs of right-to-left letters are
reversed, numbers inside them are not, and the first strong letter decides the direction of the whole line.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Sequence

_RIGHT = ("R", "AL")
_MIRRORED = {"(": ")", ")": "(", "[": "]", "]": "[", "{": "}", "}": "{", "<": ">", ">": "<", "«": "»", "»": "«"}


@functools.cache
def _forms() -> dict[str, dict[str, str]]:
    """Return for each Arabic letter its isolated, initial, medial and final shape, as far as it has them."""
    forms: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEF5)):
        kind, *letters = unicodedata.decomposition(chr(code)).split() or ("",)
        if len(letters) == 1:
            forms.setdefault(chr(int(letters[0], 16)), {})[kind.strip("<>")] = chr(code)
    return forms


def shaped(string: str) -> str:
    """Return the string with Arabic letters in the shapes that they take beside each other."""
    if not any("\u0600" <= character <= "\u06ff" for character in string):
        return string
    forms = _forms()
    letters = list(string)
    solid = [index for index, letter in enumerate(letters) if unicodedata.category(letter) != "Mn"]
    for place, index in enumerate(solid):
        own = forms.get(string[index])
        if not own:
            continue
        before = string[solid[place - 1]] if place else ""
        after = string[solid[place + 1]] if place + 1 < len(solid) else ""
        # Only letters with an initial shape reach out to the one that follows.
        joins_before = "initial" in forms.get(before, {}) and "final" in own
        joins_after = "initial" in own and "final" in forms.get(after, {})
        kind = ("isolated", "initial", "final", "medial")[joins_after + 2 * joins_before]
        letters[index] = own.get(kind, string[index])
    return "".join(letters)


def visual(clusters: Sequence[str]) -> list[str]:
    """Return the clusters of one line in the order in which they are drawn from left to right."""
    kinds = [_kind(cluster) for cluster in clusters]
    if "R" not in kinds:
        return list(clusters)
    line = next(kind for kind in kinds if kind in "RL")
    # A number goes with the letters before it; what is neutral goes with both sides if they agree, else with the line.
    levels = list(kinds)
    strong = line
    for index, kind in enumerate(kinds):
        if kind in "RL":
            strong = kind
        elif kind == "N":
            levels[index] = "N" if strong == "R" else "L"
    for index, kind in enumerate(levels):
        if kind == "-":
            before = levels[index - 1] if index else line
            after = next((kind for kind in levels[index:] if kind != "-"), line)
            before, after = ("R" if side == "N" else side for side in (before, after))
            levels[index] = before if before == after else line
    runs: list[tuple[str, list[str]]] = []
    for cluster, level in zip(clusters, levels, strict=True):
        if not runs or runs[-1][0] != level:
            runs.append((level, []))
        runs[-1][1].append(cluster)
    return _ordered(runs, line)


def _kind(cluster: str) -> str:
    """Return R(ight to left), L(eft to right), N(umber) or - (neutral)."""
    kind = unicodedata.bidirectional(cluster[0])
    if kind in _RIGHT:
        return "R"
    if kind in ("EN", "AN"):
        return "N"
    return "L" if kind == "L" else "-"


def _ordered(runs: list[tuple[str, list[str]]], line: str) -> list[str]:
    if line == "R":
        turned = [_turned(level, run) for level, run in runs]
        # A left-to-right stretch keeps its own order inside.
        return [cluster for run in reversed(turned) for cluster in run]
    out: list[str] = []
    right: list[list[str]] = []
    for level, run in [*runs, ("L", [])]:
        if level == "L":
            out += [cluster for part in reversed(right) for cluster in part] + run
            right = []
        else:
            right.append(_turned(level, run))
    return out


def _turned(level: str, run: list[str]) -> list[str]:
    return [_MIRRORED.get(cluster, cluster) for cluster in reversed(run)] if level == "R" else run
