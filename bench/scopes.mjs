/**
 * Compares our scopes with real servers: declarations and occurrences of names. Measures
 * correctness, not time.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadSources } from "./lib/loadSources.mjs";
import { formatTime, quantile, table } from "./lib/statistics.mjs";
import { compareDefinitions } from "./scopes/compareDefinitions.mjs";
import { compareTruth } from "./scopes/compareTruth.mjs";
import { collectTruth, readTruth, truthFolder } from "./scopes/groundTruth.mjs";
import { formatDefinitionMismatches, formatMismatches } from "./scopes/mismatchReport.mjs";
import { projectLanguages } from "./scopes/projects.mjs";
import { commandOf, isInstalled, referenceServers } from "./scopes/referenceServers.mjs";

export const title = "Scopes against servers";
export const rounds = 1;

/** The languages to compare, all by default. */
const wanted = process.env.BENCH_LANGUAGES?.split(",") ?? projectLanguages;

/**
 * Whether to compare the embedded server too, for names declared in other files. It is slow: each
 * project needs an index and a running reference server.
 */
const withDefinitions = process.env.BENCH_DEFINITIONS !== undefined;

export async function run({ proxy }) {
  const parts = await loadSources([
    "src/backend/readiness/readiness.ts",
    "src/backend/config/loadServers.ts",
    "test/syntax/packagedGrammars.ts",
  ]);
  const shipped = parts.shippedServers();
  const scopes = { grammars: new parts.PackagedGrammars(), engine: parts.theEngine() };
  const rows = { names: [], classification: [], places: [], definitions: [] };
  const notes = [];
  for (const language of wanted) {
    const truth = await truthOf(language, { Readiness: parts.Readiness, shipped }, notes);
    if (truth === undefined) continue;
    notes.push(...truth.skipped.map((why) => `${language}: ${why}`));
    const total = await compareTruth(truth, scopes);
    rows.names.push(namesRow(truth, total));
    rows.classification.push(classificationRow(language, total));
    rows.places.push(placesRow(language, total));
    mkdirSync(truthFolder, { recursive: true });
    writeFileSync(join(truthFolder, `${language}.misses.txt`), formatMismatches(truth, total.misses));
    if (!withDefinitions) continue;
    const definitions = await compareDefinitions(truth, { proxy, Readiness: parts.Readiness, shipped });
    rows.definitions.push(definitionsRow(truth, definitions));
    writeFileSync(join(truthFolder, `${language}.definitions.txt`), formatDefinitionMismatches(definitions.misses));
  }
  if (rows.names.length === 0) return `No reference results.\n\n${notes.join("\n")}`;
  return [
    table(namesColumns, rows.names),
    table(classificationColumns, rows.classification),
    table(placesColumns, rows.places),
    ...(withDefinitions ? [table(definitionsColumns, rows.definitions)] : []),
    `The differences are in ${truthFolder}, in a \`.misses.txt\` per language.`,
    ...notes.map((note) => `- ${note}`),
  ].join("\n\n");
}

/** Returns the cached truth of a language, or collects it. */
async function truthOf(language, parts, notes) {
  const known = readTruth(language);
  if (known) return known;
  const reference = referenceServers.find(({ languages }) => languages.includes(language));
  if (!reference || !isInstalled(commandOf(reference, language, parts.shipped).command[0])) {
    notes.push(`${language}: ${reference ? `${reference.name} is not installed` : "there is no reference server"}`);
    return undefined;
  }
  const truth = await collectTruth(reference, language, parts, (line) => console.error(line));
  if (truth === undefined) notes.push(`${language}: no projects found`);
  return truth;
}

const namesColumns = [
  "language",
  "reference",
  "files",
  "names",
  "no result",
  "jumped",
  "local: correct",
  "with partly correct",
  "recall",
  "found in function",
  "found in file",
  "others left open",
  "free",
  "free, but in file",
];

function namesRow(
  { language, server, projects },
  { compared, silent, jumped, classified, comparedLocal, comparedFile, comparedOther, free, freeInFile },
) {
  const { right, partly, wrong } = classified.local;
  const all = right + partly + wrong;
  return [
    ...[language, server, projects.reduce((sum, { files }) => sum + files.length, 0), compared, silent, jumped],
    `${share(right, all)} of ${all}`,
    share(right + partly, all),
    `${share(comparedLocal.local, comparedLocal.all)} of ${comparedLocal.all}`,
    share(comparedLocal.placed, comparedLocal.all),
    `${share(comparedFile.placed, comparedFile.all)} of ${comparedFile.all}`,
    `${share(comparedOther.open, comparedOther.all)} of ${comparedOther.all}`,
    share(free, compared),
    share(freeInFile, compared),
  ];
}

const classificationColumns = [
  "language",
  "local, but not in a function",
  "file: correct",
  "with partly correct",
  "member: correct",
  "with partly correct",
  "import: correct",
];

function classificationRow(language, { classified, outside }) {
  const cells = ({ right, partly, wrong }) => {
    const all = right + partly + wrong;
    return [`${share(right, all)} of ${all}`, share(right + partly, all)];
  };
  return [language, outside, ...cells(classified.file), ...cells(classified.member), cells(classified.import)[0]];
}

const placesColumns = [
  "language",
  "locals",
  "same places",
  "places: precision",
  "recall",
  "not classified as local",
  "local, but used elsewhere",
  "renamable, but used elsewhere",
];

function placesRow(language, { places: { names, exact, ours, theirs, both, unclaimed, leaking, renamable } }) {
  return [language, names, share(exact, names), share(both, ours), share(both, theirs), unclaimed, leaking, renamable];
}

const definitionsColumns = [
  "declared in another file",
  "names",
  "outside the project",
  "answered",
  "one correct",
  "first correct",
  "results each",
  "ours p50",
  "p95",
  "reference p50",
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
