/**
 * Measures the overhead of our proxy for everyday traffic, in front of one server and of a routed
 * session's, compared with no proxy and with a minimal relay in Node.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startClient } from "./lib/client.mjs";
import { cpuOf } from "./lib/processUsage.mjs";
import { formatGoal, formatRatio, formatTime, measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";
import { direct, framed, onlyFor, proxied, routed, server } from "./lib/subjects.mjs";
import { measureFirstHover, measureSession, p99Row, peakRow, pipelinedRow } from "./lib/traffic.mjs";

export const title = "Relay";
export const rounds = 6;

export async function run({ rounds, proxy }) {
  const echo = server("echo");
  const folder = mkdtempSync(join(tmpdir(), "lsp-locate-bench-"));
  const subjects = [direct(echo), framed(echo), proxied(proxy, echo), routed(proxy, folder, onlyFor(echo))];
  try {
    const samples = {
      "start → initialize": await measureInterleaved(subjects, rounds * 3, start),
      "start → first hover": await measureInterleaved(subjects, rounds * 3, (subject) => measureFirstHover(subject)),
    };
    const add = (row, more) => {
      samples[row] ??= {};
      for (const [name, values] of Object.entries(more)) (samples[row][name] ??= []).push(...values);
    };
    for (let round = 0; round < rounds; round++) await measureSession(subjects, round, add);
    const ours = report(samples, "ours", { time: 1.15, pipelined: 1.15 });
    return `${ours}\n\n${report(samples, "routed", { time: 1.15, pipelined: 1.3 })}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function start({ command }) {
  const client = startClient(command);
  const sample = { value: await client.initialize(), cpu: cpuOf(client.pid) };
  await client.close();
  return sample;
}

function report(samples, name, goals) {
  const rows = Object.entries(samples).map(([row, { direct, frame, [name]: ours }]) => {
    const isMemory = row === peakRow;
    const values = (them) => them.map(({ value }) => value);
    const cpus = (them) => them.map(({ cpu }) => cpu);
    const toFrame = ratio(values(ours), values(frame));
    const middle = median(values(ours));
    return [
      row,
      isMemory ? `${Math.round(middle)} MB` : formatTime(middle),
      isMemory ? "" : formatRatio(ratio(values(frame), values(direct))),
      isMemory ? "" : formatRatio(ratio(values(ours), values(direct))),
      `**${formatRatio(toFrame)}**`,
      // The 99th percentile depends more on the machine than on the proxy.
      row === p99Row ? "" : formatGoal(toFrame, isMemory ? 1.3 : row === pipelinedRow ? goals.pipelined : goals.time),
      isMemory || row === p99Row || cpus(ours).includes(undefined) ? "" : formatRatio(ratio(cpus(ours), cpus(frame))),
    ];
  });
  const columns = [
    "",
    name,
    "frame : direct",
    `${name} : direct`,
    `**${name} : frame**`,
    "goal",
    `CPU, ${name} : frame`,
  ];
  return table(columns, rows);
}
