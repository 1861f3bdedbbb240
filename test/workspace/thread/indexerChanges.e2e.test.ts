/** An index is what is on disk when it is asked, and what a client has open before that. */

import fs, {
  appendFileSync,
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
import { folderOf, indexOf, parseHere, type TestIndexOptions, write, writeOld } from "../indexHarness.js";

const f = "function f() {}\n";
const g = "function g() {}\n";

/** Asks until the answer is right. Linux tells of a change before the call that made it returns, so there it is right at once. */
async function waitForAnswer(ask: () => Promise<unknown>, wanted: unknown): Promise<void> {
  for (;;) {
    const answer = await ask();
    if (JSON.stringify(answer) === JSON.stringify(wanted)) return;
    if (process.platform === "linux") expect(answer).toEqual(wanted);
  }
}

describe.each([
  ["watching", {}],
  ["looking when asked", { isWatching: false }],
] as [string, TestIndexOptions][])("%s", (how, options) => {
  /** Who does not watch does not look all the time either: being told is what both can do. */
  const tell = (told: () => void) => {
    if (how !== "watching") told();
  };

  test("a file appears, changes, is renamed and goes", async () => {
    const root = folderOf({ "a.ts": f });
    const { index, declared, parsed } = indexOf(root, options);
    await index.waitUntilComplete();
    write(root, { "b.ts": f });
    tell(() => index.notifyChanges([`${root}/b.ts`]));
    await waitForAnswer(() => declared("f"), ["a.ts:1 f", "b.ts:1 f"]);
    write(root, { "a.ts": `\n\n${g}` });
    tell(() => index.notifyChanges([`${root}/a.ts`]));
    await waitForAnswer(() => declared("f"), ["b.ts:1 f"]);
    await waitForAnswer(() => declared("g"), ["a.ts:3 g"]);
    renameSync(`${root}/b.ts`, `${root}/c.ts`);
    tell(() => index.notifyChanges([`${root}/b.ts`, `${root}/c.ts`]));
    await waitForAnswer(() => declared("f"), ["c.ts:1 f"]);
    rmSync(`${root}/c.ts`);
    tell(() => index.notifyChanges([`${root}/c.ts`]));
    await waitForAnswer(() => declared("f"), []);
    expect(new Set(parsed).size).toBe(3);
  });

  test("a folder appears with all that is in it, is renamed and goes", async () => {
    const root = folderOf({ "a.ts": f });
    const { index, declared } = indexOf(root, options);
    await index.waitUntilComplete();
    write(root, { "new/deep/b.ts": g });
    tell(() => index.notifyChanges([`${root}/new/deep/b.ts`]));
    await waitForAnswer(() => declared("g"), ["new/deep/b.ts:1 g"]);
    renameSync(`${root}/new`, `${root}/other`);
    tell(() => index.notifyChanges([`${root}/new`, `${root}/other`]));
    await waitForAnswer(() => declared("g"), ["other/deep/b.ts:1 g"]);
    write(root, { "other/deep/c.ts": g });
    tell(() => index.notifyChanges([`${root}/other`]));
    await waitForAnswer(() => declared("g"), ["other/deep/b.ts:1 g", "other/deep/c.ts:1 g"]);
    rmSync(`${root}/other`, { recursive: true });
    tell(() => index.notifyChanges([`${root}/other`]));
    await waitForAnswer(() => declared("g"), []);
    expect((await index.waitUntilComplete()).files).toBe(1);
  });

  test("what is left out changes with `.gitignore`", async () => {
    const root = folderOf({ "a.ts": f, "in/b.ts": f, "in/deep/c.ts": f });
    const { index, declared } = indexOf(root, options);
    await index.waitUntilComplete();
    write(root, { ".gitignore": "deep/\n" });
    tell(() => index.notifyChanges([`${root}/.gitignore`]));
    await waitForAnswer(() => declared("f"), ["a.ts:1 f", "in/b.ts:1 f"]);
    write(root, { ".gitignore": "a.ts\n" });
    tell(() => index.notifyChanges([`${root}/.gitignore`]));
    await waitForAnswer(() => declared("f"), ["in/b.ts:1 f", "in/deep/c.ts:1 f"]);
    rmSync(`${root}/.gitignore`);
    tell(() => index.notifyChanges([`${root}/.gitignore`]));
    await waitForAnswer(() => declared("f"), ["a.ts:1 f", "in/b.ts:1 f", "in/deep/c.ts:1 f"]);
  });
});

test("a folder that takes the name of another is watched under it", async () => {
  const root = folderOf({ "x/deep/a.ts": f, "y/deep/b.ts": f });
  const { index, declared } = indexOf(root);
  await index.waitUntilComplete();
  renameSync(`${root}/x`, `${folderOf()}/old`);
  renameSync(`${root}/y`, `${root}/x`);
  await waitForAnswer(() => declared("f"), ["x/deep/b.ts:1 f"]);
  write(root, { "x/deep/c.ts": f });
  await waitForAnswer(() => declared("f"), ["x/deep/b.ts:1 f", "x/deep/c.ts:1 f"]);
});

test("a folder that is removed and made again is watched again", async () => {
  const root = folderOf({ "x/a.ts": f });
  const { index, declared } = indexOf(root);
  await index.waitUntilComplete();
  rmSync(`${root}/x`, { recursive: true });
  mkdirSync(`${root}/x`);
  await waitForAnswer(() => declared("f"), []);
  write(root, { "x/b.ts": f });
  await waitForAnswer(() => declared("f"), ["x/b.ts:1 f"]);
});

test("changes that the system had no room to report are found", async () => {
  const root = folderOf({ "a.ts": f, "b.ts": f, "x/c.ts": f });
  const { index, declared } = indexOf(root);
  await index.waitUntilComplete();
  // Consecutive events of one file are merged, so two files take turns.
  for (let round = 0; round < 9_000; round++)
    for (const name of ["a.ts", "b.ts"]) appendFileSync(join(root, name), "\n");
  write(root, { "x/c.ts": g, "x/d.ts": g });
  await waitForAnswer(() => declared("g"), ["x/c.ts:1 g", "x/d.ts:1 g"]);
});

/** For what is right some time later. */
async function pollForAnswer(ask: () => Promise<unknown>, wanted: unknown): Promise<void> {
  while (JSON.stringify(await ask()) !== JSON.stringify(wanted)) await new Promise(setImmediate);
}

test("without anybody's telling, an answer is true of the disk", async () => {
  const root = folderOf({ "a.ts": f, "b.ts": f, "c.ts": f });
  const { index, declared } = indexOf(root, { isWatching: false });
  await index.waitUntilComplete();
  write(root, { "a.ts": `\n${f}` });
  rmSync(`${root}/b.ts`);
  writeOld(root, { "c.ts": `${g}${g}` });
  expect(await declared("f")).toEqual(["a.ts:2 f"]);
});

test("a file written again within the time that file systems tell apart is read again", async () => {
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

test("a file that changes while it is read is read again", async () => {
  const root = folderOf({ "a.ts": f });
  let isFirst = true;
  const { declared } = indexOf(root, {
    startParseThread: (options, onParsed) =>
      parseHere(options, (path) => {
        onParsed(path);
        // Read, parsed, and on its way.
        if (isFirst) writeFileSync(`${root}/a.ts`, `\n\n${f}`);
        isFirst = false;
      }),
  });
  expect(await declared("f")).toEqual(["a.ts:3 f"]);
});

test("a file that is gone when its turn comes is forgotten", async () => {
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

test("what a client has open goes before what is on disk, until it is closed", async () => {
  const root = folderOf({ "a.ts": f });
  const { index, declared } = indexOf(root);
  index.open(`${root}/a.ts`, "typescript", g);
  expect(await declared("f")).toEqual([]);
  expect(await declared("g")).toEqual(["a.ts:1 g"]);
  // One change after the other, and asked at once.
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

test("what is open counts wherever it is: left out, elsewhere, nowhere yet", async () => {
  const root = folderOf({ ".gitignore": "out.ts\n", "out.ts": f, "a.ts": f });
  const { index, declared } = indexOf(root);
  index.open(`${root}/out.ts`, "typescript", f);
  index.open(`${root}/new.ts`, "typescript", f);
  expect(await declared("f")).toEqual(["a.ts:1 f", "new.ts:1 f", "out.ts:1 f"]);
  index.close(`${root}/out.ts`);
  index.close(`${root}/new.ts`);
  expect(await declared("f")).toEqual(["a.ts:1 f"]);
});

test("a document open in a language that is not indexed hides its file", async () => {
  const root = folderOf({ "a.ts": f });
  const { index, declared } = indexOf(root);
  await index.waitUntilComplete();
  index.open(`${root}/a.ts`, "plaintext", f);
  expect(await declared("f")).toEqual([]);
  index.close(`${root}/a.ts`);
  expect(await declared("f")).toEqual(["a.ts:1 f"]);
});

test("a file removed while it is open is forgotten when it is closed", async () => {
  const root = folderOf({ "a.ts": f });
  const { index, declared } = indexOf(root);
  await index.waitUntilComplete();
  index.open(`${root}/a.ts`, "typescript", f);
  rmSync(`${root}/a.ts`);
  expect(await declared("f")).toEqual(["a.ts:1 f"]);
  index.close(`${root}/a.ts`);
  expect(await declared("f")).toEqual([]);
});

test("many changes at once, half of them undone, leave what is there", async () => {
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

/** The file system refuses a call for some paths; whoever runs the tests may be allowed everything. */
function failCalls(
  call: "readdirSync" | "readFileSync" | "watch",
  code: string,
  isRefused: (path: string) => boolean,
): void {
  const real = fs[call] as (...parameters: unknown[]) => unknown;
  jest.spyOn(fs, call).mockImplementation(((...parameters: unknown[]) => {
    if (!isRefused(String(parameters[0]))) return real(...parameters);
    throw Object.assign(new Error(`${code}: ${call} '${parameters[0]}'`), { code });
  }) as never);
}
afterEach(() => jest.restoreAllMocks());

test("a folder that can't be read is said once, and what is around it is indexed", async () => {
  const root = folderOf({ "a.ts": f, "locked/b.ts": f });
  failCalls("readdirSync", "EACCES", (path) => path === `${root}/locked`);
  const { index, declared, logged } = indexOf(root);
  expect(await declared("f")).toEqual(["a.ts:1 f"]);
  index.notifyChanges([`${root}/locked`, root]);
  await declared("f");
  expect(logged).toEqual([expect.stringContaining(`${root}/locked can't be read and is left out: EACCES`)]);
  jest.restoreAllMocks();
  index.notifyChanges([`${root}/locked`]);
  expect(await declared("f")).toEqual(["a.ts:1 f", "locked/b.ts:1 f"]);
});

test("a file that can't be read is said once, and read when it can be", async () => {
  const root = folderOf({ "a.ts": f, "locked.ts": f });
  failCalls("readFileSync", "EACCES", (path) => path === `${root}/locked.ts`);
  const { index, declared, logged } = indexOf(root);
  expect(await declared("f")).toEqual(["a.ts:1 f"]);
  index.notifyChanges([`${root}/locked.ts`]);
  expect(await declared("f")).toEqual(["a.ts:1 f"]);
  expect(logged).toEqual([expect.stringContaining(`${root}/locked.ts is not indexed: EACCES`)]);
  jest.restoreAllMocks();
  index.notifyChanges([`${root}/locked.ts`]);
  expect(await declared("f")).toEqual(["a.ts:1 f", "locked.ts:1 f"]);
});

test("where the system has no watches left, it is said, and everything is looked at when asked, now and then", async () => {
  const root = folderOf({ "a.ts": f, "in/b.ts": f });
  failCalls("watch", "ENOSPC", (path) => path !== root);
  const { index, declared, logged } = indexOf(root);
  await index.waitUntilComplete();
  // On other systems a root is watched with all that is in it.
  if (process.platform === "linux") expect(logged).toEqual([expect.stringContaining("at each query: ENOSPC")]);
  write(root, { "in/c.ts": f });
  await pollForAnswer(() => declared("f"), ["a.ts:1 f", "in/b.ts:1 f", "in/c.ts:1 f"]);
});

test("links: none leads in a circle, out by a folder, or to the same file twice", async () => {
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
  const found = await declared("f");
  expect(found.filter((place) => !place.startsWith("x2") && !place.startsWith("in/x1"))).toEqual([
    "a.ts:1 f",
    "in/b.ts:1 f",
  ]);
  expect(found).toHaveLength(3);
  expect((await index.waitUntilComplete()).files).toBe(3);
});

test("a root that is a link is indexed under the name it was given", async () => {
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

test("a pipe that is called like a source is waited for by nobody", async () => {
  const root = folderOf({ "a.ts": f });
  const { spawnSync } = await import("node:child_process");
  if (spawnSync("mkfifo", [`${root}/pipe.ts`]).status !== 0) return;
  const { declared, index } = indexOf(root);
  expect(await declared("f")).toEqual(["a.ts:1 f"]);
  expect((await index.waitUntilComplete()).files).toBe(1);
});

test("a file that grows all the time is read, and nobody waits for its end", async () => {
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

test("a root that goes and comes back", async () => {
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
