/** The arity of a function, read from the text of its parameter list. */

import { factsOf } from "../../languages/languages.js";
import type { ParameterFacts, ParameterSyntax } from "../../languages/parameters.js";
import type { Arity } from "../declaration.js";
import { endOfBrackets, type Parameter, readParameters } from "./parameterList.js";
import { vectorArity } from "./vectorArity.js";

/** A name of ECMAScript, which may be the only parameter of an arrow function. */
const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
/** In UTF-16 code units. Longer texts are not parameter lists. */
const MAX_LENGTH = 10_000;

/**
 * Returns undefined if the text is not a whole parameter list, or the language has no fixed
 * arities.
 */
export function arityOf(parameters: string, languageId: string): Arity | undefined {
  const { parameters: rules } = factsOf(languageId);
  if (rules.form === "none" || parameters.length > MAX_LENGTH) return undefined;
  const text = parameters.trim();
  if (rules.form === "vector") return vectorArity(text);
  const list = readList(isBare(text, rules) ? `(${text})` : text, rules);
  if (list === undefined) return undefined;
  const { hasGroups = false, hasRemainder = false, syntax } = rules;
  const ungrouped = hasGroups ? list.flatMap((each) => expandGroup(each, syntax)) : list;
  return countArguments(hasRemainder ? ungrouped.flatMap(splitRemainder) : ungrouped, rules);
}

function isBare(text: string, { bare }: ParameterFacts): boolean {
  return bare === "list" ? !text.startsWith("(") : bare === "name" && identifier.test(text);
}

/**
 * Returns the parameters if the whole text is one list, optionally after a list of type parameters.
 */
function readList(text: string, { syntax, hasFurtherLists }: ParameterFacts): readonly Parameter[] | undefined {
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
  const isWhole = rest === "" || (hasFurtherLists === true && rest.startsWith("("));
  return isWhole ? list.parameters : undefined;
}

/** Returns the members of a bracketed group: Dart puts optional parameters in brackets. */
function expandGroup(parameter: Parameter, syntax: ParameterSyntax): readonly Parameter[] {
  if (!/^[[{]/.test(parameter.text)) return [parameter];
  const inside = readParameters(parameter.text, 0, syntax)?.parameters ?? [];
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

function countArguments(all: readonly Parameter[], rules: ParameterFacts): Arity {
  const [first] = all;
  const isReceived = first !== undefined && rules.receiver?.test(first.head);
  const withArgument = (isReceived ? all.slice(1) : all).filter(({ head }) => !rules.noArgument?.test(head));
  const positional = withArgument.filter(({ head }) => !rules.variadic?.test(head));
  const isNeeded = ({ head, hasDefault }: Parameter) => !hasDefault && !rules.optional?.test(head);
  const least = rules.isPositional ? positional.findLastIndex(isNeeded) + 1 : positional.filter(isNeeded).length;
  return { least, most: positional.length < withArgument.length ? Number.POSITIVE_INFINITY : positional.length };
}
