/** JavaScript, and what the languages around it share. */

import { givingAt, noCollections } from "./collectionFacts.js";
import { scriptConventions } from "./conventionFacts.js";
import { type LanguageDefinition, type LanguageFacts, wordsOf } from "./facts.js";
import type { ParameterFacts } from "./parameters.js";

/** The members that every object has, and that the language and JSON call. */
export const calledName =
  /^(?:constructor|toString|toLocaleString|valueOf|toJSON|hasOwnProperty|isPrototypeOf|propertyIsEnumerable)$/;

/** What TypeScript and components have of JavaScript. */
export const ecmascript = {
  // Of private members.
  sigil: /^#/,
  hasHierarchy: true,
  hasReceiverTypes: true,
  passedImports: /\b(?:export|exports|global)\b/,
  entries: { decorator: /@[\w.$]+/ },
  family: "javascript",
  // https://nodejs.org/api/modules.html#loading-from-node_modules-folders
  // https://pnpm.io/symlinked-node-modules-structure
  libraries: {
    layout: "packages",
    manifests: ["package.json", "deno.json", "deno.jsonc"],
    inside: ["node_modules"],
    shared: [],
    standard: [],
    advice: "install the project's packages, as with npm install",
  },
  reservedWords: wordsOf(`
    arguments await break case catch class const continue debugger default delete do else enum eval export extends
    false finally for function if implements import in instanceof interface let new null package private protected
    public return static super switch this throw true try typeof undefined var void while with yield`),
  uses: [
    // An assignment declares a member: `exports.name = …`.
    { before: /(?<!\.\.)\.$/, after: /^(?:[^=]|==|=>|$)/ },
    { before: /(?:[=!&|+\-%?@]|(?<!\*)\/)$/ },
    { before: /(?<!\bcatch\s{0,4})\($/ },
    // A type, or the branch of a condition; `{ key: name }` may declare.
    { before: /:$/, after: /^[^,}=]/ },
    { before: /["'`]$/, after: /^(?:[^"'`]|["'`](?:[).;+]|\](?!\s*=)))/ },
    { before: /(?<![.\w$])(?:new|return|throw|typeof|instanceof|case|extends|implements|await|delete)$/ },
    { before: /,$/, after: /^\)/ },
    { after: /^(?:\.|\?\.|!\.|\[|=>)/ },
  ],
  allowsReservedMembers: true,
  hasExplicitReceivers: true,
  hasShorthandProperties: true,
  constructorWords: ["super"],
  hasDocTags: true,
  moduleLoaders: ["require", "import"],
  // https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Array, Map, Promise.
  collections: {
    ...noCollections,
    giving: new Map([
      ...givingAt([0], "every filter find findIndex findLast findLastIndex flatMap forEach map some then"),
      ...givingAt([0, 1], "sort toSorted"),
      ...givingAt([1], "reduce reduceRight"),
    ]),
    adding: wordsOf("add push unshift"),
    keeping: wordsOf(`
      catch concat copyWithin fill filter finally reverse slice sort splice toReversed toSorted toSpliced values with`),
    taking: wordsOf("at find findLast get pop shift"),
    counting: wordsOf("entries"),
    ofValues: wordsOf("forEach get values"),
  },
} satisfies Partial<LanguageFacts>;

export const scriptParameters: ParameterFacts = {
  form: "list",
  default: "=",
  variadic: /(?:^|\s)\.\.\./,
  spread: /^\.\.\./,
  isPositional: true,
  bare: "name",
};

export const javascript: LanguageDefinition = {
  ...ecmascript,
  id: "javascript",
  extensions: ["js", "mjs", "cjs", "es6"],
  interpreters: ["node", "nodejs"],
  grammar: { name: "javascript", queries: ["jsx", "javascript", "ecma"], isComplete: true },
  multilineQuote: "`",
  hasLabels: true,
  parameters: scriptParameters,
  hasRebinding: true,
  oneSymbol: ["accessors"],
  overloads: "none",
  conventions: scriptConventions,
  overriding: { calledName },
  unimportedUse: "script",
  modules: "files",
  // https://www.typescriptlang.org/docs/handbook/modules/reference.html
  stubs: [
    { module: ".js", stub: ".d.ts" },
    { module: ".mjs", stub: ".d.mts" },
    { module: ".cjs", stub: ".d.cts" },
  ],
  projectFile: "tsconfig.json",
};

export const javascriptreact: LanguageDefinition = { ...javascript, id: "javascriptreact", extensions: ["jsx"] };
