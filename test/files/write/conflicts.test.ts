/**
 * Other programs that write at the same time, and file systems without hard links, on a disk in
 * memory.
 */

import { LocateError } from "../../../src/error.js";
import type { FileOperations } from "../../../src/files/write/fileOperations.js";
import { openFolders } from "../../../src/files/write/folders.js";
import { acquireLocks, lockHolder } from "../../../src/files/write/locks.js";
import { planJournal } from "../../../src/files/write/planJournal.js";
import { recoverAll } from "../../../src/files/write/recovery.js";
import { writeResolved } from "../../../src/files/write/writeFiles.js";
import { createFaultyDisk, createProcess } from "./faults.js";
import { createMemoryDisk, type MemoryDisk } from "./memoryDisk.js";

const FOREIGN = "text of another program";

function createDisk(files: Readonly<Record<string, string>>): MemoryDisk {
  const disk = createMemoryDisk();
  disk.operations.mkdirSync("/files");
  disk.operations.mkdirSync("/state");
  for (const [name, content] of Object.entries(files)) disk.write(`/files/${name}`, content);
  return disk;
}

/** Returns operations that call `act` before the first call that fits. */
function before(operations: FileOperations, fits: (name: string, path: string) => boolean, act: () => void) {
  let isDone = false;
  return new Proxy(operations, {
    get:
      (target, name: keyof FileOperations) =>
      (...args: unknown[]) => {
        if (!isDone && fits(name, String(args[0]))) {
          isDone = true;
          act();
        }
        return (target[name] as (...args: unknown[]) => unknown)(...args);
      },
  });
}

const content = (name: string, old: string, next: string) => ({
  path: `/files/${name}`,
  before: Buffer.from(old),
  after: Buffer.from(next),
});

async function write(operations: FileOperations, changes: Partial<Parameters<typeof writeResolved>[0]>) {
  const context = createProcess("/state", operations);
  return writeResolved({ contents: [], moves: [], creations: [], ...changes }, { signal: undefined, context }).then(
    () => undefined,
    (error: unknown) => error,
  );
}

test("A file that another program has written since the plan is not moved", async () => {
  const disk = createDisk({ a: "A" });
  const operations = before(
    disk.operations,
    (_name, path) => path.includes("journal"),
    () => disk.write("/files/a", FOREIGN),
  );
  const moves = [{ from: "/files/a", to: "/files/b", content: Buffer.from("A") }];
  expect(await write(operations, { moves })).toMatchObject({ kind: "content_modified" });
  expect(disk.tree("/files")).toEqual({ a: FOREIGN });
});

test("What another program has written before the recovery stays", async () => {
  const names = ["a", "b"];
  const create = () => {
    const disk = createDisk({ a: "old a", b: "old b" });
    // A file with two names is written in place.
    disk.link("/files/b", "/files/b.link");
    return disk;
  };
  const contents = names.map((name) => content(name, `old ${name}`, `new text of ${name}`));
  const whole = createFaultyDisk("short", 0, create().operations);
  await write(whole.operations, { contents });
  for (const at of whole.faultsAt("kill")) {
    for (const name of names) {
      const disk = create();
      const killed = createFaultyDisk("kill", at, disk.operations);
      await write(killed.operations, { contents });
      killed.closeAll();
      disk.write(`/files/${name}`, FOREIGN);
      await recoverAll(createProcess("/state", disk.operations));
      expect({ at, name, text: disk.tree("/files")[name] }).toEqual({ at, name, text: FOREIGN });
    }
  }
});

test("On a file system without hard links, files are replaced and made as elsewhere", async () => {
  const disk = createDisk({ a: "old" });
  const { linkSync } = disk.operations;
  const operations: FileOperations = {
    ...disk.operations,
    linkSync(from, to) {
      // Locks are on another one.
      if (!String(to).startsWith("/state/")) throw Object.assign(new Error("EPERM"), { code: "EPERM" });
      linkSync(from, to);
    },
  };
  const identity = () => disk.operations.lstatSync("/files/a").ino;
  const old = identity();
  const creations = [{ path: "/files/b", folder: "/files", after: Buffer.from("created") }];
  expect(await write(operations, { contents: [content("a", "old", "new")], creations })).toBeUndefined();
  expect(disk.tree("/files")).toEqual({ a: "new", b: "created" });
  // Not written in place.
  expect(identity()).not.toBe(old);
});

test("An unexpected error of a link fails the change", async () => {
  const disk = createDisk({ a: "old" });
  const { linkSync } = disk.operations;
  const operations: FileOperations = {
    ...disk.operations,
    linkSync(from, to) {
      if (!String(to).startsWith("/state/")) throw Object.assign(new Error("EIO"), { code: "EIO", syscall: "link" });
      linkSync(from, to);
    },
  };
  expect(await write(operations, { contents: [content("a", "old", "new")] })).toBeInstanceOf(LocateError);
  expect(disk.tree("/files")).toEqual({ a: "old" });
});

test.each([
  ["moved", "/files/n", "/files/m"],
  ["deleted", "/files/n/o", undefined],
])("A folder that a change makes is not %s by the same change", async (_act, from, to) => {
  const disk = createDisk({ a: "A" });
  const moves = [
    { from: "/files/a", to: "/files/n/o/a", content: undefined },
    { from, to, content: undefined },
  ];
  const message = `${from} can't be moved or deleted: it is a folder that the same change makes. Nothing was written.`;
  expect(await write(disk.operations, { moves })).toMatchObject({ kind: "file_unwritable", message });
  expect(disk.tree("/files")).toEqual({ a: "A" });
});

test("A folder is made again where one that the change has made before was moved away", async () => {
  const disk = createDisk({ a: "A", b: "B", "d/e": "E" });
  const moves = [
    { from: "/files/a", to: "/files/d/n/a", content: undefined },
    { from: "/files/d", to: "/files/m", content: undefined },
    { from: "/files/b", to: "/files/d/n/b", content: undefined },
  ];
  expect(await write(disk.operations, { moves })).toBeUndefined();
  const folders = { d: "(folder)", "d/n": "(folder)", m: "(folder)", "m/n": "(folder)" };
  expect(disk.tree("/files")).toEqual({ ...folders, "d/n/b": "B", "m/e": "E", "m/n/a": "A" });
});

test("No root folder is made", () => {
  const { operations } = createDisk({});
  const creations = [{ path: "/new", folder: "/", after: Buffer.from("") }];
  const plan = planJournal({ contents: [], moves: [], creations }, operations, openFolders(operations));
  expect(plan.madeFolders).toEqual([]);
});

describe("Folders", () => {
  const platform = process.platform;
  const platforms: readonly NodeJS.Platform[] = platform === "linux" ? ["linux", "darwin"] : [platform];
  afterEach(() => Object.defineProperty(process, "platform", { value: platform }));

  test.each(platforms)("A path through a file is refused on %s", (system) => {
    Object.defineProperty(process, "platform", { value: system });
    const { operations } = createDisk({ a: "A" });
    const open = () => openFolders(operations).open("/files/a");
    expect(open).toThrow(expect.objectContaining({ kind: "content_modified" }));
  });

  test.each(platforms)("Entries are addressed by descriptors on Linux alone: %s", (system) => {
    Object.defineProperty(process, "platform", { value: system });
    const { operations } = createDisk({ a: "A" });
    const address = openFolders(operations)
      .open("/files")
      .run("a", (path) => path);
    expect(address.startsWith("/proc/")).toBe(system === "linux");
  });
});

describe("Locks", () => {
  const options = { timeoutMs: 0 };
  const isRunning = { mayRun: () => true };

  test("A lock of a process that may run is refused, and taken when it is released", async () => {
    const { operations } = createDisk({});
    const [one, other] = [createProcess("/state", operations), createProcess("/state", operations)];
    const locks = await acquireLocks(["/files/a"], one, options);
    const processes = { ...other.processes, ...isRunning };
    const ask = () => acquireLocks(["/files/a"], { ...other, processes }, options);
    await expect(ask()).rejects.toMatchObject({
      kind: "file_unwritable",
      message: expect.stringContaining(`Process ${one.processes.self().pid} of lsp-locate is writing /files/a`),
    });
    locks.release();
    (await ask()).release();
  });

  test("A lock that was removed is not released, because it may be that of another process", async () => {
    const disk = createDisk({});
    const { operations } = disk;
    const processes = { ...createProcess("/state").processes, ...isRunning };
    const context = createProcess("/state", operations);
    const lost = await acquireLocks(["/files/a"], context, options);
    for (const name of Object.keys(disk.tree("/state/locks"))) operations.unlinkSync(`/state/locks/${name}`);
    await acquireLocks(["/files/a"], { ...context, processes }, options);
    lost.release();
    await expect(acquireLocks(["/files/a"], { ...context, processes }, options)).rejects.toThrow("is writing");
    expect(lockHolder("/files/a", context)).toMatchObject({ pid: processes.self().pid });
    expect(lockHolder("/files/b", context)).toBeUndefined();
  });

  test("A lock of a process that has ended is removed, and so is one without a content", async () => {
    const disk = createDisk({});
    const { operations } = disk;
    await acquireLocks(["/files/a"], createProcess("/state", operations), options);
    (await acquireLocks(["/files/a"], createProcess("/state", operations), options)).release();
    const one = createProcess("/state", operations);
    await acquireLocks(["/files/a"], one, options);
    for (const name of Object.keys(disk.tree("/state/locks"))) disk.write(`/state/locks/${name}`, "");
    const processes = { ...createProcess("/state").processes, ...isRunning };
    (await acquireLocks(["/files/a"], { ...one, processes }, options)).release();
  });
});
