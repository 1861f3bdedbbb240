/** A program on a pseudo terminal, for what only a terminal sees; by util-linux's `script`. */

import { spawn, spawnSync } from "node:child_process";

/** Whether a program is installed. */
export function isInstalled(program: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}

/** Whether there can be a pseudo terminal: BSD's `script` takes other options. */
export const hasTerminals = /util-linux/.test(spawnSync("script", ["--version"]).stdout?.toString() ?? "");

/**
 * Milliseconds after which a program that does not do what is waited for is ended, before the test
 * is.
 */
const TIMEOUT_MS = 50_000;

export interface TerminalScript {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** What is typed, and what is waited for on the screen before it. */
  readonly keys?: readonly (readonly [after: string, typed: string])[];
  /** When this is on the screen the program is ended; else it ends by itself. */
  readonly until?: string;
}

/** All that was written to the screen, escape sequences and all. */
export function runInTerminal(commandLine: string, { cwd, env, keys = [], until }: TerminalScript): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn("script", ["-qefc", commandLine, "/dev/null"], { cwd, env });
    let screen = "";
    let seen = 0;
    const waiting = [...keys];
    const type = () => {
      for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
        const at = screen.indexOf(next[0], seen);
        if (at < 0) break;
        seen = at + next[0].length;
        child.stdin.write(next[1]);
        waiting.shift();
      }
    };
    type();
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      screen += text;
      type();
      if (until !== undefined && waiting.length === 0 && screen.includes(until, seen)) child.kill("SIGKILL");
    });
    const impatience = setTimeout(() => {
      child.kill("SIGKILL");
      reject(
        new Error(`On the screen is ${JSON.stringify(screen)}, and not ${JSON.stringify(waiting[0]?.[0] ?? until)}.`),
      );
    }, TIMEOUT_MS);
    child.on("error", reject);
    child.on("close", () => {
      clearTimeout(impatience);
      resolve(screen);
    });
  });
}
