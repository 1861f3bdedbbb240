/**
 * Texts that a grammar reads better than the one that is written: valid code that it fails on is
 * replaced by code of the same length that it reads, or by spaces, as a row of its language says.
 */

import type { CodeRewrite, GrammarFacts } from "../../languages/facts.js";
import type { Stretch } from "../../text/stretch.js";

/** A text in place of another, with the same offsets. */
export interface RewrittenText {
  readonly text: string;
  readonly omitted: readonly OmittedCode[];
}

/** What a rewritten text leaves out that may have names in it. */
export interface OmittedCode extends Stretch {
  /** Whether it may declare some of them. */
  readonly mayDeclare: boolean;
}

/** Longer texts are read as they are. */
const MAX_LENGTH = 1_000_000;

/**
 * Yields what a text may be replaced by if its grammar fails on it, the likeliest first: with its
 * rewrites and all branches of its conditional directives, without the later branches that are no
 * whole code by themselves, with the first branches alone.
 */
export function* rewritesOf(text: string, { rewrites = [], conditionals }: GrammarFacts): Generator<RewrittenText> {
  if (text.length > MAX_LENGTH || (rewrites.length === 0 && conditionals === undefined)) return;
  const rewritten = rewrites.reduce(applyRewrite, { text, omitted: [] });
  const branches = conditionals === undefined ? [] : branchesOf(text, conditionals);
  if (branches.length === 0) {
    if (rewritten.text !== text) yield rewritten;
    return;
  }
  const directives = branches.map(({ directive }) => directive);
  const isLater = ({ isFirst }: Branch) => !isFirst;
  const partial = branches.filter((branch) => isLater(branch) && !isWhole(text.slice(branch.from, branch.to)));
  const later = branches.filter((branch) => isLater(branch) && !hasOnlyDirectives(text.slice(branch.from, branch.to)));
  for (const [at, omitted] of [[], partial, later].entries()) {
    if (at > 0 && omitted.length === [[], [], partial][at]?.length) continue;
    const stretches = merge([...directives, ...omitted]);
    const branches = omitted.map(({ from, to }) => ({ from, to, mayDeclare: true }));
    yield { text: blank(rewritten.text, stretches), omitted: [...rewritten.omitted, ...branches] };
  }
}

function applyRewrite(before: RewrittenText, { pattern, by = "", fill = " ", hidesNames, joins }: CodeRewrite) {
  const omitted = [...before.omitted];
  const text = before.text.replace(pattern, (match, ...rest) => {
    const at = rest.find((each) => typeof each === "number") as number;
    if (hidesNames) omitted.push({ from: at, to: at + match.length, mayDeclare: false });
    const replaced = by + match.slice(by.length).replace(joins ? /[\s\S]/g : /[^\r\n]/g, fill);
    const { kept } = (typeof rest.at(-1) === "object" ? rest.at(-1) : {}) as { kept?: string };
    if (kept === undefined) return replaced;
    const from = match.lastIndexOf(kept);
    return replaced.slice(0, from) + kept + replaced.slice(from + kept.length);
  });
  return { text, omitted };
}

/** A part of a text that is compiled under a condition. */
interface Branch extends Stretch {
  /** The line of the directive before it. */
  readonly directive: Stretch;
  readonly isFirst: boolean;
}

/** Returns the branches of a text; what follows `#endif` is an empty one. */
function branchesOf(text: string, conditionals: RegExp): Branch[] {
  const branches: Branch[] = [];
  const open: { directive: Stretch; isFirst: boolean }[] = [];
  const end = (at: number) => {
    const last = open.pop();
    if (last) branches.push({ ...last, from: last.directive.to, to: at });
  };
  for (const match of text.matchAll(conditionals)) {
    const [line] = match;
    const directive = { from: match.index, to: match.index + line.length };
    const word = match.groups?.["word"] ?? "";
    if (word.startsWith("if")) open.push({ directive, isFirst: true });
    else {
      end(directive.from);
      if (word === "endif") branches.push({ directive, isFirst: true, from: directive.to, to: directive.to });
      else open.push({ directive, isFirst: false });
    }
  }
  while (open.length > 0) end(text.length);
  return branches;
}

/** Whether a part of a text has macros and includes alone, which no grammar fails on. */
function hasOnlyDirectives(part: string): boolean {
  const joined = part.replace(/\\\r?\n/g, "");
  return joined.split("\n").every((line) => /^\s*(?:#|\/\/|$)/.test(line));
}

/** Whether brackets are balanced in a part of a text, and it neither goes on nor is continued. */
function isWhole(part: string): boolean {
  const code = part.replace(/\/\/[^\n]*|"(?:\\.|[^"\\\n])*"/g, "").trim();
  if (/^(?:[.,:?&|+=)\]}]|else\b)|[,(&|+=]$/.test(code)) return false;
  let depth = 0;
  for (const [bracket] of code.matchAll(/[()[\]{}]/g)) {
    depth += "([{".includes(bracket) ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function merge(stretches: readonly Stretch[]): Stretch[] {
  const merged: Stretch[] = [];
  for (const each of [...stretches].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && each.from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, each.to) };
    else merged.push({ from: each.from, to: each.to });
  }
  return merged;
}

/** Returns a text with spaces in place of stretches; line ends stay. */
export function blank(text: string, stretches: readonly Stretch[]): string {
  if (stretches.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of stretches) {
    parts.push(text.slice(at, from), text.slice(from, to).replace(/[^\r\n]/g, " "));
    at = to;
  }
  return [...parts, text.slice(at)].join("");
}
