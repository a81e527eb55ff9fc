"""Codes that a slip of the finger does not turn into one another."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

DIGITS = "0123456789"


def slips(code: str) -> Iterator[str]:
    """Yield what one slip makes of a code: a wrong digit, two neighbours swapped, a digit left out."""
    for n, digit in enumerate(code):
        for other in DIGITS:
            if other != digit:
                yield code[:n] + other + code[n + 1 :]
        if n + 1 < len(code) and code[n + 1] != digit:
            yield code[:n] + code[n + 1] + digit + code[n + 2 :]
        if len(code) > 1:
            yield code[:n] + code[n + 1 :]


def too_near(codes: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return every pair of codes of which one can be mistyped as the other, each once, in order."""
    known = set(codes)
    pairs = {(min(code, other), max(code, other)) for code in known for other in slips(code) if other in known}
    return tuple(sorted(pairs - {(code, code) for code in known}))


def propose(count: int, digits: int, taken: Collection[str] = (), start: int = 0) -> tuple[str, ...]:
    """Return ``count`` codes of so many digits, no slip from each other and from those ``taken``.

    They are spread over all numbers from ``start`` on, so that they tell nothing of their order. Raises ValueError
    where there are not so many.
    """
    if not 1 <= digits <= 6:
        raise ValueError("codes have 1 to 6 digits")
    size = 10**digits
    step = next(step for step in range(round(size * 0.618034) | 1, 2 * size, 2) if step % 5)
    kept = set(taken)
    # What is one digit longer and becomes a taken code by leaving one out is near to it as well.
    shorter = {code for code in taken if len(code) > digits}
    kept |= {slip for code in shorter for slip in slips(code) if len(slip) == digits}
    found: list[str] = []
    at = start % size
    for _ in range(size):
        if len(found) == count:
            break
        at = (at + step) % size
        code = str(at).zfill(digits)
        if code not in kept and not any(slip in kept for slip in slips(code)):
            kept.add(code)
            found.append(code)
    if len(found) < count:
        digit = "digit" if digits == 1 else "digits"
        most = f"with {digits} {digit} only {len(found)} can be had that no slip turns into one another"
        raise ValueError(f"{count} codes are too many: {most}")
    return tuple(found)
