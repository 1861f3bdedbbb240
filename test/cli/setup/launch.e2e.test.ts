/** Tests of the start of the built command with the compiled code of earlier processes. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCommand } from "../../buildCommand.js";
import { waitFor } from "../../jest.js";
import { removeFolder } from "../../removeFolder.js";

let main: string;
let caches: string;
const folder = () => join(caches, "lsp-locate", "code");
const env = (changes: NodeJS.ProcessEnv = {}) => ({
  ...process.env,
  XDG_CACHE_HOME: caches,
  LOCALAPPDATA: caches,
  LSP_LOCATE_DAEMON: "off",
  NODE_V8_COVERAGE: undefined,
  ...changes,
});
const run = (words: readonly string[], changes?: NodeJS.ProcessEnv) =>
  spawnSync(process.execPath, [main, ...words], { env: env(changes), encoding: "utf8" });

/** Returns the files of the cache with the times at which they were written. */
const written = () => readdirSync(folder()).map((name) => `${name} ${statSync(join(folder(), name)).mtimeMs}`);

beforeAll(async () => {
  main = await buildCommand();
});
beforeEach(() => {
  caches = mkdtempSync(join(tmpdir(), "lsp-locate-launch-"));
});
afterEach(() => removeFolder(caches));

test("The first three runs of a command keep compiled code, and the next one leaves it as it is", () => {
  const first = run(["help", "hover"]);
  for (let count = 2; count <= 3; count++) run(["help", "hover"]);
  const before = written();
  expect(before.length).toBeGreaterThan(5);
  expect(run(["help", "hover"])).toMatchObject({ status: 0, stdout: first.stdout, stderr: "" });
  expect(written()).toEqual(before);
});

test("Threads that parse leave the code valid for the next process", () => {
  const file = join(caches, "a.py");
  writeFileSync(file, "class Shelf:\n    def add(self): pass\n");
  const outline = () => run(["outline", file], { PATH: join(caches, "bin") });
  const first = outline();
  expect(first.stdout).toContain("Shelf");
  for (let count = 2; count <= 3; count++) outline();
  const before = written();
  expect(before.some((name) => name.startsWith("startSyntaxWorker-"))).toBe(true);
  expect(outline().stdout).toBe(first.stdout);
  expect(written()).toEqual(expect.arrayContaining(before));
});

test("Damaged code is not used, and nobody notices", () => {
  const first = run(["help", "hover"]);
  for (const name of readdirSync(folder())) {
    const bytes = readFileSync(join(folder(), name));
    bytes.fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 8);
    writeFileSync(join(folder(), name), bytes);
  }
  for (let round = 0; round < 2; round++)
    expect(run(["help", "hover"])).toMatchObject({ status: 0, stdout: first.stdout, stderr: "" });
});

test("With other flags of V8 there is other code, which does not replace that of the first", () => {
  const first = run(["help", "hover"]);
  const before = written();
  for (const NODE_OPTIONS of ["--max-old-space-size=300", "--max-semi-space-size=4", "--stack-trace-limit=50"])
    expect({ NODE_OPTIONS, ...run(["help", "hover"], { NODE_OPTIONS }) }).toMatchObject({
      NODE_OPTIONS,
      status: 0,
      stdout: first.stdout,
      stderr: "",
    });
  expect(written()).toEqual(expect.arrayContaining(before));
  expect(written().length).toBeGreaterThan(before.length);
});

test("A folder for caches that is no folder, or NODE_DISABLE_COMPILE_CACHE: nothing is kept or reported", () => {
  const file = join(caches, "file");
  writeFileSync(file, "");
  expect(run(["--version"], { XDG_CACHE_HOME: file, LOCALAPPDATA: file })).toMatchObject({ status: 0, stderr: "" });
  expect(run(["--version"], { NODE_DISABLE_COMPILE_CACHE: "1" })).toMatchObject({ status: 0, stderr: "" });
  expect(existsSync(folder())).toBe(false);
});

test("Commands that start at once on an empty cache don't disturb each other", async () => {
  const ends = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const child = spawn(process.execPath, [main, "help", "hover"], { env: env() });
      let text = "";
      child.stdout.on("data", (data) => (text += data));
      child.stderr.on("data", (data) => (text += data));
      const [code] = await once(child, "close");
      return { code, text };
    }),
  );
  expect(new Set(ends.map(({ code, text }) => `${code} ${text}`)).size).toBe(1);
  expect(readdirSync(folder()).filter((name) => !/\.js-[0-9A-F]{8}-[0-9a-f]+$/.test(name))).toEqual([]);
});

test("A session that is killed has kept its code before", async () => {
  mkdirSync(join(caches, "project"));
  const child = spawn(process.execPath, [main, "embedded"], { env: env(), cwd: join(caches, "project") });
  const ended = once(child, "exit");
  await waitFor(
    () => expect(existsSync(folder()) && readdirSync(folder())).toContainEqual(expect.stringMatching(/^embedded-/)),
    20_000,
  );
  child.kill("SIGKILL");
  await ended;
});
