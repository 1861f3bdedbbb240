/**
 * yaml-language-server: a symbol's range ends at the start of the next line, array items are `0`,
 * `1`.
 */
import { testServer } from "./scenario.js";

testServer({
  server: "yaml-language-server",
  command: ["yaml-language-server", "--stdio"],
  project: "yaml",
  // Its schema store is on the Internet; the schemas of these files are next to them.
  settings: { yaml: { schemaStore: { enable: false }, hover: true, completion: true, validate: true } },
  points: [
    ["settings.yaml:größe", "┃größe: 12"],
    ["settings.yaml:more.deep", "┃deep:"],
    ["settings.yaml:more.deep[0].value", "┃value: 1"],
    ["compose.yaml:services.web.image", "┃image: nginx:1.25"],
    ["compose.yaml:services.größe.db.image", "┃image: postgres"],
    ['compose.yaml:services."größe.db".environment.NAME', "environment: { USER: app, ┃NAME: 💣 }"],
    ["compose.yaml:x-common.restart", "┃restart: always"],
    ["compose.yaml:services.web@nginx:<|>1.25", "image: nginx:┃1.25"],
    ["compose.yaml:services.web@*<|>common", "<<: *┃common"],
    ["compose.yaml:7", "┃web:"],
  ],
  ranges: [
    ["compose.yaml:services.web.image", "⟦image: nginx:1.25⟧"],
    ["settings.yaml@<|>name: 💣<|>", "- ⟦name: 💣⟧"],
  ],
  failures: [
    ["compose.yaml:services.wbe", "symbol_not_found"],
    ["compose.yaml:services@ngnix", "text_not_found"],
    ["composer.yaml:services", "file_not_found"],
  ],
  outlines: [
    ["compose.yaml", "services", "services.web", "services.web.image"],
    ["settings.yaml", "colour", "größe", "more.deep"],
  ],
  hovers: [
    ["settings.yaml:colour", "What it is painted with."],
    ["settings.yaml:größe", "How large it is."],
  ],
  definitions: [["compose.yaml:services.web@*<|>common", "compose.yaml: ┃restart: always"]],
  references: [],
  renames: [],
  completions: [["settings.yaml@colour: <|>red", "red", "green"]],
  signatures: [],
  actions: [],
  documentSymbols: [["compose.yaml", "services", "web", "image"]],
  others: [
    ["foldingRange", "compose.yaml", '"startLine"'],
    ["selectionRange", "compose.yaml:services.web.image", '"parent"'],
  ],
  // If the client does not declare folding ranges, the server fails.
  poor: { others: [] },
});
