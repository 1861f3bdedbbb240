/**
 * Rules of programming languages for the Locate language and for scopes: file extensions, word
 * characters, receivers, forward declarations, comments. The table of extensions repeats the one of
 * servers.json, as the library reads no files.
 */

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
  ps1: "powershell",
  psm1: "powershell",
  py: "python",
  pyi: "python",
  r: "r",
  rb: "ruby",
  rho: "rholang",
  rholang: "rholang",
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

/**
 * Returns the language id that an editor would give a file of this name, or "" for an unknown one.
 */
export function languageOfPath(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const dot = name.lastIndexOf(".");
  const extension = name.slice(dot + 1).toLowerCase();
  return dot >= 0 && Object.hasOwn(languageByExtension, extension) ? (languageByExtension[extension] ?? "") : "";
}

/**
 * Returns the language of a document that a Locate is in: as the client says, or else by the file's
 * extension.
 */
export function languageOf(
  { file_path }: { readonly file_path?: string | undefined },
  { languageId }: { readonly languageId?: string | undefined },
): string {
  return languageId ?? languageOfPath(file_path ?? "");
}

/** Characters that are part of a word if they are directly before or after it. */
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

/** Languages in which names are data: a `.` or a bracket in a name is not a separator. */
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

/**
 * Languages that mark variables or fields: `$name`, `@field`; or names that are keywords: `@class`.
 * Elsewhere `$` is a letter.
 */
const markingLanguages = new Set([
  "csharp",
  "php",
  "perl",
  "ruby",
  "erb",
  "crystal",
  "elixir",
  "shellscript",
  "sh",
  "bash",
  "fish",
  "nushell",
  "powershell",
]);

/**
 * How names are read: in "code", separators split them; as "code with marks", the mark of a
 * variable is not part of its name either; as "data" they stay whole.
 */
export type NameRule = "code" | "code with marks" | "data";

export function nameRuleOf(language: string): NameRule {
  if (isDataLanguage(language)) return "data";
  return markingLanguages.has(language) ? "code with marks" : "code";
}

/** Languages in which a member is always accessed through a receiver, such as `this`. */
const explicitReceiverLanguages = new Set([
  "typescript",
  "typescriptreact",
  "javascript",
  "javascriptreact",
  "vue",
  "svelte",
  "python",
  "rust",
  "go",
  "php",
  "lua",
  "elixir",
  "zig",
]);

/** Whether a member is always accessed through a receiver, such as `this`. */
export function hasExplicitReceivers(language: string): boolean {
  return explicitReceiverLanguages.has(language);
}

const shorthandPropertyLanguages = new Set([
  "typescript",
  "typescriptreact",
  "javascript",
  "javascriptreact",
  "vue",
  "svelte",
  "rust",
]);

/** Whether `{ x }` can mean a variable and a property or field of that name at once. */
export function hasShorthandProperties(language: string): boolean {
  return shorthandPropertyLanguages.has(language);
}

const forwardDeclarationLanguages = new Set(["c", "cpp", "cuda-cpp", "objective-c", "objective-cpp"]);

/** Whether a language separates declarations, such as prototypes, from definitions. */
export function hasForwardDeclarations(language: string): boolean {
  return forwardDeclarationLanguages.has(language);
}

/**
 * The comments of a language: the openers of line comments, and the openers and closers of block
 * comments.
 */
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

/** Returns the comment rule of a language; for an unknown language, that of C. */
export function commentRuleOf(language: string): CommentRule {
  return Object.hasOwn(commentRules, language) ? (commentRules[language] ?? slashes) : slashes;
}
