/** Writes that are taken back: as a whole, and only where the files are as they were left. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readPastTexts } from "../../../src/files/undo/pastTexts.js";
import { undoWrite, writeUndoable } from "../../../src/files/undo/undo.js";
import type { FileChanges } from "../../../src/files/write/resolveChanges.js";
import { draftWrite, keepPart, pastWrites } from "../../../src/files/write/transaction/history.js";
import { createFolder, removeFolders } from "../../folders.js";
import { setEnv } from "../../jest.js";

afterAll(removeFolders);

let workspace: string;
beforeEach(() => {
  workspace = createFolder();
  setEnv("XDG_STATE_HOME", join(createFolder(), "state"));
});

const at = (name: string) => join(workspace, name);
const bytes = (text: string) => Buffer.from(text);

function put(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  }
}

/** Returns the files of the workspace with their texts, and its empty folders. */
function tree(folder = workspace): Record<string, string> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = path.slice(folder.length + 1);
      if (entry.isFile()) return [[name, readFileSync(path, "utf8")]];
      return readdirSync(path).length === 0 ? [[`${name}/`, ""]] : [];
    }),
  );
}

function write(changes: Partial<FileChanges>, command = "edit", connection?: string): Promise<readonly string[]> {
  const all = { contents: [], moves: [], creations: [], ...changes };
  return writeUndoable(all, { folders: [workspace] }, { origin: { command, workspace, connection } });
}

async function undo(): Promise<unknown> {
  const [last] = pastWrites({ workspace });
  if (last === undefined) throw new Error("nothing is kept");
  return undoWrite(last).then(
    ({ restored }) => restored.map(({ what, path }) => `${what} ${path.slice(workspace.length + 1)}`),
    (error) => ({ kind: error.kind, changed: error.data.changed, message: error.message }),
  );
}

const content = (name: string, before: string, after: string) => ({
  path: at(name),
  before: bytes(before),
  after: bytes(after),
});

test.each<[string, Record<string, string>, () => Partial<FileChanges>, readonly string[]]>([
  ["a changed file", { a: "1" }, () => ({ contents: [content("a", "1", "2")] }), ["restored a"]],
  [
    "a created file, with the folders that were made for it",
    { a: "1" },
    () => ({ creations: [{ path: at("new/folder/b"), after: bytes("2") }] }),
    ["deleted new/folder/b"],
  ],
  [
    "a deleted file",
    { a: "1", b: "2" },
    () => ({ moves: [{ from: at("a"), to: undefined, content: bytes("1") }] }),
    ["restored a"],
  ],
  [
    "a file that was moved and changed",
    { a: "1" },
    () => ({ contents: [content("a", "1", "2")], moves: [{ from: at("a"), to: at("d/b"), content: bytes("2") }] }),
    ["moved back a"],
  ],
  [
    "a moved folder with a file that was changed in it",
    { "a/x": "1", "a/y": "2", b: "3" },
    () => ({
      contents: [content("a/x", "1", "4"), content("b", "3", "5")],
      moves: [{ from: at("a"), to: at("c") }],
    }),
    ["restored a/x", "restored b", "moved back a"],
  ],
  [
    "two files that have exchanged their names",
    { a: "1", b: "2" },
    () => ({
      moves: [
        { from: at("a"), to: at("t"), content: bytes("1") },
        { from: at("b"), to: at("a"), content: bytes("2") },
        { from: at("t"), to: at("b"), content: bytes("1") },
      ],
    }),
    ["moved back a", "moved back b"],
  ],
])("%s is as before after undo", async (_title, files, changes, restored) => {
  put(files);
  await write(changes());
  expect(tree()).not.toEqual(files);
  expect(await undo()).toEqual(restored);
  expect(tree()).toEqual(files);
  expect(pastWrites({ workspace })).toEqual([]);
});

test("Each undo goes one further back, also past a write by id", async () => {
  put({ a: "1", b: "1" });
  await write({ contents: [content("a", "1", "2")] }, "first");
  await write({ contents: [content("b", "1", "2")] }, "second");
  await write({ contents: [content("a", "2", "3")] }, "third");
  expect(pastWrites({ workspace }).map(({ command }) => command)).toEqual(["third", "second", "first"]);
  await undoWrite(pastWrites({ workspace })[1] as never);
  expect(tree()).toEqual({ a: "3", b: "1" });
  await undo();
  await undo();
  expect(tree()).toEqual({ a: "1", b: "1" });
});

describe("What was changed since is named, and nothing is taken back", () => {
  beforeEach(async () => {
    put({ a: "1", b: "1", c: "1" });
    await write({
      contents: [content("a", "1", "2"), content("b", "1", "2")],
      moves: [{ from: at("c"), to: undefined, content: bytes("1") }],
      creations: [{ path: at("d"), after: bytes("2") }],
    });
  });

  test.each<[string, () => void, readonly string[]]>([
    ["a file with another text", () => put({ a: "3" }), ["a"]],
    ["files with another text", () => put({ a: "3", b: "4" }), ["a", "b"]],
    ["a file that is gone", () => rmSync(at("b")), ["b"]],
    ["a created file with another text", () => put({ d: "3" }), ["d"]],
    ["a file in the place of a deleted one", () => put({ c: "3" }), ["c"]],
  ])("%s", async (_title, change, changed) => {
    change();
    const before = tree();
    expect(await undo()).toMatchObject({
      kind: "content_modified",
      changed: changed.map(at),
      message: expect.stringContaining("written by: edit. Nothing was changed."),
    });
    expect(tree()).toEqual(before);
    expect(pastWrites({ workspace })).toHaveLength(1);
  });
});

test("A folder that was deleted with what it held can't be restored", async () => {
  put({ "a/x": "1" });
  await write({ moves: [{ from: at("a"), to: undefined, isRecursive: true }] });
  expect(await undo()).toMatchObject({ kind: "file_unwritable", message: expect.stringContaining("is not kept") });
});

test("Writes are those of a workspace and the folders in it, or of a connection", async () => {
  put({ a: "1" });
  await write({ contents: [content("a", "1", "2")] }, "shell");
  await write({ contents: [content("a", "2", "3")] }, "agent", "one");
  const commands = (query: object) => pastWrites(query).map(({ command }) => command);
  expect(commands({ workspace })).toEqual(["agent", "shell"]);
  expect(commands({ workspace: dirname(workspace) })).toEqual(["agent", "shell"]);
  expect(commands({ workspace: join(workspace, "sub") })).toEqual([]);
  expect(commands({ connection: "one" })).toEqual(["agent"]);
  expect(commands({ connection: "two" })).toEqual([]);
});

describe("What is kept", () => {
  const change = (size: number) => ({
    made: { contents: [], moves: [], creations: [{ path: at("a"), after: Buffer.alloc(size) }] },
    ...{ madeFolders: [], scope: { folders: [workspace] } },
  });
  const origin = (command: string) => ({ command, workspace });
  const history = () => join(process.env["XDG_STATE_HOME"] ?? "", "lsp-locate/history");
  const keep = (...args: Parameters<typeof draftWrite>) => {
    const { name, text } = draftWrite(...args);
    mkdirSync(history(), { recursive: true });
    writeFileSync(join(history(), name), text);
  };

  test("is there for a day", () => {
    const now = Date.now();
    keep(origin("old"), change(1), { now: now - 24 * 60 * 60 * 1000 - 1 });
    keep(origin("new"), change(1), { now: now - 1000 });
    expect(pastWrites({}, now).map(({ command }) => command)).toEqual(["new"]);
    keep(origin("newest"), change(1), { now });
    expect(readdirSync(history())).toHaveLength(2);
  });

  test("has a maximum size: the oldest goes, and what is larger is not kept", () => {
    const maxBytes = 64_000;
    for (const command of ["1", "2", "3"])
      keep(origin(command), change(20_000), { now: Date.now() + Number(command), maxBytes });
    expect(pastWrites({}).map(({ command }) => command)).toEqual(["3", "2"]);
    expect(() => keep(origin("4"), change(50_000), { maxBytes })).toThrow("it takes more than");
  });

  const onPosix = process.platform === "win32" ? test.skip : test;
  onPosix("can be read by the user alone", async () => {
    put({ a: "1" });
    await write({ contents: [content("a", "1", "2")] });
    const [name = ""] = readdirSync(history());
    expect([history(), join(history(), name)].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
  });

  test("is in the order of the writes, also where the clock was set back", () => {
    keep(origin("first"), change(1));
    keep(origin("second"), change(1), { now: Date.now() - 60 * 60 * 1000 });
    expect(pastWrites({}).map(({ command }) => command)).toEqual(["second", "first"]);
  });

  test("may be damaged, which is no reason to fail", () => {
    keep(origin("1"), change(1));
    writeFileSync(join(history(), "000000000000001-abcdef.json"), "{");
    expect(pastWrites({})).toHaveLength(1);
  });
});

test("A write that can't be kept is made, and says so", async () => {
  put({ a: "1" });
  put({ state: "" });
  const messages = await write({ contents: [content("a", "1", "2")] });
  expect(messages).toEqual([]);
  const folder = join(process.env["XDG_STATE_HOME"] ?? "", "lsp-locate/history");
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "");
  expect(await write({ contents: [content("a", "2", "3")] })).toEqual([expect.stringContaining("It can't be undone")]);
  expect(readFileSync(at("a"), "utf8")).toBe("3");
  expect(existsSync(folder)).toBe(true);
});

test("The texts before the first kept write are those of the files where they are now", async () => {
  put({ "a.ts": "a1", "b.ts": "b1", "c.ts": "c1" });
  await write({ contents: [content("a.ts", "a1", "a2")], creations: [{ path: at("new.ts"), after: bytes("n") }] });
  await write({
    contents: [content("a.ts", "a2", "a3")],
    moves: [{ from: at("a.ts"), to: at("moved.ts"), content: bytes("a3") }],
  });
  await write({ moves: [{ from: at("b.ts"), to: undefined, content: bytes("b1") }] });
  const { before, deleted } = readPastTexts({ workspace });
  expect([...before]).toEqual([
    [at("new.ts"), undefined],
    [at("moved.ts"), "a1"],
  ]);
  expect(deleted).toEqual([at("b.ts")]);
});

describe("Of a long file", () => {
  const outputs = "x".repeat(9 * 1024 * 1024);
  const long = (cell: string) => `{ ${cell} ${outputs} }`;

  test("what differs is kept, and it is restored only as it was left", async () => {
    put({ "a.ipynb": long("one") });
    await write({ contents: [content("a.ipynb", long("one"), long("a second"))] });
    await write({ contents: [content("a.ipynb", long("a second"), long("3"))] });
    const [kept] = pastWrites({ workspace });
    expect(statSync(kept?.path ?? "").size).toBeLessThan(2000);
    writeFileSync(at("a.ipynb"), `${long("3")} `);
    expect(await undo()).toEqual({
      kind: "content_modified",
      changed: [at("a.ipynb")],
      message: `${at("a.ipynb")} was changed since its text was written by: edit. Nothing was changed.`,
    });
    writeFileSync(at("a.ipynb"), long("3"));
    expect(await undo()).toEqual(["restored a.ipynb"]);
    expect(await undo()).toEqual(["restored a.ipynb"]);
    expect(Object.entries(tree()).map(([name, text]) => [name, text === long("one")])).toEqual([["a.ipynb", true]]);
  });

  test("the text before the first write is known", async () => {
    put({ "a.ts": long("one") });
    await write({ contents: [content("a.ts", long("one"), long("two"))] });
    await write({ contents: [content("a.ts", long("two"), long("three"))] });
    const { before } = readPastTexts({ workspace });
    expect(before.get(at("a.ts")) === long("one")).toBe(true);
  });

  test("a write that was given up keeps what has taken effect", () => {
    put({ "a.ts": long("two"), "b.ts": long("one") });
    const contents = ["a.ts", "b.ts"].map((name) => content(name, long("one"), long("two")));
    const origin = { command: "edit", workspace };
    const { text } = draftWrite(origin, {
      made: { contents, moves: [], creations: [] },
      madeFolders: [],
      scope: { folders: [workspace] },
    });
    const path = join(workspace, "../000000000000001-abcdef.json");
    writeFileSync(`${path}.pending`, text);
    keepPart(`${path}.pending`, path);
    const [head = ""] = readFileSync(path, "utf8").split("\n");
    rmSync(path);
    expect(JSON.parse(head).files).toEqual([at("a.ts")]);
  });
});
