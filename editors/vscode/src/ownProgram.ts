/** Another lsp-locate than the one inside, as the setting `command` names it, started. */

import type { ChildProcess } from "node:child_process";
import spawn from "cross-spawn";

/**
 * Resolves when it runs; rejects where it can't be started. What npm installs on Windows is a `.cmd`, which only a shell can start, and which
 * cross-spawn finds one for. `folder` is where it runs, undefined for where VS Code does.
 */
export function startOwn(
  [program = "", ...args]: readonly string[],
  folder: string | undefined,
): Promise<ChildProcess> {
  const child = spawn(program, args, { windowsHide: true, ...(folder === undefined ? {} : { cwd: folder }) });
  return new Promise((resolve, reject) => {
    child.on("spawn", () => resolve(child));
    child.on("error", ({ message }) =>
      reject(new Error(`"${program}" can't be started: ${message}. The setting lspLocate.command names it.`)),
    );
  });
}
