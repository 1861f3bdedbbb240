/**
 * Runs a real editor without a window. It takes a line of JSON on stdin and responds with one; its
 * driver is `neovim.lua` or `emacs.el`.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface EditorCommand {
  readonly program: string;
  readonly args: readonly string[];
}

export interface Editor {
  /** Returns the result of the driver's function of that name; rejects if it raises an error. */
  call(name: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Quits as a user does and returns the exit code. */
  quit(): Promise<number | null>;
  kill(): void;
}

interface Answer {
  readonly value?: unknown;
  readonly error?: string;
}

/** Precedes a response, because editors write other output too. */
const MARK = "\u{1F4AC}";

/** Returns whether a program is installed and runs. */
export function canRun({ program, args }: EditorCommand): boolean {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

export function startEditor({ program, args }: EditorCommand, root: string, env: NodeJS.ProcessEnv): Editor {
  const child = spawn(program, args, { cwd: root, env, stdio: ["pipe", "pipe", "pipe"] });
  const exited = once(child, "exit") as Promise<[number | null]>;
  const pendingCalls: ((answer: Answer) => void)[] = [];
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  createInterface(child.stdout).on("line", (line) => {
    const from = line.indexOf(MARK);
    if (from === -1) output += `${line}\n`;
    else pendingCalls.shift()?.(JSON.parse(line.slice(from + MARK.length)) as Answer);
  });
  child.stdin.on("error", () => {});
  return {
    async call(name, ...args) {
      // Escaped, so that the editor's input encoding does not matter.
      const line = JSON.stringify([name, ...args]).replace(
        /[^ -~]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
      const answerPromise = new Promise<Answer>((resolve) => pendingCalls.push(resolve));
      child.stdin.write(`${line}\n`);
      const editorExit = exited.then(() => Promise.reject(new Error(`the editor ended\n${output}`)));
      const { value, error } = await Promise.race([answerPromise, editorExit]);
      if (error !== undefined) throw new Error(`${name}: ${error}\n${output}`);
      return value;
    },
    async quit() {
      child.stdin.write('["quit"]\n');
      const [code] = await exited;
      return code;
    },
    kill: () => child.kill("SIGKILL"),
  };
}
