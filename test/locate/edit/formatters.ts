/** Formatters of a language, which leave an edit unchanged that is as a person would type it. */

import { spawn } from "node:child_process";

/** By language, commands that format stdin to stdout. The first that is installed is used. */
const commands: Readonly<Record<string, readonly (readonly [string, ...string[]])[]>> = {
  go: [["gofmt"]],
  python: [
    ["ruff", "format", "--isolated", "-"],
    ["black", "--quiet", "-"],
  ],
  rust: [["rustfmt", "--edition", "2024", "--config", "max_width=100"]],
};

export interface Formatter {
  readonly name: string;
  /** Resolves with the formatted text; undefined for a text that the formatter refuses. */
  format(text: string): Promise<string | undefined>;
}

/** Returns the names of the formatters of a language, installed or not. */
export function formatterNames(language: string): string[] {
  return (commands[language] ?? []).map(([name]) => name);
}

/** Returns the formatter of a language; undefined where none is installed. */
export async function installedFormatter(language: string): Promise<Formatter | undefined> {
  for (const command of commands[language] ?? []) {
    const format = (text: string) => runFilter(command, text);
    if ((await format("").catch(() => undefined)) !== undefined) return { name: command[0], format };
  }
  return undefined;
}

/** Rejects where the command can't be started. */
function runFilter([name, ...args]: readonly [string, ...string[]], text: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, args, { stdio: ["pipe", "pipe", "ignore"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      output += part;
    });
    child.stdin.on("error", () => {});
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0 ? output : undefined));
    child.stdin.end(text);
  });
}
