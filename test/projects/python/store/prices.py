"""Written on another system."""


def größe(preis: float) -> str:
    """Says how much."""
    if preis > 100:
        return "💣 groß"
    return "klein"


def total() -> str:
    return größe(1) + größe(1000)
