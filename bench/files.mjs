/**
 * Measures reading 10,000 files with the one reader, compared with plain calls of node:fs that
 * check the kind and size of each file first.
 */
import { mkdirSync, mkdtempSync, promises, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadSources } from "./lib/loadSources.mjs";
import { formatGoal, formatRatio, formatTime, measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";
import { code, random } from "./lib/texts.mjs";

export const title = "Reading files";
export const rounds = 9;

const fileCount = 10_000;
const filesPerFolder = 100;
const goal = 1.1;
const maxBytes = 1024 * 1024;
/** Files read at a time by the asynchronous subjects, as when open files are refreshed. */
const batchSize = 100;

export async function run({ rounds, proxy }) {
  const { readWholeFileSync, FileReader, startReadThread } = await loadSources([
    "src/files/readFileSync.ts",
    "src/files/fileReader.ts",
    "src/files/threads/startReadThread.ts",
  ]);
  const folder = mkdtempSync(join(tmpdir(), "bench-files-"));
  try {
    const paths = writeFiles(folder);
    const entry = join(dirname(proxy), "readThread.js");
    const reader = new FileReader(undefined, {}, () => startReadThread(entry));
    const rows = [
      await compare("in a worker thread", paths, rounds, {
        reader: (batch) => batch.map((path) => readWholeFileSync(path, { maxBytes }).bytes.length),
        plain: (batch) => batch.map((path) => readPlainlySync(path).length),
      }),
      await compare("in the main thread", paths, rounds, {
        reader: (batch) => Promise.all(batch.map(async (path) => (await reader.read(path, { maxBytes })).bytes.length)),
        plain: (batch) => Promise.all(batch.map(async (path) => (await readPlainly(path)).length)),
      }),
    ];
    return `${fileCount} files of 0 to 30 KB, ${batchSize} at a time.

${table(["", "reader", "node:fs", "**reader : node:fs**", "goal"], rows)}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compare(name, paths, rounds, reads) {
  const subjects = Object.entries(reads).map(([name, read]) => ({ name, read }));
  const readAll = async ({ read }) => {
    const from = performance.now();
    for (let at = 0; at < paths.length; at += batchSize) await read(paths.slice(at, at + batchSize));
    return performance.now() - from;
  };
  await measureInterleaved(subjects, 1, readAll); // fills the system's cache
  const times = await measureInterleaved(subjects, rounds, readAll);
  const toPlain = ratio(times.reader, times.plain);
  const cells = [times.reader, times.plain].map((each) => formatTime(median(each)));
  return [name, ...cells, formatRatio(toPlain), formatGoal(toPlain, goal)];
}

/** As the index's worker read files: the stats before and after show whether it was written. */
function readPlainlySync(path) {
  const before = statSync(path);
  if (!before.isFile() || before.size > maxBytes) return Buffer.alloc(0);
  const bytes = readFileSync(path);
  return statSync(path).mtimeMs === before.mtimeMs ? bytes : Buffer.alloc(0);
}

async function readPlainly(path) {
  const stats = await promises.stat(path);
  return stats.isFile() && stats.size <= maxBytes ? promises.readFile(path) : Buffer.alloc(0);
}

function writeFiles(folder) {
  const text = code(2_000);
  const next = random(1);
  return Array.from({ length: fileCount }, (_, n) => {
    const inner = join(folder, String(Math.floor(n / filesPerFolder)));
    if (n % filesPerFolder === 0) mkdirSync(inner);
    const path = join(inner, `${n}.ts`);
    writeFileSync(path, text.slice(0, Math.floor(next() * next() * 30_000)));
    return path;
  });
}
