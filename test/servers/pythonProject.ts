/** The table for test/projects/python, shared by its servers. */
import type { Scenario } from "./scenario.js";

export const pythonProject: Omit<Scenario, "server" | "command"> = {
  project: "python",
  points: [
    ["store/items.py:Shelf.add", "@counted ⏎ def ┃add(self, item: Item) -> None:"],
    ["store/items.py:Shelf.Full", "class ┃Full(Exception):"],
    ["store/items.py:Shelf.Full.hint", "def ┃hint(self) -> str:"],
    ["store/items.py:Shelf.__init__", "def ┃__init__(self, size: int = LIMIT) -> None:"],
    ["store/items.py:items.Item.free", "def ┃free(name: str) -> Item:"],
    ["store/items.py:counted.wrapper", "def ┃wrapper(*args, **kwargs):"],
    ["store/items.py:LIMIT", "┃LIMIT = 10"],
    ["store/items.py:Shelf.add@self.<|>items.append", "self.┃items.append(item)"],
    ["store/prices.py:größe", "def ┃größe(preis: float) -> str:"],
    ['store/prices.py:größe@"💣 <|>groß"', 'return "💣 ┃groß"'],
    ["store/shop.py:check@{total(<|>shelf)}", 'return f"💣 {tea.label} {total(┃shelf)} {größe(tea.price)}"'],
    ["store/shop.py:shelf", '"💣 before"; ┃shelf = Shelf(3)'],
    ["store/shop.py:10", "┃result = 0.0"],
  ],
  ranges: [
    ["store/items.py:Shelf.Full", '⟦class Full(Exception): … return "buy a shelf"⟧'],
    ["store/items.py:counted.wrapper@<|>wrapper.calls<|> += 1", "⟦wrapper.calls⟧ += 1"],
    ["store/prices.py:6", "⟦    if preis > 100:⟧"],
  ],
  failures: [
    ["store/items.py:Shelf.ad", "symbol_not_found"],
    ["store/items.py:Shelf@self.item.append", "text_not_found"],
    ["store/item.py:Shelf", "file_not_found"],
  ],
  outlines: [
    ["store/items.py", "Item", "Item.free", "Shelf", "Shelf.add", "Shelf.Full.hint"],
    ["store/prices.py", "größe", "total"],
    ["store/shop.py", "shelf", "total", "check"],
  ],
  hovers: [
    ["store/items.py:counted", "Counts the calls of a function."],
    ["store/shop.py:check@{<|>größe(", "Says how much."],
    ["store/prices.py:größe", "Says how much."],
  ],
  definitions: [
    ["store/shop.py@<|>Shelf(3)", "store/items.py: class ┃Shelf:"],
    ["store/shop.py:check@{größe<|>(", "store/prices.py: def ┃größe(preis: float) -> str:"],
    ["store/prices.py:total@<|>größe(1000)", "store/prices.py: def ┃größe(preis: float) -> str:"],
  ],
  references: [
    [
      "store/prices.py:größe",
      "store/prices.py: def ┃größe(preis: float) -> str:",
      "store/prices.py: return größe(1) + ┃größe(1000)",
      "store/prices.py: return ┃größe(1) + größe(1000)",
      'store/shop.py: return f"💣 {tea.label} {total(shelf)} {┃größe(tea.price)}"',
      "store/shop.py: from store.prices import ┃größe",
    ],
  ],
  renames: [
    [
      "store/items.py:Shelf.add",
      "put",
      "store/items.py: def put(self, item: Item) -> None:",
      'store/shop.py: shelf.put(Item("tea", 2.5)); shelf.put(Item.free("💣"))',
    ],
  ],
  completions: [["store/shop.py@Item.<|>free", "free", "label"]],
  signatures: [["store/shop.py@{total(<|>shelf", "shelf: Shelf"]],
  actions: [],
  documentSymbols: [["store/items.py", "Shelf", "add", "hint"]],
  others: [["documentHighlight", "store/prices.py:größe", '"start"']],
};
