from store.items import Item, Shelf
from store.prices import größe

"💣 before"; shelf = Shelf(3)
shelf.add(Item("tea", 2.5)); shelf.add(Item.free("💣"))


def total(shelf: Shelf) -> float:
    """Adds up the prices."""
    result = 0.0
    for item in shelf.items:
        result += item.price
    return result


def check() -> str:
    tea = shelf.find("tea")
    return f"💣 {tea.label} {total(shelf)} {größe(tea.price)}"
