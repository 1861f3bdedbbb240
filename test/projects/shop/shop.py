from dataclasses import dataclass, field


@dataclass
class Item:
    name: str
    price: float


@dataclass
class Cart:
    items: list[Item] = field(default_factory=list)

    def add(self, item: Item) -> None:
        """Puts an item into the cart."""
        self.items.append(item)

    def total(self) -> float:
        result = 0.0
        for item in self.items:
            result += item.price
        return result


def receipt(cart: Cart) -> str:
    lines = [f"{item.name} {item.price}" for item in cart.items]
    lines.append(f"total {cart.total()}")
    return "\n".join(lines)
