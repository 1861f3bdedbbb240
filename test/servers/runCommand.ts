/** Runs the built command as a user at a shell does. */

import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { repository } from "../peer.js";

/** Returns what it writes: stdout, then stderr. Servers of npm are on its PATH. */
export function runCommand(command: string, args: readonly string[], cwd: string, env: object = {}): string {
  const PATH = [join(repository, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
  const { stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, PATH, ...env },
  });
  return `${stdout}${stderr}`;
}
