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

const HOVERS = 1_000;
const EDITS = 5;
const HOVER_GOAL = 1.1;

export async function run({ rounds, proxy }) {
  const folder = mkdtempSync(join(tmpdir(), "bench-agent-"));
  try {
    writeFileSync(join(folder, "a.json"), "{}");
    const uri = pathToFileURL(join(folder, "a.json")).href;
    const subject = (name, ...options) => ({ name, command: [process.execPath, proxy, ...options, "--"], uri });
    const subjects = [subject("without", "--no-agent"), subject("with", "--agent")];
    const samples = await measureInterleaved(subjects, rounds, measure);
    const values = (name, key) => samples[name].map((sample) => sample[key]);
    const compared = ratio(values("with", "hover"), values("without", "hover"));
    const difference = median(values("with", "settled")) - median(values("without", "settled"));
    const memory = (name) =>
      samples[name][0].memory === undefined ? "–" : `${median(values(name, "memory")).toFixed(1)} MB`;
    return table(
      ["", "without", "with", "× without", "goal"],
      [
        [
          "hover on a ready server",
          formatTime(median(values("without", "hover"))),
          formatTime(median(values("with", "hover"))),
          formatRatio(compared),
          formatGoal(compared, HOVER_GOAL),
        ],
        [
          "edit → last diagnostics",
          formatTime(median(values("without", "settled"))),
          formatTime(median(values("with", "settled"))),
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

async function measure({ command, uri }) {
  const [hover, settled] = [await measureHover(command, uri), await measureEdits(command, uri)];
  return { ...hover, settled };
}

const open = (client, uri) =>
  client.notify("textDocument/didOpen", { textDocument: { uri, languageId: "json", version: 1, text: "{}" } });

async function measureHover(command, uri) {
  const client = startClient([...command, ...server("echo")]);
  await client.initialize();
  open(client, uri);
  const params = { textDocument: { uri }, position: { line: 0, character: 0 } };
  // Without a rule, a server counts as ready when it has been silent for 1.5 s.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await client.roundTrips("textDocument/hover", params, 3 * HOVERS); // compiled by then
  const times = await client.roundTrips("textDocument/hover", params, HOVERS);
  const memory = memoryOf(client.pid, "now");
  await client.close();
  return { hover: median(times), memory };
}

/** Returns the median time from an edit to its last diagnostics, which have two entries. */
async function measureEdits(command, uri) {
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
