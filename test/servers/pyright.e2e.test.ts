/** pyright: parameters and locals are symbols too; of several declarations it lists the last. */
import { pythonProject } from "./pythonProject.js";
import { testServer } from "./scenario.js";

testServer({
  ...pythonProject,
  server: "pyright",
  elsewhere: true,
  command: ["pyright-langserver", "--stdio"],
  points: [
    ...pythonProject.points,
    ["store/items.py:Shelf.__init__.size", "def __init__(self, ┃size: int = LIMIT) -> None:"],
    ["store/items.py:Shelf.find", "def ┃find(self, key: int) -> Item: ..."],
    ["store/items.py:Shelf.find[2]", "def ┃find(self, key):"],
    ["store/items.py:Item.label", "@property ⏎ def ┃label(self) -> str:"],
    ["store/items.py:Item.label[1]", "@label.setter ⏎ def ┃label(self, value: str) -> None:"],
    ["store/prices.py:größe.preis", "def größe(┃preis: float) -> str:"],
    [":Shelf.Full.hint", "store/items.py: def ┃hint(self) -> str:"],
  ],
  hovers: [...pythonProject.hovers, ["store/items.py:Shelf.add", "(method) def add"]],
  others: [
    ...pythonProject.others,
    ["typeDefinition", "store/shop.py:check.tea", "items.py"],
    ["incomingCalls", "store/prices.py:größe", '"check"', '"total"'],
    ["context", "store/prices.py:größe", "Callers, 2:", "store/shop.py:check", "Other uses, 1:"],
  ],
});
