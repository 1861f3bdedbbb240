/** TypeScript, and the components whose scripts are in it. */

import { scriptConventions } from "./conventionFacts.js";
import { type CodeRewrite, type LanguageDefinition, wordsOf } from "./facts.js";
import { headsOf, NAME } from "./heads.js";
import { calledName, ecmascript, scriptParameters } from "./javascript.js";
import type { ParameterFacts } from "./parameters.js";

const parameters: ParameterFacts = {
  ...scriptParameters,
  receiver: /^this\b/,
  optional: /^[^:]*\?\s*(?::|$)/,
};

const rewrites: readonly CodeRewrite[] = [
  { pattern: /(?<=[<,]\s{0,99})(?:in\s+out|out|in)(?=\s+[A-Za-z_$])/g },
  { pattern: /\bimport\(["'][^"'\n]*["']\)\.(?=\w)/g },
];

export const typescript: LanguageDefinition = {
  ...ecmascript,
  id: "typescript",
  declaredResult: /^\s*:[^={}();\n]+(?:\{|=>)/,
  extensions: ["ts", "mts", "cts"],
  heads: headsOf({
    modifiers: "export|default|declare|abstract|async|public|private|protected|static|readonly|override|get|set",
    types: {
      class: `class\\s+${NAME}`,
      interface: `(?:interface|type)\\s+${NAME}`,
      enum: `(?:const\\s+)?enum\\s+${NAME}`,
      module: `(?:namespace|module)\\s+${NAME}`,
    },
    functions: `function\\s*\\*?\\s*${NAME}`,
    variables: `(?:const|let|var)\\s+${NAME}`,
    methods: `(?!(?:if|for|while|switch|return|catch|function|await|super|throw)\\b)${NAME}\\s*(?:<[^<>()]*>)?\\([^;{}]*?\\)\\s*(?::[^;={}]*)?\\{`,
  }),
  interpreters: ["deno", "bun", "tsx", "ts-node"],
  grammar: { name: "typescript", queries: ["typescript", "ecma"], rewrites },
  multilineQuote: "`",
  hasTypeImports: true,
  hasLabels: true,
  parameters,
  oneSymbol: ["accessors", "signatures"],
  overloads: "none",
  conventions: scriptConventions,
  overriding: { isStructural: true, privateName: /^#/, calledName },
  unimportedUse: "script",
  mergesDeclarations: true,
  topTypes: wordsOf("any unknown object Object"),
  // https://www.typescriptlang.org/docs/handbook/utility-types.html
  transparentTypes: wordsOf("Partial Readonly Required NonNullable Pick Omit Exclude Extract Awaited"),
  resultTypes: new Set(["ReturnType"]),
  modules: "files",
  projectFile: "tsconfig.json",
};

export const typescriptreact: LanguageDefinition = {
  ...typescript,
  id: "typescriptreact",
  extensions: ["tsx"],
  grammar: { name: "tsx", queries: ["jsx", "typescript", "ecma"], rewrites },
};

const scripts = ["tsx", "typescript", "javascript"];

export const vue: LanguageDefinition = {
  ...ecmascript,
  id: "vue",
  extensions: ["vue"],
  grammar: { name: "vue", isHost: true, template: { syntax: "directives", scripts } },
  parameters,
  oneSymbol: ["accessors", "signatures"],
  overloads: "none",
  mergesDeclarations: true,
  modules: "files",
};

const runes = wordsOf("state derived effect props bindable inspect host");

export const svelte: LanguageDefinition = {
  ...vue,
  id: "svelte",
  extensions: ["svelte"],
  grammar: { name: "svelte", isHost: true, template: { syntax: "blocks", runes, scripts } },
};

/** Its markup is read as HTML; its scripts are modules of their own. */
export const astro: LanguageDefinition = {
  ...vue,
  id: "astro",
  extensions: ["astro"],
  grammar: {
    ...{ name: "astro", file: "html", queries: ["html"], isHost: true },
    template: { syntax: "expressions", frontMatter: "tsx", scripts: ["tsx"] },
  },
};
