/** `locate/move`: what servers rewrite, what syntax shows, and what can't be moved. */

import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { TextDocumentEdit, TextEdit } from "vscode-languageserver-protocol";
import { applyTextEdits } from "../../../../src/text/edits/textEdits.js";
import { closePairs, ErrorReply, fullCapabilities, type Pair, pair } from "../../pair.js";

let session: Pair;
afterEach(closePairs);

interface Server {
  /** Filters of willRenameFiles, as globs. */
  readonly globs?: readonly object[];
  readonly rename?: (params: never) => unknown;
  readonly capabilities?: object;
}

async function open(files: Readonly<Record<string, string>>, { globs, rename, capabilities }: Server = {}) {
  const filters = globs?.map((pattern) => ({ scheme: "file", pattern }));
  session = pair({
    files,
    command: ["typescript-language-server", "--stdio"],
    ...(capabilities && { capabilities }),
    serverCapabilities: filters
      ? { workspace: { fileOperations: { willRename: { filters }, didRename: { filters } } } }
      : {},
    handlers: { "textDocument/documentSymbol": () => [], ...(rename && { "workspace/willRenameFiles": rename }) },
  });
  await session.open();
  session.reportLoaded();
}

async function move(from: string, to: string, params = {}) {
  const { result, error } = await session.request("locate/move", { from, to, ...params });
  return error ? { kind: error.data?.kind, message: error.message } : result;
}

/** Returns the texts that an answer changes, by their paths before the move. */
function textsAfter(files: Readonly<Record<string, string>>, { edit }: { edit: { documentChanges: object[] } }) {
  const changed = Object.entries(files).flatMap(([path, text]) => {
    const parts = edit.documentChanges.filter((part): part is TextDocumentEdit => !("kind" in part));
    const own = parts.find(({ textDocument }) => textDocument.uri === session.uri(path));
    return own ? [[path, applyTextEdits(text, own.edits as TextEdit[], "utf-16")]] : [];
  });
  return Object.fromEntries(changed);
}

const tsFiles = { matches: "file", glob: "**/*.{ts,tsx}" };
const folders = { matches: "folder", glob: "**" };

describe("A server that rewrites imports", () => {
  const files = { "src/a.ts": "export const a = 1;\n", "src/b.ts": 'import { a } from "./a";\n' };
  const edit = () => ({
    changes: {
      [session.uri("src/b.ts")]: [
        { range: { start: { line: 0, character: 19 }, end: { line: 0, character: 22 } }, newText: "./c" },
      ],
    },
  });

  test("is asked, and its edit comes before the move", async () => {
    let asked: unknown;
    await open(files, {
      globs: [tsFiles],
      rename: (params) => {
        asked = params;
        return edit();
      },
    });
    const answer = await move("src/a.ts", "src/c.ts");
    expect(asked).toEqual({ files: [{ oldUri: session.uri("src/a.ts"), newUri: session.uri("src/c.ts") }] });
    expect(textsAfter(files, answer)).toEqual({ "src/b.ts": 'import { a } from "./c";\n' });
    expect(answer.edit.documentChanges.at(-1)).toEqual({
      kind: "rename",
      oldUri: session.uri("src/a.ts"),
      newUri: session.uri("src/c.ts"),
    });
    expect(answer).toMatchObject({ from: "src/a.ts", to: "src/c.ts", servers: [expect.any(String)] });
    expect(answer.by_syntax).toBeUndefined();
  });

  test("is asked about a folder as a whole, or about each file in it, as it wants", async () => {
    const asked: string[][] = [];
    const rename = ({ files: renamed }: { files: { oldUri: string }[] }) => {
      asked.push(renamed.map(({ oldUri }) => oldUri));
      return null;
    };
    await open(files, { globs: [tsFiles, folders], rename });
    await move("src", "lib");
    await session.close();
    await open(files, { globs: [tsFiles], rename });
    await move("src", "lib");
    expect(asked[0]).toEqual([expect.stringMatching(/\/src$/)]);
    expect(asked[1]?.toSorted()).toEqual(["src/a.ts", "src/b.ts"].map((path) => session.uri(path)));
  });

  test("is completed by syntax in files that it leaves as they are", async () => {
    const more = {
      ...files,
      "src/d.js": 'import "./a.js";\n',
      "src/d.test.js": 'import "./d.js";\njest.mock("./a", { "./d": 1 });\nnew URL("./ab.js");\n',
      "test/e.ts": 'const { a } = require("../src/a");\ntype A = import("../src/a").A;\n',
      "src/f.js": '// "./a" and `./a`\nimport(/* "./b" */ "./a");\nlog(r("./a") + f("x ./a"));\n',
    };
    await open(more, { globs: [tsFiles], rename: edit });
    const answer = await move("src/a.ts", "src/c.ts");
    expect(textsAfter(more, answer)).toEqual({
      "src/b.ts": 'import { a } from "./c";\n',
      "src/d.js": 'import "./c.js";\n',
      "test/e.ts": 'const { a } = require("../src/c");\ntype A = import("../src/c").A;\n',
      "src/f.js": '// "./a" and `./a`\nimport(/* "./b" */ "./c");\nlog(r("./a") + f("x ./a"));\n',
    });
    expect(answer.by_syntax).toHaveLength(4);
    expect(answer.left).toEqual([
      { file_path: "src/d.test.js", line: 2, text: 'jest.mock("./a", { "./d": 1 });' },
      { file_path: "src/f.js", line: 3, text: 'log(r("./a") + f("x ./a"));' },
    ]);
    expect(answer.notes).toEqual([
      expect.stringMatching(/^In files that \S+ leaves as they are, 4 imports were rewritten as syntax shows them\./),
      expect.stringMatching(/^These strings are paths to it, and stay:\nsrc\/d\.test\.js:2: /),
    ]);
  });

  test("that fails leaves the imports to syntax, and its reason is said", async () => {
    await open(files, { globs: [tsFiles], rename: () => new ErrorReply({ code: -32603, message: "broken" }) });
    const answer = await move("src/a.ts", "src/c.ts");
    expect(answer.notes[0]).toMatch(/has failed: broken$/);
    expect(textsAfter(files, answer)).toEqual({ "src/b.ts": 'import { a } from "./c";\n' });
  });

  test("is told of the move when the client has made it", async () => {
    await open(files, {
      globs: [tsFiles],
      rename: () => null,
      capabilities: {
        ...fullCapabilities,
        workspace: {
          ...fullCapabilities.workspace,
          workspaceEdit: { documentChanges: true, resourceOperations: ["rename"] },
        },
      },
    });
    const answer = move("src/a.ts", "src/c.ts", { apply: true });
    const { id } = await session.client.until(({ method }) => method === "workspace/applyEdit", "the edit");
    session.fromClient({ id, result: { applied: true } });
    expect(await answer).toMatchObject({ applied: true });
    const told = await session.backend.until(({ method }) => method === "workspace/didRenameFiles", "didRenameFiles");
    expect(told.params.files).toHaveLength(1);
  });

  test("is told with done, too, by a client that has moved the files itself", async () => {
    await open({ "src/c.ts": "" }, { globs: [tsFiles] });
    expect(await move("src/a.ts", "src/c.ts", { done: true })).toEqual({ servers: [expect.any(String)] });
    const told = await session.backend.until(({ method }) => method === "workspace/didRenameFiles", "didRenameFiles");
    expect(told.params.files).toEqual([{ oldUri: session.uri("src/a.ts"), newUri: session.uri("src/c.ts") }]);
  });
});

/** files, from, to, the texts that change */
test.each<[Record<string, string>, string, string, Record<string, string>]>([
  [
    {
      "src/a.ts": 'import "./b";\n',
      "src/b.ts": "",
      "c.ts": 'export * from "./src/a";\nconst x = require("./src/b");\n',
    },
    "src/a.ts",
    "src/lib/a.ts",
    { "src/a.ts": 'import "../b";\n', "c.ts": 'export * from "./src/lib/a";\nconst x = require("./src/b");\n' },
  ],
  [
    {
      "src/u/a.ts": 'import "./b";\nimport "../c";\n',
      "src/u/b.ts": "",
      "src/c.ts": 'import { b } from "./u/b.js";\n',
    },
    "src/u",
    "src/v/u",
    { "src/u/a.ts": 'import "./b";\nimport "../../c";\n', "src/c.ts": 'import { b } from "./v/u/b.js";\n' },
  ],
  [
    {
      "k/__init__.py": "from .b import f\n",
      "k/b.py": "from . import c\nfrom .c import g\n",
      "k/c.py": "",
      "m.py": "import k.b as kb\nfrom k import b\nfrom k.b import f, h\nimport types\n",
      "n.py": "from k import (\n    c as b,\n    b as other,\n)\n",
    },
    "k/b.py",
    "k/d.py",
    {
      "k/__init__.py": "from .d import f\n",
      "m.py": "import k.d as kb\nfrom k import d as b\nfrom k.d import f, h\nimport types\n",
      "n.py": "from k import (\n    c as b,\n    d as other,\n)\n",
    },
  ],
  [
    { "k/b.py": "from . import c\nfrom .c import g\n", "k/c.py": "", "k/__init__.py": "", "m.py": "from k import b\n" },
    "k/b.py",
    "k/s/b.py",
    { "k/b.py": "from .. import c\nfrom ..c import g\n", "m.py": "from k.s import b\n" },
  ],
  [
    {
      "src/index.ts": "export const a = 1;\n",
      "src/lib/b.ts": 'import { a } from "..";\nimport { c } from "./c";\n',
      "src/lib/deep/c.ts": "export * from '../..';\n",
    },
    "src/index.ts",
    "src/main.ts",
    {
      "src/lib/b.ts": 'import { a } from "../main";\nimport { c } from "./c";\n',
      "src/lib/deep/c.ts": "export * from '../../main';\n",
    },
  ],
  [{ "k/__init__.py": "", "m.py": "import k\n\nk.f()\n" }, "k", "n", { "m.py": "import n as k\n\nk.f()\n" }],
  [
    { "a.c": '#include "a.h"\n#include "inc/b.h"\n', "a.h": "", "inc/b.h": '#include "../a.h"\n' },
    "inc/b.h",
    "b.h",
    { "a.c": '#include "a.h"\n#include "b.h"\n', "inc/b.h": '#include "./a.h"\n' },
  ],
  [
    {
      "go.mod": "module example.com/m\n",
      "util/u.go": "package util\n",
      "util/sub/s.go": "package sub\n",
      "main.go": 'package main\n\nimport (\n\t"example.com/m/util"\n\ts "example.com/m/util/sub"\n\t"util"\n)\n',
    },
    "util",
    "internal/util",
    {
      "main.go":
        'package main\n\nimport (\n\t"example.com/m/internal/util"\n\ts "example.com/m/internal/util/sub"\n\t"util"\n)\n',
    },
  ],
])("Where no server rewrites imports, those that syntax shows are: %j, %s to %s", async (files, from, to, changed) => {
  await open(files);
  const answer = await move(from, to);
  expect(textsAfter(files, answer)).toEqual(changed);
  expect(answer.by_syntax.length).toBeGreaterThan(0);
  expect(answer.notes.join()).toContain("rewritten as syntax shows them");
});

test("Imports that can't be written in their form are named", async () => {
  const files = { "k/__init__.py": "", "k/b.py": "", "m.py": "import k.b\n\nk.b.f()\n" };
  await open(files);
  const { left, notes } = await move("k/b.py", "k/d.py");
  expect(left).toEqual([{ file_path: "m.py", line: 1, text: "import k.b" }]);
  expect(notes.join("\n")).toContain("rewritten by hand:\nm.py:1: import k.b");
});

/** files, from, to, the places that are named */
test.each<[Record<string, string>, string, string, readonly string[]]>([
  [
    {
      "src/main.rs": "mod items;\npub(crate) mod shop;\nuse crate::items::Item;\n",
      "src/items.rs": "pub struct Item;\n",
      "src/shop.rs": "use crate::{\n    items::Item,\n};\nuse std::fmt;\n// mod items;\n",
    },
    "src/items.rs",
    "src/stock/items.rs",
    ["src/main.rs:1", "src/main.rs:3", "src/shop.rs:2"],
  ],
  [
    {
      "x/Item.java": "package a.b;\n\npublic class Item {}\n",
      "c/Shop.java": "package c;\n\nimport a.b.Item;\n\nclass Shop {}\n",
    },
    "x/Item.java",
    "c/d/Item.java",
    ["x/Item.java:1"],
  ],
])("Imports and packages that are no paths are named: %j, %s to %s", async (files, from, to, places) => {
  await open(files);
  const { left, edit, markdown } = await move(from, to);
  expect(left.map(({ file_path, line }: { file_path: string; line: number }) => `${file_path}:${line}`).sort()).toEqual(
    places,
  );
  expect(edit.documentChanges).toHaveLength(1);
  expect(markdown).toContain("These imports have to be rewritten by hand:");
});

/** A title, files, from, to, the texts that change. */
test.each<[string, Record<string, string>, string, string, Record<string, string>]>([
  [
    "An import, and those that files of the old package need, of Java",
    {
      "src/a/b/Item.java": "package a.b;\n\npublic class Item { Cart cart; }\n",
      "src/a/b/Cart.java": "package a.b;\n\nimport java.util.List;\n\nclass Cart { Item item; }\n",
      "src/a/b/Bag.java": "package a.b;\n\nclass Bag { /* Item */ Bag bag; }\n",
      "src/c/Shop.java": "package c;\n\nimport a.b.Item;\nimport static a.b.Item.run;\n\nclass Shop { Item item; }\n",
      "src/c/All.java": "package c;\n\nimport a.b.*;\n\nclass All { Item item; }\n",
      "src/d/Item.java": "package d;\n\nclass Item {}\n",
    },
    "src/a/b/Item.java",
    "src/a/c/Item.java",
    {
      "src/a/b/Item.java": "package a.c;\n\nimport a.b.Cart;\n\npublic class Item { Cart cart; }\n",
      "src/a/b/Cart.java": "package a.b;\n\nimport java.util.List;\nimport a.c.Item;\n\nclass Cart { Item item; }\n",
      "src/c/Shop.java": "package c;\n\nimport a.c.Item;\nimport static a.c.Item.run;\n\nclass Shop { Item item; }\n",
      "src/c/All.java": "package c;\n\nimport a.b.*;\nimport a.c.Item;\n\nclass All { Item item; }\n",
    },
  ],
  [
    "The namespace below a prefix, and the names that are used, of PHP",
    {
      "src/Models/User.php": "<?php\n\nnamespace App\\Models;\n\nclass User { private Role $role; }\n",
      "src/Models/Role.php": "<?php\n\nnamespace App\\Models;\n\nclass Role { function f(User $u) {} }\n",
      "src/Shop.php": "<?php\n\nnamespace App;\n\nuse App\\Models\\User;\nuse App\\Models\\Role as R;\n\nnew User();\n",
    },
    "src/Models/User.php",
    "src/Domain/Models/User.php",
    {
      "src/Models/User.php":
        "<?php\n\nnamespace App\\Domain\\Models;\n\nuse App\\Models\\Role;\n\nclass User { private Role $role; }\n",
      "src/Models/Role.php":
        "<?php\n\nnamespace App\\Models;\n\nuse App\\Domain\\Models\\User;\n\nclass Role { function f(User $u) {} }\n",
      "src/Shop.php":
        "<?php\n\nnamespace App;\n\nuse App\\Domain\\Models\\User;\nuse App\\Models\\Role as R;\n\nnew User();\n",
    },
  ],
  [
    "Functions and types of one file of Kotlin, under another name, too",
    {
      "a/b/item.kt": "package a.b\n\nclass Item\nfun make() = Item()\n",
      "c/shop.kt": "package c\n\nimport a.b.Item as I\nimport a.b.make\n\nval i: I = make()\n",
    },
    "a/b/item.kt",
    "a/item.kt",
    {
      "a/b/item.kt": "package a\n\nclass Item\nfun make() = Item()\n",
      "c/shop.kt": "package c\n\nimport a.Item as I\nimport a.make\n\nval i: I = make()\n",
    },
  ],
  [
    "A folder of packages, whose files need no imports of each other",
    {
      "a/b/Item.java": "package a.b;\n\npublic class Item { Cart cart; }\n",
      "a/b/Cart.java": "package a.b;\n\nclass Cart {}\n",
      "a/b/x/Deep.java": "package a.b.x;\n\nimport a.b.Item;\n\nclass Deep {}\n",
    },
    "a/b",
    "a/c",
    {
      "a/b/Item.java": "package a.c;\n\npublic class Item { Cart cart; }\n",
      "a/b/Cart.java": "package a.c;\n\nclass Cart {}\n",
      "a/b/x/Deep.java": "package a.c.x;\n\nimport a.c.Item;\n\nclass Deep {}\n",
    },
  ],
])("%s: a move rewrites packages", async (_, files, from, to, expected) => {
  await open(files);
  expect(textsAfter(files, await move(from, to))).toEqual(expected);
});

test("A server that rewrites nothing leaves the imports to syntax, too", async () => {
  const files = { "src/a.ts": "export const a = 1;\n", "src/b.ts": 'import { a } from "./a";\n' };
  await open(files, { globs: [tsFiles], rename: () => null });
  const answer = await move("src/a.ts", "src/c.ts");
  expect(textsAfter(files, answer)).toEqual({ "src/b.ts": 'import { a } from "./c";\n' });
  expect(answer.notes[0]).toMatch(/rewrites no import: 1 import was rewritten as syntax shows them\./);
});

test("A file that leaves its package is said to break what it shared with it", async () => {
  await open({ "go.mod": "module example.com/m\n", "a.go": "package m\n", "b.go": "package m\n" });
  const sharing = expect.stringContaining("In go the files of a folder are one package: ");
  expect((await move("a.go", "sub/a.go")).notes).toContainEqual(sharing);
  expect((await move("a.go", "c.go")).notes).not.toContainEqual(sharing);
});

test("A file of Java that leaves its package is said to break what only that sees", async () => {
  await open({ "a/A.java": "package a;\n\nclass A {}\n" });
  const note = expect.stringContaining("see of each other without `public` breaks");
  expect((await move("a/A.java", "b/A.java")).notes).toContainEqual(note);
  expect((await move("a/A.java", "a/B.java")).notes).not.toContainEqual(note);
});

test("A folder that exists is moved into", async () => {
  await open({ "a.txt": "", "b/c.txt": "" });
  expect(await move("a.txt", "b")).toMatchObject({ to: "b/a.txt" });
  expect(await move("a.txt", "new/")).toMatchObject({ to: "new/a.txt" });
});

test("A link that leads out of a folder is named", async () => {
  await open({ "a/x.txt": "", "y.txt": "" });
  symlinkSync("../y.txt", join(session.root, "a/link"));
  const { notes } = await move("a", "deep/b");
  expect(notes).toContain("`a/link` is a link that leads out of it: it is moved as it is.");
});

test.each([
  ["none.ts", "b.ts", "file_not_found", "none.ts"],
  ["a.ts:A.b", "b.ts", "symbol_not_found", "No symbol `A.b` in `a.ts`"],
  ["a.ts@text", "b.ts", "text_not_found", "No match"],
  [":A.b", "b.ts", "symbol_not_found", "No symbol `A.b` is declared in the workspace"],
  ["a.ts", "b.ts", "file_unwritable", "it exists already"],
  ["a.ts", "a.ts", "file_unwritable", "it is there already"],
  ["d", "d/e", "file_unwritable", "itself"],
  ["a.ts", "../a.ts", "file_unwritable", "outside of the workspace"],
  ["..", "b", "file_unwritable", "outside of the workspace"],
  [".", "b", "file_unwritable", "the workspace itself"],
  ["a.ts", "", "invalid_locate", "to is"],
])("%s can't be moved to %s", async (from, to, kind, message) => {
  await open({ "a.ts": "", "b.ts": "", "d/x.ts": "" });
  mkdirSync(join(session.root, "empty"));
  expect(await move(from, to)).toMatchObject({ kind, message: expect.stringContaining(message) });
  expect(existsSync(join(session.root, "a.ts"))).toBe(true);
});

test("A client that can't rename files is told how to do it", async () => {
  await open({ "a.ts": "" });
  const { kind, message } = await move("a.ts", "b.ts", { apply: true });
  expect([kind, message]).toEqual(["unsupported", expect.stringContaining("done: true")]);
});

test("A document that is open is moved with its text, of which the imports are rewritten", async () => {
  const text = 'import "./b";\n\nconst unsaved = 1;\n';
  await open({ "src/a.ts": 'import "./b";\n', "src/b.ts": "" });
  session.didOpen("src/a.ts", text, "typescript");
  const { edit } = await move("src/a.ts", "src/lib/a.ts");
  const [part, renamed] = edit.documentChanges;
  expect(part.textDocument).toEqual({ uri: session.uri("src/a.ts"), version: 1 });
  expect(applyTextEdits(text, part.edits, "utf-16")).toBe(text.replace("./b", "../b"));
  expect(renamed).toMatchObject({ kind: "rename", oldUri: session.uri("src/a.ts") });
});

test("A document that is open keeps its version in the edit", async () => {
  const files = { "src/a.ts": "", "src/b.ts": 'import "./a";\n' };
  await open(files);
  session.didOpen("src/b.ts", files["src/b.ts"], "typescript");
  const { edit } = await move("src/a.ts", "src/c.ts");
  expect(edit.documentChanges[0].textDocument).toEqual({ uri: session.uri("src/b.ts"), version: 1 });
});

test("Of files that import nothing, no note says that their imports stay", async () => {
  await open({ "data/a.yaml": "a: 1\n", "data/b.py": "B = 1\n", "use.py": "import data.b\n" });
  const { notes = [] } = (await move("data", "info")) as { notes?: readonly string[] };
  expect(notes.filter((note) => note.includes("imports of"))).toEqual([expect.stringContaining("imports of python")]);
});
