"""Quest packs: what a quest is made of, the language of its effects, and reading it strictly."""

from .book import Quest
from .language import LANGUAGE
from .packs import quest_files, quest_keys, quests, read_quest, try_quest

__all__ = ["LANGUAGE", "Quest", "quest_files", "quest_keys", "quests", "read_quest", "try_quest"]
