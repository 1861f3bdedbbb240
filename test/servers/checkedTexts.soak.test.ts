/**
 * Diagnostics of real servers about files that agents write: a text with an error is never said to
 * have none, and no answer is about another text. An answer may be that the text is not checked;
 * these are counted. The full form runs on a machine with no core to spare.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { ResponseError } from "vscode-jsonrpc/node";
import type { Diagnostic } from "vscode-languageserver-protocol";
import { startPeer } from "../peer.js";
import { isOnPath } from "./scenario.js";

const isFull = process.env["TEST_SOAK"] === "full";
const TIMEOUT_MS = isFull ? 3_000_000 : 180_000;
const ROUNDS = isFull ? 100 : 4;
/** Processes that keep a core busy each. */
const BUSY_PROCESSES = isFull ? 2 * availableParallelism() : 0;
const MAX_NOT_CHECKED = ROUNDS / 2;

interface Project {
  readonly name: string;
  readonly command: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  /** The file that is broken and mended: with an error that names `name`, or none. */
  readonly file: string;
  text(name?: string): string;
  /** A Locate of a symbol whose references make lsp-locate open and close files. */
  readonly symbol: string;
}

const projects: readonly Project[] = [
  {
    name: "typescript-language-server",
    command: ["typescript-language-server", "--stdio"],
    files: { "tsconfig.json": "{}", "lib.ts": "export function area(width: number) {\n  return width;\n}\n" },
    file: "app.ts",
    text: (name) => `import { area } from "./lib";\narea(${name ?? 1});\n`,
    symbol: "lib.ts:area",
  },
  {
    name: "pyright",
    command: ["pyright-langserver", "--stdio"],
    files: { "lib.py": "def area(width: int) -> int:\n    return width\n" },
    file: "app.py",
    text: (name) => `from lib import area\n\narea(${name ?? 1})\n`,
    symbol: "lib.py:area",
  },
  {
    name: "gopls",
    command: ["gopls"],
    files: {
      "go.mod": "module m\n\ngo 1.21\n",
      "lib.go": "package main\n\nfunc area(width int) int { return width }\n",
    },
    file: "app.go",
    text: (name) => `package main\n\nfunc main() { area(${name ?? 1}) }\n`,
    symbol: "lib.go:area",
  },
  {
    name: "clangd",
    command: ["clangd"],
    files: { "compile_flags.txt": "-std=c11\n", "lib.h": "static int area(int width) { return width; }\n" },
    file: "app.c",
    text: (name) => `#include "lib.h"\n\nint main(void) { return area(${name ?? 1}); }\n`,
    symbol: "app.c@<|>area",
  },
];

describe.each(projects)("$name", (project) => {
  if (!isOnPath(project.command[0] ?? "")) {
    test.skip(`${project.name} is not installed: see scripts/install-programs.sh`, () => {});
    return;
  }

  test(
    `Of ${ROUNDS} texts that are broken and mended, each answer is about the last one`,
    async () => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-checked-")));
      const load = Array.from({ length: BUSY_PROCESSES }, startBusyProcess);
      const write = (name?: string) => writeFileSync(join(root, project.file), project.text(name));
      for (const [path, text] of Object.entries(project.files)) writeFileSync(join(root, path), text);
      write();
      try {
        const peer = await startPeer(project.command, { root, timeoutMs: TIMEOUT_MS });
        const wrong: string[] = [];
        let notChecked = 0;
        const ask = async (name?: string) => {
          try {
            const { items } = await peer.locate<{ items: readonly Diagnostic[] }>("diagnostic", {
              file_path: project.file,
            });
            const errors = items.filter(({ severity = 1 }) => severity === 1).map(({ message }) => message);
            const isRight = name === undefined ? errors.length === 0 : errors.join().includes(name);
            if (!isRight) wrong.push(`${name ?? "no error"}: ${errors.join(", ") || "none"}`);
          } catch (error) {
            if (!(error instanceof ResponseError) || error.data?.kind !== "not_checked") throw error;
            notChecked++;
          }
        };
        try {
          for (let round = 0; round < ROUNDS; round++) {
            const name = `missing${round}`;
            write(name);
            await peer.locate("references", project.symbol);
            await ask(name);
            write();
            await ask();
          }
        } finally {
          await peer.close();
        }
        expect(wrong).toEqual([]);
        process.stderr.write(`${project.name}: ${notChecked} of ${2 * ROUNDS} answers were "not checked"\n`);
        expect(notChecked).toBeLessThan(MAX_NOT_CHECKED);
      } finally {
        for (const process of load) process.kill("SIGKILL");
        rmSync(root, { recursive: true, force: true });
      }
    },
    TIMEOUT_MS,
  );
});

function startBusyProcess(): ChildProcess {
  return spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
}
