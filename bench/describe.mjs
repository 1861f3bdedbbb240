/**
 * Describes places of real files, checks that each Locate resolves to its place, and measures the
 * time and the form of the Locates.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSources } from "./lib/loadSources.mjs";
import { formatTime, quantile, table } from "./lib/statistics.mjs";
import { random } from "./lib/texts.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

export const title = "Describe and resolve";
/** A round is a thousand points, and half as many ranges. */
export const rounds = 100;

const filesPerLanguage = 24;
const largestFile = 600_000;

export async function run({ rounds }) {
  const parts = await loadSources([
    "src/locate/describe/describeStretch.ts",
    "src/locate/resolve/resolve.ts",
    "src/text/document.ts",
    "src/text/lineEnd.ts",
    "test/locate/realFiles.ts",
    "test/syntax/parsedSources.ts",
  ]);
  const files = parts.realFiles(filesPerLanguage, largestFile);
  const languages = [...new Set(files.map(({ language }) => language))];
  const each = Math.ceil((rounds * 1000) / files.length);
  const next = random(1);
  const rows = [];
  const total = { points: 0, ranges: 0 };
  for (const language of languages) {
    const tally = { points: 0, ranges: 0, refused: 0, times: [], forms: { symbol: 0, find: 0, index: 0, lines: 0 } };
    for (const { path, text } of files.filter((file) => file.language === language)) {
      const source = await sourceOf(parts, language, path, text);
      for (let count = 0; count < each; count++) measurePoint(parts, source, text, next, tally, path);
      for (let count = 0; count < each / 2; count++) measureRange(parts, source, text, next, tally, path);
    }
    const share = (count) => `${Math.round((100 * count) / tally.points)} %`;
    const { symbol, find, index, lines } = tally.forms;
    const times = [0.5, 0.99].map((part) => formatTime(quantile(tally.times, part)));
    rows.push([
      language,
      tally.points,
      ...times,
      ...[symbol, find, index, lines].map(share),
      tally.ranges,
      tally.refused,
    ]);
    total.points += tally.points;
    total.ranges += tally.ranges;
  }
  const columns = [
    "language",
    "points",
    "p50",
    "p99",
    "in a symbol",
    "with a find",
    "with an index",
    "by lines",
    "ranges",
    "ends in whitespace",
  ];
  const large = await largeFile(parts, next);
  return `${total.points} points and ${total.ranges} ranges of ${languages.length} languages. Each Locate resolves to its place.\n\n${table(columns, rows)}\n\n${large}`;
}

async function sourceOf({ Document, viewOf }, language, path, text) {
  const { symbols, declarationAt } = await viewOf(language, text);
  return { document: Document.of(text), symbols, declarationAt, languageId: language, file_path: path };
}

function measurePoint(parts, source, text, next, tally, path) {
  const from = place(parts, text, next);
  const start = performance.now();
  const locate = parts.describeStretch({ from, to: from }, source, "point");
  tally.times.push(performance.now() - start);
  confirm(parts, locate, { from, to: from }, source, "point", path);
  tally.points++;
  if (locate.scope !== undefined && "symbol_path" in locate.scope) tally.forms.symbol++;
  if (locate.find_index !== undefined) tally.forms.index++;
  if (locate.find !== undefined) tally.forms.find++;
  else if ("line" in locate.scope) tally.forms.lines++;
}

function measureRange(parts, source, text, next, tally, path) {
  const one = place(parts, text, next);
  const length = Math.floor(next() * 200);
  const other = Math.min(text.length, one + length);
  if (parts.isInseparableAt(text, other)) return;
  const stretch = { from: one, to: other };
  tally.ranges++;
  try {
    confirm(parts, parts.describeStretch(stretch, source, "range"), stretch, source, "range", path);
  } catch (error) {
    const covered = text.slice(one, other);
    if (error.kind !== "unsupported" || covered === covered.trim()) throw error;
    tally.refused++;
  }
}

function place({ isInseparableAt }, text, next) {
  for (;;) {
    const offset = Math.floor(next() * (text.length + 1));
    if (!isInseparableAt(text, offset)) return offset;
  }
}

function confirm({ resolve }, locate, { from, to }, source, as, path) {
  const found = resolve(locate, source, as, "read");
  if (found.from !== from || found.to !== to)
    throw new Error(
      `${path}: ${from}..${to} is described as ${JSON.stringify(locate)}, which is ${found.from}..${found.to}.`,
    );
}

/** Measures a file of 10,000 lines, with symbols and without. */
async function largeFile({ describeStretch, Document, viewOf, isInseparableAt }, next) {
  const whole = readFileSync(join(root, "node_modules/typescript/lib/lib.dom.d.ts"), "utf8");
  const text = whole.split("\n").slice(0, 10_000).join("\n");
  const document = Document.of(text);
  const rows = [
    ["with symbols", await viewOf("typescript", text)],
    ["without", {}],
  ].map(([name, { symbols, declarationAt }]) => {
    const times = [];
    for (let count = 0; count < 1_000; count++) {
      const from = place({ isInseparableAt }, text, next);
      const start = performance.now();
      describeStretch({ from, to: from }, { document, symbols, declarationAt, file_path: "lib.dom.d.ts" }, "point");
      times.push(performance.now() - start);
    }
    return [name, ...[0.5, 0.9, 0.99].map((part) => formatTime(quantile(times, part)))];
  });
  return table(["10,000 lines of TypeScript", "p50", "p90", "p99"], rows);
}
