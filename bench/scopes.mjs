/**
 * Our scopes against real servers: where names lead, and which places mean the same. Not a matter
 * of time: it says how much is right.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadSources } from "./lib/loadSources.mjs";
import { formatTime, quantile, table } from "./lib/statistics.mjs";
import { compareDefinitions } from "./scopes/compareDefinitions.mjs";
import { compareTruth } from "./scopes/compareTruth.mjs";
import { collectTruth, readTruth, truthFolder } from "./scopes/groundTruth.mjs";
import { writtenDefinitions, writtenMisses } from "./scopes/mismatchReport.mjs";
import { projectLanguages } from "./scopes/projects.mjs";
import { commandOf, isInstalled, judges } from "./scopes/referenceServers.mjs";

export const title = "Scopes against servers";
export const rounds = 1;

/** Languages to look at, all by default. */
const wanted = process.env.BENCH_LANGUAGES?.split(",") ?? projectLanguages;

/**
 * Whether the embedded server is asked too, where a name is declared in another file: an index and
 * a judge for every project take their time.
 */
const withDefinitions = process.env.BENCH_DEFINITIONS !== undefined;

export async function run({ proxy }) {
  const parts = await loadSources([
    "src/backend/readiness.ts",
    "src/backend/config/loadServers.ts",
    "test/syntax/packagedGrammars.ts",
  ]);
  const shipped = parts.shippedServers();
  const scopes = { grammars: new parts.PackagedGrammars(), engine: parts.theEngine() };
  const rows = { names: [], said: [], places: [], definitions: [] };
  const notes = [];
  for (const language of wanted) {
    const truth = await truthOf(language, { Readiness: parts.Readiness, shipped }, notes);
    if (truth === undefined) continue;
    notes.push(...truth.skipped.map((why) => `${language}: ${why}`));
    const total = await compareTruth(truth, scopes);
    rows.names.push(namesRow(truth, total));
    rows.said.push(saidRow(language, total));
    rows.places.push(placesRow(language, total));
    mkdirSync(truthFolder, { recursive: true });
    writeFileSync(join(truthFolder, `${language}.misses.txt`), writtenMisses(truth, total.misses));
    if (!withDefinitions) continue;
    const definitions = await compareDefinitions(truth, { proxy, Readiness: parts.Readiness, shipped });
    rows.definitions.push(definitionsRow(truth, definitions));
    writeFileSync(join(truthFolder, `${language}.definitions.txt`), writtenDefinitions(definitions.misses));
  }
  if (rows.names.length === 0) return `Nothing to judge by.\n\n${notes.join("\n")}`;
  return [
    table(namesColumns, rows.names),
    table(saidColumns, rows.said),
    table(placesColumns, rows.places),
    ...(withDefinitions ? [table(definitionsColumns, rows.definitions)] : []),
    `What differs is in ${truthFolder}, a \`.misses.txt\` for each language.`,
    ...notes.map((note) => `- ${note}`),
  ].join("\n\n");
}

/** What was collected before, or is now. */
async function truthOf(language, parts, notes) {
  const known = readTruth(language);
  if (known) return known;
  const judge = judges.find(({ languages }) => languages.includes(language));
  if (!judge || !isInstalled(commandOf(judge, language, parts.shipped).command[0])) {
    notes.push(`${language}: ${judge ? `${judge.name} is not installed` : "there is no judge"}`);
    return undefined;
  }
  const truth = await collectTruth(judge, language, parts, (line) => console.error(line));
  if (truth === undefined) notes.push(`${language}: no projects found`);
  return truth;
}

const namesColumns = [
  "language",
  "judge",
  "files",
  "names",
  "null",
  "jumped",
  "local: right",
  "with partly",
  "recall",
  "found in function",
  "found in file",
  "others left open",
  "free",
  "free, but in file",
];

function namesRow(
  { language, server, projects },
  { judged, silent, jumped, said, judgedLocal, judgedFile, judgedOther, free, freeInFile },
) {
  const { right, partly, wrong } = said.local;
  const all = right + partly + wrong;
  return [
    ...[language, server, projects.reduce((sum, { files }) => sum + files.length, 0), judged, silent, jumped],
    `${share(right, all)} of ${all}`,
    share(right + partly, all),
    `${share(judgedLocal.local, judgedLocal.all)} of ${judgedLocal.all}`,
    share(judgedLocal.placed, judgedLocal.all),
    `${share(judgedFile.placed, judgedFile.all)} of ${judgedFile.all}`,
    `${share(judgedOther.open, judgedOther.all)} of ${judgedOther.all}`,
    share(free, judged),
    share(freeInFile, judged),
  ];
}

const saidColumns = [
  "language",
  "local, but not in a function",
  "file: right",
  "with partly",
  "member: right",
  "with partly",
  "import: right",
];

function saidRow(language, { said, outside }) {
  const cells = ({ right, partly, wrong }) => {
    const all = right + partly + wrong;
    return [`${share(right, all)} of ${all}`, share(right + partly, all)];
  };
  return [language, outside, ...cells(said.file), ...cells(said.member), cells(said.import)[0]];
}

const placesColumns = [
  "language",
  "locals",
  "same places",
  "places: precision",
  "recall",
  "not said local",
  "local, but elsewhere too",
  "renamable, but elsewhere too",
];

function placesRow(language, { places: { names, exact, ours, theirs, both, unclaimed, leaking, renamable } }) {
  return [language, names, share(exact, names), share(both, ours), share(both, theirs), unclaimed, leaking, renamable];
}

const definitionsColumns = [
  "declared in another file",
  "names",
  "outside the project",
  "answered",
  "one is right",
  "the first is right",
  "answers each",
  "ours p50",
  "p95",
  "judge p50",
  "p95",
];

function definitionsRow({ language }, { names, outsideProject, answered, some, first, answers, ours, theirs }) {
  const times = (all) => (all.length === 0 ? ["–", "–"] : [0.5, 0.95].map((part) => formatTime(quantile(all, part))));
  const each = answered === 0 ? "–" : (answers / answered).toFixed(1);
  return [
    ...[language, names, outsideProject, share(answered, names), share(some, names), share(first, names), each],
    ...[...times(ours), ...times(theirs)],
  ];
}

function share(part, whole) {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
}
