/**
 * Measures what it costs that a server has other paths: the same proxy and server with and without
 * a mapping. Each message has a URI of the mapped folder, and one response nothing else.
 */
import { startClient } from "./lib/client.mjs";
import {
  formatGoal,
  formatRatio,
  formatTime,
  measureInterleaved,
  median,
  quantile,
  ratio,
  table,
} from "./lib/statistics.mjs";
import { mapped, proxied, server } from "./lib/subjects.mjs";
import { defaultDocument, pipelinedRow } from "./lib/traffic.mjs";

export const title = "A server on another file system";
export const rounds = 6;

const tenMegabytes = 10 * 1024 * 1024;
const place = { textDocument: { uri: defaultDocument.uri }, position: { line: 12, character: 3 } };
const large = (method) => async (client) =>
  median(await client.roundTrips(method, { ...place, bytes: tenMegabytes }, 3));

/** What is measured, and how many times as long it may take. */
const measures = [
  ["round trip p50", 1.1, async (client) => quantile(await client.roundTrips("textDocument/hover", place, 700), 0.5)],
  [pipelinedRow, undefined, (client) => client.burst(client.frames("textDocument/hover", place, 20_000), 20_000)],
  ["10 MB answer", 1.5, large("textDocument/completion")],
  ["10 MB of URIs", 1.5, large("textDocument/references")],
];

export async function run({ rounds, proxy }) {
  const echo = server("echo");
  const subjects = [proxied(proxy, echo), mapped(proxy, echo)];
  const samples = new Map(measures.map(([row]) => [row, { ours: [], mapped: [] }]));
  for (let round = 0; round < rounds; round++) {
    const sessions = [];
    for (const { name, command } of subjects) {
      const client = startClient(command);
      await client.initialize(defaultDocument.rootUri);
      client.open(defaultDocument.uri, "const a = 1\n".repeat(200));
      await client.roundTrips("textDocument/hover", place, 300);
      sessions.push({ name, client });
    }
    const ordered = round % 2 === 0 ? sessions : sessions.toReversed();
    for (const [row, , measure] of measures) {
      const taken = await measureInterleaved(ordered, 3, ({ client }) => measure(client));
      for (const [name, values] of Object.entries(taken)) samples.get(row)[name].push(...values);
    }
    for (const { client } of sessions) await client.close();
  }
  const rows = measures.map(([row, goal]) => {
    const { ours, mapped } = samples.get(row);
    const compared = ratio(mapped, ours);
    const toGoal = goal === undefined ? "" : formatGoal(compared, goal);
    return [row, formatTime(median(ours)), formatTime(median(mapped)), `**${formatRatio(compared)}**`, toGoal];
  });
  return table(["", "not mapped", "mapped", "**mapped : not mapped**", "goal"], rows);
}
