/** Describing places of real files: that each is led back to, at what cost, and in which words. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { formatTime, quantile, table } from "./lib/statistics.mjs";
import { random } from "./lib/texts.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

export const title = "Describe and resolve";
/** Here, thousands of points; half as many ranges are asked for. */
export const rounds = 100;

const filesPerLanguage = 24;
const largestFile = 600_000;

export async function run({ rounds }) {
  const parts = await load();
  const files = parts.realFiles(filesPerLanguage, largestFile);
  const languages = [...new Set(files.map(({ language }) => language))];
  const each = Math.ceil((rounds * 1000) / files.length);
  const next = random(1);
  const rows = [];
  const total = { points: 0, ranges: 0 };
  for (const language of languages) {
    const tally = { points: 0, ranges: 0, refused: 0, times: [], said: { symbol: 0, find: 0, index: 0, lines: 0 } };
    for (const { path, text } of files.filter((file) => file.language === language)) {
      const source = await sourceOf(parts, language, path, text);
      for (let count = 0; count < each; count++) measurePoint(parts, source, text, next, tally, path);
      for (let count = 0; count < each / 2; count++) measureRange(parts, source, text, next, tally, path);
    }
    const share = (count) => `${Math.round((100 * count) / tally.points)} %`;
    const { symbol, find, index, lines } = tally.said;
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
    "amid whitespace",
  ];
  const large = await largeFile(parts, next);
  return `${total.points} points and ${total.ranges} ranges of ${languages.length} languages, each led back to.\n\n${table(columns, rows)}\n\n${large}`;
}

/** What the tests use, made into one script: sources, real files, and symbols from syntax trees. */
async function load() {
  const contents = `
    export { describeLocate } from "./src/locate/describe.ts";
    export { resolve } from "./src/locate/resolve.ts";
    export { Document } from "./src/text/document.ts";
    export { partsAt } from "./src/text/lineEnd.ts";
    export { realFiles } from "./test/locate/realFiles.ts";
    export { viewOf } from "./test/syntax/parsedSources.ts";
  `;
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    external: ["web-tree-sitter"],
    define: { __dirname: JSON.stringify(join(root, "test/locate")) },
  });
  const module = { exports: {} };
  new Function("module", "exports", "require", outputFiles[0].text)(
    module,
    module.exports,
    createRequire(import.meta.url),
  );
  return module.exports;
}

async function sourceOf({ Document, viewOf }, language, path, text) {
  const { symbols, declarationAt } = await viewOf(language, text);
  return { document: Document.of(text), symbols, declarationAt, languageId: language, file_path: path };
}

function measurePoint(parts, source, text, next, tally, path) {
  const from = place(parts, text, next);
  const start = performance.now();
  const locate = parts.describeLocate({ from, to: from }, source, "point");
  tally.times.push(performance.now() - start);
  confirm(parts, locate, { from, to: from }, source, "point", path);
  tally.points++;
  if (locate.scope !== undefined && "symbol_path" in locate.scope) tally.said.symbol++;
  if (locate.find_index !== undefined) tally.said.index++;
  if (locate.find !== undefined) tally.said.find++;
  else if ("line" in locate.scope) tally.said.lines++;
}

function measureRange(parts, source, text, next, tally, path) {
  const one = place(parts, text, next);
  const length = Math.floor(next() * 200);
  const other = Math.min(text.length, one + length);
  if (parts.partsAt(text, other)) return;
  const stretch = { from: one, to: other };
  tally.ranges++;
  try {
    confirm(parts, parts.describeLocate(stretch, source, "range"), stretch, source, "range", path);
  } catch (error) {
    const said = text.slice(one, other);
    if (error.kind !== "unsupported" || said === said.trim()) throw error;
    tally.refused++;
  }
}

function place({ partsAt }, text, next) {
  for (;;) {
    const offset = Math.floor(next() * (text.length + 1));
    if (!partsAt(text, offset)) return offset;
  }
}

function confirm({ resolve }, locate, { from, to }, source, as, path) {
  const found = resolve(locate, source, as, "read");
  if (found.from !== from || found.to !== to)
    throw new Error(
      `${path}: ${from}..${to} is described as ${JSON.stringify(locate)}, which is ${found.from}..${found.to}.`,
    );
}

/** A file of 10,000 lines, with symbols and without. */
async function largeFile({ describeLocate, Document, viewOf, partsAt }, next) {
  const whole = readFileSync(join(root, "node_modules/typescript/lib/lib.dom.d.ts"), "utf8");
  const text = whole.split("\n").slice(0, 10_000).join("\n");
  const document = Document.of(text);
  const rows = [
    ["with symbols", await viewOf("typescript", text)],
    ["without", {}],
  ].map(([name, { symbols, declarationAt }]) => {
    const times = [];
    for (let count = 0; count < 1_000; count++) {
      const from = place({ partsAt }, text, next);
      const start = performance.now();
      describeLocate({ from, to: from }, { document, symbols, declarationAt, file_path: "lib.dom.d.ts" }, "point");
      times.push(performance.now() - start);
    }
    return [name, ...[0.5, 0.9, 0.99].map((part) => formatTime(quantile(times, part)))];
  });
  return table(["10,000 lines of TypeScript", "p50", "p90", "p99"], rows);
}
