/**
 * Symbol paths whose names are whole heads of declarations: `add(int a)`, `get size`, `func (c
 * *Cart) Total() float64`. What is around the names are constraints that the declarations have to
 * meet.
 */

import { withoutBody } from "./codeBrackets.js";
import { type DeclarationHead, readHead, readTypeHead, wordsOf } from "./declarationHead.js";
import type { PathName } from "./symbolIndex.js";
import { readImplementation } from "./symbolNames.js";

/** Returns the paths that heads contain, likeliest first. */
export function pathsOfHeads(path: readonly string[]): PathName[][] {
  // The words of an `impl` are read as a whole: `Sync` is another trait than `!Sync`.
  if (path.some((name) => readImplementation(name) !== null)) return [];
  // A dot in the head, as in the type of a result, does not separate names.
  const isCut = path.slice(0, -1).some((name) => name.includes(")"));
  return [...pathsOf(path), ...(isCut ? pathsOf([path.join(".")]) : []), ...pathWithReceiver(path)];
}

function pathsOf(path: readonly string[]): PathName[][] {
  const last = withoutBody(path.at(-1) ?? "");
  const method = path.length === 1 ? goMethod.exec(last) : null;
  if (method !== null) {
    const [, pointer, receiver = "", rest = ""] = method;
    const head = readHead(rest);
    return [constrained([receiver, head.name], { ...head, before: pointer === undefined ? [] : ["*"] })];
  }
  const head = readHead(last);
  const outer = path.slice(0, -1);
  const heads = [...outer.map(readHead), head];
  const type = readTypeHead(last);
  const ofType = type === undefined ? [] : [constrained([...outer, type.name], type)];
  const around = heads.slice(0, -1).flatMap(({ before }) => before.filter((word) => !containerWords.test(word)));
  const before = [...around, ...head.before].flatMap(wordsOf);
  const names = heads.map(({ name }) => name);
  const spelled = operatorSpellings(head.name).map((name) => [...names.slice(0, -1), name]);
  const paths = [names, ...spelled]
    .filter((each) => each.every((name) => name !== "") && each.join("\0") !== path.join("\0"))
    .map((each) => constrained(each, { ...head, before }));
  return [...paths, ...ofType];
}

function constrained(names: readonly string[], { before, parameters, after }: DeclarationHead): PathName[] {
  const constraint = { before, after, ...(parameters !== undefined && { parameters }) };
  return names.map((name, at) => ({ raw: name, plain: name, ...(at === names.length - 1 && { constraint }) }));
}

/** Words before the name of a container, which are not on the line of its member. */
const containerWords = /^(?:class|struct|enum|interface|trait|namespace|module|impl|object|record|union)$/;

/** Matches the head of a method in Go: the receiver's type, and the name with what follows. */
const goMethod =
  /^(?:func\s+)?\(\s*(?:\p{ID_Continue}+\s+)?(?:(\*)\s*)?(\p{ID_Continue}+)(?:\[[^\]]*\])?\s*\)\s*(\p{ID_Start}[\s\S]*)$/u;

/** Returns `operator +` for `operator+`, and the reverse. */
function operatorSpellings(name: string): string[] {
  const [, sign] = /^operator\s*([^\w\s][\s\S]*)$/.exec(name) ?? [];
  return sign === undefined ? [] : [`operator${sign.replace(/\s+/g, "")}`, `operator ${sign}`];
}

/**
 * Reads the name before the last one as the receiver in its declaration: Kotlin's `fun
 * String.shout()`.
 */
function pathWithReceiver(path: readonly string[]): PathName[][] {
  const receiver = /^[\p{ID_Start}_][\p{ID_Continue}]*/u.exec(path.at(-2) ?? "")?.[0];
  if (receiver === undefined) return [];
  const { name, before, parameters, after } = readHead(path.at(-1) ?? "");
  if (name === "") return [];
  const constraint = { before, after, receiver, ...(parameters !== undefined && { parameters }) };
  return [
    [...path.slice(0, -2), name].map((each, at, all) => ({
      raw: each,
      plain: each,
      ...(at === all.length - 1 && { constraint }),
    })),
  ];
}
