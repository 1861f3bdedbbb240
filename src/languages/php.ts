/** PHP. */

import { type LanguageDefinition, wordsOf } from "./facts.js";
import { headsOf, NAME } from "./heads.js";
import { ellipsis } from "./parameters.js";

export const php: LanguageDefinition = {
  id: "php",
  hasHierarchy: true,
  hasReceiverTypes: true,
  entries: { decorator: /#\[[^\]]+\]/ },
  extensions: ["php", "phtml"],
  heads: headsOf({
    modifiers: "public|private|protected|static|abstract|final|readonly",
    types: {
      interface: `(?:interface|trait)\\s+${NAME}`,
      enum: `enum\\s+${NAME}`,
      class: `class\\s+${NAME}`,
    },
    functions: `function\\s+&?\\s*${NAME}\\s*\\(`,
  }),
  interpreters: ["php"],
  grammar: { name: "php", isComplete: true },
  nameRule: "code with marks",
  wordEnds: { before: "$", after: "" },
  sigil: /^\$/,
  isSigilDropped: true,
  // Of its variables: the sigil tells all others from keywords.
  reservedWords: wordsOf("this"),
  comments: { line: ["//", "#"], block: [["/*", "*/"]] },
  attribute: /^#\[/,
  hasLabels: true,
  parameters: {
    form: "list",
    default: "=",
    variadic: ellipsis,
    argumentName: ": ",
    spread: /^\.\.\./,
    isPositional: true,
  },
  hasExplicitReceivers: true,
  hasNamedArguments: true,
  overriding: { calledName: /^__\w+$/ },
  modules: "names",
  importStatement: { statement: "use {name};", separator: "\\" },
  hasFolderModules: true,
  hasAutoload: true,
  hasMixins: true,
  topTypes: wordsOf("mixed object"),
  // https://www.php.net/manual/en/language.oop5.overloading.php
  forwarding: new Map([
    ["__call", "any"],
    ["__callStatic", "any"],
    ["__get", "any"],
  ]),
  constructorName: /^__construct$/i,
  overloads: "none",
  // https://getcomposer.org/doc/06-config.md#vendor-dir
  libraries: {
    layout: "vendor",
    manifests: ["composer.json"],
    inside: ["vendor"],
    shared: [],
    standard: [],
    advice: "install them: composer install",
  },
};
