/**
 * pylsp: flat symbols without the range of the name, including imports; characters are code points.
 */
import { pythonProject } from "./pythonProject.js";
import { testServer } from "./scenario.js";

testServer({
  ...pythonProject,
  server: "pylsp",
  command: ["pylsp"],
  countsCodePoints: true,
  points: [
    ...pythonProject.points,
    ["store/items.py:Shelf.find", "def ┃find(self, key: int) -> Item: ..."],
    ["store/items.py:Shelf.find[1]", "def ┃find(self, key: str) -> Item: ..."],
    ["store/items.py:Shelf.find[2]", "def ┃find(self, key):"],
    ["store/items.py:Item.label", "@property ⏎ def ┃label(self) -> str:"],
    ["store/items.py:Item.label[1]", "@label.setter ⏎ def ┃label(self, value: str) -> None:"],
  ],
  completions: [["store/shop.py@Item.<|>free", "free(name)", "label"]],
});
