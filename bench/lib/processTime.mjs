/** Measures programs from start to exit, and compares several with the first of them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { formatRatio, formatTime, measureInterleaved, median, ratio, table } from "./statistics.mjs";

/**
 * Resolves with the milliseconds until the process has exited; rejects if its exit code is not 0.
 */
export async function measureRun(words, options = {}) {
  const from = performance.now();
  const child = spawn(process.execPath, words, { ...options, stdio: ["ignore", "ignore", "inherit"] });
  const [exitCode] = await once(child, "exit");
  const time = performance.now() - from;
  if (exitCode !== 0) throw new Error(`node ${words.join(" ")} ended with ${exitCode}`);
  return time;
}

/** Returns a table of the subjects: the time of each, and its ratio to the first. */
export async function compareToFirst(subjects, rounds) {
  const samples = await measureInterleaved(subjects, rounds, ({ measure }) => measure());
  const base = samples[subjects[0].name];
  const rows = subjects.map(({ name }) => [
    name,
    formatTime(median(samples[name])),
    formatRatio(ratio(samples[name], base)),
  ]);
  return table(["", "time", `× ${subjects[0].name}`], rows);
}
