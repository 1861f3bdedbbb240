/** How many arguments a function takes, read off the text of its parameter list. */

import type { Arity } from "../declaration.js";
import { endOfBrackets, type Notation, type Parameter, parametersAt } from "./parameterList.js";
import { notations } from "./parameterSyntax.js";
import { vectorArity } from "./vectorArity.js";

/** What the heads of a language's parameters say. */
interface Rules {
  readonly notation: Notation;
  /** The first parameter, where no argument is written for it. */
  readonly receiver?: RegExp;
  /** Stands among parameters and takes no argument. */
  readonly nothing?: RegExp;
  /** Takes any number of arguments. */
  readonly rest?: RegExp;
  /** Needs no argument, though there is no default value. */
  readonly optional?: RegExp;
  /** Arguments are told apart by their places alone: what stands before one that is needed is needed. */
  readonly isByPlace?: boolean;
  /** A list without brackets. */
  readonly bare?: RegExp;
}

const dots = /\.\.\./;
const self = /^(?:self|cls|mcs)\b/;
const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

const c: Rules = { notation: notations.c, nothing: /^void$/, rest: dots };
const cpp: Rules = { ...c, notation: notations.cpp, receiver: /^this\b/ };
const javascript: Rules = {
  notation: notations.javascript,
  rest: /(?:^|\s)\.\.\./,
  isByPlace: true,
  bare: identifier,
};
const typescript: Rules = {
  ...javascript,
  notation: notations.typescript,
  receiver: /^this\b/,
  optional: /^[^:]*\?\s*(?::|$)/,
};
const usual: Rules = { notation: notations.usual, rest: /^\*|\.\.\./ };

/** By language id. */
const rulesOf: ReadonlyMap<string, Rules> = new Map<string, Rules>([
  ["c", c],
  ["cpp", cpp],
  ["cuda-cpp", cpp],
  // An extension method is called with or without what it extends.
  ["csharp", { notation: notations.csharp, rest: /(?:^|\s)params\s/, optional: /^(?:\[\]\s*)*this\s/ }],
  ["dart", { notation: notations.dart }],
  ["elixir", { notation: notations.elixir, bare: /^(?!\()/ }],
  ["erlang", { notation: notations.erlang }],
  ["go", { notation: notations.go, rest: dots }],
  ["java", { notation: notations.java, receiver: /\bthis$/, rest: dots }],
  ["javascript", javascript],
  ["javascriptreact", javascript],
  ["julia", { notation: notations.julia, rest: /\.\.\.$/ }],
  ["kotlin", { notation: notations.kotlin, rest: /\bvararg\s/ }],
  ["lua", { notation: notations.lua, receiver: /^self$/, rest: dots }],
  ["php", { notation: notations.php, rest: dots, isByPlace: true }],
  ["python", { notation: notations.python, receiver: self, nothing: /^[*/]$/, rest: /^\*/ }],
  ["r", { notation: notations.r, rest: dots }],
  [
    "ruby",
    {
      notation: notations.ruby,
      nothing: /^(?:&|\*\*nil$)/,
      rest: /^\*|^\.\.\.$/,
      optional: /^[^\s:]+:\s*\S/,
      bare: /^(?!\()/,
    },
  ],
  ["rust", { notation: notations.rust, receiver: /^(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self\b/, rest: dots }],
  ["scala", { notation: notations.scala, rest: /\*$/, optional: /^(?:implicit|using)\s/ }],
  ["svelte", typescript],
  ["swift", { notation: notations.kotlin, rest: /\.\.\.$/ }],
  ["typescript", typescript],
  ["typescriptreact", typescript],
  ["vue", typescript],
  ["zig", { notation: notations.c, receiver: /^self\s*:/, rest: dots }],
]);

/** What is called without brackets and commas, or by the names of what it takes. */
const withoutArity = new Set(["bash", "fish", "graphql", "powershell", "shellscript"]);
/** Nobody writes longer lists; what is taken for one may be anything. */
const longest = 10_000;
const lisps = new Set(["clojure", "clojurescript"]);

/** Undefined where the text is no parameter list, was cut off, or where the language has none that says it. */
export function arityOf(parameters: string, languageId: string): Arity | undefined {
  if (withoutArity.has(languageId) || parameters.length > longest) return undefined;
  const text = parameters.trim();
  if (lisps.has(languageId)) return vectorArity(text);
  const rules = rulesOf.get(languageId) ?? usual;
  const listed = listOf(rules.bare?.test(text) ? `(${text})` : text, rules.notation, languageId);
  if (listed === undefined) return undefined;
  const all = languageId === "dart" ? listed.flatMap(ungrouped) : listed;
  return counted(all, rules);
}

/** The parameters, where the text is a list of them from beginning to end, perhaps behind those of types. */
function listOf(text: string, notation: Notation, languageId: string): readonly Parameter[] | undefined {
  let from = 0;
  if (/^[[<]/.test(text)) {
    const behind = endOfBrackets(text, 0, notation);
    const list = behind === undefined ? 0 : text.length - text.slice(behind).trimStart().length;
    if (text[list] === "(") from = list;
  }
  if (!/[([]/.test(text[from] ?? "")) return undefined;
  const list = parametersAt(text, from, notation);
  if (list === undefined) return undefined;
  const behind = text.slice(list.end).trim();
  // Who calls a function with several lists writes the first list first.
  const isWhole = behind === "" || (languageId === "scala" && behind.startsWith("("));
  return isWhole ? list.parameters : undefined;
}

/** Dart puts what may be left out in brackets. */
function ungrouped(parameter: Parameter): readonly Parameter[] {
  if (!/^[[{]/.test(parameter.text)) return [parameter];
  const inside = parametersAt(parameter.text, 0, notations.dart)?.parameters ?? [];
  return inside.map((each) => ({ ...each, hasDefault: !/(?:^|\s)required\s/.test(each.head) }));
}

function counted(all: readonly Parameter[], rules: Rules): Arity {
  const [first] = all;
  const isReceived = first !== undefined && rules.receiver?.test(first.head);
  const taken = (isReceived ? all.slice(1) : all).filter(({ head }) => !rules.nothing?.test(head));
  const places = taken.filter(({ head }) => !rules.rest?.test(head));
  const isNeeded = ({ head, hasDefault }: Parameter) => !hasDefault && !rules.optional?.test(head);
  const least = rules.isByPlace ? places.findLastIndex(isNeeded) + 1 : places.filter(isNeeded).length;
  return { least, most: places.length < taken.length ? Number.POSITIVE_INFINITY : places.length };
}
