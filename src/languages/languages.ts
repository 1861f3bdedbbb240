/** All languages of which something is known, by id. */

import { c, objectiveC } from "./c.js";
import { clojure } from "./clojure.js";
import { cmake } from "./cmake.js";
import { cpp, cuda } from "./cpp.js";
import { csharp } from "./csharp.js";
import { css, less, sass, scss } from "./css.js";
import { dart } from "./dart.js";
import { dockerfile } from "./dockerfile.js";
import { eex, elixir } from "./elixir.js";
import { erlang } from "./erlang.js";
import { commonFacts, type GrammarFacts, type LanguageDefinition, type LanguageFacts, nameSyntaxOf } from "./facts.js";
import { fish, nushell } from "./fish.js";
import { gleam } from "./gleam.js";
import { go } from "./go.js";
import { graphql } from "./graphql.js";
import { haskell } from "./haskell.js";
import { html, xml } from "./html.js";
import { ini } from "./ini.js";
import { groovy, java } from "./java.js";
import { javascript, javascriptreact } from "./javascript.js";
import { json, jsonc } from "./json.js";
import { julia } from "./julia.js";
import { kotlin } from "./kotlin.js";
import { idOfName } from "./languageTags.js";
import { latex } from "./latex.js";
import { lisp } from "./lisp.js";
import { lua } from "./lua.js";
import { makefile } from "./makefile.js";
import { markdown, mdx, quarto } from "./markdown.js";
import { nix } from "./nix.js";
import { ocaml } from "./ocaml.js";
import { perl } from "./perl.js";
import { php } from "./php.js";
import { powershell } from "./powershell.js";
import { proto } from "./proto.js";
import { python } from "./python.js";
import { r } from "./r.js";
import { rholang } from "./rholang.js";
import { crystal, erb, ruby } from "./ruby.js";
import { rust } from "./rust.js";
import { scala } from "./scala.js";
import { shellscript, zsh } from "./shellscript.js";
import { solidity } from "./solidity.js";
import { sql } from "./sql.js";
import { swift } from "./swift.js";
import { terraform } from "./terraform.js";
import { toml } from "./toml.js";
import { astro, svelte, typescript, typescriptreact, vue } from "./typescript.js";
import { yaml } from "./yaml.js";
import { zig } from "./zig.js";

/** The languages, each as its file states it. */
export const languageDefinitions: readonly LanguageDefinition[] = [
  c,
  objectiveC,
  clojure,
  cmake,
  cpp,
  cuda,
  csharp,
  css,
  scss,
  less,
  sass,
  dart,
  dockerfile,
  elixir,
  eex,
  erlang,
  fish,
  nushell,
  gleam,
  go,
  graphql,
  haskell,
  html,
  xml,
  ini,
  java,
  groovy,
  javascript,
  javascriptreact,
  json,
  jsonc,
  julia,
  kotlin,
  latex,
  lisp,
  lua,
  makefile,
  markdown,
  quarto,
  mdx,
  nix,
  ocaml,
  perl,
  php,
  powershell,
  proto,
  python,
  r,
  rholang,
  ruby,
  erb,
  crystal,
  rust,
  scala,
  shellscript,
  zsh,
  solidity,
  sql,
  swift,
  terraform,
  toml,
  typescript,
  typescriptreact,
  vue,
  svelte,
  astro,
  yaml,
  zig,
];

const factsByLanguage: ReadonlyMap<string, LanguageFacts> = new Map(
  languageDefinitions.flatMap(({ id, aliases = [], overriding, ...own }) => {
    const characters = own.nameCharacters;
    const names = characters ? nameSyntaxOf(characters) : {};
    const facts = { ...commonFacts, ...names, ...own, overriding: { ...commonFacts.overriding, ...overriding } };
    return [id, ...aliases].map((each) => [each, facts] as const);
  }),
);

/** Returns what is known of a language; the common facts for one without a file. */
export function factsOf(languageId: string): LanguageFacts {
  return factsByLanguage.get(languageId) ?? commonFacts;
}

/** Returns what is known of the language that a grammar parses. */
export function factsOfGrammar(name: string): LanguageFacts {
  return factsByGrammar.get(name) ?? factsOf(name);
}

const factsByGrammar = new Map(
  languageDefinitions.flatMap(({ id, grammar }) => (grammar ? [[grammar.name, factsOf(id)] as const] : [])),
);

/** Returns the id of the first language that a grammar parses. */
export function languageOfGrammar(name: string): string {
  return languageDefinitions.find(({ grammar }) => grammar?.name === name)?.id ?? name;
}

/** Returns the ids of the languages whose declarations this one can use, including itself. */
export function familyOf(languageId: string): readonly string[] {
  const { family } = factsOf(languageId);
  return (family === undefined ? undefined : families.get(family)) ?? [languageId];
}

const families = new Map<string, string[]>();
for (const [id, { family }] of factsByLanguage)
  if (family !== undefined) families.set(family, [...(families.get(family) ?? []), id]);

/** The shipped grammars by name. */
const grammarsByName: ReadonlyMap<string, GrammarFacts> = new Map(
  languageDefinitions.flatMap(({ grammar }) => (grammar === undefined ? [] : [[grammar.name, grammar] as const])),
);

/** The names of the shipped grammars, sorted. */
export const shippedGrammars: readonly string[] = [...grammarsByName.keys()].sort();

/** The ids of the languages that a shipped grammar parses. */
export const languagesWithGrammar: readonly string[] = [...factsByLanguage].flatMap(([id, { grammar }]) =>
  grammar === undefined ? [] : [id],
);

/** Returns what is known of the grammar of a name; undefined if it is not shipped. */
export function grammarNamed(name: string): GrammarFacts | undefined {
  return grammarsByName.get(name);
}

// A dialect with the facts of another language comes after it in the list.
const languageByInterpreter = new Map(
  languageDefinitions
    .flatMap(({ id, interpreters = [] }) => interpreters.map((each) => [each, id] as const))
    .toReversed(),
);

/**
 * Returns the language of a script, by its first line (`#!/usr/bin/env -S python3 -u`); undefined
 * where that names no interpreter of a known language.
 */
export function languageOfFirstLine(line: string): string | undefined {
  const [program = "", ...words] = /^#!\s*(.*)/.exec(line)?.[1]?.split(/\s+/) ?? [];
  // What env starts is its first word that is neither an option nor a variable.
  const started = /(?:^|\/)env$/.test(program) ? words.find((word) => !/^-|=/.test(word)) : program;
  const name = started?.slice(started.lastIndexOf("/") + 1) ?? "";
  return languageByInterpreter.get(/^[^\d.]*/.exec(name)?.[0] ?? "");
}

/**
 * Returns the language that the first word after a fence of Markdown names (`py`, `rust,ignore`,
 * `{r, echo=FALSE}`) by its id, a file's extension or another name; undefined for an unknown one.
 */
export function languageOfTag(tag: string): string | undefined {
  const name = /^\s*\{?\.?([A-Za-z][\w+#-]*)/.exec(tag)?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  const id = idOfName(name) ?? name;
  return factsByLanguage.has(id) ? id : languageByExtension.get(name);
}

const languageByExtension = new Map(
  languageDefinitions.flatMap(({ id, extensions = [] }) => extensions.map((extension) => [extension, id] as const)),
);

/**
 * Returns the language id that an editor would give a file of this name, or "" for an unknown one.
 */
export function languageOfPath(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const dot = name.lastIndexOf(".");
  return (dot < 0 ? undefined : languageByExtension.get(name.slice(dot + 1).toLowerCase())) ?? "";
}
