/**
 * Examples in TypeScript: compiled as strictly as this project, and run. The comment after a
 * statement is its value.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspect, promisify } from "node:util";
import * as library from "../../src/index.js";
import { expectLike } from "./expectLike.js";
import { repository } from "./markdown.js";

/**
 * Runs an example and compares the value of every statement with its comment. Fails for an error of
 * the compiler, and for an example without such comments.
 */
export async function expectProgram(code: string): Promise<void> {
  const values: [value: unknown, comment: string][] = [];
  // A statement with a comment after it becomes a call that reports its value.
  const instrumentedCode = code.replace(
    /^(?!const |let |import )(\S.*);\s*\/\/ (.*)$/gm,
    (_, expression: string, comment: string) => `report(${expression}, ${JSON.stringify(comment)});`,
  );
  const compiled = await compile(
    `${instrumentedCode}\ndeclare function report(value: unknown, comment: string): void;\n`,
  );
  new Function("require", "exports", "report", compiled)(
    (name: string) => (name === "lsp-locate" ? library : undefined),
    {},
    (value: unknown, comment: string) => values.push([value, comment]),
  );
  expect(values.length).toBeGreaterThan(0);
  for (const [value, comment] of values) expectLike(formatValue(value), comment);
}

/** Compiles in a separate process, as the compiler takes over the thread for seconds. */
async function compile(code: string): Promise<string> {
  const cache = join(repository, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "example-"));
  try {
    writeFileSync(join(folder, "example.cts"), code);
    const compilerOptions = {
      strict: true,
      skipLibCheck: true,
      target: "ES2023",
      module: "NodeNext",
      types: [],
      outDir: "out",
      rootDir: repository,
      noEmitOnError: true,
      paths: { "lsp-locate": [join(repository, "src/index.ts")] },
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["example.cts"] }));
    const compiler = join(repository, "node_modules/typescript/bin/tsc");
    const compilerOutput = await promisify(execFile)(process.execPath, [compiler, "-p", folder]).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(compilerOutput).toBe("");
    return readFileSync(join(folder, "out", folder.slice(repository.length), "example.cjs"), "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function formatValue(value: unknown): string {
  return typeof value === "string"
    ? JSON.stringify(value)
    : inspect(value, { depth: null, breakLength: Number.POSITIVE_INFINITY }).replaceAll("'", '"');
}
