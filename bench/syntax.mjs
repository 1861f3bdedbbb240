/**
 * Measures syntax trees: parsing and outlines by language, the first result of a process, and the
 * effect on other traffic.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { startClient } from "./lib/client.mjs";
import { loadSources } from "./lib/loadSources.mjs";
import { waitForSymbols } from "./lib/locateRequests.mjs";
import { memoryOf } from "./lib/processUsage.mjs";
import { realFiles } from "./lib/realFiles.mjs";
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
import { direct, proxied, server } from "./lib/subjects.mjs";
import { code, random } from "./lib/texts.mjs";

export const title = "Syntax";
export const rounds = 5;

const require = createRequire(import.meta.url);
const hover = (uri) => ["textDocument/hover", { textDocument: { uri }, position: { line: 12, character: 3 } }];

export async function run({ rounds, proxy }) {
  // As in the syntax worker; the reason is given there.
  setFlagsFromString("--wasm-tiering-budget=100000000");
  const parts = await loadSources([
    "src/backend/config/loadServers.ts",
    "src/locate/describe/describeStretch.ts",
    "src/languages/languages.ts",
    "src/syntax/grammars/grammars.ts",
    "src/syntax/trees/coveringNodes.ts",
    "src/syntax/outline/outlineSymbols.ts",
    "src/syntax/trees/parsedText.ts",
    "src/text/document.ts",
    "test/syntax/packagedGrammars.ts",
    "test/syntax/parsedSources.ts",
  ]);
  const folder = mkdtempSync(join(tmpdir(), "lsp-locate-bench-"));
  try {
    return [
      await sessions({ folder, proxy, rounds, parts }),
      await languages(parts, rounds),
      `Peak memory of this process, with all grammars loaded: ${Math.round(memoryOf(process.pid, "peak") ?? 0)} MB.`,
    ].join("\n\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Measures parsing and outlines by language, in this process and in CPU time, which other work on
 * the machine hardly affects.
 */
async function languages(parts, rounds) {
  const { shippedServers, parse, outlineOf, freeText, shippedGrammars, Grammars, wasmOf } = parts;
  const servers = shippedServers();
  const grammars = new Grammars({ grammars: "", queries: "" }, new Map());
  const rows = [];
  for (const language of [...servers.languages.keys()].sort()) {
    const grammar = grammars.of(language);
    if (grammar === undefined || !shippedGrammars.includes(grammar.name)) continue;
    const files = realFiles(language, { max: 20, smallest: 200, largest: 300_000, servers });
    if (files.length === 0) continue;
    const samples = [];
    // The first round compiles the grammar and its query.
    for (let round = 0; round <= rounds; round++) {
      const sample = { parse: 0, outline: 0, symbols: 0 };
      for (const { text } of files) {
        const start = ownCpu();
        const parsed = await parse(language, text);
        const between = ownCpu();
        const outline = outlineOf(parsed);
        sample.parse += between - start;
        sample.outline += ownCpu() - between;
        sample.symbols += countOf(outline);
        freeText(parsed);
      }
      if (round > 0) samples.push(sample);
    }
    const units = files.reduce((sum, { text }) => sum + text.length, 0);
    const speed = (what) => formatSpeed(samples.map((sample) => units / 1000 / sample[what]));
    const symbols = samples[0]?.symbols ?? 0;
    rows.push([
      language,
      files.length,
      formatSize(units),
      formatSize(statSync(wasmOf(grammar.name)).size),
      speed("parse"),
      symbols > 0 ? speed("outline") : "–",
      symbols,
    ]);
  }
  return table(["language", "files", "text", "grammar", "parse, MB/s", "outline of a tree, MB/s", "symbols"], rows);
}

/** Returns the CPU time of this process in milliseconds. */
function ownCpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function countOf(outline) {
  return outline.reduce((sum, { children }) => sum + 1 + countOf(children), 0);
}

function formatSpeed(values) {
  const digits = (value) => value.toFixed(value < 10 ? 1 : 0);
  return `${digits(median(values))} (${digits(quantile(values, 0.25))}–${digits(quantile(values, 0.75))})`;
}

function formatSize(units) {
  return units < 1_000_000 ? `${Math.round(units / 1000)} KB` : `${(units / 1_000_000).toFixed(1)} MB`;
}

/** Measures sessions through the built command. */
async function sessions(context) {
  const rows = [
    ...(await firstOutline(context)),
    ...(await relayWhileParsing(context)),
    ...(await describing(context)),
    ...(await anchors(context)),
    ...(await memory(context)),
  ];
  return table(["", "", "against", "**ratio**", "goal"], rows);
}

/** Measures the first tree of a process, compared with the start of the server. */
async function firstOutline({ folder, proxy, rounds }) {
  const echo = server("echo");
  const rows = [];
  for (const lines of [1_000, 10_000]) {
    const file_path = join(folder, `first${lines}.ts`);
    writeFileSync(file_path, code(lines));
    const first = async () => {
      const client = startClient(proxied(proxy, echo).command);
      await client.initialize();
      const { time } = await client.request("locate/outline", { file_path });
      await client.close();
      return time;
    };
    const starting = async () => {
      const client = startClient(direct(echo).command);
      const time = await client.initialize();
      await client.close();
      return time;
    };
    const subjects = [
      { name: "first", measure: first },
      { name: "starting", measure: starting },
    ];
    const samples = await measureInterleaved(subjects, rounds * 2, ({ measure }) => measure());
    rows.push([
      `first \`locate/outline\` in a process, ${lines.toLocaleString("en")} lines`,
      formatTime(median(samples.first)),
      `server's start → initialize, ${formatTime(median(samples.starting))}`,
      `**${formatRatio(ratio(samples.first, samples.starting))}**`,
      "–",
    ]);
  }
  return rows;
}

/**
 * Measures round trips while files of 2 MB are read and parsed one after the other, each for the
 * first time.
 */
async function relayWhileParsing({ folder, proxy, rounds }) {
  const source = readFileSync(require.resolve("typescript/lib/typescript.js"), "utf8").slice(0, 2_000_000);
  const client = startClient(proxied(proxy, server("echo")).command);
  await client.initialize();
  const uri = "file:///bench/other.ts";
  client.open(uri, code(1_000));
  await client.roundTrips(...hover(uri), 2_000);
  const samples = { idle: [], parsing: [], busy: [] };
  let trips = 0;
  for (let round = 0; round < rounds * 2; round++) {
    const path = join(folder, `large${round}.js`);
    writeFileSync(path, `// ${round}\n${source}`);
    let isParsed = false;
    const textDocument = { uri: pathToFileURL(path).href };
    const parsed = client
      .requestAside("locate/nodes", { textDocument, position: { line: 9, character: 3 } })
      .then(() => {
        isParsed = true;
      });
    const times = [];
    while (!isParsed) times.push(...(await client.roundTrips(...hover(uri), 50)));
    await parsed;
    trips += times.length;
    // The first one starts the thread, which is measured above.
    if (round > 0) samples.parsing.push(quantile(times, 0.99));
    const idle = await client.roundTrips(...hover(uri), times.length);
    if (round > 0) samples.idle.push(quantile(idle, 0.99));
    // The same beside an unrelated process that computes, to show the effect of the machine.
    const other = spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
    await once(other, "spawn");
    await pause(100);
    const busy = await client.roundTrips(...hover(uri), times.length);
    other.kill();
    await once(other, "exit");
    if (round > 0) samples.busy.push(quantile(busy, 0.99));
  }
  await client.close();
  const toIdle = ratio(samples.parsing, samples.idle);
  const against = `idle, ${formatTime(median(samples.idle))}`;
  const parsing = [
    `round trip p99 while 2 MB are parsed (${Math.round(trips / rounds / 2)} each)`,
    formatTime(median(samples.parsing)),
    against,
    `**${formatRatio(toIdle)}**`,
    formatGoal(toIdle, 1.5),
  ];
  const what = "the same beside another busy process";
  return [
    parsing,
    [what, formatTime(median(samples.busy)), against, `**${formatRatio(ratio(samples.busy, samples.idle))}**`, "–"],
  ];
}

/**
 * Measures describing places in a document of 10,000 lines, through a session and by the function
 * itself.
 */
async function describing({ proxy, rounds, parts }) {
  const text = code(10_000);
  const lines = text.split("\n");
  const next = random(1);
  const place = () => {
    const line = Math.floor(next() * lines.length);
    return { line, character: Math.floor(next() * (lines[line].length + 1)) };
  };
  const client = startClient(proxied(proxy, server("symbols")).command);
  await client.initialize();
  const uri = "file:///bench/described.ts";
  client.open(uri, text);
  await waitForSymbols(client, { file_path: uri, scope: { symbol_path: ["step7"] } });
  const samples = { session: [], core: [], hover: [] };
  const document = parts.Document.of(text);
  const { symbols, declarationAt } = await parts.viewOf("typescript", text);
  const source = { document, symbols, declarationAt, languageId: "typescript", file_path: "described.ts" };
  for (let round = 0; round <= rounds; round++) {
    const times = { session: [], core: [] };
    for (let count = 0; count < 200; count++) {
      const position = place();
      const { time } = await client.request("locate/describe", { textDocument: { uri }, position });
      times.session.push(time);
      const from = document.lineFrom(position.line) + position.character;
      const start = performance.now();
      parts.describeStretch({ from, to: from }, source, "point");
      times.core.push(performance.now() - start);
    }
    const hovers = await client.roundTrips(...hover(uri), 200);
    if (round === 0) continue;
    samples.session.push(median(times.session));
    samples.core.push(median(times.core));
    samples.hover.push(median(hovers));
  }
  await client.close();
  const against = `hover, ${formatTime(median(samples.hover))}`;
  return [
    ["session", "`locate/describe` p50, 10,000 lines, in a session"],
    ["core", "the same by the function alone"],
  ].map(([name, what]) => {
    const toHover = ratio(samples[name], samples.hover);
    return [what, formatTime(median(samples[name])), against, `**${formatRatio(toHover)}**`, "–"];
  });
}

/** Measures an anchor with a thousand occurrences, and finding the ancestors of each. */
async function anchors({ proxy, rounds, parts }) {
  const text = code(10_000);
  const client = startClient(proxied(proxy, server("echo")).command);
  await client.initialize();
  const uri = "file:///bench/anchors.ts";
  client.open(uri, text);
  const select = async (anchor_text, ancestor_node_type) => {
    const locate = { file_path: uri, anchor_text, ancestor_node_type };
    return (await client.sendRequest("locate/resolveRange", { locate })).time;
  };
  const subjects = [
    { name: "many", measure: () => select("only in step", "program") },
    { name: "one", measure: () => select("only in step 500", "function_declaration") },
  ];
  await measureInterleaved(subjects, 3, ({ measure }) => measure());
  const samples = await measureInterleaved(subjects, rounds * 6, ({ measure }) => measure());
  await client.close();
  const parsed = await parts.parse("typescript", text);
  const places = [...text.matchAll(/only in step/g)].map(({ index }) => ({ from: index, to: index + 12 }));
  const inCore = [];
  for (let round = 0; round < rounds * 4; round++) {
    const start = performance.now();
    for (const place of places) parts.findCoveringNodes(parsed, place, {});
    inCore.push(performance.now() - start);
  }
  parts.freeText(parsed);
  const many = [
    `an anchor with ${places.length.toLocaleString("en")} occurrences, 10,000 lines, in a session`,
    formatTime(median(samples.many)),
    `an anchor with one, ${formatTime(median(samples.one))}`,
    `**${formatRatio(ratio(samples.many, samples.one))}**`,
    "–",
  ];
  return [many, ["covering them by the function alone", formatTime(median(inCore)), "", "", "–"]];
}

/** Measures the resident memory with thirty grammars loaded and their queries compiled. */
async function memory({ folder, proxy, rounds, parts }) {
  if (memoryOf(process.pid, "now") === undefined) return [];
  const { languages } = parts.shippedServers();
  const grammars = new parts.Grammars({ grammars: "", queries: "" }, new Map());
  const paths = new Map();
  for (const [language, { extensions }] of languages) {
    const grammar = grammars.of(language)?.name;
    if (grammar === undefined || extensions[0] === undefined || paths.has(grammar)) continue;
    paths.set(grammar, join(folder, `small${extensions[0]}`));
  }
  const thirty = [...paths.values()].slice(0, 30);
  for (const path of thirty) writeFileSync(path, "x\n");
  const samples = { none: [], one: [], all: [] };
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    const client = startClient(proxied(proxy, server("echo")).command);
    await client.initialize();
    await client.roundTrips(...hover("file:///bench/none.ts"), 100);
    samples.none.push(memoryOf(client.pid, "now"));
    for (const [index, path] of thirty.entries()) {
      const textDocument = { uri: pathToFileURL(path).href };
      await client.sendRequest("locate/nodes", { textDocument, position: { line: 0, character: 0 } });
      // Rejected if neither the server nor the outline has symbols; the query is compiled in any
      // case.
      await client.request("locate/outline", { textDocument });
      if (index === 0) samples.one.push(memoryOf(client.pid, "now"));
    }
    samples.all.push(memoryOf(client.pid, "now"));
    await client.close();
  }
  const megabytes = (values) => `${Math.round(median(values))} MB`;
  return [
    ["one", "memory with one grammar loaded"],
    ["all", `memory with ${thirty.length} grammars loaded`],
  ].map(([name, what]) => {
    const toNone = ratio(samples[name], samples.none);
    return [what, megabytes(samples[name]), `none, ${megabytes(samples.none)}`, `**${formatRatio(toNone)}**`, "–"];
  });
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
