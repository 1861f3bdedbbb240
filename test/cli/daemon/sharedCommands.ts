/** Commands of the built program in a workspace with shared sessions. */

import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DaemonHarness, withDaemons } from "../../daemon/daemonHarness.js";
import { setEnv } from "../../jest.js";
import { createShellOffers } from "../offeredCommands.js";
import { withoutWaitNotice } from "../waitNotice.js";

const projects = join(import.meta.dirname, "../../projects");

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  /** Relative to the workspace. */
  readonly cwd?: string;
  readonly input?: string;
  readonly isShared?: boolean;
  readonly onSpawn?: (child: ChildProcess) => void;
}

export interface SharedWorkspace extends DaemonHarness {
  run(words: readonly string[], options?: CommandOptions): Promise<CommandResult>;
}

const embeddedOnly = { languages: { python: { servers: ["embedded"] } } };

/** Copies the Python project to a workspace, where only the embedded server is there by default. */
export function withSharedCommands(
  test: (shared: SharedWorkspace) => Promise<void>,
  serversFile: object = embeddedOnly,
): Promise<void> {
  return withDaemons(async (harness) => {
    const { runtime, workspace, program } = harness;
    cpSync(join(projects, "python"), workspace, { recursive: true });
    const servers = join(runtime, "servers.json");
    writeFileSync(servers, JSON.stringify(serversFile));
    setEnv("LSP_LOCATE_SERVERS", servers);
    setEnv("XDG_CACHE_HOME", join(runtime, "cache"));
    setEnv("XDG_STATE_HOME", join(runtime, "state"));
    setEnv("NO_COLOR", "1");
    const runCommand: SharedWorkspace["run"] = (words, { cwd = ".", input = "", isShared = true, onSpawn } = {}) =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, [program, ...words], {
          cwd: join(workspace, cwd),
          env: { ...process.env, LSP_LOCATE_DAEMON: isShared ? "on" : "off" },
        });
        const result = { stdout: "", stderr: "" };
        for (const name of ["stdout", "stderr"] as const)
          child[name].setEncoding("utf8").on("data", (text: string) => {
            result[name] += text;
          });
        child.stdin.on("error", () => {}).end(input);
        child.on("close", (code) => resolve({ ...result, stderr: withoutWaitNotice(result.stderr), code }));
        onSpawn?.(child);
      });
    const offers = createShellOffers(workspace);
    const run: SharedWorkspace["run"] = async (words, options = {}) => {
      const result = await runCommand(words, options);
      if ((options.cwd ?? ".") === ".") offers.keep(words, result);
      return result;
    };
    await test({ ...harness, run });
    await offers.check((words) => runCommand(words));
  });
}
