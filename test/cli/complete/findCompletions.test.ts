/** Completion of the words of a command line. */

import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { shippedServers } from "../../../src/backend/config/loadServers.js";
import { findCompletions } from "../../../src/cli/complete/findCompletions.js";
import type { ShellCompletion } from "../../../src/cli/complete/shellCompletion.js";
import { shells } from "../../../src/cli/help/subcommands.js";
import { methodCommands } from "../../../src/cli/methods/commandTable.js";
import { temporaryFolder } from "../../folders.js";

const folder = temporaryFolder();
const project = join(folder, "project");
const bin = join(folder, "bin");
cpSync(join(resolve(import.meta.dirname, "../../.."), "test/projects/python"), project, { recursive: true });
mkdirSync(bin);

function completion(words: readonly string[]): Promise<ShellCompletion> {
  return findCompletions(words, shippedServers(), project);
}

test.each<[words: readonly string[], ...values: string[]]>([
  [["ho"], "hook", "hover"],
  [["resolve"], "resolve", "resolveRange"],
  [["proxy"]],
  [["hover", "--lang"], "--language"],
  [["hover", "--w"]],
  [["rename", "--w"], "--write"],
  [["rename", "--write", "--w"]],
  [["--rest"], "--restart"],
  [["search", "--kind", "cl"], "class"],
  [["search", "--kind=cl"], "--kind=class"],
  [["search", "--kind=class,fu"], "--kind=class,function"],
  [["codeAction", "--only", "refactor.in"], "refactor.inline"],
  [["hover", "x", "--language", "typescript"], "typescript", "typescriptreact"],
  [["daemon", ""], "status", "stop", "restart", "log"],
  [["daemon", "stop", ""]],
  [["doctor", "pyt"], "python"],
  [["doctor", "python", "py"]],
  [["complete", ""], ...shells],
  [["help", "loc"], "locate"],
  [["help", "doc"], "doctor", "documentHighlight", "documentSymbol", "documentLink", "documentColor"],
  [["rename", "store/items.py:Shelf", ""]],
  [["nonsense", ""]],
])("The words %j are completed with the names that fit", async (words, ...values) => {
  expect((await completion(words)).candidates.map(({ value }) => value).sort()).toEqual([...values].sort());
});

test.each<[words: readonly string[], fallback: string, noSpace: boolean]>([
  [["hover", "sto"], "files", true],
  [["hover", '""'], "files", true],
  [["hover", ":She"], "nothing", false],
  [["outline", "sto"], "files", false],
  [["search", "She"], "nothing", false],
  [["describe", "sto"], "files", true],
  [["hover", "--servers", "s"], "files", false],
  [["hover", "--root=s"], "folders", false],
  [["selectionRange", "store/items.py:1", "sto"], "files", true],
])("Without candidates for %j, the shell offers %s", async (words, fallback, noSpace) => {
  expect(await completion(words)).toEqual({ candidates: [], fallback, noSpace });
});

test("A server's command is completed word by word, for servers of the file's language", async () => {
  writeFileSync(join(bin, "pylsp"), "#!/bin/sh\n", { mode: 0o755 });
  const before = process.env["PATH"];
  process.env["PATH"] = bin;
  try {
    const values = async (...words: readonly string[]) =>
      (await completion(["hover", "store/items.py:Shelf", "--", ...words])).candidates.map(({ value }) => value);
    expect(await values("p")).toEqual(["pylsp"]);
    expect((await completion(["hover", "a.rs:x", "--", "p"])).candidates).toEqual([]);
  } finally {
    process.env["PATH"] = before;
  }
});

test("Every method and subcommand has a description", async () => {
  const { candidates } = await completion([""]);
  expect(candidates.filter(({ description }) => !description)).toEqual([]);
  expect(candidates.map(({ value }) => value)).toEqual(
    expect.arrayContaining([...methodCommands.keys(), "doctor", "help"]),
  );
});
