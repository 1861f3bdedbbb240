/** Terminal sessions in the documentation: `$` before each command, its output below. */
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { buildCommand } from "../buildCommand.js";
import { expectLike } from "./expectLike.js";
import { repository } from "./markdown.js";

/** Runs each command in turn and compares its output, stdout and stderr together. */
export async function expectTerminal(terminal: string, cwd: string, path: string): Promise<void> {
  for (const part of terminal.split(/^\$ /m).filter((each) => each.trim() !== "")) {
    const end = part.indexOf("\n");
    const [commandLine, expectedOutput] = end < 0 ? [part, ""] : [part.slice(0, end), part.slice(end + 1)];
    expectLike(await runInShell(commandLine, cwd, path), expectedOutput);
  }
}

/**
 * Returns a PATH on which `lsp-locate` is the built command, in the folder `bin`, and which has the
 * servers that npm installs.
 */
export async function pathWithCommand(bin: string): Promise<string> {
  mkdirSync(bin, { recursive: true });
  const program = join(bin, "lsp-locate");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${await buildCommand()}" "$@"\n`);
  chmodSync(program, 0o755);
  return [bin, join(repository, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
}

function runInShell(line: string, cwd: string, path: string): Promise<string> {
  return new Promise((resolve) => {
    // Only the output is compared: where the documentation is about exit codes, it prints them.
    execFile(
      "/bin/sh",
      ["-c", `{ ${line}\n} 2>&1`],
      { cwd, env: { ...process.env, PATH: path, NO_COLOR: "1" } },
      // On a busy machine a command says that it waits.
      (_, stdout) => resolve(stdout.replace(/^lsp-locate: still waiting .*\n/gm, "")),
    );
  });
}
