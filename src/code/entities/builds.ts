/**
 * Which declarations are one symbol: a definition and what only announces it, and declarations for
 * different builds. Builds are told apart by the system and the processor in the names of files and
 * by their constraints (https://pkg.go.dev/cmd/go#hdr-Build_constraints), by the branches of `#if`,
 * by attributes such as `#[cfg]`, and by Kotlin's `expect` and `actual`.
 */

import { dirname } from "node:path";
import type { BuildConstraintFacts, PlatformFacts } from "../../languages/facts.js";
import { factsOf } from "../../languages/languages.js";
import { readName } from "../../locate/symbols/symbolNames.js";
import { stemOf } from "../imports/moduleName.js";
import { type CodeFile, type DeclaredEntity, type Entity, isForwardDeclaration, isSymbol } from "./entity.js";

/** A name where it is declared. */
export interface DeclaredName {
  readonly file: Pick<CodeFile, "path" | "languageId" | "text">;
  readonly from: number;
}

/** Whether entities are declarations of one: of each build, at most one is no announcement. */
export function areOneSymbol(entities: readonly Entity[]): entities is readonly DeclaredEntity[] {
  const declared = entities.filter(isSymbol);
  if (declared.length === 0 || declared.length < entities.length) return false;
  if (new Set(declared.map(ownerNameOf)).size > 1) return false;
  const definitions = declared.filter(
    ({ symbol, file }) =>
      symbol === undefined || !factsOf(file.languageId).hasPrototypes || !isForwardDeclaration(symbol, file),
  );
  return definitions.every((each, at) => definitions.slice(0, at).every((other) => areForOtherBuilds(each, other)));
}

/** Returns the plain name of what declares a symbol: around it, or in its name: `A::run`. */
export function ownerNameOf({ file, owners, symbol }: DeclaredEntity): string | undefined {
  const rule = factsOf(file.languageId).nameRule;
  const around = owners.flatMap(({ name }) => readName(name, rule).plain);
  return [...around, ...(symbol ? readName(symbol.name, rule).plain.slice(0, -1) : [])].at(-1);
}

/** Whether declarations of one name and owner are of one symbol, for different builds. */
export function areForOtherBuilds(one: DeclaredName, other: DeclaredName): boolean {
  const { path, languageId, text } = one.file;
  if (languageId !== other.file.languageId) return false;
  const { hasPreprocessor, conditionalAttribute, buildConstraint, platforms } = factsOf(languageId);
  if (platforms !== undefined) {
    if (path === other.file.path || packageOf(text, platforms) !== packageOf(other.file.text, platforms)) return false;
    // In a type that is expected, members have no word.
    return [one, other].some((each) => platforms.word.test(lineBefore(each)));
  }
  if (buildConstraint !== undefined)
    return dirname(path) === dirname(other.file.path) && !areBuiltTogether(one.file, other.file);
  if (path !== other.file.path) return false;
  if (hasPreprocessor) return areInOtherBranches(text, one.from, other.from);
  return [one, other].some((each) => conditionalAttribute?.test(headBefore(each)));
}

/** Whether a language has declarations that are for some builds alone. */
export function hasBuilds(languageId: string): boolean {
  const { hasPreprocessor, conditionalAttribute, buildConstraint, platforms } = factsOf(languageId);
  return [conditionalAttribute, buildConstraint, platforms].some((each) => each !== undefined) || hasPreprocessor;
}

/** The maximum length of what is before the name of a declaration, in UTF-16 units. */
const MAX_HEAD_LENGTH = 1_000;

function packageOf(text: string, platforms: PlatformFacts): string | undefined {
  return platforms.package.exec(text)?.[1];
}

/** Returns what is before the name in its line. */
function lineBefore({ file: { text }, from }: DeclaredName): string {
  return text.slice(text.lastIndexOf("\n", from - 1) + 1, from);
}

/** Returns what is before the name in its declaration, with its attributes and without comments. */
function headBefore({ file: { text }, from }: DeclaredName): string {
  const before = text.slice(Math.max(0, from - MAX_HEAD_LENGTH), from);
  const code = before.replace(/^[ \t]*\/\/.*$/gm, "");
  return code.split(/[;{}]/).at(-1) ?? "";
}

/** Whether an `#if` has two offsets in different branches. */
function areInOtherBranches(text: string, one: number, other: number): boolean {
  const [first, second] = [branchesAt(text, one), branchesAt(text, other)];
  return [...first].some(([group, branch]) => second.has(group) && second.get(group) !== branch);
}

/** Returns the branch of each `#if` around an offset, by the offset of the `#if`. */
function branchesAt(text: string, offset: number): ReadonlyMap<number, number> {
  const open: { group: number; branch: number }[] = [];
  for (const { index, 1: word } of text.slice(0, offset).matchAll(/^[ \t]*#[ \t]*(if|el|endif)\w*/gm)) {
    if (word === "if") open.push({ group: index, branch: 0 });
    else if (word === "endif") open.pop();
    else if (open.length > 0) (open.at(-1) as { branch: number }).branch++;
  }
  return new Map(open.map(({ group, branch }) => [group, branch]));
}

/** Constraints with more words of their own are not compared. */
const MAX_TAGS = 8;

type BuiltFile = DeclaredName["file"];

/** Whether there is a build that has both files. */
export function areBuiltTogether(one: BuiltFile, other: BuiltFile): boolean {
  const facts = factsOf(one.languageId).buildConstraint;
  if (facts === undefined) return true;
  const { systems, processors, groups } = facts;
  const constraints = [constraintOf(one, facts), constraintOf(other, facts)].filter((each) => each !== "");
  if (constraints.length < 2) return true;
  const words = new Set(constraints.join(" ").match(/[\w.]+/g) ?? []);
  const named = new Set([...systems, ...processors, ...groups.keys()]);
  const tags = [...words].filter((word) => !named.has(word));
  if (tags.length > MAX_TAGS) return true;
  const relevant = (all: readonly string[]) => ["", ...all.filter((name) => words.has(name))];
  const builtSystems = [...groups.keys()].some((group) => words.has(group)) ? ["", ...systems] : relevant(systems);
  for (const system of builtSystems)
    for (const processor of relevant(processors))
      for (let chosen = 0; chosen < 1 << tags.length; chosen++) {
        const isOn = (word: string) =>
          word === system ||
          word === processor ||
          groups.get(word)?.has(system) === true ||
          (chosen & (1 << tags.indexOf(word))) > 0;
        if (constraints.every((each) => isMet(each, isOn))) return true;
      }
  return false;
}

/** Returns the constraint of a file as an expression; empty if it has none. */
export function constraintOf({ path, text }: BuiltFile, { systems, processors }: BuildConstraintFacts): string {
  const parts: string[] = [];
  const words = stemOf(path)
    .replace(/_test$/, "")
    .split("_")
    .slice(1);
  const processor = processors.includes(words.at(-1) ?? "") ? words.pop() : undefined;
  const system = systems.includes(words.at(-1) ?? "") ? words.at(-1) : undefined;
  for (const each of [system, processor]) if (each !== undefined) parts.push(each);
  const head = text.slice(0, Math.max(0, text.search(/^package\b/m)));
  const line = /^\/\/go:build[ \t]+(\S.*)$/m.exec(head)?.[1];
  if (line !== undefined) parts.push(`(${line})`);
  // A space is an "or" in the form that older files have.
  const allOf = (option: string) => `(${option.replaceAll(",", " && ")})`;
  for (const [, options = ""] of line === undefined ? head.matchAll(/^\/\/[ \t]*\+build[ \t]+(\S.*)$/gm) : [])
    parts.push(`(${options.trim().split(/\s+/).map(allOf).join(" || ")})`);
  return parts.join(" && ");
}

/** Whether an expression of words, `!`, `&&`, `||` and parentheses is true. */
function isMet(constraint: string, isOn: (word: string) => boolean): boolean {
  const tokens = constraint.match(/[\w.]+|&&|\|\||[!()]/g) ?? [];
  let at = 0;
  const either = (): boolean => {
    let value = both();
    while (tokens[at] === "||") {
      at++;
      value = both() || value;
    }
    return value;
  };
  const both = (): boolean => {
    let value = single();
    while (tokens[at] === "&&") {
      at++;
      value = single() && value;
    }
    return value;
  };
  const single = (): boolean => {
    const token = tokens[at++];
    if (token === "!") return !single();
    if (token !== "(") return token === undefined || isOn(token);
    const value = either();
    at++;
    return value;
  };
  return either();
}
