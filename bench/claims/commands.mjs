/** Forty shell commands at once: each is to end with its own exit code and its output. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { table } from "../lib/statistics.mjs";

const COMMANDS = 40;

/** Words of a command, its exit code, and what it prints or writes. */
const kinds = [
  { words: (path) => ["resolve", `${path}:total`], code: 0, isRight: ({ stdout }) => stdout.includes("total") },
  { words: (path) => ["references", `${path}:total`], code: 0, isRight: ({ stdout }) => stdout.includes(":5") },
  { words: (path) => ["resolve", `${path}:absent`], code: 1, isRight: ({ stderr }) => stderr.includes("absent") },
  {
    words: (path) => ["rename", `${path}:total`, "sum", "--write"],
    code: 0,
    isRight: ({ stdout, text }) => stdout.includes("wrote") && !text.includes("total"),
  },
];
const source = "def total(n: int) -> int:\n    return n\n\n\ntotal(1)\n";

export async function countCommands({ rounds, proxy }) {
  const rows = [];
  for (let round = 0; round < rounds; round++) {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "bench-commands-")));
    try {
      const from = performance.now();
      const results = await Promise.all(Array.from({ length: COMMANDS }, (_, n) => runOne(n, { folder, proxy })));
      const faults = results.filter((result) => result !== undefined);
      const seconds = Math.round((performance.now() - from) / 1000);
      rows.push([round + 1, COMMANDS, faults.length, seconds, faults.slice(0, 3).join("; ")]);
      console.error(rows.at(-1).join(" | "));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return `Commands at once\n\n${table(["round", "commands", "wrong", "seconds", "what"], rows)}`;
}

/** Returns what is wrong with a command, or undefined. Each has a project of its own. */
async function runOne(n, { folder, proxy }) {
  const kind = kinds[n % kinds.length];
  const root = join(folder, `p${n}`);
  mkdirSync(join(root, ".git"), { recursive: true });
  writeFileSync(join(root, ".git/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(root, "a.py"), source);
  const words = kind.words("a.py");
  const result = await runCommand([proxy, ...words, "--no-daemon"], root);
  const text = readFileSync(join(root, "a.py"), "utf8");
  if (result.code === kind.code && kind.isRight({ ...result, text })) return undefined;
  const { code, signal, stdout, stderr } = result;
  return `${words.join(" ")}: ${signal ?? code}, ${JSON.stringify((stdout + stderr).slice(0, 150))}`;
}

function runCommand(words, cwd) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, words, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => (stdout += chunk));
    child.stderr.on("data", (chunk) => (stderr += chunk));
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}
