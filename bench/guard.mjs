/**
 * Measures what the guard process costs: the time from start to initialize, and memory, compared
 * with the same command without it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startClient } from "./lib/client.mjs";
import { memoryOf } from "./lib/processUsage.mjs";
import { formatRatio, formatTime, measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";
import { server } from "./lib/subjects.mjs";

export const title = "Guard process";
export const rounds = 25;

const preload = fileURLToPath(new URL("./lib/withoutGuard.cjs", import.meta.url));

export async function run({ rounds, proxy }) {
  if (memoryOf(process.pid, "now") === undefined) return "Skipped: only Linux reports the memory of a process.";
  const command = (guard) => [
    "/usr/bin/env",
    `BENCH_GUARD=${guard}`,
    process.execPath,
    "--require",
    preload,
    proxy,
    "--",
    ...server("echo"),
  ];
  const subjects = [
    { name: "without", command: command("off") },
    { name: "with", command: command("on") },
  ];
  const samples = await measureInterleaved(subjects, rounds, measure);
  const values = (name, key) => samples[name].map((sample) => sample[key]);
  const row = (title, key, format) => [
    title,
    format(median(values("without", key))),
    format(median(values("with", key))),
    formatRatio(ratio(values("with", key), values("without", key))),
  ];
  const megabytes = (value) => `${value.toFixed(1)} MB`;
  return table(
    ["", "without guard", "with guard", "× without"],
    [
      row("start → initialize", "time", formatTime),
      row("memory after initialize, guard included", "memory", megabytes),
      ["memory of the guard", "–", megabytes(median(values("with", "guardMemory"))), "–"],
    ],
  );
}

async function measure({ command }) {
  const client = startClient(command);
  const time = await client.initialize();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const guardMemory = memoryOf(guardOf(client.pid), "now") ?? 0;
  const memory = memoryOf(client.pid, "now") + guardMemory;
  await client.close();
  return { time, memory, guardMemory };
}

/** Returns the pid of the guard that a process has started. */
function guardOf(parent) {
  return readdirSync("/proc").find((pid) => {
    try {
      const isChild = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1).split(" ")[1] === String(parent);
      return isChild && readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("lsp-locate-guard");
    } catch {
      return false;
    }
  });
}
