/**
 * The syntax index: what it weighs, what it costs beside the parser, what an edit costs beside all
 * of it; and that it is right for every node.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { loadSources } from "./lib/loadSources.mjs";
import { realFiles } from "./lib/realFiles.mjs";
import { formatRatio, formatTime, median, ratio, table } from "./lib/statistics.mjs";
import { random } from "./lib/texts.mjs";

export const title = "Syntax index";
/** For each language: full indexes, and as many edits. */
export const rounds = 12;

/** Language ids, and what the grammar package calls those that it calls something else. */
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
];
const grammarNames = { shellscript: "bash" };
/** For each language; measured is the longest of them, but none much longer than 10,000 lines. */
const files = 60;
const largestFile = 600_000;
const mostLines = 12_000;
const mostBytes = 32;

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
    const found = realFiles(language, { most: files, smallest: 200, largest: largestFile, servers });
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
    `bytes a record (≤ ${mostBytes})`,
    "MB/s",
    "index : parse",
    "after an edit",
    "**index : after an edit**",
    "records read",
    "rebuilt",
  ];
  const without = absent.length > 0 ? ` No files in ${absent.join(", ")}.` : "";
  return `${total.nodes} nodes of ${total.files} files stand where tree-sitter says.${without}

The longest file of each language. An edit types a letter at the end of a word, anywhere, or takes it back; its index is compared with a new one.

${table(columns, rows)}`;
}

/** How many nodes there are, all of them in their place. */
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
    .filter(({ lines }) => lines <= mostLines);
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
    `${bytes.toFixed(1)} ${bytes <= mostBytes ? "✓" : "✗"}`,
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
  if (parts.toldRecords(reindexed.index) !== parts.toldRecords(full))
    throw new Error(`the index after an edit at ${change.from} is wrong`);
  tree.delete();
  return { document: edited, tree: after, index: reindexed.index };
}

/**
 * Records made to be weighed: so many that what the engine compiles meanwhile, on the same heap,
 * does not count.
 */
const weighedRecords = 500_000;

/** What one of many weighs. */
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
  for (let n = Math.ceil(weighedRecords / records); n > 0; n--) made.push(make());
  return (memory() - before) / (made.length - 1);
}
