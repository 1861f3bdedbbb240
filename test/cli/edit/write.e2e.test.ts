/** Changes that the built command writes, with a server whose edits are given. */

import { type ChildProcess, spawn } from "node:child_process";
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
    /b\.txt is outside of the workspace \(.*\)\. Nothing was written\. --allow-outside writes/,
  );
  expect([refused.code, readFileSync(join(workspace, "a.txt"), "utf8")]).toEqual([1, "name\n"]);
  expect(await run(...rename(edit, "--allow-outside"))).toMatchObject({ code: 0 });
  expect(readFileSync(join(outside, "b.txt"), "utf8")).toBe("other\n");
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
  expect((await run(...rename(edit))).text).toMatch(/is outside of the workspace/);
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
