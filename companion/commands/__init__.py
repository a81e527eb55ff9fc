"""The commands of ``tablehand``, a module for each few. Every one returns its exit code."""

OK, FAILED, USAGE, TROUBLE = 0, 1, 2, 3
"""All well; something did not hold; bad input or usage; the surroundings do not allow it."""


class Stop(Exception):
    """A command ends here, with one sentence for the person who started it, and an exit code."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
