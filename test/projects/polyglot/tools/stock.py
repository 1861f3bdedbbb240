"""What is in stock."""


class Stock:
    """Keeps numbers of things."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def put(self, name: str, count: int) -> None:
        """Adds some of a thing."""
        self.counts[name] = self.counts.get(name, 0) + count
