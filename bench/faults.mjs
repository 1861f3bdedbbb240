/**
 * What is done to lsp-locate on purpose, and what holds afterwards: the soak tests of faults, each
 * run once and counted. `TEST_SOAK=full` runs them at full length, which takes an hour.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { table } from "./lib/statistics.mjs";

export const title = "Faults";
/** Each is run once; what it does is random or complete, not repeated. */
export const rounds = 1;

const root = fileURLToPath(new URL("..", import.meta.url));

/** `done` finds in the output of a test how often it was done; else the tests themselves count. */
const faults = [
  {
    fault:
      "a process that writes is killed, or gets ENOSPC or EIO, at each kind of file operation; others change the tree; then a command runs",
    holds: "the tree is the old one or the new one, and what others wrote stays",
    file: "test/files/write/interrupted/interrupted.soak.test.ts",
    done: [/interrupted: (\d+) kills/, /(\d+) errors/],
  },
  {
    fault: "an error at single operations of an edit, and a kill of the recovery itself",
    holds: "all files are old or all are new",
    file: "test/files/write/faults.soak.test.ts",
  },
  {
    fault: "many writers of the same files at once, some without locks",
    holds: "each acknowledged edit is in the text that follows it",
    file: "test/files/write/concurrency.soak.test.ts",
  },
  {
    fault: "language servers are killed at random during edits and requests",
    holds: "one right response for each request, every server has the documents as they are",
    file: "test/routing/instances/randomKills.soak.test.ts",
  },
  {
    fault: "two real servers of one document are killed and stopped",
    holds: "one response for each request, and both answer again",
    file: "test/servers/companionKills.soak.test.ts",
  },
  {
    fault: "sessions of every mode are killed, or ended by their client",
    holds: "no process that they started is left",
    file: "test/cli/serve/randomKills.soak.test.ts",
  },
  {
    fault: "the shared session of a command is killed, stopped, moved, or loses its files",
    holds: "the command prints what it should, or says that it doesn't",
    file: "test/cli/daemon/sessionFaults.soak.test.ts",
  },
  {
    fault: "damaged frames from client and server",
    holds: "no crash, no hang; the session refuses what it can't read",
    file: "test/wire/mutatedFrames.soak.test.ts",
  },
  {
    fault: "generated calls of all tools, valid and broken",
    holds: "each is answered; nothing outside of the workspace is read or written",
    file: "test/cli/mcp/randomCalls.soak.test.ts",
  },
  {
    fault: "a workspace of pipes, devices, sockets, loops and odd names",
    holds: "every command, tool and method answers or says what is wrong",
    file: "test/cli/hostileFolder.soak.test.ts",
  },
];

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), "lsp-locate-faults-"));
  try {
    const rows = faults.map((row, index) => measure(row, join(folder, `${index}.json`)));
    return table(["what is done", "what holds", "times", "passed", "failed", "not run", "seconds"], rows);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measure({ fault, holds, file, done = [] }, report) {
  const jest = join(root, "node_modules/jest/bin/jest.js");
  const from = performance.now();
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [jest, file, "--selectProjects", "soak", "--json", `--outputFile=${report}`],
    { cwd: root, encoding: "utf8", maxBuffer: 1e9 },
  );
  const seconds = Math.round((performance.now() - from) / 1000);
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, "utf8"));
  const counts = done.map((pattern) => Number(pattern.exec(`${stdout}${stderr}`)?.[1] ?? 0));
  const times = counts.length > 0 ? counts.reduce((sum, count) => sum + count, 0) : "";
  return [fault, holds, times, numPassedTests, numFailedTests, numPendingTests, seconds];
}
