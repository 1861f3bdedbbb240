/**
 * Measures what agent mode costs: a hover on a ready server, memory, and the time from an edit to
 * its settled diagnostics, compared with the last publication of the server itself.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startClient } from "./lib/client.mjs";
import { memoryOf } from "./lib/processUsage.mjs";
import { formatGoal, formatRatio, formatTime, measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";
import { server } from "./lib/subjects.mjs";

export const title = "Agent mode";
export const rounds = 7;

/** Hovers of both sessions alternate in batches, so that the machine is equally busy for both. */
const BATCHES = 200;
const BATCH = 50;
const WARM_UP = 5_000;
const EDITS = 5;
const HOVER_GOAL = 1.1;

export async function run({ rounds, proxy }) {
  const folder = mkdtempSync(join(tmpdir(), "bench-agent-"));
  try {
    writeFileSync(join(folder, "a.json"), "{}");
    const uri = pathToFileURL(join(folder, "a.json")).href;
    const subject = (name, ...options) => ({ name, command: [process.execPath, proxy, ...options, "--"], uri });
    const subjects = [subject("without", "--no-agent"), subject("with", "--agent")];
    const values = { without: [], with: [] };
    for (let round = 0; round < rounds; round++) {
      const measured = await measureHovers(subjects, uri);
      for (const { name } of subjects) values[name].push(measured[name]);
    }
    const edits = await measureInterleaved(subjects, rounds, measureEdits);
    const hovers = (name) => values[name].flatMap(({ batches }) => batches);
    const compared = ratio(hovers("with"), hovers("without"));
    const difference = median(edits.with) - median(edits.without);
    const memory = (name) =>
      values[name][0].memory === undefined
        ? "–"
        : `${median(values[name].map((sample) => sample.memory)).toFixed(1)} MB`;
    return table(
      ["", "without", "with", "× without", "goal"],
      [
        [
          "hover on a ready server",
          formatTime(median(hovers("without"))),
          formatTime(median(hovers("with"))),
          formatRatio(compared),
          formatGoal(compared, HOVER_GOAL),
        ],
        [
          "edit → last diagnostics",
          formatTime(median(edits.without)),
          formatTime(median(edits.with)),
          `+ ${formatTime(difference)}`,
          "–",
        ],
        ["memory with one document", memory("without"), memory("with"), "–", "–"],
      ],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const open = (client, uri) =>
  client.notify("textDocument/didOpen", { textDocument: { uri, languageId: "json", version: 1, text: "{}" } });

/** Resolves with the median time of a hover in each batch, in ms, and the memory, by session. */
async function measureHovers(subjects, uri) {
  const sessions = [];
  for (const { name, command } of subjects) {
    const client = startClient([...command, ...server("echo")]);
    await client.initialize();
    open(client, uri);
    sessions.push({ name, client, batches: [] });
  }
  const params = { textDocument: { uri }, position: { line: 0, character: 0 } };
  // Without a rule, a server counts as ready when it has been silent for 1.5 s.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  // Compiled by then.
  for (const { client } of sessions) await client.roundTrips("textDocument/hover", params, WARM_UP);
  for (let batch = 0; batch < BATCHES; batch++)
    for (const { client, batches } of batch % 2 === 0 ? sessions : [...sessions].reverse())
      batches.push(median(await client.roundTrips("textDocument/hover", params, BATCH)));
  const measured = {};
  for (const { name, client, batches } of sessions) {
    measured[name] = { batches, memory: memoryOf(client.pid, "now") };
    await client.close();
  }
  return measured;
}

/** Returns the median time from an edit to its last diagnostics, which have two entries. */
async function measureEdits({ command, uri }) {
  const client = startClient([...command, ...server("publishing")]);
  await client.initialize();
  const lastOf = (version) =>
    new Promise((resolve) => {
      client.onNotification = (body) => {
        const { method, params } = JSON.parse(body.toString());
        if (method !== "textDocument/publishDiagnostics" || params.version !== version) return;
        if (params.diagnostics.length === 2) resolve(performance.now());
      };
    });
  const opened = lastOf(1);
  open(client, uri);
  await opened;
  const times = [];
  for (let version = 2; version < EDITS + 2; version++) {
    const last = lastOf(version);
    const from = performance.now();
    const contentChanges = [{ text: `{"a":${version}}` }];
    client.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
    times.push((await last) - from);
  }
  await client.close();
  return median(times);
}
