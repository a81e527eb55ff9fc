"""The shelf: every game that this table knows, named one by one."""

from __future__ import annotations

from companion.game import Title

from .crossfire import TITLE as CROSSFIRE
from .free_radicals import TITLE as FREE_RADICALS
from .freelancers import TITLE as FREELANCERS
from .rolling_freight import TITLE as ROLLING_FREIGHT

TITLES: tuple[Title, ...] = (CROSSFIRE, FREE_RADICALS, FREELANCERS, ROLLING_FREIGHT)
