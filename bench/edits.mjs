/**
 * Edits files of public packages as their next releases did: what changed is the truth of an edit.
 * Measures correctness, not time.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { tableOfLengths } from "./edits/lengths.mjs";
import { loadSources } from "./lib/loadSources.mjs";
import { table } from "./lib/statistics.mjs";

export const title = "Edits of adjacent releases";
/** A round is 20 hunks of each language. */
export const rounds = 10;

const HUNKS_OF_ROUND = 20;
/** Hunks that are edited at the shell, too, where each edit starts a process. */
const COMMANDS_OF_ROUND = { all: Number.POSITIVE_INFINITY, none: 0 }[process.env.BENCH_SHELL] ?? 10;

const verdicts = ["as committed", "other bytes", "refused rightly", "refused wrongly", "not addressed"];

export async function run({ rounds, proxy, library }) {
  const { formatLocate } = await import(library);
  const corpus = await loadSources([
    "test/locate/edit/corpus/releases.ts",
    "test/locate/edit/corpus/runCorpus.ts",
    "test/locate/edit/corpus/editSession.ts",
    "test/locate/edit/corpus/failureReport.ts",
    "test/locate/edit/corpus/shell.ts",
  ]);
  const languages = process.env.BENCH_LANGUAGES?.split(",") ?? corpus.corpusLanguages;
  const seed = Number(process.env.BENCH_SEED ?? 1);
  const releases = await corpus.findReleases({ names: process.env.BENCH_PACKAGES?.split(",") });
  const sampled = corpus.sampleHunks(releases, { seed, hunks: rounds * HUNKS_OF_ROUND, languages });
  const root = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-edits-")));
  const session = await corpus.startEditSession(proxy, root);
  const records = [];
  let commands = [];
  let differences = [];
  try {
    for await (const record of corpus.runCorpus(sampled, session)) records.push(record);
    commands = corpus.sampleForShell(records, seed, rounds * COMMANDS_OF_ROUND);
    differences = await corpus.runAllInShell(commands, { command: proxy, root });
  } finally {
    await session.close();
    rmSync(root, { recursive: true, maxRetries: 3 });
  }
  const counted = records.filter(({ apart }) => apart === undefined);
  const failures = counted.filter(({ verdict }) =>
    ["other bytes", "refused wrongly", "not addressed"].includes(verdict),
  );
  const report = resolve(process.env.BENCH_FAILURES ?? join(tmpdir(), "lsp-locate-edits.jsonl"));
  mkdirSync(dirname(report), { recursive: true });
  const shellFailures = differences.map(({ record, got }) => ({
    ...record,
    kind: `shell: ${record.kind}`,
    got,
  }));
  writeFileSync(
    report,
    [...failures, ...shellFailures].map((record) => `${JSON.stringify(corpus.toFailure(record))}\n`).join(""),
  );
  const other = counted.filter(({ verdict }) => verdict === "other bytes").length;
  return [
    `${counted.length} edits of ${sampled.reduce((sum, { hunks }) => sum + hunks.length, 0)} hunks, seed ${seed}: ${share(other, counted.length)} with other bytes.`,
    tally("language", ({ language }) => language, counted),
    tally("kind", ({ kind }) => kind, counted),
    "Counted apart, since another result may be meant:",
    tally(
      "why",
      ({ apart }) => apart,
      records.filter(({ apart }) => apart !== undefined),
    ),
    "Characters to say a whole hunk, as JSON in a call where the form has one:",
    tableOfLengths(counted, formatLocate),
    ...(commands.length > 0
      ? [`${commands.length} hunks at the shell: ${differences.length} with another result than in the session.`]
      : []),
    `The failures are in ${report}, one JSON object per line.`,
    ...[...releases.missing].map(([name, why]) => `- ${name} is missing: ${why}`),
  ].join("\n\n");
}

function tally(column, keyOf, records) {
  const keys = [...new Set(records.map(keyOf))];
  const rowOf = (name, own) => [
    name,
    own.length,
    ...verdicts.map((verdict) => own.filter((record) => record.verdict === verdict).length),
  ];
  const rows = keys.map((key) =>
    rowOf(
      key,
      records.filter((record) => keyOf(record) === key),
    ),
  );
  return table([column, "edits", ...verdicts], [...rows, rowOf("all", records)]);
}

function share(part, whole) {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(2)} %`;
}
