/**
 * Measures the syntax index: its size, its build time compared with the parse, and an edit compared
 * with a full build. Checks every node.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { loadSources } from "./lib/loadSources.mjs";
import { realFiles } from "./lib/realFiles.mjs";
import { formatRatio, formatTime, median, ratio, table } from "./lib/statistics.mjs";
import { random } from "./lib/texts.mjs";

export const title = "Syntax index";
/** Full builds per language, and the same number of edits. */
export const rounds = 12;

/** The language ids, and the names of the grammar package where they differ. */
const languages = [
  "typescript",
  "javascript",
  "python",
  "go",
  "c",
  "cpp",
  "java",
  "rust",
  "css",
  "html",
  "json",
  "yaml",
  "markdown",
  "shellscript",
  "rholang",
];
const grammarNames = { shellscript: "bash" };
/** Files per language. The longest of them is measured, up to about 10,000 lines. */
const MAX_FILES = 60;
const largestFile = 600_000;
const MAX_LINES = 12_000;
const MAX_BYTES = 32;

export async function run({ rounds }) {
  const parts = await loadSources([
    "src/backend/config/loadServers.ts",
    "src/syntax/index/build/indexTree.ts",
    "src/syntax/index/build/reindexTree.ts",
    "src/text/document.ts",
    "test/syntax/index/nodeComparison.ts",
    "test/syntax/index/indexedTrees.ts",
  ]);
  const servers = parts.shippedServers();
  const rows = [];
  const absent = [];
  const total = { nodes: 0, files: 0 };
  for (const language of languages) {
    const found = realFiles(language, { max: MAX_FILES, smallest: 200, largest: largestFile, servers });
    if (found.length === 0) {
      absent.push(language);
      continue;
    }
    const grammar = await parts.grammarOf(grammarNames[language] ?? language);
    for (const { path, text } of found) total.nodes += checkNodes(parts, grammar, path, text);
    total.files += found.length;
    rows.push([language, ...measure(parts, grammar, longest(found), rounds)]);
  }
  const columns = [
    "language",
    "lines",
    "records",
    `bytes per record (≤ ${MAX_BYTES})`,
    "MB/s",
    "index : parse",
    "after an edit",
    "**index : after an edit**",
    "records read",
    "rebuilt",
  ];
  const without = absent.length > 0 ? ` No files found in ${absent.join(", ")}.` : "";
  return `${total.nodes} nodes of ${total.files} files are where tree-sitter reports them.${without}

Measured with the longest file of each language. An edit inserts a letter at the end of a random word, or removes it again; the updated index is compared with a new one.

${table(columns, rows)}`;
}

/** Checks the positions of all nodes, and returns their number. */
function checkNodes(parts, grammar, path, text) {
  const { tree, document, index } = parts.indexText(grammar, text);
  const nodes = parts.namedNodes(tree);
  const difference = parts.firstDifference(index, nodes, document);
  tree.delete();
  if (difference !== undefined) throw new Error(`${path}: ${difference}`);
  return nodes.length;
}

function longest(found) {
  const texts = found
    .map(({ text }) => ({ text, lines: text.split("\n").length }))
    .filter(({ lines }) => lines <= MAX_LINES);
  return texts.sort((one, other) => other.lines - one.lines)[0].text;
}

function measure(parts, grammar, text, rounds) {
  const samples = { parse: [], index: [], edit: [], full: [], read: [], rebuilt: [] };
  let state = parts.indexText(grammar, text);
  for (let round = 0; round < rounds; round++) {
    parts.parse(grammar, text).delete();
    const from = performance.now();
    parts.parse(grammar, text).delete();
    const between = performance.now();
    parts.indexTree(state.tree, state.document, grammar.kinds);
    samples.parse.push(between - from);
    samples.index.push(performance.now() - between);
  }
  const bytes =
    bytesOf(() => parts.indexTree(state.tree, state.document, grammar.kinds), state.index.records.size) /
    state.index.records.size;
  const next = random(7);
  const ends = [...text.matchAll(/\w\b/g)].map(({ index }) => index + 1);
  const { size } = state.index.records;
  for (let round = 0; round < rounds; round++) {
    const from = ends[Math.floor(next() * ends.length)];
    const typed = edit(parts, grammar, state, { from, to: from, insert: "x" }, samples);
    state = edit(parts, grammar, typed, { from, to: from + 1, insert: "" }, samples);
  }
  state.tree.delete();
  return [
    text.split("\n").length,
    size,
    `${bytes.toFixed(1)} ${bytes <= MAX_BYTES ? "✓" : "✗"}`,
    (text.length / 1e3 / median(samples.index)).toFixed(1),
    formatRatio(ratio(samples.index, samples.parse)),
    formatTime(median(samples.edit)),
    formatRatio(ratio(samples.full, samples.edit)),
    median(samples.read),
    median(samples.rebuilt),
  ];
}

function edit(parts, grammar, { document, tree, index }, change, samples) {
  const { document: edited } = document.edit(change.from, change.to, change.insert);
  parts.editTree(tree, document, edited, change);
  const after = parts.parse(grammar, edited.text, tree);
  const start = performance.now();
  const reindexed = parts.reindexTree({ index, tree }, after, edited, grammar.kinds);
  const between = performance.now();
  const full = parts.indexTree(after, edited, grammar.kinds);
  samples.edit.push(between - start);
  samples.full.push(performance.now() - between);
  samples.read.push(reindexed.read);
  samples.rebuilt.push(reindexed.rebuilt);
  if (parts.recordsAsText(reindexed.index) !== parts.recordsAsText(full))
    throw new Error(`the index after an edit at ${change.from} is wrong`);
  tree.delete();
  return { document: edited, tree: after, index: reindexed.index };
}

/**
 * The number of records to measure memory with: enough to make the code that the engine compiles
 * meanwhile, on the same heap, negligible.
 */
const MEASURED_RECORDS = 500_000;

/** Returns the size of one result in bytes, as the average of many. */
function bytesOf(make, records) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const memory = () => {
    for (let round = 0; round < 3; round++) collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const made = [make()];
  const before = memory();
  for (let n = Math.ceil(MEASURED_RECORDS / records); n > 0; n--) made.push(make());
  return (memory() - before) / (made.length - 1);
}
