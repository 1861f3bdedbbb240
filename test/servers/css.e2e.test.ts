/** vscode-css-language-server, which also serves SCSS: names are selectors as written. */
import { testServer } from "./scenario.js";

testServer({
  server: "vscode-css-language-server",
  command: ["vscode-css-language-server", "--stdio"],
  project: "css",
  points: [
    ["theme.css:.button", "┃.button {"],
    ["theme.css:.button:hover > .icon::before", "┃.button:hover > .icon::before {"],
    ["theme.css:#main .card", "┃#main .card { animation: pulse 1s; }"],
    ["theme.css:`@keyframes pulse`", "@keyframes ┃pulse {"],
    ["theme.css:.button@var(<|>--größe)", "font-size: var(┃--größe);"],
    ["theme.css@animation: <|>pulse", "#main .card { animation: ┃pulse 1s; }"],
    ['theme.css@"💣"; <|>color', 'content: "💣"; ┃color: var(--accent);'],
    ["mixins.scss:$width", "┃$width: 10px;"],
    ["mixins.scss:boxed", "@mixin ┃boxed($gap) {"],
    ["mixins.scss:.panel.`.title`", "┃.title { color: #c0ffee; }"],
    ["page.css:.card@padding<|>:", 'content: "💣"; padding┃: var(--gap);'],
    ["page.css:5", '┃content: "💣"; padding: var(--gap);'],
  ],
  ranges: [
    ["page.css:.card@<|>padding: var(--gap)<|>;", 'content: "💣"; ⟦padding: var(--gap)⟧;'],
    ["theme.css:#main .card", "⟦#main .card { animation: pulse 1s; }⟧"],
  ],
  failures: [
    ["theme.css:.buton", "symbol_not_found"],
    ["theme.css:.button@colour", "text_not_found"],
    ["them.css:.button", "file_not_found"],
  ],
  outlines: [
    ["theme.css", ".button", ":root", "#main .card"],
    ["page.css", ".card"],
  ],
  hovers: [["page.css:.card", '<element class="card">']],
  definitions: [["page.css:.card@var(<|>--gap)", "page.css: ┃--gap: 4px;"]],
  references: [
    [
      "page.css:.card@var(<|>--gap)",
      "page.css: ┃--gap: 4px;",
      'page.css: content: "💣"; padding: var(┃--gap);',
      "page.css: margin: var(┃--gap) -1px;",
    ],
  ],
  renames: [
    [
      "page.css:.card@padding: var(<|>--gap)",
      "--space",
      "page.css: --space: 4px;",
      'page.css: content: "💣"; padding: var(--space);',
      "page.css: margin: var(--space) -1px;",
    ],
  ],
  completions: [["page.css:.card@padding: <|>var", "var()"]],
  signatures: [],
  actions: [],
  documentSymbols: [["theme.css", ".button", ":root"]],
  // It offers completion only to clients that support snippets.
  poor: { completions: [] },
  others: [
    ["documentColor", "theme.css", '"color"'],
    ["documentLink", "page.css", "theme.css"],
    ["foldingRange", "theme.css", '"startLine"'],
  ],
});
