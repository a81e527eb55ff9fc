"""Things people touch, and their simulated twins."""
