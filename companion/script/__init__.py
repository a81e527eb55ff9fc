"""Table scripts: text files that play an evening and say what must be seen."""

from .lines import Script, ScriptError
from .reader import SUFFIX, find, read, read_text
from .run import play

__all__ = ["SUFFIX", "Script", "ScriptError", "find", "play", "read", "read_text"]
