/**
 * Measures the overhead of our proxy for everyday traffic, compared with no proxy and with a
 * minimal relay in Node.
 */
import { startClient } from "./lib/client.mjs";
import { cpuOf } from "./lib/processUsage.mjs";
import { formatGoal, formatRatio, formatTime, measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";
import { direct, framed, proxied, server } from "./lib/subjects.mjs";
import { measureSession, p99Row, peakRow } from "./lib/traffic.mjs";

export const title = "Relay";
export const rounds = 6;

export async function run({ rounds, proxy }) {
  const echo = server("echo");
  const subjects = [direct(echo), framed(echo), proxied(proxy, echo)];
  const samples = { "start → initialize": await measureInterleaved(subjects, rounds * 3, start) };
  const add = (row, more) => {
    samples[row] ??= {};
    for (const [name, values] of Object.entries(more)) (samples[row][name] ??= []).push(...values);
  };
  for (let round = 0; round < rounds; round++) await measureSession(subjects, round, add);
  return report(samples);
}

async function start({ command }) {
  const client = startClient(command);
  const sample = { value: await client.initialize(), cpu: cpuOf(client.pid) };
  await client.close();
  return sample;
}

function report(samples) {
  const rows = Object.entries(samples).map(([row, { direct, frame, ours }]) => {
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
      row === p99Row ? "" : formatGoal(toFrame, isMemory ? 1.3 : 1.15),
      isMemory || row === p99Row || cpus(ours).includes(undefined) ? "" : formatRatio(ratio(cpus(ours), cpus(frame))),
    ];
  });
  const columns = ["", "ours", "frame : direct", "ours : direct", "**ours : frame**", "goal", "CPU, ours : frame"];
  return table(columns, rows);
}
