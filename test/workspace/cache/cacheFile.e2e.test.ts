/** Tests of the cache file: it is read only if it is valid, and concurrent use leaves it whole. */

import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  type CachedFile,
  type CacheKey,
  checksum,
  crc32,
  readCache,
  writeCache,
} from "../../../src/workspace/cache/cacheFile.js";
import { createWordFilter } from "../../../src/workspace/store/wordFilter.js";
import { testIf } from "../../jest.js";
import { law, pick, randomText } from "../../text/random.js";
import { indexedFile, nonEmptyLines, parseDeclaration } from "../store/indexedFiles.js";

const key: CacheKey = { version: "1.2.3", grammars: "some digest", root: "/home/x/é" };
const isRoot = process.getuid?.() === 0;
const isWindows = process.platform === "win32";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lsp-locate-cache-"));
  file = join(folder, "index", "a.bin");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sampleFiles: readonly [string, CachedFile][] = [
  [
    "/a.ts",
    {
      ...indexedFile(nonEmptyLines("0:6 class Shop\n2:2 method Shop.open/1-").map(parseDeclaration), {
        filter: createWordFilter("open"),
      }),
      isParsed: true,
    },
  ],
  ["/π/b.py", { ...indexedFile([], { languageId: "python", size: 2 ** 40 }), isParsed: true }],
  [
    "/__proto__",
    {
      languageId: "",
      stamp: { size: 0, modifiedMs: 1_700_000_000_123.456 },
      record: new Uint8Array(0),
      isParsed: true,
    },
  ],
  ["", { ...indexedFile([], { languageId: "python" }), isParsed: false }],
  ["/\ud83d", { ...indexedFile([], { languageId: "__proto__" }), isParsed: true }],
];

const write = (files: Iterable<[string, CachedFile]> = sampleFiles, own = key) => writeCache(file, own, files);
/** Reads the files, with records as plain arrays of bytes, to be compared with those written. */
async function read(own = key): Promise<Map<string, CachedFile> | undefined> {
  const files = await readCache(file, own);
  if (!files) return undefined;
  return new Map([...files].map(([path, indexed]) => [path, { ...indexed, record: new Uint8Array(indexed.record) }]));
}

test("The files written are read in the same order", async () => {
  await write();
  expect([...((await read()) ?? [])]).toEqual(sampleFiles);
});

test("An empty index can be written and read", async () => {
  await write([]);
  expect(await read()).toEqual(new Map());
});

law("Any files are read as they were written", 5, (random) => {
  const files = Array.from({ length: random(30) }, (_, n): [string, CachedFile] => {
    const record = Uint8Array.from({ length: random(random(3) === 0 ? 9_000 : 20) }, () => random(256));
    const stamp = { size: random(2 ** 31) * 4096, modifiedMs: random(2 ** 31) / 8 };
    return [
      `/${n}${randomText(random, 3)}`,
      { languageId: pick(random, ["go", "c", "\ud83d"]), stamp, record, isParsed: random(2) === 0 },
    ];
  });
  return write(files)
    .then(() => read())
    .then((back) => expect(back).toEqual(new Map(files)));
});

test("Files and blocks of any length are read as they were written", async () => {
  const lengths = [3_000_000, 0, 1_048_576, 17, ...Array.from({ length: 3_000 }, (_, n) => n)];
  const files = lengths.map((length, n): [string, CachedFile] => {
    return [
      `/${n}`,
      { languageId: "go", stamp: { size: n, modifiedMs: n }, record: new Uint8Array(length).fill(n), isParsed: true },
    ];
  });
  await write(files);
  const back = await read();
  expect(back?.size).toBe(files.length);
  for (const [path, { record }] of files)
    expect(Buffer.compare(back?.get(path)?.record ?? Buffer.of(), record)).toBe(0);
});

test("A cache with another key is not read", async () => {
  await write();
  for (const other of [{ version: "1.2.4" }, { grammars: "" }, { root: "/home/x" }, { root: "/home/x/e\u0301" }])
    expect(await read({ ...key, ...other })).toBeUndefined();
  expect(await read({ ...key })).toBeDefined();
});

test("A file of an older format is not read", async () => {
  await write();
  const bytes = readFileSync(file);
  bytes[3] = 0;
  writeFileSync(file, bytes);
  expect(await read()).toBeUndefined();
});

test("A file cut off at any byte is not read", async () => {
  await write();
  const whole = readFileSync(file);
  for (let length = 0; length < whole.length; length++) {
    writeFileSync(file, whole.subarray(0, length));
    if ((await read()) !== undefined) throw new Error(`read with ${length} of ${whole.length} bytes`);
  }
  writeFileSync(file, Buffer.concat([whole, Buffer.of(0)]));
  expect(await read()).toBeUndefined();
});

test("A file with any byte changed is not read", async () => {
  await write();
  const whole = readFileSync(file);
  for (let at = 0; at < whole.length; at++) {
    for (const bits of [1, 0x80, 0xff]) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] as number) ^ bits;
      writeFileSync(file, damaged);
      if ((await read()) !== undefined) throw new Error(`read with a changed byte at ${at} of ${whole.length}`);
    }
  }
});

test("A file with blocks of another cache is not read", async () => {
  const files = (n: number): [string, CachedFile][] => [
    [
      `/${n}`,
      { languageId: "go", stamp: { size: n, modifiedMs: n }, record: new Uint8Array(1 << 20).fill(n), isParsed: true },
    ],
    [
      `/b${n}`,
      { languageId: "go", stamp: { size: n, modifiedMs: n }, record: new Uint8Array(1 << 20).fill(n), isParsed: true },
    ],
  ];
  await write(files(1));
  const one = readFileSync(file);
  await write(files(2));
  const other = readFileSync(file);
  expect(other.length).toBe(one.length);
  const middle = one.length - (1 << 19);
  writeFileSync(file, Buffer.concat([one.subarray(0, middle), other.subarray(middle)]));
  expect(await read()).toBeUndefined();
});

test("A missing file, a folder and a file with other contents are not read", async () => {
  expect(await read()).toBeUndefined();
  mkdirSync(file, { recursive: true });
  expect(await read()).toBeUndefined();
  await expect(write()).rejects.toThrow();
  expect(readdirSync(join(folder, "index"))).toEqual(["a.bin"]);
  rmSync(file, { recursive: true });
  writeFileSync(file, "{}".repeat(9_999));
  expect(await read()).toBeUndefined();
  await write();
  expect(await read()).toBeDefined();
});

const onUnix = testIf(!isWindows, "needs POSIX");

onUnix("A symbolic link and a pipe are not read", async () => {
  await write();
  copyFileSync(file, join(folder, "elsewhere"));
  rmSync(file);
  symlinkSync(join(folder, "elsewhere"), file);
  expect(await read()).toBeUndefined();
  rmSync(file);
  execFileSync("mkfifo", [file]);
  expect(await read()).toBeUndefined();
});

testIf(isRoot, "needs root")("A file of another user is not read", async () => {
  await write();
  chownSync(file, 12_345, 12_345);
  expect(await read()).toBeUndefined();
});

onUnix("Other users have no access to the cache", async () => {
  await write();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "index")).mode & 0o777).toBe(0o700);
});

test("Writing fails if the folder can't be created", async () => {
  writeFileSync(join(folder, "index"), "");
  await expect(write()).rejects.toThrow();
  expect(await read()).toBeUndefined();
});

testIf(!(isRoot || isWindows), "needs POSIX and a user other than root")(
  "Writing into a read-only folder fails and leaves the old cache",
  async () => {
    await write();
    chmodSync(join(folder, "index"), 0o500);
    await expect(write([])).rejects.toThrow();
    chmodSync(join(folder, "index"), 0o700);
    expect((await read())?.size).toBe(sampleFiles.length);
  },
);

test("A failure while writing leaves the old cache and no draft", async () => {
  await write();
  function* broken(): Iterable<[string, CachedFile]> {
    yield* sampleFiles;
    throw new Error("no more");
  }
  await expect(write(broken())).rejects.toThrow("no more");
  expect((await read())?.size).toBe(sampleFiles.length);
  expect(readdirSync(join(folder, "index"))).toEqual(["a.bin"]);
});

test("A cache removed while it is read is read whole or not at all", async () => {
  await write(generation(1));
  const reading = read();
  rmSync(file);
  // Depends on whether the file had been opened before it was removed.
  const back = await reading;
  if (back !== undefined) expect(generationOf(back)).toBe(1);
});

test("Concurrent writers leave the whole cache of one of them, and no draft", async () => {
  await write(generation(0));
  const done = Array.from({ length: 6 }, (_, n) => write(generation(n + 1)));
  let isWriting = true;
  const all = Promise.all(done).finally(() => (isWriting = false));
  while (isWriting) expect(generationOf(await read())).toBeLessThanOrEqual(6);
  await all;
  expect(generationOf(await read())).toBeGreaterThan(0);
  expect(readdirSync(join(folder, "index"))).toEqual(["a.bin"]);
});

test("Drafts of ended writers are removed, and drafts of running ones are kept", async () => {
  await write();
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const [minute, day] = [60_000, 24 * 3_600_000];
  const draft = (owner: number, ageMs: number) => {
    const path = `${file}.${owner}-${ageMs.toString(16)}.draft`;
    writeFileSync(path, "x");
    const then = (Date.now() - ageMs) / 1_000;
    utimesSync(path, then, then);
    return path;
  };
  const left = [draft(pid, 2 * minute), draft(process.pid, 2 * day), draft(process.ppid, 2 * day)];
  // A process of another machine or container may be writing in the same folder.
  const kept = [draft(pid, 0), draft(process.pid, 2 * minute)];
  const others = join(folder, "index", "readme.draft");
  writeFileSync(others, "");
  await write();
  expect(left.filter((path) => existsSync(path))).toEqual([]);
  expect([...kept, others].filter((path) => !existsSync(path))).toEqual([]);
});

describe("Writers in other processes", () => {
  let script: string;
  let built: string;
  beforeAll(() => {
    built = mkdtempSync(join(tmpdir(), "lsp-locate-cache-built-"));
    script = join(built, "cacheFile.cjs");
    const entry = resolve(import.meta.dirname, "../../../src/workspace/cache/cacheFile.ts");
    const options = { entryPoints: [entry], bundle: true, platform: "node", format: "cjs", outfile: script };
    execFileSync(process.execPath, ["-e", `require("esbuild").buildSync(${JSON.stringify(options)})`], {
      cwd: resolve(import.meta.dirname, "../../.."),
    });
  });
  afterAll(() => rmSync(built, { recursive: true, force: true }));

  /** Starts a process that writes one generation after the other, and prints the number of each. */
  function writer(): ChildProcess {
    const code = `
      const { writeCache } = require(${JSON.stringify(script)});
      const generation = ${generation.toString()};
      const files = ${filesOfGeneration};
      (async () => {
        for (let n = 1; ; n++) {
          await writeCache(${JSON.stringify(file)}, ${JSON.stringify(key)}, generation(n, files));
          console.log(n);
        }
      })();`;
    return spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  }

  test("A process that is killed while it writes the cache leaves a whole file", async () => {
    for (let round = 0; round < 4; round++) {
      const child = writer();
      const ended = once(child, "exit");
      await once(child.stdout as NodeJS.ReadableStream, "data");
      for (let reads = 0; reads <= round; reads++) expect(generationOf(await read())).toBeGreaterThan(0);
      child.kill("SIGKILL");
      await ended;
      expect(generationOf(await read())).toBeGreaterThan(0);
    }
  });

  test("Two processes can write the same cache at the same time", async () => {
    const children = [writer(), writer()];
    const ended = Promise.all(children.map((child) => once(child, "exit")));
    await Promise.all(children.map((child) => once(child.stdout as NodeJS.ReadableStream, "data")));
    for (let reads = 0; reads < 5; reads++) {
      expect(generationOf(await read())).toBeGreaterThan(0);
      await write(generation(reads + 1));
    }
    for (const child of children) child.kill("SIGKILL");
    await ended;
    expect(generationOf(await read())).toBeGreaterThan(0);
  });
});

const filesOfGeneration = 40;

/** Some megabytes of files in which every byte tells the generation. */
function* generation(n: number, files = filesOfGeneration): Iterable<[string, CachedFile]> {
  for (let at = 0; at < files; at++) {
    const record = new Uint8Array(60_000).fill(n);
    yield [`/${at}`, { languageId: "go", stamp: { size: n, modifiedMs: n }, record, isParsed: true }];
  }
}

/** Returns the generation of a cache; throws if it is not whole. */
function generationOf(files: ReadonlyMap<string, CachedFile> | undefined): number {
  const sizes = new Set(
    [...(files ?? [])].map(([, { stamp, record }]) => `${stamp.size} ${record[0]} ${record.at(-1)}`),
  );
  if (files?.size !== filesOfGeneration || sizes.size !== 1)
    throw new Error(`not one whole generation: ${[...sizes].join(", ")}`);
  return [...files.values()][0]?.stamp.size ?? -1;
}

test("Checksums are CRC-32, by Node's implementation and by the fallback", () => {
  const bytes = Buffer.from("123456789");
  for (const sum of [checksum, crc32]) {
    expect(sum(bytes, 0)).toBe(0xcbf43926);
    expect(sum(bytes.subarray(4), sum(bytes.subarray(0, 4), 0))).toBe(0xcbf43926);
    expect(sum(Buffer.of(), 7)).toBe(7);
  }
});
