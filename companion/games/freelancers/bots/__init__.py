"""Bots that play a quest sensibly, from what everybody at the table sees: the view, and the choices on offer."""

from .party import Bots

__all__ = ["Bots"]
