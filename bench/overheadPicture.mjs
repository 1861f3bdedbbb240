/**
 * Measures and draws the overhead of the proxy, compared with no proxy, a minimal relay in Node and
 * a naive relay. Writes the picture and its numbers into docs/images/.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { memoryOf } from "./lib/processUsage.mjs";
import { measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";
import { direct, framed, naive, onlyFor, proxied, routed, server } from "./lib/subjects.mjs";
import { changesRow, measureFirstHover, measureSession, peakRow } from "./lib/traffic.mjs";
import { drawOverhead, formatTimes } from "./overheadPicture/drawOverhead.mjs";

export const title = "The picture";
export const rounds = 6;

const images = fileURLToPath(new URL("../docs/images/", import.meta.url));
const startRow = "start → first hover";
/** The measures that are drawn, in this order. */
const drawn = [
  startRow,
  "round trip p50",
  "20,000 pipelined requests",
  changesRow,
  "1 MB answer",
  "10 MB answer",
  peakRow,
];

export async function run({ rounds, proxy }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-bench-")));
  try {
    const numbers = await measure(rounds, proxy, folder);
    mkdirSync(images, { recursive: true });
    writeFileSync(join(images, "overhead.json"), `${JSON.stringify(numbers, null, 2)}\n`);
    writeFileSync(join(images, "overhead.svg"), drawOverhead(numbers));
    return report(numbers);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(rounds, proxy, folder) {
  const echo = server("echo");
  const subjects = [
    direct(echo),
    framed(echo),
    { ...proxied(proxy, echo), name: "single" },
    routed(proxy, folder, onlyFor(echo)),
    naive(echo),
  ];
  const where = { uri: pathToFileURL(join(folder, "document.ts")).href, rootUri: pathToFileURL(folder).href };
  const load = Math.round((loadavg()[0] ?? 0) * 10) / 10;
  const samples = {};
  const add = (row, more) => {
    samples[row] ??= {};
    for (const [name, values] of Object.entries(more)) {
      (samples[row][name] ??= []).push(...values.map(({ value }) => value));
    }
  };
  const starts = await measureInterleaved(subjects, rounds * 3, (subject) => measureFirstHover(subject, where));
  add(startRow, starts);
  for (let round = 0; round < rounds; round++) {
    await measureSession(subjects, round, add, where);
    // The base of the memory is an idle Node process: the minimum that each command needs.
    if (samples[peakRow]) samples[peakRow].direct[round] = await idleMemory();
  }
  return {
    node: process.version,
    platform: process.platform,
    cores: availableParallelism(),
    rounds,
    load,
    measures: drawn.filter((name) => samples[name]).map((name) => summary(name, samples[name])),
  };
}

/**
 * Returns the numbers of a measure that are stored: its unit, the value without a proxy, and the
 * median ratio of each other subject with its quartiles.
 */
function summary(name, { direct, ...others }) {
  const rounded = (value) => Number(value.toPrecision(3));
  const toDirect = Object.entries(others).map(([subject, values]) => {
    const { middle, low, high } = ratio(values, direct);
    return [subject, { times: rounded(middle), low: rounded(low), high: rounded(high) }];
  });
  const unit = name === peakRow ? "MB" : "ms";
  return { name, unit, direct: rounded(median(direct)), times: Object.fromEntries(toDirect) };
}

async function idleMemory() {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume(); console.log()"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const peak = memoryOf(child.pid, "peak");
  child.stdin.end();
  await once(child, "exit");
  return peak;
}

function report({ measures }) {
  const names = Object.keys(measures[0].times);
  const rows = measures.map(({ name, times }) => [
    name,
    ...names.map((subject) => {
      const { times: middle, low, high } = times[subject];
      return `${formatTimes(middle)} (${formatTimes(low)}–${formatTimes(high)})`;
    }),
  ]);
  return `Drawn into docs/images/overhead.svg. Ratios to no proxy; for memory, to an idle Node process.\n\n${table(["", ...names], rows)}`;
}
