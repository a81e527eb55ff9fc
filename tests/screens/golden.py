"""Golden pictures: how the little screen looked when somebody last looked at it, pixel by pixel."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops


def same(picture: Image.Image, path: Path, request: pytest.FixtureRequest) -> None:
    """See that ``picture`` is the one kept at ``path``; with ``--rewrite-golden`` it is kept instead."""
    if request.config.getoption("--rewrite-golden"):
        path.parent.mkdir(exist_ok=True)
        picture.save(path, optimize=True)
    assert path.exists(), f"no golden picture {path.name}: run with --rewrite-golden and look at it"
    with Image.open(path) as golden:
        assert golden.mode == "1"
        changed = ImageChops.logical_xor(picture, golden).getbbox()
    assert changed is None, f"{path.stem} differs from {path.name} within {changed}"
