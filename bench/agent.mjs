/**
 * Measures what agent mode costs: a hover on a ready server, memory, and the time from an edit to
 * its settled diagnostics, compared with the last publication of the server itself.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { measureHovers, servers } from "./agent/hovers.mjs";
import { startClient } from "./lib/client.mjs";
import { formatGoal, formatRatio, formatTime, measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";
import { server } from "./lib/subjects.mjs";

export const title = "Agent mode";
export const rounds = 3;

const EDITS = 5;
const HOVER_GOAL = 1.1;

export async function run({ rounds, proxy }) {
  const folder = mkdtempSync(join(tmpdir(), "bench-agent-"));
  try {
    const subject = (name, ...options) => ({ name, command: [process.execPath, proxy, ...options, "--"] });
    const sessions = [subject("without", "--no-agent"), subject("with", "--agent")];
    const rows = [];
    const memory = { without: [], with: [] };
    for (const each of servers) {
      const times = { without: [], with: [] };
      for (let round = 0; round < rounds; round++) {
        const measured = await measureHovers(sessions, each);
        for (const { name } of sessions) {
          times[name].push(...measured[name].times);
          if (each.name === "echo") memory[name].push(measured[name].memory);
        }
      }
      rows.push(hoverRow(each, times));
    }
    writeFileSync(join(folder, "a.json"), "{}");
    const uri = pathToFileURL(join(folder, "a.json")).href;
    const edits = await measureInterleaved(sessions, rounds, ({ command }) => measureEdits(command, uri));
    const added = formatTime(median(edits.with) - median(edits.without));
    return table(
      ["", "without", "with", "added", "× without", "goal"],
      [
        ...rows,
        ["edit → last diagnostics", formatTime(median(edits.without)), formatTime(median(edits.with)), added, "–", "–"],
        ["memory with one document", formatMemory(memory.without), formatMemory(memory.with), "–", "–", "–"],
      ],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A server that takes no time shows what a hover costs at most; no goal applies to its ratio. */
function hoverRow({ name }, times) {
  const compared = ratio(times.with, times.without);
  const added = median(times.with.map((time, n) => time - times.without[n]));
  return [
    `hover, ${name}`,
    formatTime(median(times.without)),
    formatTime(median(times.with)),
    formatTime(added),
    formatRatio(compared),
    name === "echo" ? "–" : formatGoal(compared, HOVER_GOAL),
  ];
}

function formatMemory(samples) {
  return samples[0] === undefined ? "–" : `${median(samples).toFixed(1)} MB`;
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
  client.notify("textDocument/didOpen", { textDocument: { uri, languageId: "json", version: 1, text: "{}" } });
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
