/**
 * Starts the lsp-locate that the setting `command` names, instead of the one inside the extension.
 */

import type { ChildProcess } from "node:child_process";
import spawn from "cross-spawn";

/**
 * Resolves when the program runs; rejects if it can't be started. npm installs a `.cmd` on Windows,
 * which only a shell can start; cross-spawn takes care of that. `folder` is the working directory,
 * by default VS Code's.
 */
export function startProgram(
  [program = "", ...args]: readonly string[],
  folder: string | undefined,
): Promise<ChildProcess> {
  const child = spawn(program, args, { windowsHide: true, ...(folder === undefined ? {} : { cwd: folder }) });
  return new Promise((resolve, reject) => {
    child.on("spawn", () => resolve(child));
    child.on("error", ({ message }) =>
      reject(new Error(`"${program}" can't be started: ${message}. Check the setting lspLocate.command.`)),
    );
  });
}
