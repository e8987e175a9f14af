"""What is wrong with board.toml, in words for the person who edits it."""


class BoardProblem(Exception):  # noqa: N818
    """`faults`: one sentence each, naming the entry of board.toml that is wrong."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults
