/**
 * A folder that another program swaps for a link out of the workspace while files in it are
 * changed.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LocateError } from "../../../src/error.js";
import { recoverAll } from "../../../src/files/write/recovery.js";
import type { FileChanges } from "../../../src/files/write/resolveChanges.js";
import { writeFiles } from "../../../src/files/write/writeFiles.js";
import { createFolder, removeFolders } from "../../folders.js";
import { testIf } from "../../jest.js";
import { createProcess, readTree } from "./faults.js";

const TRIES = process.env["TEST_SOAK"] === "full" ? 20_000 : 1_000;

const isSupported = process.platform === "linux";
let swapper: ChildProcess | undefined;
afterAll(() => {
  swapper?.kill("SIGKILL");
  removeFolders();
});

testIf(isSupported, "needs Linux")(
  "Nothing outside is touched by edits, moves, deletions and creations (Linux)",
  async () => {
    const [workspace, outside, state] = [createFolder(), createFolder(), createFolder()];
    const folder = join(workspace, "d");
    mkdirSync(folder);
    const files: Readonly<Record<string, string>> = { a: "old", b: "old", "e/c": "old" };
    for (const place of [folder, outside]) {
      mkdirSync(join(place, "e"));
      for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
    }
    const before = readTree(outside);
    const child = spawn(process.execPath, [join(import.meta.dirname, "linkSwapper.mjs"), folder, outside], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    swapper = child;
    const context = createProcess(state);
    const at = (name: string) => join(folder, name);
    const old = Buffer.from("old");
    const contentOf = (name: string) => readFileSync(at(name));
    const edit = (name: string, text: string) => ({
      path: at(name),
      before: contentOf(name),
      after: Buffer.from(text),
    });
    const none: FileChanges = { contents: [], moves: [], creations: [] };
    const changes: readonly ((text: string) => FileChanges)[] = [
      (text) => ({ ...none, contents: [edit("a", text)] }),
      (text) => ({
        ...none,
        contents: [edit("b", text), edit("e/c", text)],
        creations: [{ path: at("e/n/new"), after: old }],
      }),
      (text) => ({
        ...none,
        contents: [edit("b", text)],
        moves: [{ from: at("e/n"), to: undefined, isRecursive: true }],
      }),
      () => ({ ...none, moves: [{ from: at("e"), to: at("f") }] }),
      () => ({ ...none, moves: [{ from: at("f"), to: at("e") }] }),
    ];
    const outcomes = new Map<string, number>();
    for (let attempt = 0; attempt < TRIES; attempt++) {
      let outcome = "written";
      try {
        const change = changes[attempt % changes.length] as (text: string) => FileChanges;
        await writeFiles(change(`text ${attempt}`), { folders: [workspace] }, { context });
      } catch (error) {
        if (!(error instanceof LocateError)) outcome = (error as NodeJS.ErrnoException).code ?? String(error);
        else
          outcome =
            /outside of|not the folder|changed by|is gone|E[A-Z]+(?=:)/.exec(error.message)?.[0] ?? error.message;
      }
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    child.stdin.end();
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += String(chunk);
    });
    await once(child, "close");
    await recoverAll(createProcess(state));
    console.log(`${TRIES} changes during ${output.trim()} swaps: ${JSON.stringify([...outcomes])}`);
    expect(readTree(outside)).toEqual(before);
    expect(existsSync(join(folder, "a"))).toBe(true);
    expect(outcomes.get("written")).toBeGreaterThan(0);
  },
  600_000,
);
