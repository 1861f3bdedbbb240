/** How many arguments a function takes, read off the text of its parameter list. */

import type { Arity } from "../declaration.js";
import { endOfBrackets, type Parameter, type ParameterSyntax, readParameters } from "./parameterList.js";
import { parameterSyntaxes } from "./parameterSyntax.js";
import { vectorArity } from "./vectorArity.js";

/** What the heads of a language's parameters say. */
interface ArityRules {
  readonly syntax: ParameterSyntax;
  /** The first parameter, where no argument is written for it. */
  readonly receiver?: RegExp;
  /** Stands among parameters and takes no argument. */
  readonly noArgument?: RegExp;
  /** Takes any number of arguments. */
  readonly variadic?: RegExp;
  /** Needs no argument, though there is no default value. */
  readonly optional?: RegExp;
  /** Arguments are told apart by their places alone: what stands before one that is needed is needed. */
  readonly isPositional?: boolean;
  /** A list without brackets. */
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
  // An extension method is called with or without what it extends.
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

/** What is called without brackets and commas, or by the names of what it takes. */
const languagesWithoutArity = new Set(["bash", "fish", "graphql", "powershell", "shellscript"]);
/** Nobody writes longer lists; what is taken for one may be anything. */
const MAX_LENGTH = 10_000;
const lispLanguages = new Set(["clojure", "clojurescript"]);

/** Undefined where the text is no parameter list, was cut off, or where the language has none that says it. */
export function arityOf(parameters: string, languageId: string): Arity | undefined {
  if (languagesWithoutArity.has(languageId) || parameters.length > MAX_LENGTH) return undefined;
  const text = parameters.trim();
  if (lispLanguages.has(languageId)) return vectorArity(text);
  const rules = rulesByLanguage.get(languageId) ?? defaultRules;
  const list = readList(rules.unbracketed?.test(text) ? `(${text})` : text, rules.syntax, languageId);
  if (list === undefined) return undefined;
  const all = languageId === "dart" ? list.flatMap(expandGroup) : list;
  return countArguments(all, rules);
}

/** The parameters, where the text is a list of them from beginning to end, perhaps behind those of types. */
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
  // Who calls a function with several lists writes the first list first.
  const isWhole = rest === "" || (languageId === "scala" && rest.startsWith("("));
  return isWhole ? list.parameters : undefined;
}

/** Dart puts what may be left out in brackets. */
function expandGroup(parameter: Parameter): readonly Parameter[] {
  if (!/^[[{]/.test(parameter.text)) return [parameter];
  const inside = readParameters(parameter.text, 0, parameterSyntaxes.dart)?.parameters ?? [];
  return inside.map((each) => ({ ...each, hasDefault: !/(?:^|\s)required\s/.test(each.head) }));
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
