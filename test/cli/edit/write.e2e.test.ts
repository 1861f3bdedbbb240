/** Changes that the built command writes, with a server whose edits are given. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { buildCommand } from "../../buildCommand.js";
import { readTree } from "../../files/write/faults.js";
import { createFolder, removeFolders } from "../../folders.js";

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  removeFolders();
});

let workspace = "";
let outside = "";
let scratch = "";
beforeEach(() => {
  [workspace, outside, scratch] = [createFolder(), createFolder(), createFolder()];
  mkdirSync(join(workspace, ".git"));
  writeFileSync(join(workspace, "a.txt"), "name\n");
  writeFileSync(join(outside, "b.txt"), "name\n");
});

async function start(words: readonly string[]): Promise<ChildProcess> {
  writeFileSync(join(scratch, "servers.json"), "{}");
  const child = spawn(process.execPath, [await buildCommand(), ...words], {
    cwd: workspace,
    env: {
      ...process.env,
      LSP_LOCATE_SERVERS: join(scratch, "servers.json"),
      XDG_STATE_HOME: scratch,
      XDG_CACHE_HOME: scratch,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  return child;
}

async function run(...words: readonly string[]): Promise<{ readonly code: number; readonly text: string }> {
  const child = await start(words);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      text += String(chunk);
    });
  const [code] = (await once(child, "close")) as [number];
  return { code, text };
}

/** The words of a rename that the server answers with an edit. */
function rename(edit: WorkspaceEdit, ...options: readonly string[]): readonly string[] {
  const file = join(scratch, "edit.json");
  writeFileSync(file, JSON.stringify(edit));
  const server = [process.execPath, join(import.meta.dirname, "renameServer.mjs"), file];
  return ["rename", "a.txt@name", "other", "--write", ...options, "--", ...server];
}

const uri = (path: string) => `file://${path}`;
const edits = [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 4 } }, newText: "other" }];

test("A server's edit outside of the workspace is written only with --allow-outside", async () => {
  const edit = { changes: { [uri(join(workspace, "a.txt"))]: edits, [uri(join(outside, "b.txt"))]: edits } };
  const refused = await run(...rename(edit));
  expect(refused.text).toMatch(
    /would rename it in 1 file outside of the workspace, too\)\. Nothing was changed\.\n.*b\.txt:1: name\n[\s\S]*--allow-outside changes/,
  );
  expect([refused.code, readFileSync(join(workspace, "a.txt"), "utf8")]).toEqual([1, "name\n"]);
  expect(await run(...rename(edit, "--allow-outside"))).toMatchObject({ code: 0 });
  expect(readFileSync(join(outside, "b.txt"), "utf8")).toBe("other\n");
});

const position = { line: 0, character: 0 };
test.each([
  ["a NUL", "\0", "holds a NUL character (U+0000), which makes a file binary"],
  ["half a surrogate pair", "\ud83d", "holds half a surrogate pair (U+D83D), which UTF-8 can't encode"],
  ["more than can be read again", "x".repeat(33 * 1024 * 1024), "would have 33 MB, and files are read up to 32 MB"],
])("A server's edit with %s is refused before anything is written", async (_title, newText, why) => {
  const edit = {
    changes: { [uri(join(workspace, "a.txt"))]: [{ range: { start: position, end: position }, newText }] },
  };
  const { code, text } = await run(...rename(edit));
  expect([code, text]).toEqual([1, expect.stringContaining(`a.txt ${why}`.replace("a.txt holds", "holds"))]);
  expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("name\n");
});

/** Runs a line of shell, with the command as `$0 $1`. */
async function runLine(line: string, env: NodeJS.ProcessEnv = {}, words: readonly string[] = []) {
  writeFileSync(join(scratch, "servers.json"), "{}");
  const program = [process.execPath, await buildCommand()];
  const { status, stdout, stderr } = spawnSync("sh", ["-c", line, ...program, ...words], {
    cwd: workspace,
    encoding: "utf8",
    env: {
      ...process.env,
      LSP_LOCATE_SERVERS: join(scratch, "servers.json"),
      XDG_STATE_HOME: scratch,
      XDG_CACHE_HOME: scratch,
      ...env,
    },
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

const onPosix = process.platform === "win32" ? test.skip : test;

onPosix("Text of the command line that is not UTF-8 is refused, and U+FFFD itself is written", async () => {
  for (const line of [
    `"$0" "$1" edit a.txt:1 --replace="$(printf 'x\\377')" --write`,
    `"$0" "$1" rename a.txt@name --new-name="$(printf 'x\\377')" --write`,
    `"$0" "$1" rename a.txt@name "$(printf 'x\\377')" --write`,
  ])
    expect(await runLine(line)).toMatchObject({ status: 2, stderr: expect.stringContaining("is not valid UTF-8") });
  expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("name\n");
  if (process.platform !== "linux") return;
  expect(await runLine('"$0" "$1" edit a.txt:1 --replace=\ufffd --write')).toMatchObject({ status: 0 });
  expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("\ufffd\n");
});

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux("On a full device, a written change ends with 0 and says so on stderr, and an answer with 1", async () => {
  const written = await runLine('"$0" "$1" edit a.txt:1 --replace=other --write --no-daemon >/dev/full');
  expect(written).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/no space left[\s\S]*The change is made\.\nwrote a\.txt/),
  });
  expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("other\n");
  const shown = await runLine('"$0" "$1" edit a.txt:1 --replace=more --no-daemon >/dev/full');
  expect(shown).toMatchObject({ status: 1, stderr: expect.stringContaining("Standard output can't be written:") });
});

onLinux("Folders of the user in /proc, where nothing can be made, are done without", async () => {
  for (const folder of ["/proc/self", "/proc/self/x/y"]) {
    const env = { XDG_STATE_HOME: folder, XDG_CACHE_HOME: folder, XDG_RUNTIME_DIR: folder, TMPDIR: scratch };
    const { status, stderr } = await runLine('"$0" "$1" edit a.txt:1 --replace=other --write', env);
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("other\n");
    writeFileSync(join(workspace, "a.txt"), "name\n");
  }
});

test("A server's edit that renames a folder and writes through a link in it is refused as a whole", async () => {
  mkdirSync(join(workspace, "d"));
  symlinkSync(outside, join(workspace, "d/link"));
  const edit: WorkspaceEdit = {
    documentChanges: [
      { kind: "rename", oldUri: uri(join(workspace, "d")), newUri: uri(join(workspace, "e")) },
      { textDocument: { uri: uri(join(workspace, "e/link/b.txt")), version: null }, edits },
    ],
  };
  expect((await run(...rename(edit))).text).toMatch(/is a link that leads out of the workspace/);
  expect([existsSync(join(workspace, "d")), readTree(outside)]).toEqual([true, { "b.txt": "name\n" }]);
});

test("A file that the user names may be edited anywhere", async () => {
  const { text, code } = await run("edit", `${join(outside, "b.txt")}@name`, "--replace=other", "--write");
  expect([code, text]).toEqual([0, expect.stringMatching(/wrote .*b\.txt/)]);
  expect(readFileSync(join(outside, "b.txt"), "utf8")).toBe("other\n");
});

test("After a rename of many files is killed, the next command completes or undoes it", async () => {
  const paths = Array.from({ length: 300 }, (_, index) => join(workspace, `f${index}.txt`));
  for (const path of [...paths, join(workspace, "a.txt")]) writeFileSync(path, "name\n");
  const all = [...paths, join(workspace, "a.txt")];
  const edit = { changes: Object.fromEntries(all.map((path) => [uri(path), edits])) };
  const child = await start(rename(edit));
  const isAtWork = () => readdirSync(workspace).some((name) => name.startsWith(".lsp-locate-"));
  while (!isAtWork() && child.exitCode === null) await new Promise((resolve) => setImmediate(resolve));
  child.kill("SIGKILL");
  await once(child, "close");
  expect(readdirSync(workspace).some((name) => name.startsWith(".lsp-locate-"))).toBe(true);
  expect(await run("resolve", "a.txt:1")).toMatchObject({ code: 0 });
  const texts = new Set(all.map((path) => readFileSync(path, "utf8")));
  expect([...texts]).toHaveLength(1);
  expect(readdirSync(workspace)).toHaveLength(all.length + 1);
  expect(readdirSync(join(scratch, "lsp-locate/journals"))).toEqual([]);
});
