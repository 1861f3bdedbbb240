/**
 * Possible uses are dropped where the backend itself resolves them to another symbol, and added to
 * the answer where it resolves them to the symbol.
 */

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { useFakeTimers } from "../../../routing/fakeTimers.js";
import { agentServers } from "../../agent/agentServers.js";
import { ErrorReply, noReply, pair } from "../../pair.js";

interface Position {
  readonly line: number;
  readonly character: number;
}

const files = {
  "a.ts": "export class A {\n  each(): void;\n  each(n: number): void;\n  each() {}\n}\nclass B { each() {} }\n",
  "use.ts": 'import { each } from "./a.js";\none.each();\n',
  "lib.d.ts": "interface List { each(): void }\n",
};

/**
 * Asks for references to `A.each`. `definitions` are those in use.ts, `path:line:character`.
 * Returns the places that are unconfirmed, and those that were added.
 */
async function comparedWith(definitions: readonly string[] | "error" | "silence") {
  const session = pair({
    files,
    command: ["typescript-language-server", "--stdio"],
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/references": () => [],
      "textDocument/definition": ({ textDocument: { uri } }: { textDocument: { uri: string } }) => {
        if (!uri.endsWith("/use.ts")) return { uri, range: range({ line: 3, character: 2 }) };
        if (definitions === "error") return new ErrorReply({ code: -32603, message: "no" });
        if (definitions === "silence") {
          jest.advanceTimersByTime(3_000);
          return noReply;
        }
        return definitions.map((each) => {
          const [path = "", line, character] = each.split(":");
          return { uri: session.uri(path), range: range({ line: Number(line), character: Number(character) }) };
        });
      },
    },
  });
  await session.open();
  session.reportLoaded();
  if (definitions === "silence") useFakeTimers();
  const { result } = await session.request("locate/references", { locate: "a.ts:2@each", place: true });
  jest.useRealTimers();
  await session.close();
  const { places, count } = result.unconfirmed;
  expect(count).toBe(places.length);
  expect(result.result).toHaveLength(result.completed?.length ?? 0);
  return { unconfirmed: namesOf(places), added: namesOf(result.completed ?? []) };
}

function namesOf(places: readonly { readonly file_path: string; readonly line: number }[]) {
  return places.map(({ file_path, line }) => `${file_path}:${line}`);
}

function range(start: Position) {
  return { start, end: { ...start, character: start.character + 4 } };
}

test.each<[string, readonly string[] | "error" | "silence", readonly string[] | "added"]>([
  ["another declaration", ["lib.d.ts:0:17"], []],
  ["another type's member in the same file", ["a.ts:5:10"], []],
  ["the declaration itself", ["a.ts:1:2"], "added"],
  ["the place where the backend declares the symbol", ["a.ts:3:2"], "added"],
  ["another overload", ["a.ts:2:2"], ["use.ts:2"]],
  ["a place in the symbol's file that is no name", ["a.ts:0:0"], ["use.ts:2"]],
  ["several declarations, one of them the symbol's", ["lib.d.ts:0:17", "a.ts:1:2"], ["use.ts:2"]],
  ["itself", ["use.ts:1:4"], []],
  ["nothing", [], ["use.ts:2"]],
  ["an error", "error", ["use.ts:2"]],
  ["not answered in time", "silence", ["use.ts:2"]],
])("A possible use whose definition is %s leaves %j", async (_what, definitions, expected) => {
  const isAdded = expected === "added";
  expect(await comparedWith(definitions)).toEqual({
    unconfirmed: isAdded ? [] : expected,
    added: isAdded ? ["use.ts:2"] : [],
  });
});

test.each([
  [
    "go",
    "a.go",
    "package p\ntype A struct{}\nfunc (a *A) Run() {}\ntype B struct{}\nfunc (b *B) Run() {}\nfunc (b *B) Walk() {}\n",
    "package p\nfunc f(x any) {\n\tb := &B{}\n\tb.Run()\n\tx.Run()\n}\n",
  ],
  [
    "python",
    "a.py",
    "class A:\n    def Run(self): pass\nclass B:\n    def Run(self): pass\n",
    "from a import B\ndef f(x):\n    b = B()\n    b.Run()\n    x.Run()\n",
  ],
  [
    "java",
    "a.java",
    "class A {\n  void Run() {}\n  void Run(int n) {}\n}\n",
    "class U {\n  void f(A a, V x) {\n\n    a.Run(1);\n    x.Run();\n  }\n}\n",
  ],
])("A use that syntax shows to mean another symbol is dropped unasked: %s", async (language, path, text, use) => {
  const extension = path.slice(2);
  const asked: number[] = [];
  const session = pair({
    files: { [path]: text, [`use.${extension}`]: use, "go.mod": "module example.com/p\n" },
    command: ["testls"],
    servers: agentServers({ languages: [language] }),
    handlers: {
      "textDocument/references": () => [],
      "textDocument/definition": ({ position }: { position: Position }) => {
        asked.push(position.line + 1);
        return [];
      },
    },
  });
  await session.open();
  session.reportLoaded();
  const { result } = await session.request("locate/references", { locate: `${path}:A.Run`, place: true });
  await session.close();
  expect(namesOf(result.unconfirmed.places)).toEqual([`use.${extension}:5`]);
  expect(asked).not.toContain(4);
});

test("Uses of the type that an embedded field names are none of the field", async () => {
  const session = pair({
    files: { "a.go": "package p\n\ntype i int\n\ntype e struct {\n\ti\n}\n\nfunc f(_ i) {}\n", "go.mod": "module p\n" },
    command: ["testls"],
    servers: agentServers({ languages: ["go"] }),
    handlers: {
      "textDocument/references": ({ textDocument: { uri } }: { textDocument: { uri: string } }) => [
        { uri, range: range({ line: 5, character: 1 }) },
      ],
      "textDocument/definition": ({ textDocument: { uri } }: { textDocument: { uri: string } }) => [
        { uri, range: range({ line: 2, character: 5 }) },
      ],
    },
  });
  await session.open();
  session.reportLoaded();
  const { result } = await session.request("locate/references", { locate: "a.go:6@i", place: true });
  await session.close();
  expect(result.result).toHaveLength(1);
  expect(result.unconfirmed.places).toEqual([]);
});

test("Uses whose types lead through the same declarations are all compared", async () => {
  const types = "class A:\n    def run(self): pass\nclass Base:\n    def run(self): pass\nclass B(Base): pass\n";
  const maker = "from a import B\ndef make() -> B: return B()\n";
  const use = `from make import make\n${"make().run()\n".repeat(8)}`;
  const asked: number[] = [];
  const session = pair({
    files: { "a.py": types, "make.py": maker, "use.py": use },
    command: ["testls"],
    servers: agentServers({ languages: ["python"] }),
    handlers: {
      "textDocument/references": () => [],
      "textDocument/definition": ({
        textDocument,
        position,
      }: {
        textDocument: { uri: string };
        position: Position;
      }) => {
        if (textDocument.uri.endsWith("/use.py")) asked.push(position.line + 1);
        return [];
      },
    },
  });
  await session.open();
  session.reportLoaded();
  const { result } = await session.request("locate/references", { locate: "a.py:A.run", place: true });
  await session.close();
  expect([result.unconfirmed.count, asked]).toEqual([0, []]);
});

test("A definition that a symbolic link leads to is the symbol itself", async () => {
  const session = pair({
    files: { "packages/lib/a.py": "def area(): pass\n", "app/b.py": "from lib.a import area\narea()\n" },
    command: ["testls"],
    servers: agentServers({ languages: ["python"] }),
    handlers: {
      "textDocument/references": () => [],
      "textDocument/definition": ({ textDocument: { uri } }: { textDocument: { uri: string } }) => {
        const path = uri.endsWith("/b.py") ? "app/lib/a.py" : "packages/lib/a.py";
        return { uri: session.uri(path), range: range({ line: 0, character: 4 }) };
      },
    },
  });
  symlinkSync("../packages/lib", join(fileURLToPath(session.uri("app")), "lib"));
  await session.open();
  const { result } = await session.request("locate/references", { locate: "packages/lib/a.py:area", place: true });
  await session.close();
  expect(result.completed.map(({ line }: { line: number }) => line)).toEqual([1, 2]);
});

const cppFiles = {
  "a.h": "namespace n {\nclass A {\n  int count_;\n};\nint size();\n}\n",
  "a.cc": "namespace n {\nint A::f() { return count_; }\nint A::g() { return count_; }\n}\n",
  "b.cc": "int size();\nnamespace n {\nint size() { return 1; }\nclass B { int count_; };\n}\nint x = n::size();\n",
};

/** Asks for references in C++. `definitions` are those in other files, by place: `path:line`. */
async function completeInCpp(locate: string, definitions: Readonly<Record<string, string>>) {
  const session = pair({
    files: cppFiles,
    command: ["testls"],
    servers: agentServers({ languages: ["cpp"] }),
    handlers: {
      "textDocument/references": () => [],
      "textDocument/definition": (params: { textDocument: { uri: string }; position: Position }) => {
        const { textDocument, position } = params;
        const found = definitions[`${textDocument.uri.slice(session.uri("").length + 1)}:${position.line}`];
        if (found === undefined) return { uri: textDocument.uri, range: range(position) };
        const [path = "", line, character] = found.split(":");
        return { uri: session.uri(path), range: range({ line: Number(line), character: Number(character) }) };
      },
    },
  });
  await session.open();
  const { result } = await session.request("locate/references", { locate, place: true });
  await session.close();
  const { completed = [], unconfirmed } = result;
  const lines = (places: readonly { readonly file_path: string; readonly line: number }[]) =>
    places.map(({ file_path, line }) => `${file_path}:${line}`);
  return { completed: lines(completed), unconfirmed: lines(unconfirmed.places) };
}

test("In C++ a use is certain that leads to a definition which leads to the declaration", async () => {
  const definitions = { "b.cc:5": "b.cc:2:4", "b.cc:2": "a.h:4:4" };
  expect((await completeInCpp("a.h:n.size", definitions)).completed).toEqual(["b.cc:3", "b.cc:6"]);
});

test.each<[string, string, Readonly<Record<string, string>>, boolean]>([
  ["the namespace around it", "a.h:n.A.count_", { "a.cc:1": "a.cc:0:10" }, true],
  ["another use of it", "a.h:n.A.count_", { "a.cc:1": "a.cc:2:20" }, true],
  ["a field of another class", "a.h:n.A.count_", { "a.cc:1": "b.cc:3:14" }, false],
  ["a function of the same qualified name", "a.h:n.size", { "b.cc:5": "b.cc:2:4" }, true],
  ["a function of another qualified name", "a.h:n.size", { "b.cc:5": "b.cc:0:4" }, false],
])("Whether in C++ a possible use is left that leads to %s", async (_what, locate, definitions, expected) => {
  const [place = ""] = Object.keys(definitions);
  const [path, line] = place.split(":");
  const { unconfirmed } = await completeInCpp(locate, definitions);
  expect(unconfirmed.includes(`${path}:${Number(line) + 1}`)).toBe(expected);
});
