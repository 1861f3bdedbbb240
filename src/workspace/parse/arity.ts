/** The arity of a function, read from the text of its parameter list. */

import type { Arity } from "../declaration.js";
import { endOfBrackets, type Parameter, type ParameterSyntax, readParameters } from "./parameterList.js";
import { parameterSyntaxes } from "./parameterSyntax.js";
import { vectorArity } from "./vectorArity.js";

/**
 * How a language's parameters determine the arity. The expressions are matched against a
 * parameter's head.
 */
interface ArityRules {
  readonly syntax: ParameterSyntax;
  /** A first parameter for which callers write no argument. */
  readonly receiver?: RegExp;
  /** An entry of the list that is not a parameter. */
  readonly noArgument?: RegExp;
  /** A parameter that takes any number of arguments. */
  readonly variadic?: RegExp;
  /** A parameter that is optional without a default value. */
  readonly optional?: RegExp;
  /**
   * Whether arguments are matched by position alone: every parameter before a required one is
   * required.
   */
  readonly isPositional?: boolean;
  /** A parameter list without brackets. */
  readonly unbracketed?: RegExp;
}

const ellipsis = /\.\.\./;
const selfParameter = /^(?:self|cls|mcs)\b/;
const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

const c: ArityRules = { syntax: parameterSyntaxes.c, noArgument: /^void$/, variadic: ellipsis };
const cpp: ArityRules = { ...c, syntax: parameterSyntaxes.cpp, receiver: /^this\b/ };
const javascript: ArityRules = {
  syntax: parameterSyntaxes.javascript,
  variadic: /(?:^|\s)\.\.\./,
  isPositional: true,
  unbracketed: identifier,
};
const typescript: ArityRules = {
  ...javascript,
  syntax: parameterSyntaxes.typescript,
  receiver: /^this\b/,
  optional: /^[^:]*\?\s*(?::|$)/,
};
const defaultRules: ArityRules = { syntax: parameterSyntaxes.fallback, variadic: /^\*|\.\.\./ };

/** By language id. */
const rulesByLanguage: ReadonlyMap<string, ArityRules> = new Map<string, ArityRules>([
  ["c", c],
  ["cpp", cpp],
  ["cuda-cpp", cpp],
  // An extension method is called with or without the extended object as an argument.
  ["csharp", { syntax: parameterSyntaxes.csharp, variadic: /(?:^|\s)params\s/, optional: /^(?:\[\]\s*)*this\s/ }],
  ["dart", { syntax: parameterSyntaxes.dart }],
  ["elixir", { syntax: parameterSyntaxes.elixir, unbracketed: /^(?!\()/ }],
  ["erlang", { syntax: parameterSyntaxes.erlang }],
  ["go", { syntax: parameterSyntaxes.go, variadic: ellipsis }],
  ["java", { syntax: parameterSyntaxes.java, receiver: /\bthis$/, variadic: ellipsis }],
  ["javascript", javascript],
  ["javascriptreact", javascript],
  ["julia", { syntax: parameterSyntaxes.julia, variadic: /\.\.\.$/ }],
  ["kotlin", { syntax: parameterSyntaxes.kotlin, variadic: /\bvararg\s/ }],
  ["lua", { syntax: parameterSyntaxes.lua, receiver: /^self$/, variadic: ellipsis }],
  ["php", { syntax: parameterSyntaxes.php, variadic: ellipsis, isPositional: true }],
  ["python", { syntax: parameterSyntaxes.python, receiver: selfParameter, noArgument: /^[*/]$/, variadic: /^\*/ }],
  ["r", { syntax: parameterSyntaxes.r, variadic: ellipsis }],
  ["rholang", { syntax: parameterSyntaxes.rholang, variadic: ellipsis }],
  [
    "ruby",
    {
      syntax: parameterSyntaxes.ruby,
      noArgument: /^(?:&|\*\*nil$)/,
      variadic: /^\*|^\.\.\.$/,
      optional: /^[^\s:]+:\s*\S/,
      unbracketed: /^(?!\()/,
    },
  ],
  ["rust", { syntax: parameterSyntaxes.rust, receiver: /^(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self\b/, variadic: ellipsis }],
  ["scala", { syntax: parameterSyntaxes.scala, variadic: /\*$/, optional: /^(?:implicit|using)\s/ }],
  ["svelte", typescript],
  ["swift", { syntax: parameterSyntaxes.kotlin, variadic: /\.\.\.$/ }],
  ["typescript", typescript],
  ["typescriptreact", typescript],
  ["vue", typescript],
  ["zig", { syntax: parameterSyntaxes.c, receiver: /^self\s*:/, variadic: ellipsis }],
]);

/** Languages in which calls have no brackets and commas, or name their arguments. */
const languagesWithoutArity = new Set(["bash", "fish", "graphql", "powershell", "shellscript"]);
/** In UTF-16 code units. Longer texts are not parameter lists. */
const MAX_LENGTH = 10_000;
const lispLanguages = new Set(["clojure", "clojurescript"]);

/**
 * Returns undefined if the text is not a whole parameter list, or the language has no fixed
 * arities.
 */
export function arityOf(parameters: string, languageId: string): Arity | undefined {
  if (languagesWithoutArity.has(languageId) || parameters.length > MAX_LENGTH) return undefined;
  const text = parameters.trim();
  if (lispLanguages.has(languageId)) return vectorArity(text);
  const rules = rulesByLanguage.get(languageId) ?? defaultRules;
  const list = readList(rules.unbracketed?.test(text) ? `(${text})` : text, rules.syntax, languageId);
  if (list === undefined) return undefined;
  const all =
    languageId === "dart" ? list.flatMap(expandGroup) : languageId === "rholang" ? list.flatMap(splitRemainder) : list;
  return countArguments(all, rules);
}

/**
 * Returns the parameters if the whole text is one list, optionally after a list of type parameters.
 */
function readList(text: string, syntax: ParameterSyntax, languageId: string): readonly Parameter[] | undefined {
  let from = 0;
  if (/^[[<]/.test(text)) {
    const typesEnd = endOfBrackets(text, 0, syntax);
    const list = typesEnd === undefined ? 0 : text.length - text.slice(typesEnd).trimStart().length;
    if (text[list] === "(") from = list;
  }
  if (!/[([]/.test(text[from] ?? "")) return undefined;
  const list = readParameters(text, from, syntax);
  if (list === undefined) return undefined;
  const rest = text.slice(list.end).trim();
  // The first argument list of a call belongs to the first parameter list.
  const isWhole = rest === "" || (languageId === "scala" && rest.startsWith("("));
  return isWhole ? list.parameters : undefined;
}

/** Returns the members of a bracketed group: Dart puts optional parameters in brackets. */
function expandGroup(parameter: Parameter): readonly Parameter[] {
  if (!/^[[{]/.test(parameter.text)) return [parameter];
  const inside = readParameters(parameter.text, 0, parameterSyntaxes.dart)?.parameters ?? [];
  return inside.map((each) => ({ ...each, hasDefault: !/(?:^|\s)required\s/.test(each.head) }));
}

/** Returns the parameter and the remainder after it: in Rholang there may be no comma between. */
function splitRemainder(parameter: Parameter): readonly Parameter[] {
  const at = parameter.head.indexOf("...");
  return at > 0
    ? [
        { ...parameter, head: parameter.head.slice(0, at) },
        { ...parameter, head: "..." },
      ]
    : [parameter];
}

function countArguments(all: readonly Parameter[], rules: ArityRules): Arity {
  const [first] = all;
  const isReceived = first !== undefined && rules.receiver?.test(first.head);
  const withArgument = (isReceived ? all.slice(1) : all).filter(({ head }) => !rules.noArgument?.test(head));
  const positional = withArgument.filter(({ head }) => !rules.variadic?.test(head));
  const isNeeded = ({ head, hasDefault }: Parameter) => !hasDefault && !rules.optional?.test(head);
  const least = rules.isPositional ? positional.findLastIndex(isNeeded) + 1 : positional.filter(isNeeded).length;
  return { least, most: positional.length < withArgument.length ? Number.POSITIVE_INFINITY : positional.length };
}
