/**
 * Processes that are killed at each operation that changes a file, or in which it fails; then
 * somebody works in the tree; then a command. What others have left stays, else the tree is the old
 * one or the new one. Counted by a library in C that the processes are started with.
 *
 * In full all operations of all changes, with acts and commands in turn; in short some of each.
 */

import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import { recoverInterrupted } from "../../../../src/cli/setup/recoverInterrupted.js";
import { LocateError } from "../../../../src/error.js";
import { undoWrite, writeUndoable } from "../../../../src/files/undo/undo.js";
import { removeAbandonedFolders } from "../../../../src/files/write/temporaryFolder.js";
import { pastWrites } from "../../../../src/files/write/transaction/history.js";
import { buildCommand } from "../../../buildCommand.js";
import { createFolder, removeFolders } from "../../../folders.js";
import { setEnv, testIf } from "../../../jest.js";
import { decodeChanges, type NamedChanges } from "./changes.js";

const isFull = process.env["TEST_SOAK"] === "full";
const hasCompiler = process.platform === "linux" && spawnSync("cc", ["--version"]).status === 0;
const test = testIf(hasCompiler, "needs Linux and a C compiler");
const timeoutMs = 3_600_000;

afterAll(removeFolders);

const ten = Array.from({ length: 10 }, (_each, index) => `f${index}.txt`);
const old = (name: string) => `the old text of ${name}\n`;
const next = (name: string) => `the new text of ${name}, which is longer\n`;
const edit = (name: string) => [name, old(name), next(name)] as const;

interface Scenario {
  readonly change: NamedChanges;
  /** Whether the process takes the change back, which was made before. */
  readonly isUndo?: true;
  /** The command line of a process that makes another change. */
  readonly command?: readonly string[];
}

const moveFile: NamedChanges = {
  contents: [edit("f0.txt"), edit("a.txt")],
  moves: [{ from: "a.txt", to: "n/b.txt", content: next("a.txt") }],
};
const deletion: NamedChanges = {
  contents: [edit("f3.txt")],
  moves: [
    { from: "f2.txt", content: old("f2.txt") },
    { from: "d/y.txt", content: old("d/y.txt") },
  ],
};
const scenarios: Readonly<Record<string, Scenario>> = {
  "ten edited files": { change: { contents: ten.map(edit) } },
  "a moved file": { change: moveFile },
  "a moved folder": {
    change: { contents: [edit("f1.txt"), edit("d/x.txt")], moves: [{ from: "d", to: "n/e" }] },
  },
  "deleted files and a folder": {
    change: { ...deletion, moves: [...(deletion.moves ?? []), { from: "g", isRecursive: true }] },
  },
  "a fix that makes a file": { change: { contents: [edit("f4.txt")], creations: [["new/h.txt", "made\n"]] } },
  "edits that are undone": { change: { contents: ten.slice(0, 4).map(edit) }, isUndo: true },
  "a move that is undone": { change: moveFile, isUndo: true },
  "deletions that are undone": { change: deletion, isUndo: true },
  setup: { change: {}, command: ["setup", "gemini-cli", "--write"] },
};

const git = (...args: string[]) =>
  spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "core.hooksPath=/dev/null", ...args], {
    cwd: folder,
    encoding: "utf8",
  });
const editedFile = () =>
  [...ten, ".gemini/settings.json"].filter((name) => changedNames().includes(name))[0] ?? "f0.txt";

const acts = {
  nothing: () => {},
  "put back": () => {
    git("checkout", "-q", ".");
    git("clean", "-fdq");
  },
  edited: () => existsSync(at(editedFile())) && writeFileSync(at(editedFile()), "by hand\n"),
  deleted: () => rmSync(at(editedFile()), { force: true }),
  stashed: () => void git("stash", "-q"),
  "on another branch": () => void git("checkout", "-q", "other"),
} as const;
const commands = ["read", "write", "undo", "status", "mcp"] as const;
type Command = (typeof commands)[number];

let base = "";
let folder = "";
let main = "";
let scenario: Scenario = { change: {} };
const at = (name: string) => join(folder, name);
const changedNames = () => {
  const { contents = [], moves = [], creations = [] } = scenario.change;
  const names = [
    ...contents.map(([name]) => name),
    ...moves.map(({ from }) => from),
    ...creations.map(([name]) => name),
  ];
  return scenario.command === undefined ? names : [".gemini/settings.json"];
};

beforeAll(async () => {
  if (!hasCompiler) return;
  base = createFolder();
  folder = join(base, "work");
  main = await buildCommand();
  const source = resolve(import.meta.dirname, "fileFaults.c");
  execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", join(base, "faults.so"), source, "-ldl"]);
  await build({
    entryPoints: [resolve(import.meta.dirname, "writer.ts")],
    ...{ bundle: true, platform: "node", format: "cjs", outfile: join(base, "writer.cjs"), logLevel: "error" },
  });
}, timeoutMs);

/** Makes the tree, a git repository with another branch, and an earlier write in the history. */
async function makeTemplate(): Promise<void> {
  for (const name of ["work", "state", "template", "tmp"]) rmSync(join(base, name), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(base, "tmp"));
  const names = [...ten, "a.txt", "d/x.txt", "d/y.txt", "g/z.txt", "w.txt", "extra.txt", "src.py"];
  for (const name of names) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), old(name));
  }
  writeFileSync(at("src.py"), "def total():\n    return 1\n");
  writeFileSync(at("g/binary"), "\0");
  mkdirSync(at(".gemini"));
  writeFileSync(at(".gemini/settings.json"), '{ "theme": "dark" }\n');
  git("init", "-q", "-b", "main", "--template=");
  git("add", "-A");
  git("commit", "-qm", "one");
  git("checkout", "-qb", "other");
  for (const name of ["f0.txt", "f1.txt", "f3.txt", "f4.txt", ".gemini/settings.json"])
    writeFileSync(at(name), name.endsWith(".json") ? "{}\n" : `${name} of another branch\n`);
  git("commit", "-qam", "two");
  git("checkout", "-q", "main");
  await write("w.txt", old("w.txt"), next("w.txt"));
  git("commit", "-qam", "three");
  if (scenario.isUndo) {
    const origin = { command: "edit ten files", workspace: folder };
    await writeUndoable(decodeChanges(JSON.stringify(scenario.change), folder), { folders: [folder] }, { origin });
    git("add", "-A");
    git("commit", "-qm", "four");
  }
  mkdirSync(join(base, "template"));
  for (const name of ["work", "state"]) cpSync(join(base, name), join(base, "template", name), { recursive: true });
}

function restoreTemplate(): void {
  for (const name of ["work", "state", "tmp"]) rmSync(join(base, name), { recursive: true, force: true });
  mkdirSync(join(base, "tmp"));
  for (const name of ["work", "state"]) cpSync(join(base, "template", name), join(base, name), { recursive: true });
  // It is written in place.
  if (scenario === scenarios["ten edited files"]) linkSync(at("f5.txt"), at("f5.link"));
}

function write(name: string, before: string, after: string): Promise<readonly string[]> {
  const changes = { contents: [{ path: at(name), before: Buffer.from(before), after: Buffer.from(after) }] };
  const origin = { command: `edit ${name}`, workspace: folder };
  return writeUndoable({ ...changes, moves: [], creations: [] }, { folders: [folder] }, { origin });
}

const environment = () => ({
  ...process.env,
  ...{ HOME: folder, XDG_CONFIG_HOME: join(folder, ".config"), XDG_CACHE_HOME: join(base, "cache") },
  ...{ XDG_STATE_HOME: join(base, "state"), TMPDIR: join(base, "tmp"), LSP_LOCATE_DAEMON: "off" },
});

/** Makes the change in a process of its own. */
function runWriter(fault: Readonly<Record<string, string>>): {
  readonly status: number | null;
  readonly output: string;
} {
  const act = scenario.isUndo ? "undo" : JSON.stringify(scenario.change);
  const words = scenario.command ? [main, ...scenario.command] : [join(base, "writer.cjs"), folder, act];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: folder,
    encoding: "utf8",
    env: {
      ...environment(),
      ...{
        LD_PRELOAD: join(base, "faults.so"),
        FAULT_ROOTS: ["work", "state", "tmp"].map((n) => join(base, n)).join(":"),
      },
      ...fault,
    },
  });
  return { status, output: stdout + stderr };
}

type Tree = Readonly<Record<string, string>>;

/** The files with their texts and modes, with temporary ones or without. */
function readTree(withTemporary = false): Tree {
  const found: Record<string, string> = {};
  const visit = (path: string) => {
    for (const entry of readdirSync(at(path), { withFileTypes: true })) {
      const name = path === "" ? entry.name : `${path}/${entry.name}`;
      if (name === ".git" || name === ".cache" || name === ".config") continue;
      if (entry.name.startsWith(".lsp-locate-") && !withTemporary) continue;
      if (entry.isDirectory()) visit(name);
      else found[name] = `${statSync(at(name)).mode & 0o777} ${readFileSync(at(name), "latin1")}`;
    }
  };
  visit("");
  return Object.fromEntries(Object.entries(found).sort());
}

/** What is left of a change beside its files, and in the folders of states and temporary files. */
function leftovers(): readonly string[] {
  const all = (parent: string) =>
    readdirSync(parent, { recursive: true, encoding: "utf8" })
      .filter((name) => !name.startsWith(".git/"))
      .map((name) => join(parent, name));
  const state = all(join(base, "state")).filter((path) => /\/(?:journals|locks)\/|\.pending$/.test(path));
  const empty = all(join(base, "state")).filter((path) => statSync(path).isFile() && statSync(path).size === 0);
  const beside = all(folder).filter((path) => path.includes(".lsp-locate-"));
  return [...state, ...empty, ...beside, ...all(join(base, "tmp"))];
}

const isInterruption = (line: string) => line.includes("A change that was interrupted");

/** Returns the messages of a command about the change. */
async function runCommand(command: Command, isOwnProcess: boolean): Promise<readonly string[]> {
  if (command === "write") return writeToSameFile();
  if (isOwnProcess) return runOwnProcess(command).split("\n").filter(isInterruption);
  const messages = await recoverInterrupted([folder]);
  const [last] = pastWrites({ workspace: folder });
  if (command === "undo" && last !== undefined) await undoWrite(last).catch(expectRefusal);
  return messages;
}

function runOwnProcess(command: Exclude<Command, "write">): string {
  const words = {
    read: ["outline", "src.py", "--no-daemon"],
    undo: ["undo"],
    status: ["daemon", "status"],
    mcp: ["mcp"],
  }[command];
  const call = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
  const info = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const input = [
    call(1, "initialize", info),
    call(2, "tools/call", { name: "outline", arguments: { file_path: "src.py" } }),
  ].join("");
  const { stdout, stderr, status } =
    command === "mcp" ? runMcp(input) : spawnSync(process.execPath, [main, ...words], commandOptions());
  if (command === "read" || command === "status") expect({ stderr, status }).toMatchObject({ status: 0 });
  // The log of an MCP server says it, too.
  return command === "mcp" ? stdout : stderr;
}

const commandOptions = () => ({ cwd: folder, encoding: "utf8" as const, env: environment() });

/** Keeps the input open until the call is answered. */
function runMcp(input: string) {
  const script = `const c = require("child_process").spawn(process.execPath, [${JSON.stringify(main)}, "mcp"]);
    let out = ""; c.stdout.on("data", (b) => { out += b; if (out.includes('"id":2')) c.stdin.end(); });
    c.on("exit", () => process.stdout.write(out)); c.stdin.write(${JSON.stringify(input)});`;
  return spawnSync(process.execPath, ["-e", script], commandOptions());
}

function expectRefusal(error: unknown): void {
  expect(error).toBeInstanceOf(LocateError);
  expect((error as LocateError).kind).toMatch(/^(?:content_modified|file_unwritable)$/);
}

let writtenFile = "";

/** Writes to a file of the change; where the recovery of the change has changed it, again. */
async function writeToSameFile(): Promise<readonly string[]> {
  writtenFile = changedNames().find((name) => existsSync(at(name)) && statSync(at(name)).isFile()) ?? "extra.txt";
  const before = readFileSync(at(writtenFile), "utf8");
  try {
    return await write(writtenFile, before, `${before}written\n`);
  } catch (error) {
    expect((error as LocateError).kind).toBe("content_modified");
    if (!existsSync(at(writtenFile))) writtenFile = "extra.txt";
    const text = readFileSync(at(writtenFile), "utf8");
    return [(error as LocateError).message, ...(await write(writtenFile, text, `${text}written\n`))];
  }
}

/** The tree without what `writeToSameFile` has added. */
function withoutWrite(tree: Tree): Tree {
  const text = tree[writtenFile];
  return text === undefined ? tree : { ...tree, [writtenFile]: text.replace(/written\n$/, "") };
}

interface Run {
  readonly kind: string;
  readonly at: number;
  readonly act: keyof typeof acts;
  readonly command: Command;
  readonly isOwnProcess: boolean;
}

interface Trees {
  readonly before: Tree;
  readonly after: Tree;
}

async function check(run: Run, { before, after }: Trees): Promise<void> {
  restoreTemplate();
  expect(runWriter({ FAULT_AT: String(run.at), FAULT_KIND: run.kind }).status).toBeNull();
  const found = readTree(true);
  acts[run.act]();
  const left = readTree();
  const isTouched = !isEqual(found, readTree(true));
  const messages = [...(await runCommand(run.command, run.isOwnProcess))];
  const tree = run.command === "write" ? withoutWrite(readTree()) : readTree();
  messages.push(...(await recoverInterrupted([folder])));
  const expected = isTouched ? [left] : [before, after];
  const isUndone = run.command === "undo";
  if (!isUndone) expect(expected.map(show)).toContain(show(tree));
  else if (!isTouched) expectUndone(tree, { before, after });
  else expectOnlyOwn(tree, left, { before, after });
  expect(messages.filter(isInterruption).length).toBeLessThanOrEqual(isTouched ? 1 : 0);
  // The next write works, and nothing is left.
  const text = readFileSync(at("extra.txt"), "utf8");
  expect(await write("extra.txt", text, `${text}more\n`)).toEqual([]);
  expect(leftovers()).toEqual([]);
}

/** The undo has taken back the change, if it was completed, else the write before it. */
function expectUndone(tree: Tree, { before, after }: Trees): void {
  const withoutFirst = (each: Tree) => ({ ...each, "w.txt": `${0o644} ${old("w.txt")}` });
  const allowed = scenario.isUndo
    ? [after, withoutFirst(after)]
    : scenario.command
      ? [withoutFirst(before), withoutFirst(after)]
      : [before, withoutFirst(before)];
  // A folder that was deleted with what it held is not kept.
  if (scenario.change.moves?.some(({ isRecursive }) => isRecursive)) allowed.push(after);
  expect(allowed.map(show)).toContain(show(tree));
}

/** The undo has taken back what was as after the change, or the write before it. */
function expectOnlyOwn(tree: Tree, left: Tree, { before, after }: Trees): void {
  const names = new Set([...Object.keys(tree), ...Object.keys(left)]);
  for (const name of names) {
    const texts = [left[name], before[name], after[name]];
    if (name === "w.txt") texts.push(`${0o644} ${old(name)}`);
    expect({ name, texts }).toMatchObject({ texts: expect.arrayContaining([tree[name]]) });
    // What others have written is as they left it.
    if (left[name]?.includes("by hand") || left[name]?.includes("of another branch"))
      expect(tree[name]).toBe(left[name]);
  }
}

const isEqual = (one: Tree, other: Tree) => show(one) === show(other);
const show = (tree: Tree) => JSON.stringify(Object.entries(tree).sort(), null, 1);

interface Observation extends Trees {
  /** The number of operations. */
  readonly count: number;
}

/** Makes the change without a fault. */
function observe(): Observation {
  restoreTemplate();
  const before = readTree();
  const log = join(base, "log");
  rmSync(log, { force: true });
  expect(runWriter({ FAULT_LOG: log })).toMatchObject({ status: 0 });
  expect(leftovers()).toEqual([]);
  return { before, after: readTree(), count: readFileSync(log, "utf8").trimEnd().split("\n").length };
}

/** Returns `length` of the numbers below `count`, evenly. */
function spread(count: number, length: number): readonly number[] {
  const picked = Array.from({ length: Math.min(count, length) }, (_each, index) =>
    Math.floor((index * count) / Math.min(count, length)),
  );
  return picked;
}

const total = { kills: 0, errors: 0 };
const actNames = Object.keys(acts) as (keyof typeof acts)[];
const KILLS_PER_SCENARIO = isFull ? 230 : 4;
const ERRORS_PER_SCENARIO = isFull ? Number.POSITIVE_INFINITY : 2;

describe.each(Object.entries(scenarios))("%s", (name, each) => {
  let observation: Observation | undefined;
  beforeEach(async () => {
    for (const variable of ["XDG_STATE_HOME", "TMPDIR", "HOME"]) setEnv(variable, environment()[variable as "HOME"]);
    scenario = each;
    if (!hasCompiler || observation !== undefined) return;
    await makeTemplate();
    observation = observe();
  });

  test(
    "After a kill at any operation, an act of others and a command, the tree is whole or as it was left",
    async () => {
      const { count, ...trees } = observation as Observation;
      const index = Object.keys(scenarios).indexOf(name);
      // Each operation, killed before and after it; acts and commands in turn.
      const points = spread(2 * count, KILLS_PER_SCENARIO);
      const rounds = isFull ? Math.ceil(KILLS_PER_SCENARIO / points.length) : 1;
      const all = Array.from({ length: rounds }, () => points).flat();
      for (const [number, point] of all.entries()) {
        const turn = number + index;
        const run: Run = {
          ...{ kind: point % 2 === 0 ? "before" : "after", at: Math.floor(point / 2) + 1 },
          act: actNames[turn % actNames.length] as keyof typeof acts,
          command: commands[Math.floor(turn / actNames.length + turn) % commands.length] as Command,
          isOwnProcess: !isFull || number % 10 === 0,
        };
        await named(JSON.stringify(run), () => check(run, trees));
        total.kills++;
      }
    },
    timeoutMs,
  );

  test.each([
    ["ENOSPC", 28],
    ["EIO", 5],
  ])(
    "With %s at any operation, the tree is the old one or the new one, and the process says which",
    async (_code, error) => {
      const { count, ...trees } = observation as Observation;
      for (const point of spread(count, ERRORS_PER_SCENARIO))
        await named(`error ${error} at ${point + 1}`, async () => {
          restoreTemplate();
          const { status, output } = runWriter({ FAULT_AT: String(point + 1), FAULT_KIND: String(error) });
          const messages = await recoverInterrupted([folder]);
          expect({ messages, tree: show(readTree()) }).toEqual({
            messages: [],
            tree: show(status === 0 ? trees.after : trees.before),
          });
          if (status !== 0) expect(output).toMatch(/Nothing was (?:changed|written)/);
          // One that couldn't be removed is, by whichever process makes the next one.
          removeAbandonedFolders();
          expect(leftovers()).toEqual([]);
          total.errors++;
        });
    },
    timeoutMs,
  );
});

testIf(hasCompiler, "needs Linux and a C compiler")("As many processes were killed as this tier promises", () => {
  process.stdout.write(`interrupted: ${total.kills} kills, ${total.errors} errors\n`);
  expect(total.kills).toBeGreaterThanOrEqual(isFull ? 2000 : 35);
});

/** Runs a check, and says in its failure which one it was. */
async function named(title: string, body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    if (error instanceof Error) error.message = `${title}: ${error.message}`;
    throw error;
  }
}
