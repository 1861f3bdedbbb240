/** `lsp-locate doctor`: its output on each stream, and its exit code. */

import { execFile } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DoctorReport } from "../../../src/backend/doctor/doctor.js";
import { buildCommand } from "../../buildCommand.js";
import { temporaryFolder } from "../../folders.js";

const folder = temporaryFolder();

const answer = `{ jsonrpc: "2.0", id: 0, result: { capabilities: { hoverProvider: true } } }`;
function program(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!${process.execPath}\n${script}`);
  chmodSync(join(folder, name), 0o755);
}
program("dies", `console.error("no license"); process.exit(4);`);
program(
  "works",
  `const say = (message) => { const body = JSON.stringify(message); process.stdout.write("Content-Length: " + body.length + "\\r\\n\\r\\n" + body); };
process.stdin.on("data", (chunk) => { if (String(chunk).includes('"initialize"')) say(${answer}); if (String(chunk).includes('"shutdown"')) process.exit(0); });`,
);
const languages = {
  sound: { servers: ["works", "dies"] },
  broken: { servers: ["dies", "works"] },
  none: { servers: [] },
};
const servers = { works: { command: ["./works"] }, dies: { command: ["./dies"] } };
writeFileSync(join(folder, "fine.json"), JSON.stringify({ servers, languages }));
writeFileSync(join(folder, "faulty.json"), JSON.stringify({ servers, languages, colour: 1 }));

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(words: readonly string[]): Promise<Run> {
  const main = await buildCommand();
  // Only the servers in the file are installed.
  const options = { cwd: folder, env: { PATH: dirname("/nowhere/x"), HOME: folder } };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [main, "doctor", ...words], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

test.each<[string, number, string]>([
  ["sound --servers fine.json", 0, "✓ works"],
  ["--language sound --servers fine.json", 0, "✓ works"],
  ["broken --servers fine.json", 1, "it ends with exit code 4: no license"],
  ["none --servers fine.json", 1, "none"],
  ["sound --servers faulty.json", 1, "faulty.json:1: `colour`: expected one of"],
  ["sound --servers nothing.json", 2, "nothing.json:1: expected a file that can be read"],
  ["python", 0, "✓ embedded"],
  ["haskell", 1, "ghcup install hls"],
  ["--servers fine.json", 1, "1 server works, for 1 of "],
  ["pyton", 2, "Did you mean python?"],
  ["python go", 2, "doctor takes one language"],
  ["python --timeout soon", 2, "--timeout is in seconds"],
])("doctor %s ends with exit code %d", async (line, code, output) => {
  const result = await run(line.split(" "));
  const [stream, silent] = code === 2 ? (["stderr", "stdout"] as const) : (["stdout", "stderr"] as const);
  expect(result).toMatchObject({ code, [stream]: expect.stringContaining(output), [silent]: "" });
});

test("With --json, stdout is the report alone", async () => {
  const { stdout, stderr, code } = await run(["broken", "--json", "--servers", "fine.json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    file: "fine.json",
    problems: [],
    languages: [{ language: "broken", candidates: ["dies", "works"], serving: "dies" }],
    servers: [
      { name: "dies", state: "fails", own: true },
      { name: "works", state: "works", own: true, methods: ["textDocument/hover"] },
    ],
  } satisfies Partial<Record<keyof DoctorReport, unknown>>);
  expect({ stderr, code }).toEqual({ stderr: "", code: 1 });
});
