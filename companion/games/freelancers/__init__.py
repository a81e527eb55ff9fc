"""Freelancers: a quest read from a pack, by a game master in the box."""
