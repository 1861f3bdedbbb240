/** vscode-json-language-server: a name's range includes its quotes, array items are `0`, `1`. */
import { testServer } from "./scenario.js";

testServer({
  server: "vscode-json-language-server",
  command: ["vscode-json-language-server", "--stdio"],
  project: "json",
  points: [
    ["settings.json:colour", '"💣": true, "┃colour": "red",'],
    ["settings.json:größe", '"┃größe": 12,'],
    ["settings.json:more.a", '"more": { "┃a": false }'],
    ["settings.json:💣", '"┃💣": true, "colour": "red",'],
    ["package.json:scripts.build:all", '"scripts": { "┃build:all": "echo 💣", "test": "echo test" },'],
    ["package.json:scripts.test", '"scripts": { "build:all": "echo 💣", "┃test": "echo test" },'],
    ["package.json:dependencies.lodash.debounce", '"┃lodash.debounce": "4.0.8"'],
    ["package.json:dependencies.@types/node", '"┃@types/node": "20.0.0",'],
    ['package.json:dependencies."@types/node"', '"┃@types/node": "20.0.0",'],
    ['package.json:"a.b".c[1].d', '"a.b": { "c": [{ "d": 1 }, { "┃d": 2 }] }'],
    ["package.json:scripts@test", '"scripts": { "build:all": "echo 💣", "┃test": "echo test" },'],
    ["package.json:3", '┃"version": "1.0.0",'],
  ],
  ranges: [
    ["package.json:scripts@<|>echo test<|>", '"scripts": { "build:all": "echo 💣", "test": "⟦echo test⟧" },'],
    ["settings.json:more", '⟦"more": { "a": false }⟧'],
  ],
  failures: [
    ["package.json:dependencies.lodash", "symbol_not_found"],
    ["package.json:scripts@biuld", "text_not_found"],
    ["packages.json:name", "file_not_found"],
  ],
  outlines: [
    ["package.json", "name", "scripts", "dependencies"],
    ["settings.json", "colour", "größe", "more.a"],
  ],
  hovers: [
    ["settings.json:colour", "What it is painted with"],
    ["settings.json:größe", "How large it is"],
  ],
  definitions: [],
  references: [],
  renames: [],
  completions: [['settings.json@"colour": <|>"red"', '"red"', '"green"']],
  signatures: [],
  actions: [],
  documentSymbols: [["package.json", "scripts", "dependencies"]],
  unsupported: [["definition", "settings.schema.json@#/definitions/<|>entry"]],
  // It offers completion only to clients that support snippets.
  poor: { completions: [] },
  others: [
    ["documentLink", "settings.schema.json", "target"],
    ["selectionRange", "package.json:scripts.test", '"parent"'],
    ["foldingRange", "package.json", '"startLine"'],
  ],
});
