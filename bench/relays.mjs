/**
 * Measures the overhead of other relays for everyday traffic beside ours: each in front of the same
 * server, in sessions of its own that take turns, compared with the server alone. A relay that is
 * not installed is left out, and so is one that changes the answers; one that fails has no figures
 * from there on.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startClient } from "./lib/client.mjs";
import { formatTime, measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";
import { direct, framed, naive, onlyFor, proxied, routed, server } from "./lib/subjects.mjs";
import { measureFirstHover, measureSession, p99Row, peakRow } from "./lib/traffic.mjs";

export const title = "Other relays";
export const rounds = 3;

const firstHoverRow = "start → first hover";

export async function run({ rounds, proxy }) {
  const echo = server("echo");
  const folder = mkdtempSync(join(tmpdir(), "lsp-locate-bench-"));
  try {
    const failures = new Map();
    const all = [
      direct(echo),
      proxied(proxy, echo),
      routed(proxy, folder, onlyFor(echo)),
      framed(echo),
      naive(echo),
      ...othersFor(echo, folder),
    ];
    const subjects = [];
    for (const subject of all) {
      const why = await whyUnfit(subject);
      if (why === undefined) subjects.push(subject);
      else failures.set(subject.name, why);
    }
    const samples = new Map([[firstHoverRow, await measureInterleaved(subjects, rounds * 3, firstHover)]]);
    for (let round = 0; round < rounds; round++)
      for (let n = 0; n < subjects.length; n++) {
        const subject = subjects[(n + round) % subjects.length];
        await measureSession([subject], 0, (row, more) => add(samples, row, round, more)).catch((error) =>
          failures.set(subject.name, error.message.replace(/^.*: /s, "")),
        );
      }
    const said = [...failures].map(([name, why]) => `${name} failed: ${why}.`);
    return [report(subjects, samples), ...said].join("\n\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns how the answers through a relay differ from the server's, or undefined. */
async function whyUnfit({ command }) {
  const client = startClient(command);
  try {
    const [textDocument, position, bytes] = [{ uri: "file:///bench/document.ts" }, { line: 0, character: 3 }, 100_000];
    await client.initialize();
    client.open(textDocument.uri, "const fuse = 1\n");
    const hover = await client.request("textDocument/hover", { textDocument, position });
    if (!hover.body.includes("const fuse")) return "a hover is not the server's";
    const { length } = await client.request("textDocument/completion", { textDocument, position, bytes });
    return length < bytes ? "a large answer is not the server's" : undefined;
  } catch (error) {
    return error.message;
  } finally {
    await client.close();
  }
}

const firstHover = async (subject) => (await measureFirstHover(subject)).value;

/** Keeps the median of a row in a round. */
function add(samples, row, round, more) {
  if (!samples.has(row)) samples.set(row, {});
  for (const [name, values] of Object.entries(more))
    (samples.get(row)[name] ??= [])[round] = median(values.map(({ value }) => value));
}

function report(subjects, samples) {
  const rows = [...samples]
    .filter(([row]) => row !== p99Row)
    .map(([row, values]) => [
      row,
      ...subjects.map(({ name }) => {
        const own = values[name] ?? [];
        if (own.filter((value) => value !== undefined).length < values.direct.length) return "–";
        if (row === peakRow) return `${Math.round(median(own))} MB`;
        if (name === "direct") return formatTime(median(own));
        return ratio(own, values.direct).middle.toFixed(2);
      }),
    ]);
  return table(["", ...subjects.map(({ name }) => labels[name] ?? name)], rows);
}

const labels = {
  direct: "the server alone",
  ours: "lsp-locate: direct",
  routed: "routed: direct",
  frame: "frame: direct",
  naive: "vscode-jsonrpc: direct",
};

/** Returns the installed relays of others, with their versions. */
function othersFor(command, folder) {
  const [program, ...args] = command;
  const config = join(folder, "pylspmux.json");
  writeFileSync(config, JSON.stringify({ servers: [{ name: "echo", command: program, args }] }));
  const others = [
    { name: "rassumfrassum", command: ["rass", "--quiet-server", "--log-level", "silent", "--", ...command] },
    { name: "pylspmux", command: ["pylspmux", config] },
  ];
  return others.flatMap(({ name, command }) => {
    const version = versionOf(name);
    return version === undefined ? [] : [{ name: `${name} ${version}: direct`, command }];
  });
}

/** Returns the version of an installed package of Python. */
function versionOf(name) {
  const script = `from importlib.metadata import version; print(version("${name}"))`;
  const { status, stdout } = spawnSync("python3", ["-c", script], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}
