/**
 * Measures the outline of files with dense text, and the outline and an edit of a notebook with
 * long outputs: CPU time and peak memory of all processes. A page of memory that several share
 * counts once.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { code } from "./lib/texts.mjs";

export const title = "Dense text";
export const rounds = 1;

const MEGABYTE = 1_000_000;
const SAMPLE_INTERVAL_MS = 50;
const TIMEOUT_MS = 120_000;

const repeatTo = (length, unit) => unit.repeat(Math.ceil(length / unit.length));
/** Texts of about that many bytes. */
const texts = {
  "data.json": (length) => `[${repeatTo(length, '{"a":[1,2,{"b":null}]},')}0]`,
  "dense.py": (length) => repeatTo(length, "a=[1,(2,),{3:4}];b=a[0]+1\n"),
  "line.js": (length) => repeatTo(length, "var a=[1,2,{b:c(d)}];e(a,b);"),
  "nested.html": (length) => `${repeatTo(length / 2, "<b>")}${repeatTo(length / 2, "</b>")}`,
  "headings.md": (length) => repeatTo(length, "# a\n\n"),
};

/** A notebook of about that many bytes, nearly all of them outputs. */
function notebook(length) {
  const cells = Array.from({ length: 100 }, (_, n) => ({
    cell_type: "code",
    execution_count: n,
    id: `c${n}`,
    metadata: {},
    outputs: [{ output_type: "display_data", metadata: {}, data: { "image/png": "iVBOR/w0".repeat(length / 800) } }],
    source: [`def f${n}(x):\n`, "    return x"],
  }));
  return JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1);
}

const editWords = ["edit", "outputs.ipynb:f50@return", "--replace=yield", "--write"];

export async function run({ rounds, proxy }) {
  if (process.platform !== "linux") return "Not measured: the processes are read from /proc.";
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-bench-")));
  try {
    const subjects = [
      { name: "ordinary.ts", megabytes: 1, text: code(40_000).slice(0, MEGABYTE) },
      ...Object.entries(texts).flatMap(([name, text]) =>
        [1, 5].map((megabytes) => ({ name, megabytes, text: text(megabytes * MEGABYTE) })),
      ),
      ...[0, 50].flatMap((megabytes) => {
        const subject = { name: "outputs.ipynb", megabytes, text: notebook(megabytes * MEGABYTE) };
        return [subject, { ...subject, words: editWords }];
      }),
    ];
    const rows = [];
    for (const subject of subjects) {
      for (let round = 0; round < rounds; round++) rows.push(await measure(subject, { folder, proxy }));
    }
    return `\`lsp-locate outline\` and \`edit\`, with the embedded server.\n\n| file | MB | CPU, s | peak memory, MB | answer |\n|---|--:|--:|--:|---|\n${rows.join("\n")}`;
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 3 });
  }
}

async function measure({ name, megabytes, text, words = ["outline", name] }, { folder, proxy }) {
  const project = join(folder, `${megabytes}-${words[0]}-${name}`);
  mkdirSync(project);
  writeFileSync(join(project, name), text);
  const servers = join(folder, "servers.json");
  const none = Object.fromEntries(
    ["json", "python", "javascript", "typescript", "html", "markdown"].map((id) => [id, { servers: [] }]),
  );
  writeFileSync(servers, JSON.stringify({ languages: none }));
  const env = {
    ...process.env,
    LSP_LOCATE_SERVERS: servers,
    LSP_LOCATE_DAEMON: "off",
    XDG_CACHE_HOME: folder,
    XDG_STATE_HOME: folder,
  };
  const child = spawn(process.execPath, [proxy, ...words], { cwd: project, env });
  let output = "";
  child.stdout.on("data", (chunk) => {
    if (output.length < 200) output += chunk;
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  let isOver = false;
  child.on("exit", () => {
    isOver = true;
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS);
  const cpu = new Map();
  let peak = 0;
  while (!isOver) {
    let memory = 0;
    for (const { pid, seconds } of processesBelow(child.pid)) {
      cpu.set(pid, seconds);
      memory += readProportionalBytes(pid);
    }
    peak = Math.max(peak, memory);
    await pause(SAMPLE_INTERVAL_MS);
  }
  clearTimeout(timer);
  const seconds = [...cpu.values()].reduce((sum, each) => sum + each, 0);
  const answer = output === "" ? stderr.trim().split("\n").at(-1)?.slice(0, 80) : words[0];
  return `| ${name} | ${megabytes} | ${seconds.toFixed(1)} | ${Math.round(peak / MEGABYTE)} | ${answer} |`;
}

const TICKS_PER_SECOND = 100;

/** Returns a process and its descendants, as Linux's /proc has them. */
function processesBelow(root) {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(name) ?? []);
  const found = new Set([root]);
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid));
}

function readStat(name) {
  try {
    const fields = readFileSync(`/proc/${name}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
      .map(Number);
    const seconds = ((fields[11] ?? 0) + (fields[12] ?? 0)) / TICKS_PER_SECOND;
    return { pid: Number(name), parent: fields[1], seconds };
  } catch {
    return undefined; // it has ended
  }
}

/** Returns the memory of a process; of a page that n processes have, the nth part. */
function readProportionalBytes(pid) {
  try {
    const [, kibibytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    return 0; // it has ended
  }
}
