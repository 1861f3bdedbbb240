"""What the store holds."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import overload

LIMIT = 10


def counted(function):
    """Counts the calls of a function."""

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return function(*args, **kwargs)

    wrapper.calls = 0
    return wrapper


@dataclass
class Item:
    """One thing on a shelf."""

    name: str
    price: float

    @property
    def label(self) -> str:
        return f"💣 {self.name}"

    @label.setter
    def label(self, value: str) -> None:
        self.name = value

    @staticmethod
    def free(name: str) -> Item:
        return Item(name, 0.0)


class Shelf:
    """Keeps items."""

    class Full(Exception):
        """No more room."""

        def hint(self) -> str:
            return "buy a shelf"

    def __init__(self, size: int = LIMIT) -> None:
        self._size = size
        self.items: list[Item] = []

    @counted
    def add(self, item: Item) -> None:
        """Puts an item on the shelf."""
        if len(self.items) >= self._size:
            raise Shelf.Full()
        self.items.append(item)

    @overload
    def find(self, key: int) -> Item: ...
    @overload
    def find(self, key: str) -> Item: ...
    def find(self, key):
        if isinstance(key, int):
            return self.items[key]
        return next(item for item in self.items if item.name == key)
