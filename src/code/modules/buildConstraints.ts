/**
 * Which files of Go are built together: by the system and the processor in their names, and by
 * their constraints (https://pkg.go.dev/cmd/go#hdr-Build_constraints).
 */

import { basename } from "node:path";
import type { CodeFile } from "../entities/entity.js";

const systems = `aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9 solaris wasip1
  windows`.split(/\s+/);
const processors = `386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm`.split(
  /\s+/,
);
const unixSystems = new Set(systems.filter((name) => !/^(?:js|plan9|wasip1|windows)$/.test(name)));
/** Constraints with more words of their own are not compared. */
const MAX_TAGS = 8;

/** Whether there is a build that has both files. */
export function areBuiltTogether(one: CodeFile, other: CodeFile): boolean {
  const constraints = [constraintOf(one), constraintOf(other)].filter((each) => each !== "");
  if (constraints.length < 2) return true;
  const words = new Set(constraints.join(" ").match(/[\w.]+/g) ?? []);
  const tags = [...words].filter((word) => !systems.includes(word) && !processors.includes(word) && word !== "unix");
  if (tags.length > MAX_TAGS) return true;
  const relevant = (all: readonly string[]) => ["", ...all.filter((name) => words.has(name))];
  const builtSystems = words.has("unix") ? systems : relevant(systems);
  for (const system of builtSystems)
    for (const processor of relevant(processors))
      for (let chosen = 0; chosen < 1 << tags.length; chosen++) {
        const isOn = (word: string) =>
          word === system ||
          word === processor ||
          (word === "unix" && unixSystems.has(system)) ||
          // What holds for Linux holds for Android.
          (word === "linux" && system === "android") ||
          (word === "darwin" && system === "ios") ||
          (chosen & (1 << tags.indexOf(word))) > 0;
        if (constraints.every((each) => isMet(each, isOn))) return true;
      }
  return false;
}

/** Returns the constraint of a file as an expression; empty if it has none. */
function constraintOf({ path, text }: CodeFile): string {
  const parts: string[] = [];
  const words = basename(path)
    .replace(/(?:_test)?\.go$/, "")
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
