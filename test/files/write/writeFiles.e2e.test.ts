/** The writer on a real disk: what it keeps of a file, where it writes, and what it refuses. */

import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { diskOperations, type FileOperations } from "../../../src/files/write/fileOperations.js";
import { acquireLocks } from "../../../src/files/write/locks.js";
import { recoverAll } from "../../../src/files/write/recovery.js";
import type { FileChanges, WriteScope } from "../../../src/files/write/resolveChanges.js";
import { writeFiles } from "../../../src/files/write/writeFiles.js";
import { createFolder, removeFolders } from "../../folders.js";
import { testIf } from "../../jest.js";
import { createFaultyDisk, createProcess, quickOperations, readState, readTree } from "./faults.js";

afterAll(removeFolders);

let folder = "";
let state = "";
beforeEach(() => {
  folder = createFolder();
  state = createFolder();
});

const isRoot = process.getuid?.() === 0;
const isWindows = process.platform === "win32";

function put(files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

const path = (name: string) => join(folder, name);
const edit = (name: string, before: string, after: string) => ({
  path: path(name),
  before: Buffer.from(before),
  after: Buffer.from(after),
});
const only = (...contents: FileChanges["contents"]): FileChanges => ({ contents, moves: [], creations: [] });

function write(changes: FileChanges, scope: WriteScope = { folders: [folder] }, operations?: FileOperations) {
  return writeFiles(changes, scope, { context: createProcess(state, operations ?? diskOperations) });
}

/** The names of a folder, temporary ones included. */
const names = () => readdirSync(folder).sort();

describe("Of a file that is replaced", () => {
  test("the mode and the owner are kept", async () => {
    put({ a: "old" });
    if (isRoot) chownSync(path("a"), 1234, 1235);
    chmodSync(path("a"), 0o4751);
    await write(only(edit("a", "old", "new")));
    const { mode, uid, gid } = statSync(path("a"));
    expect(readFileSync(path("a"), "utf8")).toBe("new");
    if (!isWindows) expect(mode & 0o7777).toBe(0o4751);
    if (isRoot) expect([uid, gid]).toEqual([1234, 1235]);
  });

  const hasAttributes = spawnSync("python3", ["-c", "import os; os.listxattr"]).status === 0;
  testIf(hasAttributes, "needs python3 on Linux")(
    "the extended attributes are kept (needs python3 on Linux)",
    async () => {
      put({ a: "old", b: "old" });
      execFileSync("python3", ["-c", `import os; os.setxattr("${path("a")}", "user.note", b"kept")`]);
      const { ino } = statSync(path("a"));
      await write(only(edit("a", "old", "new")));
      expect(statSync(path("a")).ino).not.toBe(ino);
      // Of several files they are copied at once.
      await write(only(edit("b", "old", "new"), edit("a", "new", "newer")));
      expect(
        execFileSync("python3", ["-c", `import os; print(os.getxattr("${path("a")}", "user.note"))`]).toString(),
      ).toBe("b'kept'\n");
    },
  );

  test("a link stays a link, and its target is written", async () => {
    put({ "d/a": "old" });
    symlinkSync("d/a", path("link"));
    await write(only(edit("link", "old", "new")));
    expect(lstatSync(path("link")).isSymbolicLink()).toBe(true);
    expect(readTree(folder)).toMatchObject({ "d/a": "new" });
  });

  test("a time in the future is no reason to refuse it", async () => {
    put({ a: "old" });
    utimesSync(path("a"), 4e9, 4e9);
    await write(only(edit("a", "old", "new")));
    expect(readFileSync(path("a"), "utf8")).toBe("new");
  });

  test("a name of 255 bytes is no reason to refuse it", async () => {
    const name = `${"n".repeat(252)}.ts`;
    put({ [name]: "old" });
    await write(only(edit(name, "old", "new")));
    expect(readTree(folder)).toEqual({ [name]: "new" });
  });
});

describe("A file is written in place", () => {
  const inode = (name: string) => statSync(path(name)).ino;

  test("if it has several names, which all get the text", async () => {
    put({ a: "a longer old text" });
    linkSync(path("a"), path("b"));
    const before = inode("a");
    await write(only(edit("a", "a longer old text", "new")));
    expect(readTree(folder)).toEqual({ a: "new", b: "new" });
    expect([inode("a"), inode("b")]).toEqual([before, before]);
  });

  test("if no file can be created beside it", async () => {
    put({ a: "old" });
    const before = inode("a");
    const forbidden = () => {
      throw Object.assign(new Error("EACCES"), { code: "EACCES", syscall: "open" });
    };
    const openSync = ((file: string, flags: string | number, mode?: number) =>
      /\.lsp-locate-[^/]*$/.test(file) && !file.startsWith(state)
        ? forbidden()
        : diskOperations.openSync(file, flags, mode)) as FileOperations["openSync"];
    await write(only(edit("a", "old", "new")), undefined, { ...diskOperations, openSync });
    expect([readFileSync(path("a"), "utf8"), inode("a")]).toEqual(["new", before]);
  });

  testIf(!(isRoot || isWindows), "needs POSIX and a user other than root")(
    "if its folder can't be written (not as root)",
    async () => {
      put({ "d/a": "old" });
      chmodSync(path("d"), 0o555);
      await write(only(edit("d/a", "old", "new")));
      chmodSync(path("d"), 0o755);
      expect(readTree(folder)).toEqual({ d: "(folder)", "d/a": "new" });
    },
  );

  test("if its attributes can't be copied", async () => {
    put({ a: "old" });
    const before = inode("a");
    const copyAttributes = () => [false];
    await write(only(edit("a", "old", "new")), undefined, { ...diskOperations, copyAttributes });
    expect([readTree(folder), inode("a")]).toEqual([{ a: "new" }, before]);
    expect(readState(state)).toEqual([]);
  });
});

describe("Nothing is written", () => {
  test("if a file has other bytes than were planned on", async () => {
    put({ a: "old", b: "other" });
    await expect(write(only(edit("a", "old", "new"), edit("b", "old", "new")))).rejects.toMatchObject({
      kind: "content_modified",
      data: { changed: [path("b")] },
    });
    expect(readTree(folder)).toEqual({ a: "old", b: "other" });
  });

  test("if a file to be deleted or moved has other bytes", async () => {
    put({ a: "old", b: "other" });
    for (const to of [undefined, path("c")]) {
      const moves = [{ from: path("b"), to, content: Buffer.from("old") }];
      await expect(write({ ...only(edit("a", "old", "new")), moves })).rejects.toMatchObject({
        kind: "content_modified",
      });
      expect(readTree(folder)).toEqual({ a: "old", b: "other" });
    }
  });

  test("if a file to be created exists", async () => {
    put({ a: "A" });
    await expect(
      write({ contents: [], moves: [], creations: [{ path: path("a"), after: Buffer.from("new") }] }),
    ).rejects.toMatchObject({ kind: "content_modified" });
    expect(readTree(folder)).toEqual({ a: "A" });
  });

  test("if two names of one file would get different texts", async () => {
    put({ a: "old" });
    symlinkSync("a", path("link"));
    await expect(write(only(edit("a", "old", "1"), edit("link", "old", "2")))).rejects.toThrow(/are one file/);
    await write(only(edit("a", "old", "1"), edit("link", "old", "1")));
    expect(readFileSync(path("a"), "utf8")).toBe("1");
  });

  test("while another process holds the lock, and the call is cancelled", async () => {
    put({ a: "old" });
    const other = { pid: 4_000_000, start: "1", machine: "m", namespace: "n" };
    const processes = { self: () => other, mayRun: () => true };
    const context = { stateFolder: state, operations: diskOperations, processes };
    const locks = await acquireLocks([path("a")], context, { timeoutMs: 0 });
    const mine = { ...createProcess(state), processes: { ...createProcess(state).processes, mayRun: () => true } };
    await expect(acquireLocks([path("a")], mine, { timeoutMs: 0 })).rejects.toThrow(
      /^Process 4000000 of lsp-locate is writing .*\/a\. Nothing was written; try again\./,
    );
    const cancelled = AbortSignal.abort(new Error("cancelled"));
    await expect(
      writeFiles(only(edit("a", "old", "new")), { folders: [folder] }, { context: mine, signal: cancelled }),
    ).rejects.toThrow("cancelled");
    locks.release();
    await write(only(edit("a", "old", "new")));
    expect([readTree(folder), readState(state)]).toEqual([{ a: "new" }, []]);
  });
});

test("The lock of a process that has ended is taken over", async () => {
  put({ a: "old" });
  await acquireLocks([path("a")], createProcess(state), { timeoutMs: 0 });
  expect(readState(state)).not.toEqual([]);
  await write(only(edit("a", "old", "new")));
  await recoverAll(createProcess(state));
  expect([readTree(folder), readState(state)]).toEqual([{ a: "new" }, []]);
});

describe("Only the workspace is written", () => {
  const outside = () => {
    const other = createFolder();
    writeFileSync(join(other, "a"), "old");
    return other;
  };

  test.each<[string, (other: string) => FileChanges]>([
    ["an edit by its path", (other) => only({ ...edit("a", "old", "new"), path: join(other, "a") })],
    ["an edit through a link", () => only(edit("link/a", "old", "new"))],
    [
      "a creation through a link",
      () => ({ ...only(), creations: [{ path: path("link/b"), after: Buffer.from("b") }] }),
    ],
    ["a deletion through a link", () => ({ ...only(), moves: [{ from: path("link/a"), to: undefined }] })],
    ["a move out of it", () => ({ ...only(), moves: [{ from: path("mine"), to: path("link/b") }] })],
    [
      "a creation through a link in a folder that the same edit moves",
      () => ({
        ...only(),
        moves: [{ from: path("d"), to: path("e") }],
        creations: [{ path: path("e/link/b"), after: Buffer.from("b") }],
      }),
    ],
    [
      "a deletion through a link that the same edit moves",
      () => ({
        ...only(),
        moves: [
          { from: path("link"), to: path("moved") },
          { from: path("moved/a"), to: undefined },
        ],
      }),
    ],
  ])("not outside by %s", async (_name, changesOf) => {
    const other = outside();
    put({ mine: "mine", "d/x": "x" });
    symlinkSync(other, path("link"));
    symlinkSync(other, path("d/link"));
    await expect(write(changesOf(other))).rejects.toMatchObject({
      kind: "file_unwritable",
      message: expect.stringMatching(/is outside of the workspace \(.*\)\. Nothing was written\.$/) as string,
    });
    expect(readTree(other)).toEqual({ a: "old" });
    expect(readFileSync(path("mine"), "utf8")).toBe("mine");
  });

  test("A file that the user has named may be anywhere, and with no folders all may", async () => {
    const other = outside();
    const named = { folders: [folder], namedFiles: [join(other, "a")] };
    await write(only({ ...edit("a", "old", "new"), path: join(other, "a") }), named);
    await write(only({ ...edit("a", "new", "newer"), path: join(other, "a") }), { folders: undefined });
    expect(readTree(other)).toEqual({ a: "newer" });
  });

  test.each([1, 2])(
    "A read-only file with %j names is refused, also for root, and nothing is written",
    async (names) => {
      put({ a: "old", b: "old" });
      chmodSync(path("b"), 0o444);
      if (names === 2) linkSync(path("b"), path("c"));
      await expect(write(only(edit("a", "old", "new"), edit("b", "old", "new")))).rejects.toMatchObject({
        kind: "file_unwritable",
        message: expect.stringMatching(/b is read-only\. Nothing was written\./) as string,
      });
      expect(readTree(folder)).toMatchObject({ a: "old", b: "old" });
    },
  );

  test("A link that leads nowhere is refused, not replaced by a file", async () => {
    symlinkSync("nowhere", path("link"));
    const creations = [{ path: path("link/a"), after: Buffer.from("x") }];
    await expect(write({ ...only(), creations })).rejects.toThrow(/is a link that leads nowhere/);
    expect(names()).toEqual(["link"]);
  });
});

describe("A change that was interrupted", () => {
  /** Ends the process at the first rename of a file to its place. */
  async function interrupt(changes: FileChanges, atRename = 1): Promise<void> {
    let renames = 0;
    const disk = createFaultyDisk("kill", Number.POSITIVE_INFINITY);
    const renameSync: FileOperations["renameSync"] = (from, to) => {
      if (++renames > atRename) throw new Error("killed");
      disk.operations.renameSync(from, to);
    };
    const dead = new Proxy(disk.operations, {
      get: (target, name) => {
        if (name === "renameSync") return renameSync;
        const call = Reflect.get(target, name) as (...args: unknown[]) => unknown;
        return (...args: unknown[]) => {
          if (renames > atRename) throw new Error("killed");
          return call(...args);
        };
      },
    });
    await expect(write(changes, undefined, dead)).rejects.toThrow("killed");
    disk.closeAll();
  }

  test("is completed before the next one of its files", async () => {
    put({ a: "old", b: "old" });
    await interrupt(only(edit("a", "old", "new"), edit("b", "old", "new")));
    expect(readTree(folder)).toMatchObject({ a: "new", b: "old" });
    await write(only(edit("b", "new", "newer")));
    expect(readTree(folder)).toEqual({ a: "new", b: "newer" });
    expect(await recoverAll(createProcess(state))).toEqual([]);
    expect(readState(state)).toEqual([]);
  });

  test("is given up, with a message, where a folder has become a link", async () => {
    const outside = createFolder();
    put({ "d/a": "old", "d/b": "old" });
    await interrupt(only(edit("d/a", "old", "new"), edit("d/b", "old", "new")));
    renameSync(path("d"), path("moved"));
    symlinkSync(outside, path("d"));
    const [message = ""] = await recoverAll(createProcess(state));
    expect(message).toMatch(/is given up, .* Changed by others: .*\/d\/a, .*\/d\/b\.$/);
    expect(await recoverAll(createProcess(state))).toEqual([]);
    expect(readTree(outside)).toEqual({});
    expect(readState(state)).toEqual([]);
  });

  test.each<[string, () => void]>([
    ["replaced", () => (put({ theirs: "theirs" }), renameSync(path("theirs"), path("b")))],
    ["written", () => writeFileSync(path("b"), "theirs")],
  ])("is given up, with the states of all files, where another program has %s one", async (_act, act) => {
    put({ a: "old a", b: "old b", c: "old c" });
    await interrupt(only(...["a", "b", "c"].map((name) => edit(name, `old ${name}`, "new"))));
    act();
    expect(await recoverAll(createProcess(state))).toEqual([
      `A change that was interrupted is given up, since its files were changed meanwhile; nothing more is written. As before it: ${path("c")}. As after it: ${path("a")}. Changed by others: ${path("b")}.`,
    ]);
    expect(await recoverAll(createProcess(state))).toEqual([]);
    expect([readTree(folder), readState(state)]).toEqual([{ a: "new", b: "theirs", c: "old c" }, []]);
  });

  test("is given up where its files were put back, and stops no later write", async () => {
    put({ a: "old", b: "old" });
    await interrupt(only(edit("a", "old", "new"), edit("b", "old", "new")));
    for (const name of names()) rmSync(path(name));
    put({ a: "old", b: "old" });
    expect(await write(only(edit("b", "old", "newer")))).toEqual([expect.stringContaining("As before it:")]);
    expect([readTree(folder), readState(state)]).toEqual([{ a: "old", b: "newer" }, []]);
  });

  test("is given up where a mode was changed, which is kept", async () => {
    put({ a: "old", b: "old" });
    await interrupt(only(edit("a", "old", "new"), edit("b", "old", "new")));
    chmodSync(path("b"), 0o755);
    const [message = ""] = await recoverAll(createProcess(state));
    expect(message).toContain(`Changed by others: ${path("b")}`);
    expect([readTree(folder), statSync(path("b")).mode & 0o777]).toEqual([{ a: "new", b: "old" }, 0o755]);
  });
});

describe("A change that can't be recovered now", () => {
  /** Leaves a change half made, of which nothing can be written any more. */
  async function leaveChange(): Promise<void> {
    put({ a: "old", b: "old" });
    const disk = createFaultyDisk("kill", Number.POSITIVE_INFINITY);
    let renames = 0;
    const renameSync = () => {
      renames++;
      throw Object.assign(new Error("EIO: simulated, rename"), { code: "EIO", syscall: "rename" });
    };
    const changes = only(edit("a", "old", "new"), edit("b", "old", "new"));
    const unlinkSync = () => {
      throw Object.assign(new Error("EIO: simulated, unlink"), { code: "EIO", syscall: "unlink" });
    };
    const operations = { ...disk.operations, renameSync, unlinkSync };
    await expect(write(changes, undefined, operations)).rejects.toThrow("The files could not be restored now");
    disk.closeAll();
    expect(renames).toBeGreaterThan(0);
  }
  const failing = (): FileOperations => ({
    ...quickOperations,
    unlinkSync: (name) => {
      if (String(name).includes(".lsp-locate-"))
        throw Object.assign(new Error("EIO: simulated, unlink"), { code: "EIO", syscall: "unlink" });
      quickOperations.unlinkSync(name);
    },
  });

  test("is reported once, to a command in its workspace, and ends when it can", async () => {
    await leaveChange();
    const elsewhere = createFolder();
    const recover = (workspace: string, operations = failing()) =>
      recoverAll(createProcess(state, operations), [workspace]);
    expect(await recover(elsewhere)).toEqual([]);
    expect(await recover(folder)).toEqual([
      expect.stringContaining("A change that was interrupted can't be completed:"),
    ]);
    expect(await recover(folder)).toEqual([]);
    expect(await recover(folder, quickOperations)).toEqual([]);
    expect([readTree(folder), readState(state)]).toEqual([{ a: "old", b: "old" }, []]);
  });
});

test("A move to another file system is refused, and nothing is left of the change", async () => {
  put({ a: "old", "b/c": "c", "d/e": "e" });
  const before = readTree(folder);
  const refuse = () => {
    throw Object.assign(new Error("EXDEV: simulated, rename"), { code: "EXDEV", syscall: "rename" });
  };
  const isAcross = (name: unknown) => String(name).endsWith("/moved");
  const operations: FileOperations = {
    ...quickOperations,
    renameSync: (from, to) => (isAcross(to) ? refuse() : quickOperations.renameSync(from, to)),
    linkSync: (from, to) => (isAcross(to) ? refuse() : quickOperations.linkSync(from, to)),
  };
  const changes = { ...only(edit("a", "old", "new")), moves: [{ from: path("b/c"), to: path("d/moved") }] };
  await expect(write(changes, undefined, operations)).rejects.toThrow(
    /d\/moved can't be written: it can't be moved to another file system\. Nothing was changed\.$/,
  );
  expect([readTree(folder), readState(state)]).toEqual([before, []]);
});

describe("On a read-only file system, nothing is left of a change", () => {
  const changes = (at: string): FileChanges => ({
    contents: ["a", "b"].map((name) => ({
      path: join(at, name),
      before: Buffer.from("old"),
      after: Buffer.from("new"),
    })),
    moves: [{ from: join(at, "c"), to: join(at, "new/c") }],
    creations: [{ path: join(at, "new/d"), after: Buffer.from("d") }],
  });
  const refusal = /can't be written: the file system is read-only\. Nothing was changed\.$/;

  test("which refuses to remove what was never made", async () => {
    put({ a: "old", b: "old", c: "c" });
    const refuse = (syscall: string) => {
      throw Object.assign(new Error(`EROFS: simulated, ${syscall}`), { code: "EROFS", syscall });
    };
    const isInState = (name: unknown) => String(name).startsWith(state);
    const operations: FileOperations = {
      ...quickOperations,
      openSync: (name, flags, mode) =>
        typeof flags === "number" || isInState(name) ? quickOperations.openSync(name, flags, mode) : refuse("open"),
      unlinkSync: (name) => (isInState(name) ? quickOperations.unlinkSync(name) : refuse("unlink")),
      rmdirSync: () => refuse("rmdir"),
      mkdirSync: ((name: string) => (isInState(name) ? quickOperations.mkdirSync(name) : refuse("mkdir"))) as never,
    };
    await expect(write(changes(folder), undefined, operations)).rejects.toThrow(/the file system is read-only/);
    expect(readState(state)).toEqual([]);
  });

  const disk = createFolder();
  const run = (...words: string[]) => spawnSync("mount", [...words, disk]).status === 0;
  const isMounted = isRoot && process.platform === "linux" && run("-t", "tmpfs", "none");
  afterAll(() => {
    if (isMounted) execFileSync("umount", [disk]);
  });

  (isMounted ? test : test.skip)("which is mounted (needs the right to mount)", async () => {
    for (const [name, text] of Object.entries({ a: "old", b: "old", c: "c" })) writeFileSync(join(disk, name), text);
    expect(run("-o", "remount,ro")).toBe(true);
    for (const each of [changes(disk), { ...only(), creations: changes(disk).creations }])
      await expect(write(each, { folders: [disk] })).rejects.toThrow(refusal);
    expect([readTree(disk), readState(state)]).toEqual([{ a: "old", b: "old", c: "c" }, []]);
    expect(await recoverAll(createProcess(state, diskOperations))).toEqual([]);
  });
});

test("An error of the folder of journals names it, so that it is plain which disk is full", async () => {
  put({ a: "old" });
  const writeSync = () => {
    throw Object.assign(new Error("ENOSPC: simulated, write"), { code: "ENOSPC", syscall: "write" });
  };
  const full = { ...quickOperations, writeSync } as unknown as FileOperations;
  await expect(write(only(edit("a", "old", "new")), undefined, full)).rejects.toMatchObject({
    message: expect.stringContaining("can't be written: no space is left on the disk. Nothing was changed."),
    data: expect.objectContaining({ path: expect.stringContaining(state) }),
  });
});

describe("What another program writes while the change is made is kept", () => {
  /** Runs `write` before the n-th rename. */
  const during = (at: number, work: () => void): FileOperations => {
    let renames = 0;
    return {
      ...diskOperations,
      renameSync: (from, to) => {
        if (++renames === at) work();
        diskOperations.renameSync(from, to);
      },
    };
  };

  test("in a file that is still to be replaced: the change is undone", async () => {
    put({ a: "old", b: "old" });
    const operations = during(1, () => writeFileSync(path("b"), "theirs"));
    await expect(
      write(only(edit("a", "old", "new"), edit("b", "old", "new")), undefined, operations),
    ).rejects.toMatchObject({ kind: "content_modified" });
    expect([readTree(folder), readState(state)]).toEqual([{ a: "old", b: "theirs" }, []]);
  });

  test("between the last comparison and the rename, through the file itself", async () => {
    put({ a: "old" });
    const operations = during(1, () => writeFileSync(path("a"), "theirs"));
    await expect(write(only(edit("a", "old", "new")), undefined, operations)).rejects.toMatchObject({
      kind: "content_modified",
    });
    expect([readTree(folder), readState(state)]).toEqual([{ a: "theirs" }, []]);
  });

  test("in a file that is deleted", async () => {
    put({ a: "old" });
    const operations = during(1, () => writeFileSync(path("a"), "theirs"));
    const moves = [{ from: path("a"), to: undefined, content: Buffer.from("old") }];
    await expect(write({ ...only(), moves }, undefined, operations)).rejects.toMatchObject({
      kind: "content_modified",
    });
    expect([readTree(folder), readState(state)]).toEqual([{ a: "theirs" }, []]);
  });
});

describe("Where folders are not addressed by descriptors", () => {
  const platform = process.platform;
  beforeAll(() => void Object.defineProperty(process, "platform", { value: "freebsd" }));
  afterAll(() => void Object.defineProperty(process, "platform", { value: platform }));

  test("edits, moves, deletions and creations are made", async () => {
    put({ a: "old", "d/b": "B", "gone/c": "C" });
    await write(
      {
        ...only(edit("a", "old", "new")),
        moves: [
          { from: path("d"), to: path("n/e") },
          { from: path("gone"), to: undefined, isRecursive: true },
        ],
        creations: [{ path: path("n/e/f/g"), after: Buffer.from("G") }],
      },
      undefined,
      quickOperations,
    );
    expect(readTree(folder)).toEqual({
      a: "new",
      n: "(folder)",
      "n/e": "(folder)",
      "n/e/b": "B",
      "n/e/f": "(folder)",
      "n/e/f/g": "G",
    });
    expect(readState(state)).toEqual([]);
  });

  test("a folder that is swapped for a link is refused", async () => {
    const outside = createFolder();
    writeFileSync(join(outside, "a"), "old");
    put({ "d/a": "old", "d/b": "old" });
    let isSwapped = false;
    const linkSync: FileOperations["linkSync"] = (from, to) => {
      diskOperations.linkSync(from, to);
      if (isSwapped || !String(to).endsWith("-1.old")) return;
      isSwapped = true;
      renameSync(path("d"), path("moved"));
      symlinkSync(outside, path("d"));
    };
    const changes = only(edit("d/a", "old", "new"), edit("d/b", "old", "new"));
    await expect(write(changes, undefined, { ...quickOperations, linkSync })).rejects.toMatchObject({
      kind: "content_modified",
    });
    expect(readTree(outside)).toEqual({ a: "old" });
  });
});

describe("On a full disk", () => {
  const disk = createFolder();
  const isMounted =
    isRoot &&
    process.platform === "linux" &&
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "none", disk]).status === 0;
  afterAll(() => {
    if (isMounted) execFileSync("umount", [disk]);
  });

  testIf(isMounted, "needs the right to mount")("all files stay as they were (needs the right to mount)", async () => {
    const old = "o".repeat(40_000);
    const contents = ["a", "b", "c"].map((name) => {
      writeFileSync(join(disk, name), old);
      return { path: join(disk, name), before: Buffer.from(old), after: Buffer.from("n".repeat(50_000)) };
    });
    await expect(write(only(...contents), { folders: [disk] })).rejects.toThrow(
      /can't be written: no space is left on the disk\. Nothing was changed\.$/,
    );
    expect(readTree(disk)).toEqual({ a: old, b: old, c: old });
  });
});
