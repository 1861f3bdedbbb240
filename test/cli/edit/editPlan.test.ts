/** Plans of a WorkspaceEdit, applied to a few files on disk. */
import { createHash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { describePlanNote, type EditPlan, planEdit } from "../../../src/cli/edit/editPlan.js";
import { planAgain, planAnswer, readDiskEntry } from "../../../src/cli/edit/planAnswer.js";
import { writeFiles } from "../../../src/files/write/writeFiles.js";
import { UnusableEdit } from "../../../src/text/edits/textEdits.js";
import { createProcess } from "../../files/write/faults.js";
import { createFolder, removeFolders } from "../../folders.js";

let folder = "";
const state = createFolder();
beforeEach(() => {
  folder = createFolder();
});
afterAll(removeFolders);

type Part = NonNullable<WorkspaceEdit["documentChanges"]>[number];

function put(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** Reads every file below the folder, by its name; links are followed. */
function files(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!statSync(join(folder, name)).isDirectory()) found[name] = readFileSync(join(folder, name), "utf8");
  }
  return found;
}

const uri = (name: string) => `w:${name}`;
const world = {
  encoding: "utf-16",
  readEntry: readDiskEntry,
  pathOf: (each: string) => (each.startsWith("w:") ? join(folder, each.slice(2)) : undefined),
} as const;

function plan(edit: WorkspaceEdit): EditPlan {
  return planEdit(edit, world);
}

async function apply(...documentChanges: Part[]): Promise<Record<string, string>> {
  await write(plan({ documentChanges }));
  return files();
}

function write({ files }: EditPlan): Promise<unknown> {
  return writeFiles(files, { folders: [folder] }, { context: createProcess(state) });
}

/** Replaces the first `length` characters. */
function edit(name: string, length: number, newText: string, version: number | null = null) {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: length } };
  return { textDocument: { uri: uri(name), version }, edits: [{ range, newText }] };
}

const create = (name: string, options = {}): Part => ({ kind: "create", uri: uri(name), options });
const rename = (from: string, to: string, options = {}): Part => ({
  kind: "rename",
  oldUri: uri(from),
  newUri: uri(to),
  options,
});
const remove = (name: string, options = {}): Part => ({ kind: "delete", uri: uri(name), options });

test.each<[string, Record<string, string>, Part[], Record<string, string>]>([
  ["edits of two files", { a: "one", b: "two" }, [edit("a", 3, "1"), edit("b", 3, "2")], { a: "1", b: "2" }],
  ["two edits of one file, in order", { a: "one" }, [edit("a", 3, "two"), edit("a", 1, "T")], { a: "Two" }],
  ["an edit with a document version, though no document is open", { a: "one" }, [edit("a", 3, "1", 7)], { a: "1" }],
  ["a file created and filled", {}, [create("d/a"), edit("d/a", 0, "new")], { "d/a": "new" }],
  [
    "create leaves an existing file with ignoreIfExists",
    { a: "one" },
    [create("a", { ignoreIfExists: true })],
    { a: "one" },
  ],
  [
    "create replaces an existing file with overwrite",
    { a: "one" },
    [create("a", { overwrite: true, ignoreIfExists: true })],
    { a: "" },
  ],
  ["a file renamed, then edited", { a: "one" }, [rename("a", "d/b"), edit("d/b", 3, "1")], { "d/b": "1" }],
  ["a file edited, then renamed", { a: "one" }, [edit("a", 3, "1"), rename("a", "b")], { b: "1" }],
  [
    "two files that change places",
    { a: "A", b: "B" },
    [rename("a", "c"), rename("b", "a"), rename("c", "b")],
    { a: "B", b: "A" },
  ],
  [
    "rename replaces another file with overwrite",
    { a: "A", b: "B" },
    [rename("a", "b", { overwrite: true })],
    { b: "A" },
  ],
  [
    "rename leaves both files with ignoreIfExists",
    { a: "A", b: "B" },
    [rename("a", "b", { ignoreIfExists: true })],
    { a: "A", b: "B" },
  ],
  [
    "a new file in place of a renamed one",
    { a: "A" },
    [rename("a", "b"), create("a"), edit("a", 0, "C")],
    { a: "C", b: "A" },
  ],
  [
    "a folder renamed, a file in it edited",
    { "d/a": "one", "d/e/b": "B" },
    [rename("d", "f"), edit("f/a", 3, "1")],
    { "f/a": "1", "f/e/b": "B" },
  ],
  [
    "a file edited, its folder renamed, edited again",
    { "d/a": "one" },
    [edit("d/a", 3, "two"), rename("d", "f"), edit("f/a", 1, "T")],
    { "f/a": "Two" },
  ],
  ["delete of a file", { a: "A", b: "B" }, [remove("a")], { b: "B" }],
  [
    "delete of a missing file with ignoreIfNotExists",
    { b: "B" },
    [remove("a", { ignoreIfNotExists: true })],
    { b: "B" },
  ],
  ["delete of a folder", { "d/a": "A", b: "B" }, [remove("d", { recursive: true })], { b: "B" }],
])("A WorkspaceEdit is applied: %s", async (_name, before, parts, after) => {
  put(before);
  expect(await apply(...parts)).toEqual(after);
});

test.each<[string, Record<string, string | Buffer>, Part[], RegExp]>([
  ["an edit of a missing file", {}, [edit("a", 0, "x")], /\/a can't be edited: there is no such file$/],
  ["an edit of a file that was renamed", { a: "A" }, [rename("a", "b"), edit("a", 0, "x")], /\/a can't be edited/],
  [
    "an edit of a file that is not UTF-8",
    { a: Buffer.from([0x61, 0xff]) },
    [edit("a", 0, "x")],
    /can't be edited: it is not valid UTF-8/,
  ],
  [
    "an edit of a binary file",
    { a: Buffer.from([0x61, 0]) },
    [edit("a", 0, "x")],
    /can't be edited: it holds NUL bytes/,
  ],
  ["an edit of a folder", { "d/a": "" }, [edit("d", 0, "x")], /is a folder/],
  [
    "an edit of a URI that is not a file",
    {},
    [{ textDocument: { uri: "jdt:x", version: null }, edits: [] }],
    /^jdt:x is not a file$/,
  ],
  ["create of an existing file", { a: "A" }, [create("a")], /can't be created: it exists already/],
  ["rename of a missing file", {}, [rename("a", "b")], /can't be renamed: there is no such file/],
  ["rename to an existing file", { a: "A", b: "B" }, [rename("a", "b")], /which exists already/],
  ["delete of a missing file", {}, [remove("a")], /can't be deleted: there is no such file/],
  [
    "a snippet",
    { a: "A" },
    [
      {
        textDocument: { uri: "w:a", version: null },
        edits: [
          {
            range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
            snippet: { kind: "snippet", value: "$0" },
          },
        ],
      },
    ],
    /holds a snippet/,
  ],
  [
    "overlapping edits",
    { a: "one" },
    [
      {
        textDocument: { uri: "w:a", version: null },
        edits: [...edit("a", 2, "x").edits, ...edit("a", 1, "y").edits],
      },
    ],
    /\/a two edits overlap at 1:1/,
  ],
  ["an unknown operation", {}, [{ kind: "explode", uri: "w:a" } as never], /has an unknown operation: "explode"/],
])("The plan is rejected, and nothing is written: %s", async (_name, before, parts, message) => {
  put({ ...before, other: "O" });
  await expect(apply(edit("other", 1, "X"), ...parts)).rejects.toThrow(UnusableEdit);
  await expect(apply(edit("other", 1, "X"), ...parts)).rejects.toThrow(message);
  expect(files()["other"]).toBe("O");
});

test("`changes` are applied if there are no documentChanges", async () => {
  put({ a: "one" });
  const { edits } = edit("a", 3, "1");
  await write(plan({ changes: { [uri("a")]: edits } }));
  expect(files()).toEqual({ a: "1" });
});

test("Binary files are moved and deleted without being read", async () => {
  put({ a: Buffer.from([0]), b: Buffer.from([0]) });
  const { notes, changes } = plan({ documentChanges: [rename("a", "c"), remove("b")] });
  expect(notes).toEqual([
    { path: join(folder, "a"), newPath: join(folder, "c") },
    { path: join(folder, "b"), newPath: undefined },
  ]);
  const below = (path: string) => relative(folder, path);
  expect(notes.map((note) => describePlanNote(note, below))).toEqual(["a becomes c", "b is deleted"]);
  expect(changes).toEqual([]);
  expect(await apply(rename("a", "c"), remove("b"))).toEqual({ c: "\0" });
});

test("A plan's changes compare the files before with the files at the end", () => {
  put({ a: "A", b: "B", same: "S" });
  const parts = [
    edit("a", 1, "1"),
    rename("a", "c"),
    remove("b"),
    create("n"),
    edit("n", 0, "N"),
    edit("same", 1, "S"),
    create("gone"),
    remove("gone"),
  ];
  const { changes } = plan({ documentChanges: parts });
  const named = changes.map(({ path, oldPath, before, after }) =>
    [path, oldPath, before, after].map((each) => each?.replace(`${folder}/`, "")),
  );
  expect(named.toSorted()).toEqual([
    ["b", "b", "B", undefined],
    ["c", "a", "A", "1"],
    ["n", "n", undefined, "N"],
  ]);
});

test("The byte order mark, permissions and links are kept, and no draft is left", async () => {
  put({ a: "\ufeffone\r\ntwo", run: "one" });
  chmodSync(join(folder, "run"), 0o755);
  symlinkSync("run", join(folder, "link"));
  await apply(edit("a", 3, "x\ny"), edit("link", 3, "1"));
  expect(readFileSync(join(folder, "a"), "utf8")).toBe("\ufeffx\r\ny\r\ntwo");
  expect(readFileSync(join(folder, "run"), "utf8")).toBe("1");
  expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
  if (process.platform !== "win32") expect(statSync(join(folder, "run")).mode & 0o777).toBe(0o755);
  expect(readdirSync(folder).sort()).toEqual(["a", "link", "run"]);
});

test("Deleting a non-empty folder without `recursive` fails, and nothing is written", async () => {
  put({ "d/a": "A", b: "B" });
  await expect(apply(edit("b", 1, "1"), remove("d"))).rejects.toThrow(
    /the folder is not empty\. Nothing was written\.$/,
  );
  expect(files()).toEqual({ "d/a": "A", b: "B" });
  expect(await apply(remove("d/a"), remove("d"))).toEqual({ b: "B" });
});

describe("An answer is planned on the text that it is about", () => {
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const range = (line: number, from: number, to: number) => ({
    start: { line, character: from },
    end: { line, character: to },
  });
  const answer = (text: string, changes: NonNullable<WorkspaceEdit["changes"]>) => {
    const located = [{ uri: `file://${folder}/a`, sha256: sha256(text) }];
    const uris = Object.entries(changes).map(([name, edits]) => [`file://${folder}/${name}`, edits]);
    const edit = { changes: Object.fromEntries(uris) as NonNullable<WorkspaceEdit["changes"]> };
    return { kind: "changes", result: {}, edit, encoding: "utf-16", located } as const;
  };
  const renamed = [{ range: range(0, 0, 3), newText: "new" }];

  test("a file with another text is refused, whatever its times say", () => {
    put({ a: "\none\n" });
    utimesSync(join(folder, "a"), 0, 0);
    expect(() => planAnswer(answer("one\n", { a: renamed }))).toThrow(/\/a was changed by another program during/);
    put({ a: "\ufeffone\n" });
    utimesSync(join(folder, "a"), 4e9, 4e9);
    expect(planAnswer(answer("one\n", { a: renamed })).changes).toMatchObject([{ after: "new\n" }]);
  });

  test("a file that is not UTF-8 is refused for that, and not as changed", () => {
    put({ a: Buffer.from([0x6f, 0x6e, 0x65, 0xe9, 0x0a]) });
    expect(() => planAnswer(answer("one\ufffd\n", { a: renamed }))).toThrow(
      /\/a can't be edited: it is not valid UTF-8/,
    );
  });

  test("a rename is refused if another file has another name there", () => {
    put({ a: "one\n", b: "x = one\n" });
    const inB = (from: number) => ({ a: renamed, b: [{ range: range(0, from, from + 3), newText: "new" }] });
    expect(planAnswer(answer("one\n", inB(4)), { newName: "new" }).changes).toHaveLength(2);
    expect(() => planAnswer(answer("one\n", inB(3)), { newName: "new" })).toThrow(
      /\/b was changed by another program during/,
    );
  });

  test("an edit past the end of another file is refused, not moved into it", () => {
    put({ a: "one\n", b: "x\n" });
    for (const at of [range(3, 0, 0), range(0, 2, 2), range(1, 1, 1)])
      expect(() => planAnswer(answer("one\n", { b: [{ range: at, newText: "y" }] }))).toThrow(/\/b was changed/);
    expect(planAnswer(answer("one\n", { b: [{ range: range(2, 0, 0), newText: "y" }] })).changes).toHaveLength(1);
  });

  describe("Another process plans the same,", () => {
    const two = { a: renamed, b: [{ range: range(0, 4, 7), newText: "new" }] };
    const plan = () => {
      put({ a: "one\n", b: "x = one\n" });
      return planAnswer(answer("one\n", two));
    };

    test("of the edit and the digests of the texts that it is computed for", () => {
      const { planned, ...rest } = plan();
      expect(Object.keys(planned.digests)).toEqual([join(folder, "a"), join(folder, "b")]);
      expect(planAgain(JSON.parse(JSON.stringify(planned)))).toEqual(rest);
    });

    test.each([
      ["has another text", () => put({ b: "y = one\n" })],
      ["is gone", () => rmSync(join(folder, "b"))],
    ])("unless a file %s meanwhile", (_what, act) => {
      const { planned } = plan();
      act();
      expect(() => planAgain(planned)).toThrow(/\/b was changed by another program during/);
    });

    test("unless there is a file meanwhile where none was", () => {
      put({ a: "one\n" });
      const created = { documentChanges: [{ kind: "create", uri: `file://${folder}/c` }] } as const;
      const { planned } = planAnswer({
        ...answer("one\n", {}),
        edit: { documentChanges: [...created.documentChanges] },
      });
      put({ a: "one\n", c: "c\n" });
      expect(() => planAgain(planned)).toThrow(/\/c was changed by another program during/);
    });
  });
});
