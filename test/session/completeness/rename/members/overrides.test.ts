/** Renames of members that others override, by a scripted backend that renames one of them. */

import { pair } from "../../../pair.js";

interface PositionParams {
  readonly textDocument: { readonly uri: string };
  readonly position: { readonly line: number; readonly character: number };
}

type Files = Readonly<Record<string, string>>;

/**
 * Opens a session for files in which `┃` marks the member that is renamed. The backend knows where
 * the words in `definitions` are declared (path, line and character, 0-based), and from the second
 * answer on renames what is marked with `║`, too. `onDefinition` is called with each
 * word that is asked about. `renames` has, by `path:line` of other places, what is renamed there.
 */
async function sessionWith(
  drawn: Files,
  definitions: Readonly<Record<string, string>> = {},
  onDefinition: (word: string) => void = () => {},
  renames: Readonly<Record<string, readonly string[]>> = {},
) {
  const files = Object.fromEntries(Object.entries(drawn).map(([path, text]) => [path, text.replace(/[┃║]/g, "")]));
  const marked = (mark: string) =>
    Object.entries(drawn).flatMap(([path, text]) => {
      const before = text.slice(0, text.indexOf(mark)).replace(/[┃║]/g, "").split("\n");
      return text.includes(mark) ? [{ path, line: before.length - 1, character: before.at(-1)?.length ?? 0 }] : [];
    });
  const [target] = marked("┃");
  if (target === undefined) throw new Error("nothing is marked");
  let count = 0;
  const session = pair({
    files,
    command: ["typescript-language-server", "--stdio"],
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/definition": ({ textDocument: { uri }, position: { line, character } }: PositionParams) => {
        const path = Object.keys(files).find((each) => session.uri(each) === uri) ?? "";
        const word = /^\w*/.exec((files[path] ?? "").split("\n")[line]?.slice(character) ?? "")?.[0] ?? "";
        onDefinition(word);
        const [file = "", row, column] = (definitions[word] ?? "").split(":");
        const start = { line: Number(row), character: Number(column) };
        return file === "" ? [] : [{ uri: session.uri(file), range: { start, end: start } }];
      },
      "textDocument/rename": ({ textDocument: { uri }, position: { line } }: PositionParams) => {
        const own = renames[`${Object.keys(files).find((each) => session.uri(each) === uri)}:${line}`];
        if (own !== undefined) return { documentChanges: own.map((place) => editAt(place, session.uri)) };
        count++;
        const places = [...marked("┃"), ...(count > 1 ? marked("║") : [])];
        const edits = places.map(({ path, line, character }) => {
          const end = { line, character: character + 3 };
          return { textDocument: { uri: session.uri(path), version: null }, edits: [edit({ line, character }, end)] };
        });
        return { documentChanges: edits };
      },
    },
  });
  await session.open();
  session.reportLoaded();
  const locate = `${target.path}:${target.line + 1}@<|>old`;
  const rename = (params: object) => session.request("locate/rename", { locate, newName: "now", ...params });
  return { session, rename, renameCount: () => count };
}

/** Returns an edit at `path:line:character`. */
function editAt(place: string, uriOf: (path: string) => string) {
  const [path = "", line, character] = place.split(":");
  const start = { line: Number(line), character: Number(character) };
  const end = { ...start, character: start.character + 3 };
  return { textDocument: { uri: uriOf(path), version: null }, edits: [edit(start, end)] };
}

const edit = (start: object, end: object) => ({ range: { start, end }, newText: "now" });

test.each<[string, string, string, readonly number[]]>([
  ["an override", "a.ts", "class A { ┃old() {} }\nclass B extends A { old() {} }", [2]],
  ["an overridden method", "a.ts", "class A { old() {} }\nclass B extends A { ┃old() {} }", [1]],
  ["a level between", "a.ts", "class A { ┃old() {} }\nclass M extends A {}\nclass B extends M { old() {} }", [3]],
  [
    "an override of the same method in another type",
    "a.ts",
    "class A { old() {} }\nclass B extends A { ┃old() {} }\nclass C extends A { old() {} }",
    [1, 3],
  ],
  ["a method of an interface", "a.ts", "interface A { ┃old(): void }\nclass B implements A { old() {} }", [2]],
  [
    "a method that a third type makes one of its interface's",
    "a.ts",
    "class A { ┃old() {} }\ninterface I { old(): void }\nclass B extends A implements I {}",
    [2],
  ],
  ["a field", "a.ts", "class A { ┃old = 1 }\nclass B extends A { old = 2 }", [2]],
  ["a type that is alike in its structure", "a.ts", "class A { ┃old() {} }\nclass B { old() {} }", []],
  [
    "an interface whose members another type has",
    "a.ts",
    "interface A { ┃old(): void; more(): void; free?(): void }\nclass B { other = 1; old() {} more() {} }\nclass C { old() {} }",
    [2],
  ],
  [
    "a class with the members of an interface",
    "a.ts",
    "interface A { old(): void; more(): void }\nclass B { ┃old() {} more() {} }",
    [1],
  ],
  ["an interface of one member", "a.ts", "interface A { ┃old(): void }\nclass B { old() {} }", []],
  ["a static method", "a.ts", "class A { static ┃old() {} }\nclass B extends A { static old() {} }", []],
  [
    "a common supertype without the member",
    "a.ts",
    "class A {}\nclass B extends A { ┃old() {} }\nclass C extends A { old() {} }",
    [],
  ],
  ["a type that is an argument", "a.ts", "class A { ┃old() {} }\nclass B extends List<A> { old() {} }", []],
  ["a supertype of a library", "a.ts", "class B extends Lib { ┃old() {} }\nclass C extends Lib { old() {} }", []],
  ["types that extend each other", "a.ts", "class A extends B { ┃old() {} }\nclass B extends A { old() {} }", [2]],
  ["Python", "a.py", "class A:\n    def ┃old(self): ...\nclass B(A):\n    def old(self): ...\n", [4]],
  ["a mangled name of Python", "a.py", "class A:\n    def ┃__x(self): ...\nclass B(A):\n    def __x(self): ...\n", []],
  ["Java", "a.java", "class A { void ┃old(int a) {} }\nclass B extends A { void old(int b) {} }", [2]],
  ["another overload", "a.java", "class A { void ┃old(int a) {} }\nclass B extends A { void old() {} }", []],
  ["a field of Java, which hides another", "a.java", "class A { int ┃old; }\nclass B extends A { int old; }", []],
  ["C++", "a.cpp", "struct A { virtual int ┃old(); };\nstruct B : public A { int old(); };", [2]],
  ["a hidden method of C++", "a.cpp", "struct A { int ┃old(); };\nstruct B : public A { int old(); };", []],
])("A rename of %s names what it leaves out", async (_, path, text, lines) => {
  const { session, rename } = await sessionWith({ [path]: text });
  const locate = text.includes("__x") ? `${path}:2@<|>__x` : undefined;
  const { result } = await rename({ place: true, ...(locate && { locate }) });
  const { certain = 0, places = [] } = result.unconfirmed ?? {};
  expect(places.slice(0, certain).map(({ line }: { line: number }) => line)).toEqual(lines);
  expect(result.unconfirmed?.why === undefined).toBe(lines.length === 0);
  await session.close();
});

const acrossFiles = {
  "a.ts": "export class A { ┃old() {} }\n",
  "b.ts": 'import { A } from "./a.js";\nclass B extends A { old() {} }\n',
};

test("An override that the server does not rename is refused with its place, and the message says why", async () => {
  const { session, rename } = await sessionWith(acrossFiles, { A: "a.ts:0:13" });
  const { error } = await rename({ apply: true });
  expect(error.data).toMatchObject({
    kind: "rename_incomplete",
    certain: 1,
    places: [{ file_path: "b.ts", line: 2, text: "class B extends A { old() {} }" }],
  });
  expect(error.message).toContain(
    "(1 place overrides the renamed member, or is overridden by it, and the server does not",
  );
  await session.close();
});

test("The server is asked again with the file of the override open", async () => {
  const files = { ...acrossFiles, "b.ts": acrossFiles["b.ts"].replace("{ old", "{ ║old") };
  const { session, rename, renameCount } = await sessionWith(files, { A: "a.ts:0:13" });
  const { result } = await rename({ place: true });
  expect(renameCount()).toBe(2);
  expect(result.result.documentChanges).toHaveLength(2);
  expect(result.unconfirmed).toEqual({ count: 0, places: [] });
  await session.close();
});

const ofPackage = { ...acrossFiles, "b.ts": 'import { A } from "pkg";\nclass B extends A { old() {} }\n' };

test.each([
  ["the renamed one's", "a.ts:0:13", 1],
  ["another", "c.ts:0:13", undefined],
])("A supertype whose import does not show its file is that which the server knows: %s", async (_, known, certain) => {
  const { session, rename } = await sessionWith({ ...ofPackage, "c.ts": "export class A {}\n" }, { A: known });
  const { result } = await rename({ place: true });
  expect(result.unconfirmed.certain).toBe(certain);
  await session.close();
});

test("A supertype has another name where an import gives it one", async () => {
  const text = 'import { A as Base } from "./a.js";\nclass B extends Base { old() {} }\n';
  const { session, rename } = await sessionWith({ ...acrossFiles, "b.ts": text });
  const { result } = await rename({ place: true });
  expect(result.unconfirmed).toMatchObject({ certain: 1, places: [{ file_path: "b.ts", line: 2 }] });
  await session.close();
});

test("A supertype that the text shows needs no question", async () => {
  const words: string[] = [];
  const { session, rename } = await sessionWith(acrossFiles, {}, (word) => words.push(word));
  const { result } = await rename({ place: true });
  expect(result.unconfirmed).toMatchObject({ certain: 1 });
  expect(words).not.toContain("A");
  await session.close();
});

test("A rename whose overrides could not all be searched is refused, and the message says so", async () => {
  const now = performance.now.bind(performance);
  let skewMs = 0;
  const clock = jest.spyOn(performance, "now").mockImplementation(() => now() + skewMs);
  // The answer about the first head comes too late for the others, even on a busy machine.
  const passTime = () => {
    skewMs += 110_000;
  };
  const files = { "a.ts": "class A extends One { ┃old() {} }\nclass B extends Two { old() {} }" };
  const { session, rename } = await sessionWith(files, {}, passTime);
  const { error } = await rename({ apply: true });
  expect(error.data).toMatchObject({ kind: "backend_timeout", certain: 0, more: true });
  expect(error.message).toContain("may be incomplete: not all members named old could be searched for overrides");
  expect(error.message).toContain('use apply: "anyway"');
  clock.mockRestore();
  await session.close();
});

test("A private member needs no search for overrides", async () => {
  const words: string[] = [];
  const files = { "a.ts": "class A extends One { private ┃old() {} }\nclass B extends Two { old() {} }" };
  const { session, rename } = await sessionWith(files, {}, (word) => words.push(word));
  const { result } = await rename({ place: true });
  expect(result.unconfirmed).not.toHaveProperty("more");
  expect(words.filter((word) => word !== "old")).toEqual([]);
  await session.close();
});

test("The server is asked at each override, and their places are listed", async () => {
  const files = {
    ...acrossFiles,
    "c.ts": 'import { A } from "./a.js";\nclass C extends A { old() {} }\nnew C().old();\n',
  };
  const { session, rename } = await sessionWith(files, { A: "a.ts:0:13" }, () => {}, {
    "b.ts:1": ["b.ts:1:20"],
    "c.ts:1": ["c.ts:1:20", "c.ts:2:8"],
  });
  const { result } = await rename({ place: true });
  const edited = result.result.documentChanges.map(
    ({ textDocument: { uri }, edits }: { textDocument: { uri: string }; edits: readonly object[] }) =>
      `${uri.slice(-4)} ${edits.length}`,
  );
  expect(edited).toEqual(["a.ts 1", "b.ts 1", "c.ts 2"]);
  const why = "overrides the renamed member, or is overridden by it";
  expect(result.completed).toEqual([
    { file_path: "b.ts", line: 2, text: "class B extends A { old() {} }", why },
    { file_path: "c.ts", line: 2, text: "class C extends A { old() {} }", why },
  ]);
  expect(result.unconfirmed).toEqual({ count: 0, places: [] });
  await session.close();
});

test("If the server does not rename one override, none is renamed", async () => {
  const files = { ...acrossFiles, "c.ts": 'import { A } from "./a.js";\nclass C extends A { old() {} }\n' };
  const { session, rename } = await sessionWith(files, { A: "a.ts:0:13" }, () => {}, { "b.ts:1": ["b.ts:1:20"] });
  const { result } = await rename({ place: true });
  expect(result.result.documentChanges).toHaveLength(1);
  expect(result).not.toHaveProperty("completed");
  expect(result.unconfirmed).toMatchObject({ certain: 2, places: [{ file_path: "b.ts" }, { file_path: "c.ts" }] });
  await session.close();
});
