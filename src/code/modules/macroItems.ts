/**
 * The items that a call of a macro declares: those that its rules write, by their own names or by
 * names that the call passes (https://doc.rust-lang.org/reference/macros-by-example.html).
 */

import type { Stretch } from "../../text/stretch.js";

const token = /"(?:\\.|[^"\\])*"|\/\/[^\n]*|=>|[(){}[\]]|\$?[\p{ID_Start}_][\p{ID_Continue}]*|\$/gu;
const itemWords = new Set("fn struct enum union trait type const static".split(" "));
/** Words between the word of an item and its name. */
const qualifiers = new Set("fn mut unsafe extern async".split(" "));

interface Token {
  readonly text: string;
  readonly at: number;
}

/**
 * Returns where the rules of a macro, `rules`, declare an item of a name: in the rules themselves,
 * or among the arguments of a call, `given`. Both are parts of texts; the stretches are in them.
 */
export function itemsOfMacro(
  name: string,
  rules: string,
  given: string,
): { readonly inRules: readonly Stretch[]; readonly inCall: readonly Stretch[] } {
  const inRules: Stretch[] = [];
  let isPassed = false;
  for (const { text, at } of itemNamesIn(rules)) {
    if (text === name) inRules.push({ from: at, to: at + name.length });
    else if (text.startsWith("$") && takesName(rules, text)) isPassed = true;
  }
  const passed = isPassed ? tokensOf(given).find(({ text }) => text === name) : undefined;
  return { inRules, inCall: passed ? [{ from: passed.at, to: passed.at + name.length }] : [] };
}

/** Whether a metavariable of a macro stands for a name, or for any token. */
function takesName(rules: string, variable: string): boolean {
  const at = rules.indexOf(`${variable}:`);
  return at >= 0 && /^:\s*(?:ident|tt)\b/.test(rules.slice(at + variable.length, at + variable.length + 10));
}

/** Returns the names of the items that the rules write at their outermost level. */
function itemNamesIn(rules: string): readonly Token[] {
  const tokens = tokensOf(rules);
  const found: Token[] = [];
  // The delimiters that are open: around the rules, around what one writes, and in that.
  const open: ("rules" | "written" | "block" | "other")[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const { text } = tokens[at] as Token;
    if (/^[({[]$/.test(text)) {
      const isWritten = tokens[at - 1]?.text === "=>" && open.length === 1;
      open.push(open.length === 0 ? "rules" : isWritten ? "written" : text === "{" ? "block" : "other");
    } else if (/^[)}\]]$/.test(text)) open.pop();
    if (!itemWords.has(text) || !open.includes("written") || open.includes("block")) continue;
    let next = at + 1;
    while (qualifiers.has(tokens[next]?.text ?? "")) next++;
    const named = tokens[next];
    if (named && /^\$?[\p{ID_Start}_]/u.test(named.text)) found.push(named);
  }
  return found;
}

function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(token)].map((match) => ({ text: match[0], at: match.index }));
}
