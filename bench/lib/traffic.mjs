/** Measures everyday traffic on any number of commands side by side. */
import { startClient } from "./client.mjs";
import { encodeFrame } from "./frames.mjs";
import { cpuOf, memoryOf } from "./processUsage.mjs";
import { measureInterleaved, median, quantile } from "./statistics.mjs";

export const peakRow = "peak RSS";
export const p99Row = "round trip p99";
export const pipelinedRow = "20,000 pipelined requests";
export const changeCount = 50_000;
export const changesRow = `${changeCount.toLocaleString("en")} didChange`;

const megabyte = 1024 * 1024;
/** How often a session repeats all measures except the changes. */
const turns = 3;

/** The document of the requests, and its workspace folder, or null. */
export const defaultDocument = { uri: "file:///bench/document.ts", rootUri: null };

/** Each measures one session once and returns milliseconds. */
const measures = {
  "round trip p50": async (client, uri) => quantile(await roundTrips(client, uri), 0.5),
  [p99Row]: (client) => quantile(client.lastTimes, 0.99),
  [pipelinedRow]: (client, uri) => client.burst(client.frames(...hover(uri), 20_000), 20_000),
  "1 MB answer": (client, uri) => measureAnswer(client, uri, megabyte, 7),
  "10 MB answer": (client, uri) => measureAnswer(client, uri, 10 * megabyte, 3),
  "10 MB answer, its id last": (client, uri) => measureAnswer(client, uri, 10 * megabyte, 3, true),
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

async function measureAnswer(client, uri, bytes, count, idLast = false) {
  return median(await client.roundTrips("textDocument/completion", { ...place(uri), bytes, idLast }, count));
}

/**
 * Runs one session of each subject side by side, so that each measure of one is followed directly
 * by the same measure of the next. `add` gets the name of a measure and, by subject, its samples:
 * `value`, in milliseconds or megabytes, and `cpu`, the CPU time of the command in milliseconds.
 * Rejects, and kills all, where one fails.
 */
export async function measureSession(subjects, round, add, document = defaultDocument) {
  const sessions = [];
  try {
    await measureSessions({ subjects, sessions, round, add, document });
  } catch (error) {
    for (const { client } of sessions) client.kill();
    throw error;
  }
}

/** Adds the sessions that it opens to `sessions`. */
async function measureSessions({ subjects, sessions, round, add, document: { uri, rootUri } }) {
  for (const { name, command } of subjects) {
    const client = startClient(command);
    sessions.push({ name, client });
    await openSession(client, { uri, rootUri });
    await client.roundTrips(...hover(uri), 300);
  }
  const ordered = sessions.map((_, n) => sessions[(n + round) % sessions.length]);
  for (const [row, measure] of Object.entries(measures)) {
    const once = ({ client }) => withCpu(client, () => measure(client, uri));
    add(row, await measureInterleaved(ordered, row.startsWith("10 MB") ? 1 : turns, once));
  }
  // Last, and the session is closed right after it: the remaining work of a proxy on the changes
  // must not slow down the next session.
  for (const { name, client } of ordered) {
    const frames = [...changes(uri), ...client.frames(...hover(uri), 1)];
    add(changesRow, { [name]: [await withCpu(client, () => client.burst(frames, 1))] });
    const peak = memoryOf(client.pid, "peak");
    if (peak !== undefined) add(peakRow, { [name]: [{ value: peak }] });
    await client.close();
  }
}

/** Resolves with a sample: from the start of a command to the response to a first hover. */
export async function measureFirstHover({ command }, { uri, rootUri } = defaultDocument) {
  const from = performance.now();
  const client = startClient(command);
  await openSession(client, { uri, rootUri });
  await client.request(...hover(uri));
  const sample = { value: performance.now() - from, cpu: cpuOf(client.pid) };
  await client.close();
  return sample;
}

async function openSession(client, { uri, rootUri }) {
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
    return encodeFrame({
      method: "textDocument/didChange",
      params: { textDocument: { uri, version: n + 2 }, contentChanges },
    });
  });
}
