/** Tests of looking up declarations by name and by arity, also against a plain Map as the model. */

import type { Arity } from "../../../src/syntax/outline/arity.js";
import type { IndexedDeclaration, WorkspaceDeclaration } from "../../../src/workspace/declaration.js";
import { DeclarationStore } from "../../../src/workspace/store/declarationStore.js";
import type { IndexedFile } from "../../../src/workspace/store/fileTable.js";
import { createWordFilter } from "../../../src/workspace/store/wordFilter.js";
import { law, pick, type Random } from "../../text/random.js";
import { createStore, formatDeclaration, indexedFile, parseDeclaration, plainFile } from "./indexedFiles.js";

const overloads = {
  "/b.ts": `
    1:2 function open/1
    3:2 function open/0-
    5:2 function open/1-3
    7:2 class open`,
  "/a.ts": `
    9:2 method Door.open/1
    2:2 method Door.open/2-
    4:0 constant shut`,
};

test("A name has all its declarations, ordered by path and position", () => {
  expect(createStore(overloads).findByName("open").map(formatDeclaration)).toEqual([
    "/a.ts 2:2 method Door.open/2-",
    "/a.ts 9:2 method Door.open/1",
    "/b.ts 1:2 function open/1",
    "/b.ts 3:2 function open/0-",
    "/b.ts 5:2 function open/1-3",
    "/b.ts 7:2 class open",
  ]);
});

test("Declarations for a number of arguments come with fixed arities first, then ranges, then unbounded ones", () => {
  const store = createStore(overloads);
  expect(store.findByName("open", 1).map(formatDeclaration)).toEqual([
    "/a.ts 9:2 method Door.open/1",
    "/b.ts 1:2 function open/1",
    "/b.ts 5:2 function open/1-3",
    "/b.ts 3:2 function open/0-",
  ]);
  expect(store.findByName("open", 3).map(formatDeclaration)).toEqual([
    "/b.ts 5:2 function open/1-3",
    "/a.ts 2:2 method Door.open/2-",
    "/b.ts 3:2 function open/0-",
  ]);
  expect(store.findByName("open", 0).map(formatDeclaration)).toEqual(["/b.ts 3:2 function open/0-"]);
  expect(store.findByName("shut", 0)).toEqual([]);
});

test("A declaration is returned with everything that was stored of it", () => {
  const store = new DeclarationStore();
  const declaration = { name: "run", kind: "method", container: ["A", "B"], line: 70_000, character: 300 };
  store.put("/π/a.rs", indexedFile([declaration], { languageId: "rust" }));
  expect(store.findByName("run")).toEqual([{ ...declaration, path: "/π/a.rs", languageId: "rust" }]);
});

test("A file can be replaced and removed", () => {
  const store = createStore(overloads);
  store.put("/a.ts", indexedFile([]));
  expect(store.findByName("open").map(({ path }) => path)).toEqual(["/b.ts", "/b.ts", "/b.ts", "/b.ts"]);
  store.remove("/b.ts");
  store.remove("/never.ts");
  expect([store.findByName("open"), store.fileCount, store.declarationCount]).toEqual([[], 1, 0]);
});

test("Storing an equal record again only updates the stamp or the language", () => {
  const store = createStore(overloads);
  const file = indexedFile([], { size: 7 });
  store.put("/c.ts", file);
  const again = { ...file, stamp: { size: 7, modifiedMs: 9 } };
  store.put("/c.ts", again);
  expect(plainFile(store.fileOf("/c.ts") as IndexedFile)).toEqual(plainFile(again));
  store.put("/c.ts", { ...again, languageId: "python" });
  expect(store.fileOf("/c.ts")?.languageId).toBe("python");
});

test("A record returned for a file does not change when the store does", () => {
  const store = createStore(overloads);
  const { record } = store.fileOf("/a.ts") as IndexedFile;
  const before = record.slice();
  store.remove("/a.ts");
  store.put("/c.ts", indexedFile([], { filter: createWordFilter("some words that overwrite it all and more") }));
  expect(record).toEqual(before);
});

test("A name with thousands of declarations is kept through replacements and removals", () => {
  const store = new DeclarationStore();
  const everywhere = (line: number): IndexedDeclaration => ({
    name: "id",
    kind: "key",
    container: [],
    line,
    character: 0,
  });
  const many = Array.from({ length: 2_000 }, (_, line) => everywhere(line));
  for (const path of ["/b.json", "/c.json", "/a.json"]) store.put(path, indexedFile(many));
  store.put("/c.json", indexedFile(many.slice(0, 3)));
  store.remove("/b.json");
  expect(store.findByName("id").map(({ path, line }) => [path, line])).toEqual([
    ...many.map(({ line }) => ["/a.json", line]),
    ["/c.json", 0],
    ["/c.json", 1],
    ["/c.json", 2],
  ]);
});

test("A store that has lost most of its files takes little memory again", () => {
  const store = new DeclarationStore();
  const filter = new Uint8Array(3_000);
  const declaration = (name: string): IndexedDeclaration => ({
    name,
    kind: "class",
    container: [],
    line: 5,
    character: 0,
  });
  for (let file = 0; file < 500; file++)
    store.put(`/${file}.ts`, indexedFile([declaration(`Name${file}`)], { filter }));
  const before = store.byteLength;
  for (let file = 10; file < 500; file++) store.remove(`/${file}.ts`);
  expect(store.byteLength).toBeLessThan(before / 3);
  expect(store.findByName("Name7").map(formatDeclaration)).toEqual(["/7.ts 5:0 class Name7"]);
  expect([store.findByName("Name20"), store.fileCount, store.declarationCount]).toEqual([[], 10, 10]);
});

test("An iteration over all files during changes yields each file intact", () => {
  const store = new DeclarationStore();
  const filter = new Uint8Array(3_000);
  for (let file = 0; file < 600; file++) store.put(`/${file}.ts`, indexedFile([], { filter, size: file }));
  let seen = 0;
  for (const [path, { record, stamp }] of store.entries()) {
    expect([path, record.length]).toEqual([`/${stamp.size}.ts`, indexedFile([], { filter }).record.length]);
    if (seen++ === 10) for (let file = 20; file < 600; file++) store.remove(`/${file}.ts`);
  }
  expect(seen).toBeGreaterThanOrEqual(20);
});

const names = [
  "a",
  "b",
  "constructor",
  "__proto__",
  "hasOwnProperty",
  "",
  "x".repeat(300),
  "\ud83d",
  "\udca3",
  "💣",
  "é",
  "π",
  "\0",
  "a b",
];
const kinds = ["function", "method", "class", "", "contract", "constructor", "⚙"];
const arities: readonly (Arity | undefined)[] = [
  undefined,
  { least: 0, most: 0 },
  { least: 1, most: 1 },
  { least: 0, most: 1 },
  { least: 1, most: 3 },
  { least: 0, most: Number.POSITIVE_INFINITY },
  { least: 2, most: Number.POSITIVE_INFINITY },
];

law("A store answers like a plain Map", 1, (random) => {
  const store = new DeclarationStore();
  const model = new Map<string, { file: IndexedFile; declarations: readonly IndexedDeclaration[] }>();
  const mostFiles = 1 + random(30);
  for (let step = 0; step < 100; step++) {
    const path = `/${pick(random, ["ä", "b", "💣"])}/${random(mostFiles)}.ts`;
    if (random(4) === 0) {
      store.remove(path);
      model.delete(path);
    } else {
      const declarations = randomDeclarations(random);
      const file = indexedFile(declarations, { languageId: pick(random, ["python", "go"]), size: random(2 ** 31) * 8 });
      store.put(path, file, random(2) === 0);
      model.set(path, { file, declarations });
    }
    if (step % 20 === 0) same();
  }
  same();

  function same(): void {
    const all = [...model].flatMap(([path, { file, declarations }]) =>
      declarations.map((declaration) => ({ ...declaration, path, languageId: file.languageId })),
    );
    for (const name of [...names, "absent"]) {
      const named = all.filter((found) => found.name === name).sort(compareDeclarations);
      expect(store.findByName(name)).toEqual(named);
      for (const count of [0, 1, 2, 3, 4])
        expect(store.findByName(name, count)).toEqual(declarationsTaking(named, count));
    }
    const stored = [...store.entries()].map(([path, file]) => [path, plainFile(file)] as const);
    expect(new Map(stored)).toEqual(new Map([...model].map(([path, { file }]) => [path, plainFile(file)])));
    expect([store.fileCount, store.declarationCount]).toEqual([model.size, all.length]);
    for (const path of ["/b/0.ts", "/never"]) {
      const [file, expected] = [store.fileOf(path), model.get(path)?.file];
      expect(file && plainFile(file)).toEqual(expected && plainFile(expected));
    }
  }
});

/**
 * Most containers are declared before, some nowhere. Lines ascend, so that no two positions are
 * equal.
 */
function randomDeclarations(random: Random): IndexedDeclaration[] {
  const declarations: IndexedDeclaration[] = [];
  let line = 0;
  for (let left = random(12); left > 0; left--) {
    const outer = declarations[random(declarations.length + 1)];
    const container = outer ? [...outer.container, outer.name] : [];
    if (random(6) === 0) container.push(pick(random, names));
    line += 1 + random(random(5) === 0 ? 40_000 : 3);
    const arity = pick(random, arities);
    const place = { line, character: random(200) };
    declarations.push({
      name: pick(random, names),
      kind: pick(random, kinds),
      container,
      ...place,
      ...(arity && { arity }),
    });
  }
  return declarations;
}

function compareDeclarations(one: WorkspaceDeclaration, other: WorkspaceDeclaration): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.line - other.line;
}

function declarationsTaking(named: readonly WorkspaceDeclaration[], count: number): WorkspaceDeclaration[] {
  const fitting = named.filter(({ arity }) => arity && arity.least <= count && count <= arity.most);
  const rankOf = ({ arity }: WorkspaceDeclaration): readonly number[] => {
    const { least, most } = arity as Arity;
    return most === Number.POSITIVE_INFINITY ? [1, 0, -least] : [0, most - least, -least];
  };
  return fitting.sort((one, other) => {
    const [a, b] = [rankOf(one), rankOf(other)];
    return a.map((rank, at) => rank - (b[at] as number)).find((difference) => difference !== 0) ?? 0;
  });
}

test.each<[string, (store: DeclarationStore) => readonly { readonly name: string }[]]>([
  ["name", (store) => store.findByName("Blue")],
  ["letters", (store) => store.findMatching("blu", 9)],
  ["pattern", (store) => store.findByPattern({ path: ["Bl*"], limit: 9 }).declarations],
  ["similarity", (store) => store.findSimilar("Blues", 9)],
])("A declaration whose reading was deferred is found by %s, until its file is replaced or removed", (_, find) => {
  const store = new DeclarationStore();
  const fileOf = (name: string) =>
    indexedFile([parseDeclaration(`0:6 class ${name}`)], { filter: createWordFilter(name) });
  store.put("/a.ts", fileOf("Blue"), true);
  store.put("/b.ts", fileOf("Blue"), true);
  store.put("/c.ts", fileOf("Blue"), true);
  store.put("/d.ts", fileOf("Red"), true);
  store.remove("/a.ts");
  store.put("/b.ts", fileOf("Green"), true);
  expect(find(store)).toMatchObject([{ name: "Blue", path: "/c.ts" }]);
  store.remove("/c.ts");
  expect(find(store)).toEqual([]);
  expect([store.fileCount, store.declarationCount]).toEqual([2, 2]);
});

test("A deferred file that may contain any word is read by each query", () => {
  const store = new DeclarationStore();
  store.put("/a.ts", indexedFile([parseDeclaration("0:6 class Blue")]), true);
  expect(store.findByName("Blue")).toHaveLength(1);
});
