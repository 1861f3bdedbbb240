/** Changes of files, and the files before and after. */

import type { FileChanges } from "../../../src/files/write/resolveChanges.js";
import { pick, type Random } from "../../text/random.js";

export interface Scenario {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** A second name of a file, which is then written in place. */
  readonly links?: Readonly<Record<string, string>>;
  changes(path: (name: string) => string): FileChanges;
  readonly after: Readonly<Record<string, string>>;
}

const bytes = (text: string) => Buffer.from(text);
const five = ["a", "b", "c", "d/e", "d/f"];

export const scenarios: readonly Scenario[] = [
  {
    name: "one file",
    files: { a: "old a" },
    changes: (path) => ({
      contents: [{ path: path("a"), before: bytes("old a"), after: bytes("a") }],
      moves: [],
      creations: [],
    }),
    after: { a: "a" },
  },
  {
    name: "five files",
    files: Object.fromEntries(five.map((name) => [name, `old ${name}`])),
    changes: (path) => ({
      contents: five.map((name) => ({
        path: path(name),
        before: bytes(`old ${name}`),
        after: bytes(`new text ${name}`),
      })),
      moves: [],
      creations: [],
    }),
    after: { ...Object.fromEntries(five.map((name) => [name, `new text ${name}`])), d: "(folder)" },
  },
  {
    name: "five files, two of them in place",
    files: Object.fromEntries(five.map((name) => [name, `old and long ${name}`])),
    links: { "b.link": "b", "f.link": "d/f" },
    changes: (path) => ({
      contents: five.map((name) => ({
        path: path(name),
        before: bytes(`old and long ${name}`),
        after: bytes(`new ${name}`),
      })),
      moves: [],
      creations: [],
    }),
    after: {
      ...Object.fromEntries(five.map((name) => [name, `new ${name}`])),
      d: "(folder)",
      "b.link": "new b",
      "f.link": "new d/f",
    },
  },
  {
    name: "edits, moves, deletions and creations",
    files: { a: "A", b: "B", c: "C", "d/e": "E", "d/binary": "\0", "gone/x/y": "Y" },
    changes: (path) => ({
      contents: [
        { path: path("a"), before: bytes("A"), after: bytes("A2") },
        { path: path("d/e"), before: bytes("E"), after: bytes("E2") },
      ],
      moves: [
        { from: path("a"), to: path("n/m/a"), content: bytes("A2") },
        { from: path("b"), to: path("a"), content: bytes("B") },
        { from: path("d"), to: path("f"), content: undefined },
        { from: path("f/binary"), to: path("f/moved"), content: undefined },
        { from: path("c"), to: undefined, content: bytes("C") },
        { from: path("gone"), to: undefined, isRecursive: true },
      ],
      creations: [
        { path: path("f/new"), after: bytes("N") },
        { path: path("p/q/r"), after: bytes("R") },
        { path: path("c"), after: bytes("C3") },
      ],
    }),
    after: {
      "n/m/a": "A2",
      n: "(folder)",
      "n/m": "(folder)",
      a: "B",
      f: "(folder)",
      "f/e": "E2",
      "f/moved": "\0",
      "f/new": "N",
      p: "(folder)",
      "p/q": "(folder)",
      "p/q/r": "R",
      c: "C3",
    },
  },
];

/** Makes a change of some of nine files in three folders, with second names of some. */
export function randomScenario(random: Random): Scenario {
  const names = ["a", "b", "c", "d/e", "d/f", "d/g/h", "i/j", "i/k", "l"].filter(() => random(4) > 0);
  const files = Object.fromEntries(names.map((name) => [name, `old ${name} ${"o".repeat(random(20))}`]));
  const linked = names.filter(() => random(6) === 0);
  const links = Object.fromEntries(linked.map((name) => [`${name}.link`, name]));
  const tree = new Tree(files, links);
  const contents = names
    .filter(() => random(2) === 0)
    .map((name) => ({ name, before: files[name] as string, after: `new ${"n".repeat(random(40))}` }));
  for (const { name, after } of contents) {
    tree.put(name, after);
    if (linked.includes(name)) tree.put(`${name}.link`, after);
  }
  const moves: { from: string; to: string | undefined; content: string | undefined }[] = [];
  for (let count = random(5); count > 0; count--) {
    const from = pick(
      random,
      tree.names().filter((name) => !tree.isMade(name)),
    );
    if (from === undefined) break;
    const content = tree.isFolder(from) ? undefined : tree.get(from);
    const isDeletion = random(3) === 0;
    const to = pick(random, ["m", "n", "o/p", "q/r/s", "d/t", "i/u", "a", "c"]);
    if (!isDeletion && (tree.has(to) || `${to}/`.startsWith(`${from}/`) || !tree.canHold(to))) continue;
    moves.push({ from, to: isDeletion ? undefined : to, content });
    tree.move(from, isDeletion ? undefined : to);
  }
  const creations: { name: string; after: string }[] = [];
  for (const name of ["a", "v", "d/w", "x/y/z", "m/n"]) {
    if (random(3) > 0 || tree.has(name) || !tree.canHold(name)) continue;
    creations.push({ name, after: `created ${name}` });
    tree.put(name, `created ${name}`);
  }
  return {
    name: "random",
    files,
    links,
    changes: (path) => ({
      contents: contents.map(({ name, before, after }) => ({
        path: path(name),
        before: bytes(before),
        after: bytes(after),
      })),
      moves: moves.map(({ from, to, content }) => ({
        from: path(from),
        to: to === undefined ? undefined : path(to),
        content: content === undefined ? undefined : bytes(content),
        isRecursive: content === undefined,
      })),
      creations: creations.map(({ name, after }) => ({ path: path(name), after: bytes(after) })),
    }),
    after: tree.entries(),
  };
}

/** The files and folders that a change should lead to. */
class Tree {
  readonly #entries = new Map<string, string>();
  /** The folders that are made by the change. */
  readonly #made = new Set<string>();

  constructor(...files: readonly Readonly<Record<string, string>>[]) {
    const [contents = {}, links = {}] = files;
    for (const [name, content] of Object.entries(contents)) this.put(name, content);
    for (const [link, name] of Object.entries(links)) this.put(link, contents[name] as string);
    this.#made.clear();
  }

  names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  get(name: string): string | undefined {
    return this.#entries.get(name);
  }

  /** Whether the change makes a folder, which it can't move. */
  isMade(name: string): boolean {
    return this.#made.has(name);
  }

  isFolder(name: string): boolean {
    return this.get(name) === "(folder)";
  }

  /** Whether no file is where a folder on the way to a name has to be. */
  canHold(name: string): boolean {
    return foldersOf(name).every((folder) => !this.has(folder) || this.isFolder(folder));
  }

  put(name: string, content: string): void {
    for (const folder of foldersOf(name)) {
      if (!this.has(folder)) this.#made.add(folder);
      this.#entries.set(folder, "(folder)");
    }
    this.#entries.set(name, content);
  }

  move(from: string, to: string | undefined): void {
    for (const [name, content] of [...this.#entries]) {
      if (name !== from && !name.startsWith(`${from}/`)) continue;
      this.#entries.delete(name);
      const isMade = this.#made.delete(name);
      if (to === undefined) continue;
      this.put(to + name.slice(from.length), content);
      if (isMade) this.#made.add(to + name.slice(from.length));
    }
  }

  entries(): Record<string, string> {
    return Object.fromEntries(this.#entries);
  }
}

function foldersOf(name: string): readonly string[] {
  const parts = name.split("/");
  return parts.slice(1).map((_part, index) => parts.slice(0, index + 1).join("/"));
}
