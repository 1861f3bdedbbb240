/**
 * The requests for each language of test/projects/polyglot: its server, and the expected results.
 */

export interface PolyglotLanguage {
  /** As in servers.json. */
  readonly server: string;
  readonly program: string;
  readonly languageId: string;
  /** Where a Locate leads, and what the hover there contains; by Locate and by position. */
  readonly hover: readonly [locate: string, drawn: string, ...holds: string[]];
  readonly definition?: readonly [locate: string, drawn: string];
  readonly references?: readonly [locate: string, ...drawn: string[]];
  readonly rename?: readonly [locate: string, newName: string, ...lines: string[]];
  /** An item offered there, and what it contains once resolved. */
  readonly completion?: readonly [locate: string, label: string, ...holds: string[]];
  readonly symbols: readonly [file: string, ...names: string[]];
  /** A file with a mistake in it, and words of its diagnostic. */
  readonly broken?: readonly [file: string, says: string];
  /** Differences for a client that declares no capabilities. */
  readonly poor?: Partial<PolyglotLanguage> & { readonly lacks?: readonly (keyof PolyglotLanguage)[] };
}

const python = {
  languageId: "python",
  hover: ['tools/report.py@stock.<|>put("tea"', 'stock.┃put("tea", 2); stock.put("💣", 1)', "Adds some of a thing."],
  definition: [
    'tools/report.py@stock.put("tea", 2); stock.<|>put',
    "tools/stock.py: def ┃put(self, name: str, count: int) -> None:",
  ],
  references: [
    "tools/stock.py:Stock",
    "tools/report.py: from stock import ┃Stock",
    "tools/report.py: stock = ┃Stock()",
    "tools/stock.py: class ┃Stock:",
  ],
  rename: [
    "tools/stock.py:Stock.put",
    "fill",
    'tools/report.py: stock.fill("tea", 2); stock.fill("💣", 1)',
    "tools/stock.py: def fill(self, name: str, count: int) -> None:",
  ],
  symbols: ["tools/stock.py", "Stock", "put"],
} as const;

export const polyglotLanguages: readonly PolyglotLanguage[] = [
  {
    server: "typescript-language-server",
    program: "typescript-language-server",
    languageId: "typescript",
    hover: ["app/src/main.ts@cart.<|>add", "/* 💣 */ cart.┃add(3);", "Cart.add(price: number)", "Puts something in."],
    definition: ["app/src/main.ts@cart.<|>total", "app/src/cart.ts: ┃total(): number {"],
    references: [
      "app/src/cart.ts:Cart",
      "app/src/cart.ts: export class ┃Cart {",
      "app/src/main.ts: const cart = new ┃Cart();",
      'app/src/main.ts: import { ┃Cart } from "./cart.js";',
    ],
    rename: [
      "app/src/cart.ts:Cart.total",
      "sum",
      "app/src/cart.ts: sum(): number {",
      'app/src/main.ts: export const sum = "💣 " + cart.sum();',
    ],
    completion: ["app/src/main.ts@cart.<|>total", "add", "(method) Cart.add(price: number): void"],
    symbols: ["app/src/cart.ts", "Cart", "add", "total"],
    broken: ["app/src/broken.ts", "Type 'string' is not assignable to type 'number'"],
    // Without diagnostics in the client's capabilities, the server computes none.
    poor: { lacks: ["broken"] },
  },
  {
    ...python,
    server: "pyright",
    program: "pyright-langserver",
    completion: ["tools/report.py@stock.<|>put", "put", "Adds some of a thing."],
    broken: ["tools/broken.py", "nowhere_defined"],
  },
  {
    ...python,
    // Its diagnostics depend on the packages installed next to it.
    server: "pylsp",
    program: "pylsp",
    completion: ["tools/report.py@stock.<|>put", "put(name, count)", "Adds some of a thing."],
  },
  {
    server: "bash-language-server",
    program: "bash-language-server",
    languageId: "shellscript",
    hover: ["scripts/deploy.sh:deploy_all@<|>log_line", 'echo "💣"; ┃log_line "deploying"', "Writes a line to stderr."],
    definition: ["scripts/deploy.sh:deploy_all@<|>log_line", "scripts/log.sh: ┃log_line() {"],
    references: [
      "scripts/log.sh:log_line",
      'scripts/deploy.sh: echo "💣"; ┃log_line "deploying"',
      "scripts/log.sh: ┃log_line() {",
    ],
    rename: [
      "scripts/log.sh:log_line",
      "say",
      'scripts/deploy.sh: echo "💣"; say "deploying"',
      "scripts/log.sh: say() {",
    ],
    completion: ["scripts/deploy.sh:deploy_all@log<|>_line", "log_line"],
    symbols: ["scripts/log.sh", "log_line"],
  },
  {
    server: "vscode-json-language-server",
    program: "vscode-json-language-server",
    languageId: "json",
    hover: ["config/settings.json:colour", '"💣": true, "┃colour": "red",', "What it is painted with"],
    completion: ['config/settings.json@"colour": <|>"red"', '"green"'],
    symbols: ["config/settings.json", "colour", "größe"],
    broken: ["config/broken.json", "Expected comma"],
    // It offers completion only to clients that support snippets.
    poor: { lacks: ["completion"] },
  },
  {
    server: "yaml-language-server",
    program: "yaml-language-server",
    languageId: "yaml",
    hover: ["config/settings.yaml:größe", "┃größe: 12", "How large it is."],
    definition: ["config/settings.yaml@*<|>name", "config/settings.yaml: name: &name ┃💣"],
    completion: ["config/settings.yaml@colour: <|>red", "green"],
    symbols: ["config/settings.yaml", "colour", "größe"],
    broken: ["config/broken.yaml", "Flow sequence"],
  },
  {
    server: "vscode-css-language-server",
    program: "vscode-css-language-server",
    languageId: "css",
    hover: ["web/theme.css:.card", "┃.card {", '<element class="card">'],
    definition: ["web/theme.css:.card@padding: var(<|>--gap)", "web/theme.css: ┃--gap: 4px;"],
    references: [
      "web/theme.css:.card@padding: var(<|>--gap)",
      "web/theme.css: ┃--gap: 4px;",
      'web/theme.css: content: "💣"; padding: var(┃--gap);',
      "web/theme.css: margin: var(┃--gap) -1px;",
    ],
    rename: [
      "web/theme.css:.card@padding: var(<|>--gap)",
      "--space",
      "web/theme.css: --space: 4px;",
      'web/theme.css: content: "💣"; padding: var(--space);',
      "web/theme.css: margin: var(--space) -1px;",
    ],
    completion: ["web/theme.css:.card@padding: <|>var", "var()"],
    symbols: ["web/theme.css", ".card"],
    broken: ["web/broken.css", "colon expected"],
    poor: { lacks: ["completion"] },
  },
  {
    server: "vscode-html-language-server",
    program: "vscode-html-language-server",
    languageId: "html",
    hover: ["web/index.html@<<|>title>", "<┃title>💣 Shop</title>", "title"],
    rename: ["web/index.html@<<|>title>", "h1", "web/index.html: <h1>💣 Shop</h1>"],
    completion: ['web/index.html@target="<|>_blank', "_self"],
    symbols: ["web/index.html", "html", "body", "div#main.card"],
    poor: { lacks: ["completion"] },
  },
  {
    server: "gopls",
    program: "gopls",
    languageId: "go",
    hover: ["service/main.go:main@s.<|>Put", '/* 💣 */ s.┃Put("💣", 1)', "Put enters a number."],
    definition: ["service/main.go:main@store.<|>Open", "service/store/store.go: func ┃Open() *Store {"],
    references: [
      "service/store/store.go:Store.Put",
      'service/main.go: /* 💣 */ s.┃Put("💣", 1)',
      "service/store/store.go: func (s *Store) ┃Put(name string, count int) {",
    ],
    rename: [
      "service/store/store.go:Store.Put",
      "Enter",
      'service/main.go: /* 💣 */ s.Enter("💣", 1)',
      "service/store/store.go: // Enter enters a number.",
      "service/store/store.go: func (s *Store) Enter(name string, count int) {",
    ],
    completion: ["service/main.go:main@s.<|>Put", "Put"],
    symbols: ["service/store/store.go", "Store", "Open"],
    broken: ["service/broken/broken.go", "cannot use"],
  },
  {
    server: "clangd",
    program: "clangd",
    languageId: "cpp",
    hover: ["native/main.cpp:main@pressure.<|>value()", "/* 💣 */ double shown = pressure.┃value();", "What it shows."],
    definition: ["native/main.cpp:main@<|>Gauge", "native/gauge.hpp: class ┃Gauge {"],
    references: [
      "native/main.cpp:main@<|>pressure(",
      "native/main.cpp: /* 💣 */ double shown = ┃pressure.value();",
      "native/main.cpp: Gauge ┃pressure(1.5);",
      "native/main.cpp: return shown > ┃pressure.value() ? 1 : 0;",
    ],
    rename: [
      "native/main.cpp:main@<|>pressure(",
      "reading",
      "native/main.cpp: /* 💣 */ double shown = reading.value();",
      "native/main.cpp: Gauge reading(1.5);",
      "native/main.cpp: return shown > reading.value() ? 1 : 0;",
    ],
    completion: ["native/main.cpp:main@pressure.<|>value", "value() const"],
    symbols: ["native/gauge.hpp", "Gauge", "value"],
    broken: ["native/broken.cpp", "undeclared identifier"],
  },
];
