/**
 * Tests of changes: answers are true of the files on disk and of the open documents at the time of
 * the query.
 */

import fs, {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { restoreFileSystem, spyOnFileSystem } from "../../fileSystemSpies.js";
import { testIf } from "../../jest.js";
import { folderOf, indexOf, parseHere, type TestIndexOptions, write, writeOld } from "../indexHarness.js";

const f = "function f() {}\n";
const g = "function g() {}\n";

/**
 * Queries until the answer is as expected. On Linux it is so at once, as a change is reported
 * before the call that made it returns.
 */
async function waitForAnswer(ask: () => Promise<unknown>, wanted: unknown): Promise<void> {
  for (;;) {
    const answer = await ask();
    if (JSON.stringify(answer) === JSON.stringify(wanted)) return;
    if (process.platform === "linux") expect(answer).toEqual(wanted);
  }
}

describe.each([
  ["watches the disk", {}],
  ["does not watch the disk", { isWatching: false }],
] as [string, TestIndexOptions][])("An index that %s", (mode, options) => {
  /** Reports a change where the disk is not watched. Scans are too rare to find it. */
  const report = (notify: () => void) => {
    if (mode !== "watches the disk") notify();
  };

  test("notices that a file is created, changed, renamed and deleted", async () => {
    const root = folderOf({ "a.ts": f });
    const { index, declared, parsed } = indexOf(root, options);
    await index.waitUntilComplete();
    write(root, { "b.ts": f });
    report(() => index.notifyChanges([`${root}/b.ts`]));
    await waitForAnswer(() => declared("f"), ["a.ts:1 f", "b.ts:1 f"]);
    write(root, { "a.ts": `\n\n${g}` });
    report(() => index.notifyChanges([`${root}/a.ts`]));
    await waitForAnswer(() => declared("f"), ["b.ts:1 f"]);
    await waitForAnswer(() => declared("g"), ["a.ts:3 g"]);
    renameSync(`${root}/b.ts`, `${root}/c.ts`);
    report(() => index.notifyChanges([`${root}/b.ts`, `${root}/c.ts`]));
    await waitForAnswer(() => declared("f"), ["c.ts:1 f"]);
    rmSync(`${root}/c.ts`);
    report(() => index.notifyChanges([`${root}/c.ts`]));
    await waitForAnswer(() => declared("f"), []);
    expect(new Set(parsed).size).toBe(3);
  });

  test("notices that a folder with files is created, renamed and deleted", async () => {
    const root = folderOf({ "a.ts": f });
    const { index, declared } = indexOf(root, options);
    await index.waitUntilComplete();
    write(root, { "new/deep/b.ts": g });
    report(() => index.notifyChanges([`${root}/new/deep/b.ts`]));
    await waitForAnswer(() => declared("g"), ["new/deep/b.ts:1 g"]);
    renameSync(`${root}/new`, `${root}/other`);
    report(() => index.notifyChanges([`${root}/new`, `${root}/other`]));
    await waitForAnswer(() => declared("g"), ["other/deep/b.ts:1 g"]);
    write(root, { "other/deep/c.ts": g });
    report(() => index.notifyChanges([`${root}/other`]));
    await waitForAnswer(() => declared("g"), ["other/deep/b.ts:1 g", "other/deep/c.ts:1 g"]);
    rmSync(`${root}/other`, { recursive: true });
    report(() => index.notifyChanges([`${root}/other`]));
    await waitForAnswer(() => declared("g"), []);
    expect((await index.waitUntilComplete()).files).toBe(1);
  });

  testIf(process.platform !== "win32", "needs permissions of POSIX")(
    "notices that a script without an extension becomes one",
    async () => {
      const root = folderOf({ "a.sh": "g() {\n  :\n}\n" });
      const { index, declared } = indexOf(root, options);
      await index.waitUntilComplete();
      write(root, { run: "" });
      chmodSync(`${root}/run`, 0o755);
      write(root, { run: "#!/bin/sh\nf() {\n  g\n}\n" });
      report(() => index.notifyChanges([`${root}/run`]));
      await waitForAnswer(() => declared("f"), ["run:2 f"]);
      write(root, { run: "no script\n" });
      report(() => index.notifyChanges([`${root}/run`]));
      await waitForAnswer(() => declared("f"), []);
    },
  );

  test("notices changes of `.gitignore`", async () => {
    const root = folderOf({ "a.ts": f, "in/b.ts": f, "in/deep/c.ts": f });
    const { index, declared } = indexOf(root, options);
    await index.waitUntilComplete();
    write(root, { ".gitignore": "deep/\n" });
    report(() => index.notifyChanges([`${root}/.gitignore`]));
    await waitForAnswer(() => declared("f"), ["a.ts:1 f", "in/b.ts:1 f"]);
    write(root, { ".gitignore": "a.ts\n" });
    report(() => index.notifyChanges([`${root}/.gitignore`]));
    await waitForAnswer(() => declared("f"), ["in/b.ts:1 f", "in/deep/c.ts:1 f"]);
    rmSync(`${root}/.gitignore`);
    report(() => index.notifyChanges([`${root}/.gitignore`]));
    await waitForAnswer(() => declared("f"), ["a.ts:1 f", "in/b.ts:1 f", "in/deep/c.ts:1 f"]);
  });
});

test("A folder that takes the name of another one is watched under that name", async () => {
  const root = folderOf({ "x/deep/a.ts": f, "y/deep/b.ts": f });
  const { index, declared } = indexOf(root);
  await index.waitUntilComplete();
  renameSync(`${root}/x`, `${folderOf()}/old`);
  renameSync(`${root}/y`, `${root}/x`);
  await waitForAnswer(() => declared("f"), ["x/deep/b.ts:1 f"]);
  write(root, { "x/deep/c.ts": f });
  await waitForAnswer(() => declared("f"), ["x/deep/b.ts:1 f", "x/deep/c.ts:1 f"]);
});

test("A folder that is deleted and created again is watched again", async () => {
  const root = folderOf({ "x/a.ts": f });
  const { index, declared } = indexOf(root);
  await index.waitUntilComplete();
  rmSync(`${root}/x`, { recursive: true });
  mkdirSync(`${root}/x`);
  await waitForAnswer(() => declared("f"), []);
  write(root, { "x/b.ts": f });
  await waitForAnswer(() => declared("f"), ["x/b.ts:1 f"]);
});

test("Changes that the system had no room to report are found", async () => {
  const root = folderOf({ "a.ts": f, "b.ts": f, "x/c.ts": f });
  const { index, declared } = indexOf(root);
  await index.waitUntilComplete();
  // Consecutive events of one file are merged, so two files take turns.
  for (let round = 0; round < 9_000; round++)
    for (const name of ["a.ts", "b.ts"]) appendFileSync(join(root, name), "\n");
  write(root, { "x/c.ts": g, "x/d.ts": g });
  await waitForAnswer(() => declared("g"), ["x/c.ts:1 g", "x/d.ts:1 g"]);
});

/** Queries until the answer is as expected, which may take some time. */
async function pollForAnswer(ask: () => Promise<unknown>, wanted: unknown): Promise<void> {
  while (JSON.stringify(await ask()) !== JSON.stringify(wanted)) await new Promise(setImmediate);
}

test("Answers are true of the disk without any report of changes", async () => {
  const root = folderOf({ "a.ts": f, "b.ts": f, "c.ts": f });
  const { index, declared } = indexOf(root, { isWatching: false });
  await index.waitUntilComplete();
  write(root, { "a.ts": `\n${f}` });
  rmSync(`${root}/b.ts`);
  writeOld(root, { "c.ts": `${g}${g}` });
  expect(await declared("f")).toEqual(["a.ts:2 f"]);
});

test("A file written twice within the resolution of file times is read again", async () => {
  const root = folderOf();
  const now = new Date();
  const writeNow = (text: string) => {
    write(root, { "a.ts": text });
    utimesSync(`${root}/a.ts`, now, now);
  };
  writeNow("function one() {}\n");
  const { index, declared } = indexOf(root, { isWatching: false });
  await index.waitUntilComplete();
  writeNow("\nfunction one() {}");
  expect(await declared("one")).toEqual(["a.ts:2 one"]);
});

test("A file that changes while it is parsed is read again", async () => {
  const root = folderOf({ "a.ts": f });
  let isFirst = true;
  const { declared } = indexOf(root, {
    startParseThread: (options, onParsed) =>
      parseHere(options, (path) => {
        onParsed(path);
        // The file has been read and parsed, and its result is being sent.
        if (isFirst) writeFileSync(`${root}/a.ts`, `\n\n${f}`);
        isFirst = false;
      }),
  });
  expect(await declared("f")).toEqual(["a.ts:3 f"]);
});

test("A file deleted before it is parsed is forgotten", async () => {
  const root = folderOf({ "a.ts": f, "b.ts": f });
  const { index, declared } = indexOf(root, {
    startParseThread: (options, onParsed) => {
      rmSync(`${root}/b.ts`, { force: true });
      return parseHere(options, onParsed);
    },
  });
  expect(await declared("f")).toEqual(["a.ts:1 f"]);
  expect((await index.waitUntilComplete()).files).toBe(1);
});

test("An open document replaces the file on disk until it is closed", async () => {
  const root = folderOf({ "a.ts": f });
  const { index, declared } = indexOf(root);
  index.open(`${root}/a.ts`, "typescript", g);
  expect(await declared("f")).toEqual([]);
  expect(await declared("g")).toEqual(["a.ts:1 g"]);
  // Two changes, followed by a query at once.
  index.open(`${root}/a.ts`, "typescript", `\n${g}`);
  index.open(`${root}/a.ts`, "typescript", `\n\n${g}`);
  expect(await declared("g")).toEqual(["a.ts:3 g"]);
  expect((await index.findMatching("g", 3)).answer).toMatchObject([{ line: 2 }]);
  write(root, { "a.ts": `\n${f}` });
  expect(await declared("f")).toEqual([]);
  index.close(`${root}/a.ts`);
  expect(await declared("g")).toEqual([]);
  expect(await declared("f")).toEqual(["a.ts:2 f"]);
});

test("Open documents are indexed even if their files are ignored or do not exist", async () => {
  const root = folderOf({ ".gitignore": "out.ts\n", "out.ts": f, "a.ts": f });
  const { index, declared } = indexOf(root);
  index.open(`${root}/out.ts`, "typescript", f);
  index.open(`${root}/new.ts`, "typescript", f);
  expect(await declared("f")).toEqual(["a.ts:1 f", "new.ts:1 f", "out.ts:1 f"]);
  index.close(`${root}/out.ts`);
  index.close(`${root}/new.ts`);
  expect(await declared("f")).toEqual(["a.ts:1 f"]);
});

test("A document opened in a language that is not indexed hides its file", async () => {
  const root = folderOf({ "a.ts": f });
  const { index, declared } = indexOf(root);
  await index.waitUntilComplete();
  index.open(`${root}/a.ts`, "plaintext", f);
  expect(await declared("f")).toEqual([]);
  index.close(`${root}/a.ts`);
  expect(await declared("f")).toEqual(["a.ts:1 f"]);
});

test("A file deleted while it is open is forgotten when it is closed", async () => {
  const root = folderOf({ "a.ts": f });
  const { index, declared } = indexOf(root);
  await index.waitUntilComplete();
  index.open(`${root}/a.ts`, "typescript", f);
  rmSync(`${root}/a.ts`);
  expect(await declared("f")).toEqual(["a.ts:1 f"]);
  index.close(`${root}/a.ts`);
  expect(await declared("f")).toEqual([]);
});

test("After many changes, half of them undone, the index has the files that exist", async () => {
  const root = folderOf();
  const { index, declared } = indexOf(root);
  await index.waitUntilComplete();
  const wanted: string[] = [];
  for (let n = 0; n < 300; n++) {
    write(root, { [`d${n % 20}/f${n}.ts`]: `function same() {}\nfunction own${n}() {}\n` });
    if (n % 2 === 0) wanted.push(`d${n % 20}/f${n}.ts:1 same`);
  }
  await index.findMatching("own", 1);
  for (let n = 1; n < 300; n += 2) rmSync(join(root, `d${n % 20}/f${n}.ts`));
  await waitForAnswer(async () => (await declared("same")).sort(), wanted.sort());
  expect((await index.waitUntilComplete()).files).toBe(150);
});

/**
 * Makes a file system call fail for some paths. Permissions would not do, as the tests may run as
 * root.
 */
function failCalls(
  call: "readdirSync" | "openSync" | "watch",
  code: string,
  isRefused: (path: string) => boolean,
): void {
  const real = fs[call] as (...parameters: unknown[]) => unknown;
  spyOnFileSystem(call).mockImplementation(((...parameters: unknown[]) => {
    if (!isRefused(String(parameters[0]))) return real(...parameters);
    throw Object.assign(new Error(`${code}: ${call} '${parameters[0]}'`), { code });
  }) as never);
}

test("A folder that can't be read is logged once, and the files around it are indexed", async () => {
  const root = folderOf({ "a.ts": f, "locked/b.ts": f });
  failCalls("readdirSync", "EACCES", (path) => path === `${root}/locked`);
  const { index, declared, logged } = indexOf(root);
  expect(await declared("f")).toEqual(["a.ts:1 f"]);
  index.notifyChanges([`${root}/locked`, root]);
  await declared("f");
  expect(logged).toEqual([expect.stringContaining(`${root}/locked can't be read and is left out: EACCES`)]);
  restoreFileSystem();
  index.notifyChanges([`${root}/locked`]);
  expect(await declared("f")).toEqual(["a.ts:1 f", "locked/b.ts:1 f"]);
});

test("A file that can't be read is logged once, and indexed when it can be read", async () => {
  const root = folderOf({ "a.ts": f, "locked.ts": f });
  failCalls("openSync", "EACCES", (path) => path === `${root}/locked.ts`);
  const { index, declared, logged } = indexOf(root);
  expect(await declared("f")).toEqual(["a.ts:1 f"]);
  index.notifyChanges([`${root}/locked.ts`]);
  expect(await declared("f")).toEqual(["a.ts:1 f"]);
  expect(logged).toEqual([expect.stringContaining(`${root}/locked.ts is not indexed: permission denied`)]);
  restoreFileSystem();
  index.notifyChanges([`${root}/locked.ts`]);
  expect(await declared("f")).toEqual(["a.ts:1 f", "locked.ts:1 f"]);
});

test("Without watches left, this is logged, and queries scan the workspace now and then", async () => {
  const root = folderOf({ "a.ts": f, "in/b.ts": f });
  failCalls("watch", "ENOSPC", (path) => path !== root);
  const { index, declared, logged } = indexOf(root);
  const { watchFailure } = await index.waitUntilComplete();
  if (process.platform === "linux") expect(watchFailure).toContain("ENOSPC");
  // On other systems a root is watched with all that is in it.
  if (process.platform === "linux") expect(logged).toEqual([expect.stringContaining("at each query: ENOSPC")]);
  write(root, { "in/c.ts": f });
  await pollForAnswer(() => declared("f"), ["a.ts:1 f", "in/b.ts:1 f", "in/c.ts:1 f"]);
});

test("No link is followed: neither out of the workspace nor in a circle", async () => {
  const outside = folderOf({ "x.ts": f, "folder/y.ts": f });
  const root = folderOf({ "a.ts": f, "in/b.ts": f });
  symlinkSync(root, `${root}/in/up`);
  symlinkSync(`${root}/in`, `${root}/again`);
  symlinkSync(`${outside}/folder`, `${root}/out`);
  symlinkSync(`${root}/a.ts`, `${root}/in/a2.ts`);
  symlinkSync(`${outside}/x.ts`, `${root}/in/x1.ts`);
  symlinkSync(`${outside}/x.ts`, `${root}/x2.ts`);
  symlinkSync(`${root}/self.ts`, `${root}/self.ts`);
  symlinkSync(`${root}/absent.ts`, `${root}/dangling.ts`);
  const { index, declared } = indexOf(root);
  expect(await declared("f")).toEqual(["a.ts:1 f", "in/b.ts:1 f"]);
  expect((await index.waitUntilComplete()).files).toBe(2);
});

test("A file that a link out of the workspace takes the place of is gone, and so are those of a folder", async () => {
  const outside = folderOf({ "x.ts": f, "folder/b.ts": f });
  const root = folderOf({ "a.ts": f, "in/b.ts": f });
  const { index, declared } = indexOf(root);
  expect(await declared("f")).toEqual(["a.ts:1 f", "in/b.ts:1 f"]);
  rmSync(`${root}/a.ts`);
  symlinkSync(`${outside}/x.ts`, `${root}/a.ts`);
  rmSync(`${root}/in`, { recursive: true });
  symlinkSync(`${outside}/folder`, `${root}/in`);
  await waitForAnswer(() => declared("f"), []);
  expect((await index.findText({ text: "function f", limit: 10 })).answer.lines).toEqual([]);
});

test("A hard link is a file like any other", async () => {
  const outside = folderOf({ "x.ts": f });
  const root = folderOf({});
  linkSync(`${outside}/x.ts`, `${root}/a.ts`);
  expect(await indexOf(root).declared("f")).toEqual(["a.ts:1 f"]);
});

test("A root that is a link is indexed under the path of the link", async () => {
  const real = folderOf({ "a.ts": f });
  const root = `${folderOf()}/link`;
  symlinkSync(real, root);
  const { index, declared } = indexOf([root, real]);
  expect(await declared("f")).toEqual(["a.ts:1 f"]);
  expect((await index.findByName({ name: "f" })).answer[0]?.path).toBe(`${root}/a.ts`);
  write(real, { "b.ts": f });
  await waitForAnswer(() => declared("f"), ["a.ts:1 f", "b.ts:1 f"]);
  expect((await index.waitUntilComplete()).files).toBe(2);
});

test("A pipe with the name of a source file blocks nothing", async () => {
  const root = folderOf({ "a.ts": f });
  const { spawnSync } = await import("node:child_process");
  if (spawnSync("mkfifo", [`${root}/pipe.ts`]).status !== 0) return;
  const { declared, index } = indexOf(root);
  expect(await declared("f")).toEqual(["a.ts:1 f"]);
  expect((await index.waitUntilComplete()).files).toBe(1);
});

test("A file that keeps growing is indexed, and blocks no query", async () => {
  const root = folderOf({ "a.ts": f });
  let left = 20;
  const { declared, index } = indexOf(root, {
    startParseThread: (options, onParsed) =>
      parseHere(options, (path) => {
        onParsed(path);
        if (left-- > 0) appendFileSync(`${root}/a.ts`, f);
      }),
  });
  expect(await declared("f")).not.toEqual([]);
  await index.waitUntilComplete();
  const lines = () => readFileSync(`${root}/a.ts`, "utf8").split("\n").length - 1;
  await pollForAnswer(async () => (await declared("f")).length === lines() && left < 0, true);
});

test("A root that is deleted and created again is indexed again", async () => {
  const around = folderOf({ "root/a.ts": f });
  const root = `${around}/root`;
  const { index, declared } = indexOf(root);
  await index.waitUntilComplete();
  rmSync(root, { recursive: true });
  await waitForAnswer(() => declared("f"), []);
  mkdirSync(root);
  write(root, { "b.ts": f });
  index.notifyChanges([root]);
  await waitForAnswer(() => declared("f"), ["b.ts:1 f"]);
  expect(statSync(root).isDirectory()).toBe(true);
});
