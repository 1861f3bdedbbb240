/** Everyday traffic, measured on any number of commands side by side. */
import { startClient } from "./client.mjs";
import { frame } from "./frames.mjs";
import { cpuOf, memoryOf } from "./processUsage.mjs";
import { measureInterleaved, median, quantile } from "./statistics.mjs";

export const peakRow = "peak RSS";
export const slowest = "round trip p99";
export const changeCount = 50_000;
export const changesRow = `${changeCount.toLocaleString("en")} didChange`;

const megabyte = 1024 * 1024;
/** How often a session goes through all of it, but for the changes. */
const turns = 3;

/** The document that is asked about, and the workspace folder that it is in, if it is in one. */
export const nowhere = { uri: "file:///bench/document.ts", rootUri: null };

/** Each measures one session once, in milliseconds. */
const measures = {
  "round trip p50": async (client, uri) => quantile(await roundTrips(client, uri), 0.5),
  [slowest]: (client) => quantile(client.lastTimes, 0.99),
  "20,000 pipelined requests": (client, uri) => client.burst(client.questions(...hover(uri), 20_000), 20_000),
  "1 MB answer": (client, uri) => answerOf(client, uri, megabyte, 7),
  "10 MB answer": (client, uri) => answerOf(client, uri, 10 * megabyte, 3),
  "10 MB answer, its id last": (client, uri) => answerOf(client, uri, 10 * megabyte, 3, true),
};

function hover(uri) {
  return ["textDocument/hover", place(uri)];
}

function place(uri) {
  return { textDocument: { uri }, position: { line: 12, character: 3 } };
}

async function roundTrips(client, uri) {
  client.lastTimes = await client.roundTrips(...hover(uri), 700);
  return client.lastTimes;
}

async function answerOf(client, uri, bytes, count, idLast = false) {
  return median(await client.roundTrips("textDocument/completion", { ...place(uri), bytes, idLast }, count));
}

/**
 * One session of each subject, all side by side, so that a measure of one is followed at once by
 * the same of the next. `add` gets the name of a measure and, by subject, its samples: `value`, in
 * milliseconds or megabytes, and `cpu`, the milliseconds that the command's threads ran.
 */
export async function session(subjects, round, add, { uri, rootUri } = nowhere) {
  const sessions = [];
  for (const { name, command } of subjects) {
    const client = startClient(command);
    await opened(client, { uri, rootUri });
    await client.roundTrips(...hover(uri), 300);
    sessions.push({ name, client });
  }
  const ordered = sessions.map((_, n) => sessions[(n + round) % sessions.length]);
  for (const [row, measure] of Object.entries(measures)) {
    const once = ({ client }) => withCpu(client, () => measure(client, uri));
    add(row, await measureInterleaved(ordered, row.startsWith("10 MB") ? 1 : turns, once));
  }
  // Last, and the session closed right after: what a proxy still does with the changes must not
  // slow the next one's.
  for (const { name, client } of ordered) {
    const frames = [...changes(uri), ...client.questions(...hover(uri), 1)];
    add(changesRow, { [name]: [await withCpu(client, () => client.burst(frames, 1))] });
    const peak = memoryOf(client.pid, "peak");
    if (peak !== undefined) add(peakRow, { [name]: [{ value: peak }] });
    await client.close();
  }
}

/** Milliseconds from the start of a command to the answer to a first hover. */
export async function firstHover({ command }, { uri, rootUri } = nowhere) {
  const from = performance.now();
  const client = startClient(command);
  await opened(client, { uri, rootUri });
  await client.request(...hover(uri));
  const time = performance.now() - from;
  await client.close();
  return time;
}

async function opened(client, { uri, rootUri }) {
  await client.initialize(rootUri);
  client.open(uri, "const a = 1\n".repeat(200));
}

async function withCpu(client, measure) {
  const before = cpuOf(client.pid);
  const value = await measure();
  const after = cpuOf(client.pid);
  return { value, cpu: after === undefined ? undefined : after - before };
}

function changes(uri) {
  return Array.from({ length: changeCount }, (_, n) => {
    const at = { line: n % 200, character: 3 };
    const contentChanges = [{ range: { start: at, end: at }, text: "x" }];
    return frame({
      method: "textDocument/didChange",
      params: { textDocument: { uri, version: n + 2 }, contentChanges },
    });
  });
}
