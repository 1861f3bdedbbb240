/**
 * Which files are built together: by the system and the processor in their names, and by their
 * constraints (https://pkg.go.dev/cmd/go#hdr-Build_constraints).
 */

import type { BuildConstraintFacts } from "../../languages/facts.js";
import { factsOf } from "../../languages/languages.js";
import type { CodeFile } from "../entities/entity.js";
import { stemOf } from "../imports/moduleName.js";

/** Constraints with more words of their own are not compared. */
const MAX_TAGS = 8;

/** Whether there is a build that has both files. */
export function areBuiltTogether(one: CodeFile, other: CodeFile): boolean {
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
function constraintOf({ path, text }: CodeFile, { systems, processors }: BuildConstraintFacts): string {
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
