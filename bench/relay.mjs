/** What standing in between costs: everyday traffic through our proxy, against none and against the floor of a relay in Node. */
import { startClient } from "./lib/client.mjs";
import { formatGoal, formatRatio, formatTime, inTurn, median, quantile, ratio, table } from "./lib/figures.mjs";
import { frame } from "./lib/frames.mjs";
import { cpuOf, memoryOf } from "./lib/process.mjs";
import { direct, framed, proxied, server } from "./lib/subjects.mjs";

export const title = "Relay";
export const rounds = 6;

const uri = "file:///bench/document.ts";
const position = { line: 12, character: 3 };
const hover = ["textDocument/hover", { textDocument: { uri }, position }];
const megabyte = 1024 * 1024;
const changeCount = 50_000;
/** How often a session goes through all of it, but for the changes. */
const turns = 3;
const slowest = "round trip p99";
const peakRow = "peak RSS";

/** Each measures one session once, in milliseconds. */
const measures = {
  "round trip p50": async (client) => quantile(await roundTrips(client), 0.5),
  [slowest]: async (client) => quantile(client.lastTimes, 0.99),
  "20,000 pipelined requests": (client) => client.burst(client.questions(...hover, 20_000), 20_000),
  "1 MB answer": (client) => answerOf(client, megabyte, 7),
  "10 MB answer": (client) => answerOf(client, 10 * megabyte, 3),
  "10 MB answer, its id last": (client) => answerOf(client, 10 * megabyte, 3, true),
};

async function roundTrips(client) {
  client.lastTimes = await client.roundTrips(...hover, 700);
  return client.lastTimes;
}

async function answerOf(client, bytes, count, idLast = false) {
  const times = await client.roundTrips(
    "textDocument/completion",
    { textDocument: { uri }, position, bytes, idLast },
    count,
  );
  return median(times);
}

export async function run({ rounds, proxy }) {
  const echo = server("echo");
  const subjects = [direct(echo), framed(echo), proxied(proxy, echo)];
  const samples = { "start → initialize": await inTurn(subjects, rounds * 3, start) };
  const add = (row, more) => {
    samples[row] ??= {};
    for (const [name, values] of Object.entries(more)) (samples[row][name] ??= []).push(...values);
  };
  for (let round = 0; round < rounds; round++) await session(subjects, round, add);
  return report(samples);
}

async function start({ command }) {
  const client = startClient(command);
  const sample = { value: await client.initialize(), cpu: cpuOf(client.pid) };
  await client.close();
  return sample;
}

/** All three side by side, so that a measure of one is followed at once by the same of the next. */
async function session(subjects, round, add) {
  const sessions = [];
  for (const { name, command } of subjects) {
    const client = startClient(command);
    await client.initialize();
    client.open(uri, "const a = 1\n".repeat(200));
    await client.roundTrips(...hover, 300);
    sessions.push({ name, client });
  }
  const ordered = sessions.map((_, n) => sessions[(n + round) % sessions.length]);
  for (const [row, measure] of Object.entries(measures)) {
    add(row, await inTurn(ordered, row.startsWith("10 MB") ? 1 : turns, ({ client }) => withCpu(client, measure)));
  }
  // Last, and the session closed right after: what a proxy still does with the changes must not slow the next one's.
  for (const { name, client } of ordered) {
    const frames = [...changes(), ...client.questions(...hover, 1)];
    const sample = await withCpu(client, () => client.burst(frames, 1));
    add(`${changeCount.toLocaleString("en")} didChange`, { [name]: [sample] });
    const peak = memoryOf(client.pid, "peak");
    if (peak !== undefined) add(peakRow, { [name]: [{ value: peak }] });
    await client.close();
  }
}

async function withCpu(client, measure) {
  const before = cpuOf(client.pid);
  const value = await measure(client);
  const after = cpuOf(client.pid);
  return { value, cpu: after === undefined ? undefined : after - before };
}

function changes() {
  return Array.from({ length: changeCount }, (_, n) => {
    const at = { line: n % 200, character: 3 };
    const contentChanges = [{ range: { start: at, end: at }, text: "x" }];
    return frame({
      method: "textDocument/didChange",
      params: { textDocument: { uri, version: n + 2 }, contentChanges },
    });
  });
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
      // One in a hundred says more about the machine than about us.
      row === slowest ? "" : formatGoal(toFrame, isMemory ? 1.3 : 1.15),
      isMemory || row === slowest || cpus(ours).includes(undefined) ? "" : formatRatio(ratio(cpus(ours), cpus(frame))),
    ];
  });
  const columns = ["", "ours", "frame : direct", "ours : direct", "**ours : frame**", "goal", "CPU, ours : frame"];
  return table(columns, rows);
}
