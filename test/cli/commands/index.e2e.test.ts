/** `lsp-locate index`: what an index holds, and how one is made. */

import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { findProgram } from "../../../src/backend/installation/findProgram.js";
import { buildCommand } from "../../buildCommand.js";
import { removeFolder } from "../../removeFolder.js";
import { bytesOf, indexOf } from "../../scip/indexes.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "index-command-")));
afterAll(() => removeFolder(folder));

let main: string;
beforeAll(async () => {
  main = await buildCommand();
});

const text = "package a\n\nfunc f() {}\n";
const index = bytesOf(
  indexOf([{ path: "a.go", text, names: { f: "scip-go gomod a . a/f()." }, language: "go" }], { tool: "scip-go" }),
);

function project(name: string, files: Readonly<Record<string, string | Buffer>>): string {
  const root = join(folder, name);
  mkdirSync(root);
  for (const [path, content] of Object.entries(files)) writeFileSync(join(root, path), content);
  return root;
}

/** Runs the command in a folder; resolves with what it prints, and its exit code. */
function run(root: string, words: readonly string[], path = ""): Promise<{ printed: string; code: number | null }> {
  const PATH = [path, process.env["PATH"]].join(delimiter);
  const env = { ...process.env, PATH, XDG_CACHE_HOME: join(folder, "cache") };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [main, "index", ...words], { cwd: root, env }, (_error, stdout, stderr) =>
      resolve({ printed: `${stdout}${stderr}`, code: child.exitCode }),
    );
  });
}

test("It shows what an index holds, and how many files have changed", async () => {
  const root = project("shown", { "go.mod": "module a\n", "a.go": `// new\n${text}`, "index.scip": index });
  const { printed, code } = await run(root, []);
  expect(code).toBe(0);
  expect(printed).toContain("made by scip-go 1.0 of an unknown commit");
  expect(printed).toContain("1 document (go 1), 1 symbols, 1 occurrences");
  expect(printed).toContain("files: 1 changed since");
});

test("Where an index names no languages, those of the files are shown", async () => {
  const document = { path: "a.py", text: "def f(): pass\n", names: {}, language: "" };
  const root = project("unnamed", { "a.py": document.text, "index.scip": bytesOf(indexOf([document])) });
  expect(await run(root, [])).toMatchObject({ code: 0, printed: expect.stringContaining("1 document (python 1)") });
});

test("An index that can't be read is an error", async () => {
  const root = project("broken", { "index.scip": index.subarray(0, -3) });
  expect(await run(root, [])).toMatchObject({ code: 1, printed: expect.stringContaining("it is cut off") });
});

test("Without an index it says which indexer fits, and how to install it", async () => {
  const root = project("none", { "go.mod": "module a\n" });
  const { printed } = await run(root, ["--json"]);
  const [offer] = JSON.parse(printed).indexers;
  expect(offer).toMatchObject({ name: "scip-go", languages: ["go"], command: "scip-go --output index.scip" });
});

const onPosix = process.platform === "win32" ? test.skip : test;

/** Writes a program scip-go that makes the index; returns its folder. */
function writeIndexer(): string {
  const programs = join(folder, "programs");
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, "made.scip"), index);
  writeFileSync(join(programs, "scip-go"), `#!/bin/sh\ncp "${join(programs, "made.scip")}" "$2"\n`);
  chmodSync(join(programs, "scip-go"), 0o755);
  return programs;
}

const digest = createHash("sha256").update(text).digest("hex");

onPosix("--write runs the indexer, and records the commit and the digests of the files", async () => {
  const programs = writeIndexer();
  const root = project("written", { "go.mod": "module a\n", "a.go": text });
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@localhost", ...words], { cwd: root });
  git("init", "-q");
  git("add", "go.mod");
  git("commit", "-q", "-m", "one");
  const { printed, code } = await run(root, ["--write"], programs);
  expect(code).toBe(0);
  expect(printed).toContain("files: 1 as indexed");
  const record = JSON.parse(readFileSync(join(root, "index.scip.json"), "utf8"));
  expect(record.commit).toBe(git("rev-parse", "HEAD").toString().trim());
  expect(record.digests).toEqual({ "a.go": digest });
  // It is in the index, and not in the commit.
  expect(record.dirty).toEqual(["a.go"]);
});

onPosix("--write without git records the digests, by which a changed file is told", async () => {
  const programs = writeIndexer();
  const root = project("without-git", { "go.mod": "module a\n", "a.go": text });
  expect(await run(root, ["--write"], programs)).toMatchObject({ printed: expect.stringContaining("1 as indexed") });
  expect(JSON.parse(readFileSync(join(root, "index.scip.json"), "utf8"))).toEqual({ digests: { "a.go": digest } });
  writeFileSync(join(root, "a.go"), `${text}// later\n`);
  expect(await run(root, [])).toMatchObject({ printed: expect.stringContaining("1 changed since") });
});

test("--write without an indexer says what to install", async () => {
  const root = project("uninstalled", { Gemfile: "" });
  const { printed, code } = await run(root, ["--write"]);
  expect({ code, says: printed.includes("gem install scip-ruby") }).toEqual({ code: 1, says: true });
});

const hasPrograms = ["bash", "jq", "sha256sum"].every((each) => findProgram(each).kind === "installed");

(hasPrograms ? test : test.skip)("The workflow of the docs records the commit and the digests (with jq)", () => {
  const page = readFileSync("docs/indexes.md", "utf8");
  const script = /- run: \|\n((?: {10}.*\n)+)/.exec(page)?.[1] ?? "";
  const root = project("workflow", { "a.go": text, "of two words.go": text });
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@localhost", ...words], { cwd: root });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "one");
  execFileSync("bash", ["-e", "-c", script], { cwd: root });
  expect(JSON.parse(readFileSync(join(root, "index.scip.json"), "utf8"))).toEqual({
    commit: git("rev-parse", "HEAD").toString().trim(),
    dirty: [],
    digests: { "a.go": digest, "of two words.go": digest },
  });
});
