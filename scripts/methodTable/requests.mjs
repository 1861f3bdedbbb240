/**
 * The requests for each server about its project in test/projects, and the expected results. A
 * request has a Locate, the expected lines (`exactly` these, or lines that contain each of
 * `holds`), and `more` params. The requests common to all servers of a project are in the project;
 * a server's own `requests` override them. If a project has no request for a method, its server is
 * expected not to support it.
 */

/** The methods, in the order of the table. */
export const methods = [
  "hover",
  "definition",
  "typeDefinition",
  "implementation",
  "references",
  "incomingCalls",
  "outgoingCalls",
  "supertypes",
  "rename",
  "completion",
  "signatureHelp",
  "codeAction",
  "formatting",
  "diagnostic",
  "documentSymbol",
  "documentHighlight",
  "foldingRange",
  "selectionRange",
  "semanticTokens/full",
  "outline",
  "search",
];

const exactly = (locate, ...lines) => ({ locate, exactly: lines });
const holds = (locate, ...parts) => ({ locate, holds: parts });
const renames = (locate, newName, ...lines) => ({ locate, more: { newName }, exactly: lines });
const searches = (symbol_path, ...parts) => ({ params: { symbol_path }, holds: parts });
const outlines = (file, ...parts) => ({ params: { file_path: file }, holds: parts });

/** Files to write into a copy of the project: for formatting, and for diagnostics. */
const typescript = {
  folder: "typescript",
  language: "typescript",
  files: {
    "src/untidy.ts": "export   const  untidy=1 ;\n",
    "src/broken.ts": 'export const broken: number = "text";\n',
    "src/unclosed.ts": "export function unclosed( {\n",
  },
  requests: {
    hover: holds("src/main.ts@toFeet(größe<|>(", "größe", "(text: string)", "Written long ago"),
    definition: exactly(
      "src/main.ts@toFeet(<|>größe",
      "src/legacy.ts: export const größe = (text: string): number => {",
    ),
    typeDefinition: exactly("src/main.ts@const <|>tile", "src/shapes.ts: export class Square implements Shape {"),
    implementation: exactly(
      "src/shapes.ts:Shape.area",
      "src/shapes.ts: area(): number {",
      "src/shapes.ts: area(): number {",
    ),
    references: exactly(
      "src/shapes.ts:Units.Metric.toFeet",
      'src/main.ts: export const feet = Units.Metric.toFeet(größe("💣") + wheel.radius);',
      "src/shapes.ts: export function toFeet(metres: number): number {",
    ),
    incomingCalls: holds("src/legacy.ts:total", "run"),
    outgoingCalls: exactly("src/legacy.ts:total", "größe"),
    supertypes: holds("src/shapes.ts:Square", "Shape"),
    rename: renames(
      "src/legacy.ts:größe.länge",
      "n",
      "src/legacy.ts: const n = text.length;",
      "src/legacy.ts: return n;",
    ),
    completion: holds("src/shapes.ts:Square.area@this.<|>side", "side", "name", "area"),
    signatureHelp: holds("src/main.ts@new Square(<|>", "Square(side: number)"),
    codeAction: holds("src/legacy.ts:Legacy.run@<|>missing<|>(total())", "Add missing function declaration"),
    formatting: exactly("src/untidy.ts", "export const untidy = 1;\n"),
    diagnostic: holds("src/broken.ts", "Type 'string' is not assignable to type 'number'."),
    documentSymbol: holds("src/shapes.ts", "Circle", "scale", "toFeet"),
    documentHighlight: exactly("src/legacy.ts:größe.länge", "const länge = text.length;", "return länge;"),
    foldingRange: holds("src/shapes.ts", "export class Square implements Shape {"),
    selectionRange: holds("src/legacy.ts:größe.länge", "länge", "const länge = text.length;"),
    "semanticTokens/full": holds("src/main.ts", "wheel", "total"),
    outline: outlines("src/shapes.ts", "Circle.area", "Units.Metric.toFeet"),
    search: searches("toFeet", "src/shapes.ts: "),
  },
};

const python = {
  folder: "python",
  language: "python",
  files: {
    "store/untidy.py": "untidy   = 1\n",
    "store/broken.py": "def broken(:\n    pass\n",
  },
  requests: {
    hover: holds("store/shop.py:check@{<|>größe(", "Says how much."),
    definition: exactly("store/prices.py:total@<|>größe(1000)", "store/prices.py: def größe(preis: float) -> str:"),
    typeDefinition: exactly("store/shop.py@<|>shelf = Shelf", "store/items.py: class Shelf:"),
    implementation: exactly("store/items.py:Shelf.add", "store/items.py: def add(self, item: Item) -> None:"),
    references: exactly(
      "store/prices.py:größe",
      "store/prices.py: def größe(preis: float) -> str:",
      "store/prices.py: return größe(1) + größe(1000)",
      "store/prices.py: return größe(1) + größe(1000)",
      'store/shop.py: return f"💣 {tea.label} {total(shelf)} {größe(tea.price)}"',
      "store/shop.py: from store.prices import größe",
    ),
    incomingCalls: exactly("store/prices.py:größe", "check", "total"),
    outgoingCalls: exactly("store/prices.py:total", "größe"),
    supertypes: exactly("store/items.py:Shelf.Full", "Exception"),
    rename: renames(
      "store/items.py:Shelf.add",
      "put",
      "store/items.py: def put(self, item: Item) -> None:",
      'store/shop.py: shelf.put(Item("tea", 2.5)); shelf.put(Item.free("💣"))',
    ),
    completion: holds("store/shop.py@Item.<|>free", "free", "label"),
    signatureHelp: holds("store/shop.py@{total(<|>shelf", "shelf: Shelf"),
    codeAction: holds("store/shop.py@<|>total<|>(shelf)", "Extract"),
    formatting: exactly("store/untidy.py", "untidy = 1\n"),
    diagnostic: holds("store/broken.py", "("),
    documentSymbol: holds("store/items.py", "Shelf", "add", "hint"),
    documentHighlight: exactly(
      "store/prices.py:größe",
      "def größe(preis: float) -> str:",
      "return größe(1) + größe(1000)",
      "return größe(1) + größe(1000)",
    ),
    foldingRange: holds("store/items.py", "class Shelf:"),
    selectionRange: holds("store/shop.py:total@<|>result = ", "result", "result = 0.0"),
    "semanticTokens/full": holds("store/items.py", "Shelf", "add"),
    outline: outlines("store/items.py", "Shelf.add", "Shelf.Full.hint"),
    search: searches("Shelf.add", "store/items.py: "),
  },
};

const bash = {
  folder: "bash",
  language: "shellscript",
  files: { "untidy.sh": "if true; then\necho  x\nfi\n", "broken.sh": "if true; then\n  echo x\n" },
  requests: {
    hover: holds("clean.sh:remove_all@<|>log_line", "Writes a line to stderr."),
    definition: exactly("clean.sh:remove_all@<|>log_line", "lib/log.sh: log_line() {"),
    references: exactly(
      "lib/log.sh:log_line",
      'clean.sh: echo "💣 done"; log_line "info" "$LOG_LEVEL"',
      'deploy.sh: log_line "info" "copying $source_dir to $HOST"',
      "lib/log.sh: log_line() {",
      'lib/log.sh: log_line "error" "$@"',
    ),
    rename: renames(
      "lib/log.sh:log_error",
      "log_failure",
      "lib/log.sh: log_failure() {",
      'deploy.sh: echo "💣"; copy_files build || log_failure "failed"',
    ),
    completion: holds("deploy.sh:main@log<|>_quiet", "log_quiet"),
    codeAction: holds("deploy.sh:main@<|>log_error<|>", "Disable ShellCheck rule"),
    formatting: exactly("untidy.sh", "if true; then\n\techo x\nfi\n"),
    diagnostic: holds("broken.sh", "if"),
    documentSymbol: holds("deploy.sh", "copy_files", "inner_step", "HOST"),
    documentHighlight: exactly(
      "deploy.sh:copy_files",
      "copy_files() {",
      'echo "💣"; copy_files build || log_error "failed"',
    ),
    outline: outlines("deploy.sh", "copy_files.inner_step", "main"),
    search: searches("log_quiet", "lib/log.sh: "),
  },
};

const json = {
  folder: "json",
  language: "json",
  files: { "untidy.json": '{\n  "a":1}', "broken.json": '{ "a": }\n' },
  requests: {
    hover: holds("settings.json:colour", "What it is painted with"),
    completion: holds('settings.json@"colour": <|>"red"', '"red"', '"green"'),
    codeAction: holds("package.json@<|>version<|>", "Sort JSON"),
    formatting: exactly("untidy.json", '{\n  "a": 1\n}'),
    diagnostic: holds("broken.json", "Value expected"),
    documentSymbol: holds("package.json", "scripts", "dependencies"),
    foldingRange: holds("package.json", '"dependencies": {'),
    selectionRange: holds("package.json:scripts.test", '"test"', '"test": "echo test"'),
    outline: outlines("package.json", "scripts", "dependencies"),
    search: searches("colour", "settings"),
  },
};

const css = {
  folder: "css",
  language: "css",
  files: { "untidy.css": "a {\n  color: red;\n}\n\nb{color:red}\n", "broken.css": "a { colr: red; color: ; }\n" },
  requests: {
    hover: holds("page.css:.card", '<element class="card">'),
    definition: exactly("page.css:.card@var(<|>--gap)", "page.css: --gap: 4px;"),
    references: exactly(
      "page.css:.card@var(<|>--gap)",
      "page.css: --gap: 4px;",
      'page.css: content: "💣"; padding: var(--gap);',
      "page.css: margin: var(--gap) -1px;",
    ),
    rename: renames(
      "page.css:.card@padding: var(<|>--gap)",
      "--space",
      "page.css: --space: 4px;",
      'page.css: content: "💣"; padding: var(--space);',
      "page.css: margin: var(--space) -1px;",
    ),
    completion: holds("page.css:.card@padding: <|>var", "var()"),
    codeAction: holds("broken.css@<|>colr<|>", "Rename to 'color'"),
    formatting: exactly("untidy.css", "a {\n  color: red;\n}\n\nb {\n  color: red\n}"),
    diagnostic: holds("broken.css", "property value expected"),
    documentSymbol: holds("theme.css", ".button", ":root"),
    documentHighlight: exactly(
      "page.css:.card@var(<|>--gap)",
      "--gap: 4px;",
      'content: "💣"; padding: var(--gap);',
      "margin: var(--gap) -1px;",
    ),
    foldingRange: holds("theme.css", ".button {"),
    selectionRange: holds("page.css:.card@<|>margin", "margin: var(--gap) -1px;"),
    outline: outlines("theme.css", ".button", ":root"),
    search: searches([".card"], "page.css"),
  },
};

const html = {
  folder: "html",
  language: "html",
  files: {
    "untidy.html": "<div>\n  <p>one</p>\n<div><p>two</p></div></div>\n",
    "broken.html": "<style>a { color: ; }</style>\n",
  },
  requests: {
    hover: holds("about.html@<<|>section", "section"),
    definition: exactly('index.html@<|>greet("shop")', "index.html: function greet(name) {"),
    references: exactly(
      "index.html@<|>greet(name)",
      "index.html: function greet(name) {",
      'index.html: greet("shop");',
    ),
    rename: renames(
      "about.html@<<|>section",
      "article",
      'about.html: <h1 id="größe">💣</h1><article class="text"><p>Who we are</p></article>',
    ),
    completion: holds('index.html@target="<|>_blank', "_self"),
    signatureHelp: holds('index.html@greet(<|>"shop")', "greet(name"),
    formatting: exactly("untidy.html", "<div>\n  <p>one</p>\n  <div>\n    <p>two</p>\n  </div>\n</div>"),
    diagnostic: holds("broken.html", "property value expected"),
    documentSymbol: holds("index.html", "html", "body", "div#main.wide.dark"),
    documentHighlight: exactly(
      "about.html@<<|>section",
      '<h1 id="größe">💣</h1><section class="text"><p>Who we are</p></section>',
      '<h1 id="größe">💣</h1><section class="text"><p>Who we are</p></section>',
    ),
    foldingRange: holds("index.html", '<html lang="en">'),
    selectionRange: holds("about.html@<|>Who we are", "<p>Who we are</p>"),
    "semanticTokens/full": holds("index.html", "greet"),
    outline: outlines("index.html", "html", "html.body"),
    search: searches(["div#main.wide.dark"], "index.html"),
  },
};

const yaml = {
  folder: "yaml",
  language: "yaml",
  files: {
    "untidy.yaml": "a:    1\nb:\n  c:   2\n",
    "broken.yaml": "a: [1\n",
    "wrong.yaml": "# yaml-language-server: $schema=./settings.schema.json\ncolour: rd\n",
  },
  requests: {
    hover: holds("settings.yaml:colour", "What it is painted with."),
    definition: exactly("compose.yaml:services.web@*<|>common", "compose.yaml: restart: always"),
    completion: holds("settings.yaml@colour: <|>red", "red", "green"),
    rename: renames(
      "compose.yaml:x-common@&<|>common",
      "base",
      "compose.yaml: x-common: &base",
      "compose.yaml: <<: *base",
    ),
    codeAction: holds("wrong.yaml@<|>rd<|>", "red", "green"),
    formatting: exactly("untidy.yaml", "a: 1\nb:\n  c: 2\n"),
    diagnostic: holds("broken.yaml", "Flow sequence"),
    documentSymbol: holds("compose.yaml", "services", "web", "image"),
    foldingRange: holds("compose.yaml", "services:"),
    selectionRange: holds("compose.yaml:services.web.image", "image: nginx:1.25"),
    outline: outlines("compose.yaml", "services.web.image"),
    search: searches("services", "compose.yaml"),
  },
};

const cpp = {
  folder: "cpp",
  language: "cpp",
  files: {
    "src/untidy.cpp": "int   untidy=1 ;\n",
    "src/broken.cpp": 'int broken = "text";\n',
  },
  requests: {
    hover: holds("src/shapes.hpp:geo.Length", "A length with its unit."),
    definition: exactly(
      "src/main.cpp:main@wheel.<|>resize",
      "src/shapes.cpp: void Circle::resize(const Length &radius, int times) {",
    ),
    typeDefinition: exactly("src/main.cpp:main@geo::Circle <|>wheel", "src/shapes.hpp: class Circle : public Shape {"),
    implementation: exactly("src/shapes.hpp:geo.Shape.area", "src/shapes.hpp: double area() const override;"),
    references: exactly(
      "src/shapes.hpp:geo.Circle.resize[0]",
      "src/legacy.cpp: /* 💣 */ old.resize(2.0);",
      "src/shapes.cpp: void Circle::resize(double radius) { radius_ = radius; }",
      "src/shapes.hpp: void resize(double radius);",
    ),
    incomingCalls: exactly("src/shapes.hpp:geo.detail.square", "area"),
    outgoingCalls: holds("src/main.cpp:main", "resize", "report", "exitCode"),
    supertypes: exactly("src/shapes.hpp:geo.Circle", "Shape"),
    rename: renames(
      "src/shapes.hpp:geo.largest",
      "biggest",
      "src/main.cpp: const auto best = geo::biggest(area, 1.0);",
      "src/shapes.hpp: template <typename T> T biggest(T a, T b) { return a < b ? b : a; }",
    ),
    completion: holds("src/main.cpp:main@wheel.<|>resize", "area() const", "name() const"),
    signatureHelp: holds("src/main.cpp:main@resize(<|>", "resize(double radius)"),
    codeAction: holds("src/main.cpp:report@<|>auto<|> best", "Expand auto type"),
    formatting: exactly("src/untidy.cpp", "int untidy = 1;\n"),
    diagnostic: holds("src/broken.cpp", "Cannot initialize a variable of type 'int'"),
    documentSymbol: holds("src/shapes.hpp", "geo", "Circle", "Length"),
    documentHighlight: exactly(
      "src/legacy.cpp:legacy@<|>old.area",
      "geo::Circle old(1);",
      "/* 💣 */ old.resize(2.0);",
      "return old.area();",
    ),
    foldingRange: holds("src/shapes.cpp", "double Circle::area() const {"),
    selectionRange: holds("src/legacy.cpp:legacy@<|>old.area", "old", "old.area()"),
    "semanticTokens/full": holds("src/main.cpp", "report", "wheel"),
    outline: outlines("src/shapes.hpp", "geo.Circle.area"),
    search: searches("largest", "src/shapes.hpp: "),
  },
};

const go = {
  folder: "go",
  language: "go",
  files: {
    "untidy/untidy.go": "package untidy\n\nvar   X=1\n",
    "broken/broken.go": 'package broken\n\nvar X int = "text"\n',
  },
  requests: {
    hover: holds(
      "legacy.go:legacy@bank.<|>Open",
      "func bank.Open(owner string) *bank.Account",
      "Open makes an account.",
    ),
    definition: exactly(
      "legacy.go:legacy@account.<|>Deposit",
      "bank/account.go: func (a *Account) Deposit(cents int) {",
    ),
    typeDefinition: exactly("main.go:main@<|>account :=", "bank/account.go: type Account struct {"),
    implementation: holds("bank/account.go:Holder.Balance", "bank/account.go: func (a Account) Balance()"),
    references: exactly(
      "bank/account.go:Open",
      "bank/account.go: func Open(owner string) *Account {",
      'legacy.go: /* 💣 */ account := bank.Open("Bob"); account.Deposit(1)',
      'main.go: account := bank.Open("Ada")',
    ),
    incomingCalls: exactly("bank/account.go:Open", "legacy", "main"),
    outgoingCalls: holds("legacy.go:legacy", "Open", "Deposit", "Balance"),
    supertypes: holds("bank/account.go:Account", "Holder"),
    rename: renames(
      "bank/ledger.go:Ledger.Put",
      "Enter",
      "bank/ledger.go: // Enter enters a value.",
      "bank/ledger.go: func (l *Ledger[K, V]) Enter(key K, value V) {",
      'main.go: ledger.Enter("💣", account.Balance())',
    ),
    completion: holds("main.go:main@account.<|>Deposit", "Deposit", "Balance", "Größe"),
    signatureHelp: holds("main.go:main@account.Deposit(<|>", "Deposit(cents int)"),
    codeAction: holds("main.go:server.Serve@<|>s.Balance()<|>", "Extract variable"),
    formatting: exactly("untidy/untidy.go", "package untidy\n\nvar X = 1\n"),
    diagnostic: holds("broken/broken.go", "cannot use"),
    documentSymbol: holds("bank/account.go", "Account", "Open"),
    documentHighlight: exactly(
      "legacy.go:legacy@<|>holder",
      "func legacy(holder bank.Holder) int {",
      "return holder.Balance() + account.Balance()",
    ),
    foldingRange: holds("bank/account.go", "func Open(owner string) *Account {"),
    selectionRange: holds("legacy.go:legacy@<|>holder.Balance", "holder", "holder.Balance()"),
    "semanticTokens/full": holds("legacy.go", "legacy", "account"),
    outline: outlines("bank/account.go", "Holder.Balance", "Open"),
    search: searches("Ledger.Put", "bank/ledger.go: "),
  },
};

const data = "Names in data, styles and markup are not indexed.";
const plugins = "With plugins of its own: a formatter, a linter, refactorings.";
const helpers = "With shellcheck and shfmt installed.";
const clangd14 = "Not in clangd 14, which was measured; later versions support it.";

/**
 * The servers in the order of the table, with their headings, projects and footnotes by method. The
 * marks of the methods in `varies` depend on what else is installed.
 */
export const servers = [
  {
    server: "typescript-language-server",
    heading: "typescript",
    project: typescript,
  },
  { server: "vtsls", heading: "vtsls", project: typescript },
  {
    server: "pyright",
    heading: "pyright",
    project: python,
    notes: { codeAction: "Only creates missing type stubs." },
  },
  {
    server: "pylsp",
    heading: "pylsp",
    project: python,
    notes: { codeAction: plugins, formatting: plugins, diagnostic: plugins },
    varies: ["codeAction", "formatting", "diagnostic"],
  },
  {
    server: "clangd",
    heading: "clangd",
    project: cpp,
    notes: {
      outgoingCalls: clangd14,
      supertypes: clangd14,
      foldingRange: clangd14,
    },
    varies: ["outgoingCalls", "supertypes", "foldingRange"],
  },
  {
    server: "gopls",
    heading: "gopls",
    project: go,
    notes: { "semanticTokens/full": "With its setting `semanticTokens`." },
  },
  {
    server: "bash-language-server",
    heading: "bash",
    project: bash,
    notes: { codeAction: helpers, formatting: helpers, diagnostic: helpers },
    varies: ["codeAction", "formatting", "diagnostic"],
  },
  { server: "vscode-json-language-server", heading: "json", project: json, notes: { search: data } },
  { server: "vscode-css-language-server", heading: "css", project: css, notes: { search: data } },
  { server: "vscode-html-language-server", heading: "html", project: html, notes: { search: data } },
  { server: "yaml-language-server", heading: "yaml", project: yaml, notes: { search: data } },
  {
    server: "embedded",
    heading: "embedded",
    project: typescript,
    requests: { diagnostic: holds("src/unclosed.ts", "") },
    notes: {
      rename:
        "Only names that the workspace declares once, or in one hierarchy of types, and whose uses syntax can tell.",
      diagnostic: "Syntax errors only.",
      definition: "By names and scopes, without types.",
    },
  },
];
