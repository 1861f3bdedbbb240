/** Runs a program on a pseudo terminal, with util-linux's `script`. */

import { spawn, spawnSync } from "node:child_process";

/** Whether a program is installed. */
export function isInstalled(program: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}

/** Whether pseudo terminals are available; BSD's `script` takes other options. */
export const hasTerminals = /util-linux/.test(spawnSync("script", ["--version"]).stdout?.toString() ?? "");

/** How long a program may take to show an expected text; less than the timeout of a test. */
const TIMEOUT_MS = 50_000;

export interface TerminalScript {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The keys to type, each after a text has appeared on the screen. */
  readonly keys?: readonly (readonly [after: string, typed: string])[];
  /** The program is ended when this text appears; without it, it ends by itself. */
  readonly until?: string;
}

/** Resolves with everything that was written to the screen, including escape sequences. */
export function runInTerminal(commandLine: string, { cwd, env, keys = [], until }: TerminalScript): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn("script", ["-qefc", commandLine, "/dev/null"], { cwd, env });
    let screen = "";
    let seen = 0;
    const pending = [...keys];
    const type = () => {
      for (let next = pending[0]; next !== undefined; next = pending[0]) {
        const at = screen.indexOf(next[0], seen);
        if (at < 0) break;
        seen = at + next[0].length;
        child.stdin.write(next[1]);
        pending.shift();
      }
    };
    type();
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      screen += text;
      type();
      if (until !== undefined && pending.length === 0 && screen.includes(until, seen)) child.kill("SIGKILL");
    });
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(
        new Error(`The screen shows ${JSON.stringify(screen)} without ${JSON.stringify(pending[0]?.[0] ?? until)}.`),
      );
    }, TIMEOUT_MS);
    child.on("error", reject);
    child.on("close", () => {
      clearTimeout(timer);
      resolve(screen);
    });
  });
}
