/** What the Locate language knows of programming languages: which one a file is in, what counts into its words, how it comments. */

const languageByExtension: Readonly<Record<string, string>> = {
  c: "c",
  cc: "cpp",
  clj: "clojure",
  conf: "ini",
  cpp: "cpp",
  cs: "csharp",
  css: "css",
  cxx: "cpp",
  dart: "dart",
  el: "lisp",
  erl: "erlang",
  ex: "elixir",
  exs: "elixir",
  go: "go",
  h: "cpp",
  hpp: "cpp",
  hs: "haskell",
  htm: "html",
  html: "html",
  ini: "ini",
  java: "java",
  jl: "julia",
  js: "javascript",
  json: "json",
  jsonc: "jsonc",
  jsx: "javascriptreact",
  kt: "kotlin",
  less: "less",
  lisp: "lisp",
  lua: "lua",
  markdown: "markdown",
  md: "markdown",
  ml: "ocaml",
  php: "php",
  pl: "perl",
  pm: "perl",
  py: "python",
  pyi: "python",
  r: "r",
  rb: "ruby",
  rs: "rust",
  bash: "shellscript",
  sass: "sass",
  scala: "scala",
  scss: "scss",
  sh: "shellscript",
  sql: "sql",
  svelte: "svelte",
  swift: "swift",
  tex: "latex",
  toml: "toml",
  ts: "typescript",
  tsx: "typescriptreact",
  vue: "vue",
  xml: "xml",
  yaml: "yaml",
  yml: "yaml",
  zsh: "shellscript",
};

/** The language id an editor would give a file of that name, or "" where the table has none. */
export function languageOfPath(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const dot = name.lastIndexOf(".");
  const extension = name.slice(dot + 1).toLowerCase();
  return dot >= 0 && Object.hasOwn(languageByExtension, extension) ? (languageByExtension[extension] ?? "") : "";
}

/** The language of a document that a Locate is in: as the client says, or else by the file's extension. */
export function languageOf(
  { file_path }: { readonly file_path?: string | undefined },
  { languageId }: { readonly languageId?: string | undefined },
): string {
  return languageId ?? languageOfPath(file_path ?? "");
}

/** Characters that count into a word when they stand right before or right behind it. */
export interface WordRule {
  readonly before: string;
  readonly after: string;
}

const plain: WordRule = { before: "", after: "" };
const dashed: WordRule = { before: "-", after: "-" };
const wordRules: Readonly<Record<string, WordRule>> = {
  css: dashed,
  scss: dashed,
  sass: dashed,
  less: dashed,
  json: dashed,
  jsonc: dashed,
  yaml: dashed,
  shellscript: dashed,
  sh: dashed,
  bash: dashed,
  markdown: dashed,
  php: { before: "$", after: "" },
  ruby: { before: "", after: "?!" },
};

export function wordRuleOf(language: string): WordRule {
  return Object.hasOwn(wordRules, language) ? (wordRules[language] ?? plain) : plain;
}

/** Where names are data, not code: a `.` or a bracket in one is no separator, it is just there. */
const dataLanguages = new Set([
  "css",
  "scss",
  "sass",
  "less",
  "html",
  "json",
  "jsonc",
  "yaml",
  "toml",
  "xml",
  "markdown",
]);

export function isDataLanguage(language: string): boolean {
  return dataLanguages.has(language);
}

/** How a language writes comments: what opens one that runs to the end of its line, and what opens and closes a longer one. */
export interface CommentRule {
  readonly line: readonly string[];
  readonly block: readonly (readonly [string, string])[];
}

const slashes: CommentRule = { line: ["//"], block: [["/*", "*/"]] };
const hash: CommentRule = { line: ["#"], block: [] };
const markup: CommentRule = { line: [], block: [["<!--", "-->"]] };
const commentRules: Readonly<Record<string, CommentRule>> = {
  bash: hash,
  clojure: { line: [";"], block: [] },
  css: { line: [], block: [["/*", "*/"]] },
  elixir: hash,
  erlang: { line: ["%"], block: [] },
  haskell: { line: ["--"], block: [["{-", "-}"]] },
  html: markup,
  ini: { line: [";", "#"], block: [] },
  julia: { line: ["#"], block: [["#=", "=#"]] },
  latex: { line: ["%"], block: [] },
  lisp: { line: [";"], block: [["#|", "|#"]] },
  lua: { line: ["--"], block: [["--[[", "]]"]] },
  markdown: markup,
  ocaml: { line: [], block: [["(*", "*)"]] },
  perl: hash,
  php: { line: ["//", "#"], block: [["/*", "*/"]] },
  python: hash,
  r: hash,
  ruby: { line: ["#"], block: [["=begin", "=end"]] },
  shellscript: hash,
  sh: hash,
  sql: { line: ["--"], block: [["/*", "*/"]] },
  toml: hash,
  xml: markup,
  yaml: hash,
};

/** Where the language is not known, its comments are taken to be those of C. */
export function commentRuleOf(language: string): CommentRule {
  return Object.hasOwn(commentRules, language) ? (commentRules[language] ?? slashes) : slashes;
}
