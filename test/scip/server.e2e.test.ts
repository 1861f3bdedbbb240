import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import type { Location } from "vscode-languageserver-protocol";
import { SpanFile } from "../../src/files/readFileSync.js";
import { buildTables } from "../../src/scip/file/tables.js";
import { openTables } from "../../src/scip/file/tablesCache.js";
import { removeFolder } from "../removeFolder.js";
import {
  bytesOf,
  type FixtureDocument,
  indexOf,
  openScip,
  type ScipSession,
  type ScipSessionOptions,
  unitsOf,
} from "./indexes.js";

let session: ScipSession | undefined;
afterEach(() => {
  session?.close();
  session = undefined;
});

const f = "s m pkg 1 `a.t`/f().";
const g = "s m pkg 1 `b.t`/g().";

const twoFiles: readonly FixtureDocument[] = [
  { path: "a.t", text: "def f\nf f\n", names: { f } },
  { path: "b.t", text: "def g\n f\n", names: { f, g } },
];

/** Returns files for documents, with an index of them at `index.scip`. */
function filesOf(documents: readonly FixtureDocument[], options: Parameters<typeof indexOf>[1] = {}) {
  const files = Object.fromEntries(documents.map(({ path, text }) => [path, text as string | Buffer]));
  return { ...files, "index.scip": bytesOf(indexOf(documents, options)) };
}

/** Opens the documents, each of them indexed. */
async function open(documents: readonly FixtureDocument[], options: Partial<ScipSessionOptions> = {}) {
  session = await openScip({ files: { ...filesOf(documents), ...options.files }, ...withoutFiles(options) });
  return session;
}

const withoutFiles = ({ files: _files, ...rest }: Partial<ScipSessionOptions>) => rest;

/** Draws places as `path:line:from-to`, in the order of the answer. */
function draw(places: readonly Location[] | null): readonly string[] | null {
  return (
    places?.map(({ uri, range: { start, end } }) => {
      const path = decodeURIComponent(
        uri.slice((session?.uri("").length ?? 0) + (session?.uri("").endsWith("/") ? 0 : 1)),
      );
      return `${path}:${start.line}:${start.character}-${end.character}`;
    }) ?? null
  );
}

const at = (line: number, character: number) => ({ line, character });

async function placesOf(method: string, path: string, position: object, more?: object) {
  return draw(await session!.ask(`textDocument/${method}`, path, position, more));
}

test("A use leads to the definition in another file", async () => {
  await open(twoFiles);
  expect(await placesOf("definition", "b.t", at(1, 1))).toEqual(["a.t:0:4-5"]);
});

test("A position at the end of a name means the name", async () => {
  await open(twoFiles);
  expect(await placesOf("definition", "b.t", at(1, 2))).toEqual(["a.t:0:4-5"]);
});

test("References are in all files, with or without the declaration", async () => {
  await open(twoFiles);
  const uses = ["a.t:1:0-1", "a.t:1:2-3", "b.t:1:1-2"];
  const context = { context: { includeDeclaration: false } };
  expect(await placesOf("references", "a.t", at(0, 4))).toEqual(["a.t:0:4-5", ...uses]);
  expect(await placesOf("references", "a.t", at(0, 4), context)).toEqual(uses);
});

test("Where the index has no name, there is no answer", async () => {
  await open(twoFiles);
  expect(await placesOf("definition", "a.t", at(0, 1))).toBeNull();
});

test("A local symbol means something in its own file only", async () => {
  await open([
    { path: "a.t", text: "def x\nx\n", names: { x: "local 1" } },
    { path: "b.t", text: "def y\ny\n", names: { y: "local 1" } },
  ]);
  expect(await placesOf("references", "a.t", at(1, 0))).toEqual(["a.t:0:4-5", "a.t:1:0-1"]);
});

const member = (relationship: object): readonly FixtureDocument[] => [
  { path: "a.t", text: "def run\nrun\n", names: { run: "s m pkg 1 I#run()." } },
  {
    path: "b.t",
    text: "def run\nrun\n",
    names: {
      run: { symbol: "s m pkg 1 C#run().", relationships: [{ symbol: "s m pkg 1 I#run().", ...relationship }] },
    },
  },
];

test("Implementations are found by their relationships", async () => {
  await open(member({ isImplementation: true }));
  expect(await placesOf("implementation", "a.t", at(1, 0))).toEqual(["b.t:0:4-7"]);
  expect(await placesOf("references", "a.t", at(1, 0))).toEqual(["a.t:0:4-7", "a.t:1:0-3"]);
});

test("Members that are referred to together have their references together, from both sides", async () => {
  await open(member({ isImplementation: true, isReference: true }));
  const all = ["a.t:0:4-7", "a.t:1:0-3", "b.t:0:4-7", "b.t:1:0-3"];
  expect((await placesOf("references", "a.t", at(1, 0)))?.toSorted()).toEqual(all);
  expect((await placesOf("references", "b.t", at(1, 0)))?.toSorted()).toEqual(all);
});

test("A type's definition is found by the relationship to it", async () => {
  await open([
    { path: "a.t", text: "def T\n", names: { T: "s m pkg 1 T#" } },
    {
      path: "b.t",
      text: "def x\nx\n",
      names: { x: { symbol: "s m pkg 1 x.", relationships: [{ symbol: "s m pkg 1 T#", isTypeDefinition: true }] } },
    },
  ]);
  expect(await placesOf("typeDefinition", "b.t", at(1, 0))).toEqual(["a.t:0:4-5"]);
});

test("Hover has the signature and the documentation", async () => {
  await open([
    { path: "a.t", text: "def f\nf\n", names: { f: { symbol: f, signature: "f(): 1", documentation: ["Does."] } } },
  ]);
  const { contents } = await session!.ask("textDocument/hover", "a.t", at(1, 0));
  expect(contents).toEqual({ kind: "markdown", value: "```test\nf(): 1\n```\n\nDoes." });
});

test("Hover of a symbol without a definition has what the index says of it", async () => {
  const documents = [{ path: "a.t", text: "f\n", names: { f } }];
  const external = [{ symbol: f, documentation: ["Elsewhere."] }];
  session = await openScip({ files: filesOf(documents, { external }) });
  expect((await session.ask("textDocument/hover", "a.t", at(0, 0))).contents.value).toBe("Elsewhere.");
});

test("Symbols of a document are nested as their descriptors are", async () => {
  const names = {
    C: { symbol: "s m pkg 1 C#", kind: 7 },
    run: { symbol: "s m pkg 1 C#run().", kind: 26 },
    x: "local 1",
  };
  await open([{ path: "a.t", text: "def C\n def run\n def x\n", names }]);
  const [{ name, kind, children }] = await session!.ask("textDocument/documentSymbol", "a.t");
  expect([name, kind, children.map((each: { name: string; kind: number }) => [each.name, each.kind])]).toEqual([
    "C",
    5,
    [["run", 6]],
  ]);
});

test("A search finds the whole name before its beginning and its parts, in any case", async () => {
  const names = { myRun: "s m pkg 1 myRun().", run: "s m pkg 1 run().", runner: "s m pkg 1 runner()." };
  await open([{ path: "a.t", text: "def myRun\ndef runner\ndef run\n", names }]);
  const found = await session!.ask("workspace/symbol", "a.t", undefined, { query: "RUN" });
  expect(found.map(({ name }: { name: string }) => name)).toEqual(["run", "runner", "myRun"]);
});

test("Highlights tell the declaration from uses", async () => {
  await open(twoFiles);
  const found = await session!.ask("textDocument/documentHighlight", "a.t", at(1, 0));
  expect(found.map(({ kind }: { kind: number }) => kind)).toEqual([3, 2, 2]);
});

describe("beside another server", () => {
  const initializationOptions = { isBesideOther: true };

  test.each(["local 1", "s m pkg 1 f().(x)", "s m pkg 1 f().[x]"])(
    "A name that is local (%s) is left to it",
    async (x) => {
      const documents = [{ path: "a.t", text: "def x\nx\n", names: { x } }];
      const found = async () => {
        const { ask } = session!;
        const position = at(1, 0);
        const methods = ["definition", "declaration", "references", "documentHighlight", "hover"];
        const answers = methods.map((each) => ask(`textDocument/${each}`, "a.t", position, { context: {} }));
        return (await Promise.all(answers)).map((answer) => answer !== null && answer.length !== 0);
      };
      const documented = [{ ...documents[0]!, names: { x: { symbol: x, documentation: ["Is x."] } } }];
      await open(documented, { initializationOptions });
      expect(await found()).toEqual([false, false, false, false, true]);
      session?.close();
      await open(documented);
      expect(await found()).toEqual([true, true, true, true, true]);
    },
  );

  test("A local name is left to the embedded server only where the text may be another", async () => {
    const options = { initializationOptions: { isBesideOther: true, isBesideEmbedded: true } };
    const x = "local 1";
    const known = [{ path: "a.t", text: "def x\nx\n", names: { x }, hasText: true }];
    await open(known, options);
    expect(await placesOf("references", "a.t", at(1, 0))).toEqual(["a.t:0:4-5", "a.t:1:0-1"]);
    session!.write("a.t", "def x\nx x\n");
    expect(await placesOf("references", "a.t", at(1, 0))).toBeNull();
    session?.close();
    await open([{ ...known[0]!, hasText: false }], options);
    expect(await placesOf("references", "a.t", at(1, 0))).toBeNull();
    session?.close();
    await open([{ ...known[0]!, names: { x: "s m pkg 1 f().(x)" } }], options);
    expect(await placesOf("references", "a.t", at(1, 0))).toBeNull();
  });

  test("scip-typescript: a key that is a variable, too, is left to it", async () => {
    const documents = [
      { path: "a.ts", text: "({ def x, y: def z })\n", names: { x: "s m p 1 x0:", y: "s m p 1 y0:" } },
    ];
    await open(documents, { initializationOptions, files: filesOf(documents, { tool: "scip-typescript" }) });
    expect(await placesOf("references", "a.ts", at(0, 7))).toBeNull();
    expect(await placesOf("references", "a.ts", at(0, 10))).toEqual(["a.ts:0:10-11"]);
  });

  test("A parameter is not left to it in a language whose calls name arguments", async () => {
    const documents = [{ path: "a.py", text: "def x\nx\n", names: { x: "s m pkg 1 f().(x)" } }];
    await open(documents, { initializationOptions, files: filesOf(documents, { tool: "scip-python" }) });
    expect(await placesOf("references", "a.py", at(1, 0))).toEqual(["a.py:0:4-5", "a.py:1:0-1"]);
  });

  test("A search finds what is outside of the workspace, in all indexes", async () => {
    const files = {
      "app/a.t": "def run\n",
      "app/index.scip": bytesOf(indexOf([{ path: "a.t", text: "def run\n", names: { run: "s m app 1 run()." } }])),
      "lib/b.t": "def run\n",
      "lib/index.scip": bytesOf(indexOf([{ path: "b.t", text: "def run\n", names: { run: "s m lib 1 run()." } }])),
    };
    const indexes = ["app/index.scip", "lib/index.scip"];
    const search = async (options: object) => {
      session?.close();
      session = await openScip({ files, indexes, root: "app", ...options });
      const found = await session.ask("workspace/symbol", "app/a.t", undefined, { query: "run" });
      return found.map(({ location: { uri } }: { location: { uri: string } }) => uri.replace(/.*\//, ""));
    };
    expect(await search({})).toEqual(["a.t", "b.t"]);
    expect(await search({ initializationOptions })).toEqual(["b.t"]);
  });
});

describe("what an indexer writes otherwise than servers answer", () => {
  test("scip-python: a name of a dotted module leads to the module that it names", async () => {
    const module = (name: string) => `scip-python python pkg 1.0 ${name}/__init__:`;
    const index = indexOf(
      [
        { path: "pkg/__init__.py", text: "x = 1\n", names: {} },
        { path: "pkg/deep.py", text: "x = 1\n", names: {} },
        { path: "use.py", text: "import pkg.deep\n", names: { "pkg.deep": module("`pkg.deep`") } },
      ],
      { tool: "scip-python" },
    );
    const define = (n: number, symbol: string) =>
      index.documents[n]!.occurrences.push({
        ...index.documents[2]!.occurrences[0]!,
        range: [0, 0, 0],
        symbol,
        symbolRoles: 1,
      });
    define(0, module("pkg"));
    define(1, module("`pkg.deep`"));
    const files = { "pkg/__init__.py": "x = 1\n", "pkg/deep.py": "x = 1\n", "use.py": "import pkg.deep\n" };
    session = await openScip({ files: { ...files, "index.scip": bytesOf(index) } });
    expect(await placesOf("definition", "use.py", at(0, 8))).toEqual(["pkg/__init__.py:0:0-0"]);
    expect(await placesOf("definition", "use.py", at(0, 12))).toEqual(["pkg/deep.py:0:0-0"]);
  });

  test.each([
    ["an overload", "def f\ndef  f\nf\n"],
    ["a second class of a condition", "def f\n  class f\nf\n"],
    ["a second assignment", "def f\nf: int = 1\nf\n"],
  ])("scip-python: %s is a definition, too", async (_what, text) => {
    const at1 = text.split("\n")[1]!.indexOf("f", text.split("\n")[1]!.startsWith("def") ? 3 : 0);
    await open([{ path: "a.py", text, names: { f } }], {
      files: filesOf([{ path: "a.py", text, names: { f } }], { tool: "scip-python" }),
    });
    expect(await placesOf("definition", "a.py", at(2, 0))).toEqual(["a.py:0:4-5", `a.py:1:${at1}-${at1 + 1}`]);
  });

  test.each([
    [at(0, 4), ["a.py:0:4-5"]],
    [at(1, 4), ["a.py:1:4-5", "a.py:2:0-1"]],
    [at(3, 0), ["a.py:1:4-5", "a.py:2:0-1"]],
  ])("The parameter of an overload is its own: at %j", async (position, expected) => {
    const documents = [{ path: "a.py", text: "def x\ndef x\nx = 1\nx\n", names: { x: "s m pkg 1 f().(x)" } }];
    await open(documents, { files: filesOf(documents, { tool: "scip-python" }) });
    expect(await placesOf("definition", "a.py", position)).toEqual(expected);
  });

  test.each([
    [at(0, 4), ["a.ts:0:4-5"]],
    [at(2, 0), ["a.ts:1:4-5", "a.ts:2:0-1"]],
  ])("scip-typescript: the type parameter of an overload has its own references: at %j", async (position, expected) => {
    const documents = [{ path: "a.ts", text: "def T\ndef T\nT\n", names: { T: "s m pkg 1 f().[T]" } }];
    await open(documents, { files: filesOf(documents, { tool: "scip-typescript" }) });
    expect(await placesOf("references", "a.ts", position)).toEqual(expected);
    expect(await session!.ask("textDocument/documentHighlight", "a.ts", position)).toHaveLength(expected.length);
  });

  /** Documents of scip-typescript's, with their names by file. */
  async function openTypescript(documents: readonly FixtureDocument[], options: Partial<ScipSessionOptions> = {}) {
    await open(documents, { ...options, files: filesOf(documents, { tool: "scip-typescript" }) });
  }
  const typed = (name: string) => `s m pkg 1 ${name}#`;

  const hierarchy: readonly FixtureDocument[] = [
    { path: "base.ts", text: "def A {\n def x }\n", names: { A: typed("A"), x: `${typed("A")}x.` } },
    {
      path: "sub.ts",
      text: "def B<T extends C> extends A {\n def x }\nx\n",
      names: { A: typed("A"), B: typed("B"), C: typed("C"), x: `${typed("B")}x.` },
    },
    {
      path: "other.ts",
      text: "def D extends E<A> implements A {\n def x }\n",
      names: { A: typed("A"), D: typed("D"), E: typed("E"), x: `${typed("D")}x().` },
    },
    {
      path: "apart.ts",
      text: "def E<T> {\n def x }\ndef C extends E<A> {\n}\n",
      names: { A: typed("A"), C: typed("C"), E: typed("E"), x: `${typed("E")}x.` },
    },
  ];

  test.each([
    ["the overridden one", "base.ts", at(1, 5), ["base.ts:1:5-6", "other.ts:1:5-6", "sub.ts:1:5-6", "sub.ts:2:0-1"]],
    ["an overriding one", "sub.ts", at(2, 0), ["base.ts:1:5-6", "other.ts:1:5-6", "sub.ts:1:5-6", "sub.ts:2:0-1"]],
    [
      "one of two supertypes",
      "other.ts",
      at(1, 5),
      ["apart.ts:1:5-6", "base.ts:1:5-6", "other.ts:1:5-6", "sub.ts:1:5-6", "sub.ts:2:0-1"],
    ],
    ["a type that is only an argument", "apart.ts", at(1, 5), ["apart.ts:1:5-6", "other.ts:1:5-6"]],
  ])("scip-typescript: members that the heads of types relate have references together: %s", async (...row) => {
    const [, path, position, expected] = row;
    await openTypescript(hierarchy);
    expect((await placesOf("references", path, position))?.toSorted()).toEqual(expected);
  });

  test.each([
    ["one type", "def B<T> = A<\n T\n>;\n", true],
    ["several types", "def B = A & C\ndef E = 1;", true],
    ["one of several types", "def B = A | C;\n", false],
    ["a type that has it as an argument", "def B = C<A>;\n", false],
  ])("scip-typescript: an alias of %s leads to supertypes, or does not", async (_what, alias, leads) => {
    const names = Object.fromEntries(["A", "B", "C", "D"].map((name) => [name, typed(name)]));
    const base = { path: "a.ts", text: `def A {\n def x }\n${alias}`, names: { ...names, x: `${typed("A")}x.` } };
    const sub = { path: "b.ts", text: "def D extends B {\n def x }\n", names: { ...names, x: `${typed("D")}x.` } };
    await openTypescript([base, sub]);
    expect(await placesOf("references", "a.ts", at(1, 5))).toHaveLength(leads ? 2 : 1);
  });

  test.each([
    ["a value", "A."],
    ["a function", "A()."],
    ["a namespace", "A/"],
  ])("scip-typescript: a type and %s of one name are one declaration", async (_what, symbol) => {
    const names = { A: { symbol: typed("A") } };
    const other = { path: "value.ts", text: "def A = 1\n", names: { A: `s m pkg 1 ${symbol}` } };
    await openTypescript([{ path: "type.ts", text: "def A {}\n", names }, other]);
    expect(await placesOf("definition", "type.ts", at(0, 4))).toEqual(["type.ts:0:4-5", "value.ts:0:4-5"]);
    expect(await placesOf("definition", "value.ts", at(0, 4))).toEqual(["value.ts:0:4-5", "type.ts:0:4-5"]);
    expect(await placesOf("references", "value.ts", at(0, 4))).toEqual(["value.ts:0:4-5", "type.ts:0:4-5"]);
  });

  test.each([
    ["a comparison", "f == 1"],
    ["a call", "print(f)"],
  ])("scip-python: %s is no definition", async (_what, line) => {
    const documents = [{ path: "a.py", text: `def f\n${line}\n`, names: { f } }];
    await open(documents, { files: filesOf(documents, { tool: "scip-python" }) });
    expect(await placesOf("definition", "a.py", at(0, 4))).toEqual(["a.py:0:4-5"]);
  });

  test("scip-python: a class of another package is found there, though it has the name of the indexed one", async () => {
    const own = {
      path: "core.py",
      text: "def Context\n",
      names: { Context: "scip-python python lib 1.0 `lib.core`/Context#" },
    };
    const names = {
      Own: "scip-python python app 1.0 app/Own#",
      Context: "scip-python python app 1.0 `lib.core`/Context#",
    };
    const user = { path: "use.py", text: "def Own\nContext\n", names };
    const options = { tool: "scip-python" };
    session = await openScip({
      files: {
        ...{ "lib/core.py": own.text, "app/use.py": user.text },
        "lib/index.scip": bytesOf(indexOf([own], options)),
        "app/index.scip": bytesOf(indexOf([user], options)),
      },
      indexes: ["app/index.scip", "lib/index.scip"],
    });
    expect(await placesOf("definition", "app/use.py", at(1, 0))).toEqual(["lib/core.py:0:4-11"]);
    const all = ["app/use.py:1:0-7", "lib/core.py:0:4-11"];
    expect(await placesOf("references", "lib/core.py", at(0, 4))).toEqual(all);
    expect(await placesOf("references", "app/use.py", at(1, 0))).toEqual(all);
    expect(await session.ask("textDocument/documentHighlight", "app/use.py", at(1, 0))).toHaveLength(1);
  });

  const clauses = (text: string): readonly FixtureDocument[] => [
    { path: "lib/a.go", text: "def lib\n", names: { lib: "scip-go gomod m 1 `m/lib`/" } },
    { path: "lib/b.go", text: "def lib\n", names: { lib: "scip-go gomod m 1 `m/lib`/" } },
    { path: "use.go", text, names: { lib: "scip-go gomod m 1 `m/lib`/" } },
  ];

  test("scip-go: the name of a package leads to its import, and from there to what declares it", async () => {
    const documents = clauses('import "lib"\nlib.Run()\n');
    await open(documents, { files: filesOf(documents, { tool: "scip-go" }) });
    expect(await placesOf("definition", "use.go", at(1, 0))).toEqual(["use.go:0:8-11"]);
    expect(await placesOf("definition", "use.go", at(0, 9))).toEqual(["lib/a.go:0:4-7", "lib/b.go:0:4-7"]);
  });

  test("scip-go: the clause of a package leads to itself, not to those of all its files", async () => {
    const documents = clauses("");
    await open(documents, { files: filesOf(documents, { tool: "scip-go" }) });
    expect(await placesOf("definition", "lib/b.go", at(0, 4))).toEqual(["lib/b.go:0:4-7"]);
  });

  test("scip-go: the clause of a package leads to the first one with documentation", async () => {
    const lib = { lib: "scip-go gomod m 1 `m/lib`/" };
    const documents: readonly FixtureDocument[] = [
      { path: "lib/c.go", text: "// Package lib is.\ndef lib\n", names: lib },
      { path: "lib/b.go", text: "/* Package\nis. */\ndef lib\n", names: lib },
      { path: "lib/a.go", text: "// A license.\n\ndef lib\n", names: lib },
    ];
    await open(documents, { files: filesOf(documents, { tool: "scip-go" }) });
    for (const [path, line] of [
      ["lib/a.go", 2],
      ["lib/b.go", 2],
      ["lib/c.go", 1],
    ] as const)
      expect(await placesOf("definition", path, at(line, 4))).toEqual(["lib/b.go:2:4-7"]);
  });
});

/** As `rust-analyzer scip` writes it, which nothing here installs. */
test("rust-analyzer: crates are joined, and methods are those of their implementation", async () => {
  const crate = (name: string, version: string) => `rust-analyzer cargo ${name} ${version} `;
  const lib: readonly FixtureDocument[] = [
    {
      path: "src/lib.rs",
      text: "def Shop\ndef add\ndef run\n💣 add\n",
      encoding: "utf-8",
      names: {
        Shop: `${crate("shop", "1.0.0")}Shop#`,
        add: { symbol: `${crate("shop", "1.0.0")}a/add().`, documentation: ["Adds."] },
        run: `${crate("shop", "1.0.0")}impl#[Shop]run().`,
      },
    },
  ];
  const git = crate("shop", "https://example.com/shop");
  const user: readonly FixtureDocument[] = [
    {
      path: "src/main.rs",
      text: "def main\nadd\nrun\n",
      names: { add: `${git}a/add().`, run: `${git}impl#[Shop]run().` },
    },
  ];
  const options = { tool: "rust-analyzer" };
  session = await openScip({
    files: {
      ...{ "lib/src/lib.rs": lib[0]!.text, "app/src/main.rs": user[0]!.text },
      "lib/index.scip": bytesOf(indexOf(lib, options)),
      "app/index.scip": bytesOf(indexOf(user, options)),
    },
    indexes: ["app/index.scip", "lib/index.scip"],
  });
  expect(await placesOf("definition", "app/src/main.rs", at(1, 0))).toEqual(["lib/src/lib.rs:1:4-7"]);
  expect(await placesOf("definition", "app/src/main.rs", at(2, 0))).toEqual(["lib/src/lib.rs:2:4-7"]);
  const all = ["app/src/main.rs:1:0-3", "lib/src/lib.rs:1:4-7", "lib/src/lib.rs:3:3-6"];
  expect(await placesOf("references", "lib/src/lib.rs", at(1, 4))).toEqual(all);
  expect((await session.ask("textDocument/hover", "app/src/main.rs", at(1, 0))).contents.value).toContain("Adds.");
  const found = await session.ask("workspace/symbol", "app/src/main.rs", undefined, { query: "run" });
  expect(found).toMatchObject([{ name: "run", location: { uri: session.uri("lib/src/lib.rs") } }]);
});

describe("positions", () => {
  test.each(["utf-8", "utf-16", "utf-32"] as const)("Positions in %s are converted with the text", async (encoding) => {
    const text = "/* 💣é */ def é /* 💣 */ é\r\n";
    await open([{ path: "a.t", text, names: { é: "s m pkg 1 `é`." }, encoding }]);
    const use = text.lastIndexOf("é");
    expect(unitsOf["utf-8"](text)).toBeGreaterThan(unitsOf["utf-32"](text));
    expect(await placesOf("definition", "a.t", at(0, use))).toEqual(["a.t:0:14-15"]);
  });

  test.each([
    ["scip-typescript", "utf-16"],
    ["scip-python", "utf-16"],
    ["scip-go", "utf-8"],
    ["rust-analyzer", "utf-8"],
    ["scip-java", "utf-16"],
  ] as const)("%s counts in %s where it doesn't say how", async (tool, encoding) => {
    const index = indexOf([{ path: "a.t", text: "/* 💣 */ def f f\n", names: { f }, encoding }], { tool });
    for (const document of index.documents) document.positionEncoding = 0;
    session = await openScip({ files: { "a.t": "/* 💣 */ def f f\n", "index.scip": bytesOf(index) } });
    expect(await placesOf("definition", "a.t", at(0, 15))).toEqual(["a.t:0:13-14"]);
  });

  test.each([
    ["single_line_range", 8, [1, 0, 1]],
    ["multi_line_range", 9, [1, 0, 1, 1]],
  ] as const)("%s is read, which newer indexers write instead of range", async (_name, field, numbers) => {
    const range = new BinaryWriter();
    for (const [n, number] of numbers.entries()) range.tag(n + 1, 0).int32(number);
    const occurrence = new BinaryWriter().tag(2, 2).string(f).tag(field, 2).bytes(range.finish()).finish();
    const defined = bytesOf(indexOf([{ path: "a.t", text: "def f\n", names: { f } }]));
    const document = new BinaryWriter().tag(1, 2).string("a.t").tag(2, 2).bytes(occurrence).finish();
    const more = new BinaryWriter().tag(2, 2).bytes(document).finish();
    session = await openScip({ files: { "a.t": "def f\nf\n", "index.scip": Buffer.concat([defined, more]) } });
    expect(await placesOf("references", "a.t", at(0, 4))).toEqual(["a.t:0:4-5", "a.t:1:0-1"]);
  });
});

describe("what the places of a name mean, as evidence for a change", () => {
  const reader = "s m pkg 1 a/Reader#run().";
  const writer = "s m pkg 1 b/Writer#run().";
  const document = (path: string, text: string, run: string | object, hasText = true) =>
    ({ path, text, names: { run }, hasText }) as FixtureDocument;
  const declarations = [document("a.t", "def run\n", reader), document("b.t", "def run\n", writer)];
  async function usesOf(documents: readonly FixtureDocument[]) {
    const opened = await open(documents);
    const uris = documents.map(({ path }) => opened.uri(path));
    const found = await opened.ask("lsp-locate/indexedUses", "a.t", at(0, 4), { uris });
    if (found === null) return null;
    const { word, declaration, files } = found;
    const draw = ({ line, character }: { line: number; character: number }) => `${line}:${character}`;
    const drawn = files.map(({ uri, target, others }: { uri: string; target: []; others: [] }) => [
      ...[uri.replace(/.*\//, ""), target.map(draw).join(" "), others.map(draw).join(" ")],
    ]);
    return { word, declaration: `${declaration.uri.replace(/.*\//, "")}:${draw(declaration.position)}`, files: drawn };
  }

  test("Each place of the word means the symbol or another one, or nothing is known of it", async () => {
    const unknown = "s m pkg 1 c/Unknown#run().";
    const found = await usesOf([
      ...declarations,
      document("c.t", "run\n", reader),
      document("d.t", "run run\n", writer),
      document("e.t", "run\n", unknown),
      document("f.t", "run\n", "s m other 1 c/Foreign#run()."),
      document("g.t", "def run\nrun\n", "local 1"),
      // An import that the indexer could not resolve.
      document("h.t", "run\nrun\n", "local 1"),
    ]);
    const files = [
      ["a.t", "0:4", ""],
      ["c.t", "0:0", ""],
      ["b.t", "", "0:4"],
      ["d.t", "", "0:0 0:4"],
      ["e.t", "", ""],
      ["f.t", "", "0:0"],
      ["g.t", "", "0:4 1:0"],
      ["h.t", "", ""],
    ];
    expect(found).toEqual({ word: "run", declaration: "a.t:0:4", files });
  });

  test("scip-typescript: a key that is known of one literal alone may be that of its type", async () => {
    const documents = [
      document("a.ts", "def run\n", "s m pkg 1 a/Reader#run."),
      document("b.ts", "def run\n", "s m pkg 1 b/run0:"),
    ];
    const opened = await open(documents, { files: filesOf(documents, { tool: "scip-typescript" }) });
    const uris = documents.map(({ path }) => opened.uri(path));
    const { files } = await opened.ask("lsp-locate/indexedUses", "a.ts", at(0, 4), { uris });
    expect(files.map(({ target, others }: { target: []; others: [] }) => [target.length, others.length])).toEqual([
      [1, 0],
      [0, 0],
    ]);
  });

  test("A file that may have changed is no evidence", async () => {
    const found = await usesOf([...declarations, document("c.t", "run\n", reader, false)]);
    expect(found?.files.map(([path]: string[]) => path)).toEqual(["a.t", "b.t"]);
  });

  test("There is no evidence if the declaration may have changed", async () => {
    expect(await usesOf([document("a.t", "def run\n", reader, false), document("c.t", "run\n", reader)])).toBeNull();
  });

  test.each(["isReference", "isImplementation"])("Members that are related by %s have one name", async (kind) => {
    const overriding = { symbol: writer, relationships: [{ symbol: reader, [kind]: true }] };
    const found = await usesOf([declarations[0]!, document("b.t", "def run\nrun\n", overriding)]);
    expect(found?.files).toEqual([
      ["a.t", "0:4", ""],
      ["b.t", "0:4 1:0", ""],
    ]);
  });

  test("There is no evidence if a member overrides one that no index declares", async () => {
    const overriding = { symbol: reader, relationships: [{ symbol: "s m lib 1 L#run().", isImplementation: true }] };
    expect(await usesOf([document("a.t", "def run\n", overriding)])).toBeNull();
  });
});

describe("several indexes", () => {
  const library = { path: "lib.t", text: "def f\n", names: { f: "s m lib . f()." } };
  const user = { path: "use.t", text: "f\n", names: { f: "s m lib v1.2 f()." } };
  const files = {
    "lib/lib.t": library.text,
    "app/use.t": user.text,
    "lib/index.scip": bytesOf(indexOf([library])),
    "app/index.scip": bytesOf(indexOf([user])),
  };
  const indexes = ["app/index.scip", "lib/index.scip"];

  test("A use in one repository leads to the definition in another, whose version is not said", async () => {
    session = await openScip({ files, indexes, root: "app" });
    expect(await placesOf("definition", "app/use.t", at(0, 0))).toEqual(["lib/lib.t:0:4-5"]);
    expect(await placesOf("references", "lib/lib.t", at(0, 4))).toEqual(["app/use.t:0:0-1", "lib/lib.t:0:4-5"]);
  });

  test("Of two versions of a package, a use means its own", async () => {
    const old = { path: "old.t", text: "def f\n", names: { f: "s m lib v1.1 f()." } };
    const same = { path: "lib.t", text: "def f\n", names: { f: "s m lib v1.2 f()." } };
    session = await openScip({
      files: {
        ...{ "app/use.t": user.text, "lib/lib.t": same.text, "old/old.t": old.text },
        "app/index.scip": bytesOf(indexOf([user])),
        "lib/index.scip": bytesOf(indexOf([same])),
        "old/index.scip": bytesOf(indexOf([old])),
      },
      indexes: [...indexes, "old/index.scip"],
      root: "app",
    });
    expect(await placesOf("definition", "app/use.t", at(0, 0))).toEqual(["lib/lib.t:0:4-5"]);
    expect(await placesOf("references", "old/old.t", at(0, 4))).toEqual(["old/old.t:0:4-5"]);
  });

  test("An index that can't be read costs only its own answers", async () => {
    session = await openScip({ files: { ...files, "lib/index.scip": "no index" }, indexes, root: "app" });
    expect(await placesOf("references", "app/use.t", at(0, 0))).toEqual(["app/use.t:0:0-1"]);
    expect(session.logged.join("\n")).toContain("it is no SCIP index");
  });
});

describe("texts that have changed", () => {
  const indexed = "def f\nf\nf + 1\n";
  const later = "// new\ndef f\nf\nf + 2\n";
  const document = { path: "a.t", text: indexed, names: { f } };
  const moved = ["a.t:1:4-5", "a.t:2:0-1"];
  const git = (folder: string, ...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@localhost", ...words], { cwd: folder });

  async function referencesOf(options: ScipSessionOptions, position = at(1, 4)) {
    session = await openScip(options);
    const places = await placesOf("references", "a.t", position);
    const state = await session.ask("lsp-locate/indexState", "a.t", position);
    return { places, changed: state.changed, assumed: state.assumed, dropped: state.dropped };
  }

  test("Occurrences move with their lines if the index has the text, and those of changed lines are dropped", async () => {
    const files = { "a.t": later, "index.scip": bytesOf(indexOf([{ ...document, hasText: true }])) };
    expect(await referencesOf({ files })).toEqual({ places: moved, changed: 1, assumed: 0, dropped: 1 });
  });

  test("Occurrences move with their lines if the commit is said", async () => {
    const prepare = (folder: string) => {
      writeFileSync(join(folder, "a.t"), indexed);
      git(folder, "init", "-q");
      git(folder, "add", "a.t");
      git(folder, "commit", "-q", "-m", "one");
      writeFileSync(join(folder, "a.t"), later);
    };
    const files = { "index.scip": bytesOf(indexOf([document])) };
    const expected = { places: moved, changed: 1, assumed: 0, dropped: 1 };
    expect(await referencesOf({ files, prepare, commit: "HEAD" })).toEqual(expected);
    session?.close();
    const record = { ...files, "index.scip.json": '{ "commit": "HEAD" }' };
    expect(await referencesOf({ files: record, prepare })).toEqual(expected);
  });

  describe("in a large code base", () => {
    // The parts of one document, as many as make it large.
    const parts: FixtureDocument[] = Array.from({ length: 10_000 }, () => ({ path: "b.t", text: "", names: {} }));
    const large = bytesOf(indexOf([document, { path: "c.t", text: "f\n", names: { f } }, ...parts]));
    const texts = { "a.t": indexed, "b.t": "f\n", "c.t": "f\n", "d.t": "f\n", "e.txt": "f\n" };

    async function filesToSearch({
      changes = {},
      ...options
    }: Partial<ScipSessionOptions> & { changes?: object } = {}) {
      const prepare = (folder: string) => {
        git(folder, "init", "-q");
        git(folder, "add", ...Object.keys(texts));
        git(folder, "commit", "-q", "-m", "one");
        for (const [name, text] of Object.entries(changes)) writeFileSync(join(folder, name), text);
      };
      session = await openScip({ files: { ...texts, "index.scip": large }, prepare, commit: "HEAD", ...options });
      const found = await session.ask("lsp-locate/filesToSearch", "a.t", at(0, 4), { languages: ["test"] });
      const names = found?.paths.map((path: string) => path.slice(session!.folder.length + 1)).sort();
      return found && { names, unsearched: found.unsearched };
    }

    test("The text of files as indexed is not searched, that of others is", async () => {
      // The index does not have d.t, and e.txt is of another language.
      expect(await filesToSearch()).toEqual({ names: ["d.t"], unsearched: 3 });
      const state = await session!.ask("lsp-locate/indexState", "a.t", at(0, 4));
      expect(state.unsearched).toBe(3);
    });

    test("Files that differ from the commit or are not in it are searched", async () => {
      const changes = { "c.t": "f f\n", "new.t": "f\n", "new.txt": "f\n" };
      expect(await filesToSearch({ changes })).toEqual({ names: ["c.t", "d.t", "new.t"], unsearched: 2 });
    });

    test("Files that differed from the commit when they were indexed are searched", async () => {
      const record = (dirty: object) => ({
        files: {
          ...{ ...texts, "index.scip": large },
          "index.scip.json": JSON.stringify({ commit: "HEAD", digests: {}, ...dirty }),
        },
        commit: undefined,
      });
      expect(await filesToSearch(record({ dirty: ["b.t"] }))).toEqual({ names: ["b.t", "d.t"], unsearched: 2 });
      session?.close();
      expect(await filesToSearch(record({}))).toBeNull();
    });

    test("All files are searched if the commit is not known, or the code base is small", async () => {
      expect(await filesToSearch({ commit: undefined })).toBeNull();
      session?.close();
      const small = { ...texts, "index.scip": bytesOf(indexOf([document])) };
      expect(await filesToSearch({ files: small })).toBeNull();
    });
  });

  test("A file with its digest beside the index is unchanged", async () => {
    const digests = { "a.t": createHash("sha256").update(indexed).digest("hex") };
    const record = { "index.scip.json": JSON.stringify({ digests }), "index.scip": bytesOf(indexOf([document])) };
    const all = ["a.t:0:4-5", "a.t:1:0-1", "a.t:2:0-1"];
    const unchanged = { places: all, changed: 0, assumed: 0, dropped: 0 };
    expect(await referencesOf({ files: { "a.t": indexed, ...record } }, at(0, 4))).toEqual(unchanged);
    session?.close();
    // Without the text that was indexed, what is at another name's place is dropped.
    const other = "def f\ng\nf + 1\n";
    const partly = { places: ["a.t:0:4-5", "a.t:2:0-1"], changed: 1, assumed: 0, dropped: 1 };
    expect(await referencesOf({ files: { "a.t": other, ...record } }, at(0, 4))).toEqual(partly);
  });

  test("Without all of these a file counts as unchanged if its definitions are where the index says", async () => {
    const index = { "index.scip": bytesOf(indexOf([document])) };
    const all = ["a.t:0:4-5", "a.t:1:0-1", "a.t:2:0-1"];
    expect(await referencesOf({ files: { "a.t": indexed, ...index } }, at(0, 4))).toEqual({
      places: all,
      changed: 0,
      assumed: 1,
      dropped: 0,
    });
    session?.close();
    expect(await referencesOf({ files: { "a.t": later, ...index } }, at(2, 0))).toMatchObject({
      changed: 1,
      assumed: 0,
    });
  });

  test("A use that has become another name is dropped in a file that counts as unchanged", async () => {
    const files = { "a.t": "def f\nfirst\nf + 1\n", "index.scip": bytesOf(indexOf([document])) };
    const partly = { places: ["a.t:0:4-5", "a.t:2:0-1"], changed: 0, assumed: 1, dropped: 1 };
    expect(await referencesOf({ files }, at(0, 4))).toEqual(partly);
  });

  test("A module is declared at the beginning of its file, whatever was inserted there", async () => {
    const index = indexOf([{ ...document, hasText: true }]);
    const first = {
      ...index.documents[0]!.occurrences[0]!,
      range: [0, 0, 0],
      symbol: "s m pkg 1 a/__init__:",
      symbolRoles: 1,
    };
    index.documents[0]!.occurrences.push(first, { ...first, range: [1, 0, 1], symbolRoles: 8 });
    index.documents[0]!.occurrences.splice(0, 3);
    session = await openScip({ files: { "a.t": later, "index.scip": bytesOf(index) } });
    expect(await placesOf("definition", "a.t", at(2, 0))).toEqual(["a.t:0:0-0"]);
  });

  test("An open document's text counts, not the file's", async () => {
    const opened = await open([{ ...document, hasText: true }]);
    const textDocument = { uri: opened.uri("a.t"), languageId: "test", version: 1, text: later };
    await opened.notify("textDocument/didOpen", { textDocument });
    expect(await placesOf("references", "a.t", at(1, 4))).toEqual(moved);
  });

  test("A commit that git doesn't have is said, and nothing is known by it", async () => {
    const files = { "a.t": indexed, "index.scip": bytesOf(indexOf([document])) };
    session = await openScip({ files, commit: "v9.9" });
    await placesOf("references", "a.t", at(0, 4));
    const { indexes, assumed } = await session.ask("lsp-locate/indexState", "a.t", at(0, 4));
    expect(assumed).toBe(1);
    expect(indexes[0].problem).toMatch(/^the commit v9\.9 can't be read here: /);
  });
});

describe("bad input", () => {
  const whole = bytesOf(indexOf(twoFiles));
  const fails = async (content: string | Buffer, message: RegExp, options: Partial<ScipSessionOptions> = {}) => {
    session = await openScip({ files: { "a.t": "def f\nf f\n", "index.scip": content }, ...options });
    await expect(placesOf("definition", "a.t", at(1, 0))).rejects.toThrow(message);
  };

  test("A truncated index is an error that says so", () =>
    fails(whole.subarray(0, -10), /it is cut off: 10 bytes are missing/));
  test("A file that is no index is an error", () => fails("{}\n", /it is no SCIP index/));
  test("An empty file is an error", () => fails("", /it has no metadata/));
  test("A document that is damaged is an error", () => {
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, whole.length - 12);
    return fails(damaged, /can't be read|is cut off|no SCIP index/);
  });
  test("An index of another repository is an error that says what to do", () =>
    fails(bytesOf(indexOf([{ path: "src/other.t", text: "def f\n", names: { f } }])), /it is of another repository/));
  test("A missing index is an error", () => fails("", /There is no index/, { indexes: ["none.scip"] }));

  test("A folder or a pipe in place of an index is refused without waiting for it", async () => {
    const prepare = (folder: string) => {
      mkdirSync(join(folder, "folder.scip"));
      if (process.platform !== "win32") execFileSync("mkfifo", [join(folder, "pipe.scip")]);
    };
    const indexes = process.platform === "win32" ? ["folder.scip"] : ["folder.scip", "pipe.scip"];
    session = await openScip({ files: { "a.t": "f\n" }, indexes, prepare });
    await expect(placesOf("definition", "a.t", at(0, 0))).rejects.toThrow(/not a regular file/);
    expect(session.logged.join("\n")).toContain("it is a folder");
  });

  test("A link to an index is followed", async () => {
    const prepare = (folder: string) => symlinkSync(join(folder, "index.scip"), join(folder, "link.scip"));
    await open(twoFiles, { indexes: ["link.scip"], prepare });
    expect(await placesOf("definition", "a.t", at(1, 0))).toEqual(["a.t:0:4-5"]);
  });

  test.each(["../outside.t", "/etc/passwd", "C:\\x.t", "a/../../outside.t", "x\u0001.t"])(
    "A document at %j is left out, and the file is not read",
    async (path) => {
      const outside = { path, text: "def f\n", names: { f: { symbol: f, displayName: "f" } } };
      const documents = [{ path: "use.t", text: "f\n", names: { f } }, outside];
      session = await openScip({
        files: { "root/use.t": "f\n", "outside.t": "def f\n", "root/index.scip": bytesOf(indexOf(documents)) },
        indexes: ["root/index.scip"],
        root: "root",
      });
      expect(await placesOf("definition", "root/use.t", at(0, 0))).toEqual([]);
      expect(session.logged.join("\n")).toContain("1 document left out, whose paths lead out of the project");
    },
  );

  test.each([
    ["file:///ci/build", "/ci/build/src/a.t"],
    ["file:///ci/build/", "/ci/build/src/a.t"],
    ["file:///C:/ci/build", "C:\\ci\\build\\src\\a.t"],
  ])(
    "Absolute paths of another machine that are in its project (%s) are those of this one",
    async (projectRoot, path) => {
      const index = indexOf([{ path, text: "def f\nf\n", names: { f } }], { projectRoot });
      session = await openScip({ files: { "src/a.t": "def f\nf\n", "index.scip": bytesOf(index) } });
      expect(await placesOf("definition", "src/a.t", at(1, 0))).toEqual(["src/a.t:0:4-5"]);
    },
  );

  test("An index of which all paths lead out of the project is an error that names one", () =>
    fails(
      bytesOf(indexOf([{ path: "/ci/x\u001b.t", text: "def f\n", names: { f } }])),
      /the paths of its documents lead out of the project \(such as "\/ci\/x\\u001b\.t"\), as they are of another machine/,
    ));

  test("Which indexes are not used, and why, is told with the state of an answer", async () => {
    const indexes = ["index.scip", "none.scip"];
    const opened = await open(twoFiles, { indexes });
    await placesOf("definition", "a.t", at(1, 0));
    const { unusable } = await opened.ask("lsp-locate/indexState", "a.t", at(1, 0));
    expect(unusable).toEqual([`There is no index ${join(opened.folder, "none.scip")}.`]);
  });

  test.each(["s m pkg 1 `a b`/`c``d`#`e.f`().", "s m p  k 1 a/f().", "s m pkg 1 `💣`/`f\u0000`."])(
    "A symbol with escapes (%j) leads to its definition",
    async (symbol) => {
      await open([
        { path: "a.t", text: "def f\n", names: { f: symbol } },
        { path: "b.t", text: "f\n", names: { f: symbol } },
      ]);
      expect(await placesOf("definition", "b.t", at(0, 0))).toEqual(["a.t:0:4-5"]);
    },
  );

  test("A symbol that is none of SCIP's means itself alone", async () => {
    const names = { f: "no symbol", g: "no symbol too" };
    await open([{ path: "a.t", text: "def f\ndef g\nf\n", names }]);
    expect(await placesOf("references", "a.t", at(2, 0))).toEqual(["a.t:0:4-5", "a.t:2:0-1"]);
  });

  test("A link out of the workspace is not read for an index", async () => {
    const documents = [
      { path: "use.t", text: "f\n", names: { f } },
      { path: "link.t", text: "def f\n", names: { f } },
    ];
    const prepare = (folder: string) => symlinkSync(join(folder, "outside.t"), join(folder, "root/link.t"));
    session = await openScip({
      files: { "root/use.t": "f\n", "outside.t": "def f\n", "root/index.scip": bytesOf(indexOf(documents)) },
      ...{ indexes: ["root/index.scip"], root: "root", prepare },
    });
    expect(await placesOf("definition", "root/use.t", at(0, 0))).toEqual([]);
  });

  test("Ranges outside of the text are dropped", async () => {
    const index = indexOf(twoFiles);
    const use = { symbol: f, symbolRoles: 8 };
    for (const range of [
      [99, 0, 1],
      [1, 90, 91],
      [-1, 0, 1],
      [1, 3, 1],
      [1, 0],
      [0, 0, 2_000_000_000, 1],
    ])
      index.documents[0]!.occurrences.push({ ...index.documents[0]!.occurrences[0]!, ...use, range });
    session = await openScip({ files: { ...filesOf(twoFiles), "index.scip": bytesOf(index) } });
    const all = ["a.t:0:4-5", "a.t:1:0-1", "a.t:1:2-3", "b.t:1:1-2"];
    expect(await placesOf("references", "a.t", at(0, 4))).toEqual(all);
  });

  test("Control characters in names and documentation are escaped", async () => {
    const names = { f: { symbol: f, displayName: "f\u001b[2J", documentation: ["\u001b]0;x\u0007"] } };
    await open([{ path: "a.t", text: "def f\nf\n", names }]);
    const { contents } = await session!.ask("textDocument/hover", "a.t", at(1, 0));
    const [symbol] = await session!.ask("textDocument/documentSymbol", "a.t");
    expect([contents.value, symbol.name]).toEqual(["\\u001b]0;x\\u0007", "f\\u001b[2J"]);
  });

  test("A document that is in the index in two parts is one", async () => {
    const parts = [
      { path: "a.t", text: "def f\nf f\n", names: { f } },
      { path: "a.t", text: "def f\nf f\n", names: { f } },
    ];
    await open(parts);
    expect(await placesOf("references", "a.t", at(0, 4))).toEqual(["a.t:0:4-5", "a.t:1:0-1", "a.t:1:2-3"]);
  });

  test("An index that is replaced is opened again", async () => {
    const opened = await open(twoFiles);
    expect(await placesOf("definition", "b.t", at(1, 1))).toEqual(["a.t:0:4-5"]);
    opened.write("c.t", "def f\n");
    opened.write("index.scip", bytesOf(indexOf([{ path: "c.t", text: "def f\n", names: { f } }, twoFiles[1]!])));
    expect(await placesOf("definition", "b.t", at(1, 1))).toEqual(["c.t:0:4-5"]);
  });

  test("Of an index that is gone nothing is said but that", async () => {
    const opened = await open(twoFiles);
    expect(await placesOf("definition", "b.t", at(1, 1))).toEqual(["a.t:0:4-5"]);
    rmSync(join(opened.folder, "index.scip"));
    await expect(placesOf("definition", "b.t", at(1, 1))).rejects.toThrow(/There is no index/);
    const state = await opened.ask("lsp-locate/indexState", "b.t", at(1, 1));
    expect(state).toMatchObject({ indexes: [], files: 0, unusable: [expect.stringMatching(/^There is no index/)] });
  });
});

describe("tables between sessions", () => {
  test("An index whose tables are kept is not read whole again", async () => {
    const prepare = (folder: string) => utimesSync(join(folder, "index.scip"), 1_000_000, 1_000_000);
    const opened = await open(twoFiles, { prepare, cacheFolder: join(tmpdir(), `scip-cache-${process.pid}`) });
    await placesOf("definition", "a.t", at(1, 0));
    const path = join(opened.folder, "index.scip");
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0xff));
    utimesSync(path, 1_000_000, 1_000_000);
    const again = openTables(new SpanFile(path), {
      cacheFolder: join(tmpdir(), `scip-cache-${process.pid}`),
      log: () => {},
    });
    await expect(again).resolves.toMatchObject({ paths: ["a.t", "b.t"] });
    await expect(buildTables(new SpanFile(path))).rejects.toThrow();
    removeFolder(join(tmpdir(), `scip-cache-${process.pid}`));
  });

  test("Kept tables answer as new ones, also for a copy of the index, and damaged ones are made again", async () => {
    const documents: readonly FixtureDocument[] = [...twoFiles, { path: "é.t", text: "f\n", names: { f } }];
    const opened = await open(documents, { files: { "cache/x": "" } });
    const { folder } = opened;
    const files = filesOf(documents);
    const expected = ["a.t:0:4-5", "a.t:1:0-1", "a.t:1:2-3", "b.t:1:1-2", "é.t:0:0-1"];
    const cacheFolder = join(folder, "cache");
    for (const damage of [false, false, true]) {
      const next = await openScip({ files, cacheFolder });
      session = next;
      expect(await placesOf("references", "a.t", at(0, 4))).toEqual(expected);
      expect(next.logged).toEqual([]);
      if (damage) damageTables(cacheFolder);
      const again = await openScip({ files, cacheFolder });
      session = again;
      expect(await placesOf("references", "a.t", at(0, 4))).toEqual(expected);
      next.close();
      again.close();
    }
    session = opened;
  });
});

function damageTables(cacheFolder: string): void {
  for (const name of execFileSync("ls", [join(cacheFolder, "scip")], { encoding: "utf8" })
    .trim()
    .split("\n"))
    if (name.endsWith(".tables")) writeFileSync(join(cacheFolder, "scip", name), "damaged");
}
