/**
 * Compares the embedded server with a real server at names of public code: definitions, and
 * references from declarations. `BENCH_NAMES` chooses projects, `BENCH_SEED` the names, and
 * `BENCH_VERBOSE` prints the differences. Measures correctness, not time.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, extname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startSession } from "./completeness/session.mjs";
import { loadSources } from "./lib/loadSources.mjs";
import { table } from "./lib/statistics.mjs";
import { random } from "./lib/texts.mjs";
import { isAtName } from "./marks/texts.mjs";
import { projects } from "./names/projects.mjs";
import { covers, excuseOf, missedOf, wordAt } from "./names/sameAnswer.mjs";
import { sourcesOf } from "./renames/projects.mjs";

export const title = "Names against servers";
/** A round is this many definitions and references per project. */
export const rounds = 1;
const NAMES_OF_ROUND = 10;
const MAX_ROUNDS_WITHOUT_NAME = 60;
const LOAD_TIMEOUT_MS = 90_000;

const capabilities = {
  general: { positionEncodings: ["utf-16"] },
  workspace: { configuration: true, workspaceFolders: true },
  window: { workDoneProgress: true },
  textDocument: {
    synchronization: {},
    definition: {},
    declaration: {},
    implementation: {},
    references: {},
    publishDiagnostics: {},
  },
};

export async function run({ rounds, proxy }) {
  const { download } = await loadSources(["test/downloads.ts"]);
  const shipped = JSON.parse(readFileSync(new URL("../servers.json", import.meta.url), "utf8"));
  process.env.PATH = [process.env.PATH, join(homedir(), "go/bin"), join(homedir(), ".cargo/bin")].join(delimiter);
  const only = process.env.BENCH_NAMES?.split(",");
  const rows = [];
  const notes = [];
  for (const project of projects) {
    if (only && !only.some((each) => project.name.includes(each))) continue;
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "bench-names-")));
    try {
      mkdirSync(join(folder, ".git"));
      await project.fill(folder, download);
      const command = shipped.servers[project.server].command;
      const compared = await compare(project, { folder, command, proxy, count: rounds * NAMES_OF_ROUND });
      rows.push([project.name, project.server, ...rowOf(compared.definition), ...rowOf(compared.references)]);
      notes.push(...compared.differences);
    } catch (error) {
      rows.push([project.name, project.server, `not compared: ${error.message.split("\n")[0]}`]);
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
    console.error(rows.at(-1).join(" | "));
  }
  const columns = ["names", "certain", "precision", "recall of all", "by name only", "apart: uses, unknown, unnamed"];
  const head = ["project", "server", ...columns.map((each) => `definition: ${each}`)];
  const shown = process.env.BENCH_VERBOSE ? notes : [];
  return [table([...head, ...columns.map((each) => `references: ${each}`)], rows), shown.join("\n")].join("\n\n");
}

const newTally = () => ({
  names: 0,
  certain: 0,
  wrong: 0,
  wanted: 0,
  missed: 0,
  named: 0,
  silent: 0,
  use: 0,
  unknown: 0,
  unnamed: 0,
});

/** `precision` counts the places called certain, `recall` those of the server. */
export function rowOf({ names, certain, wrong, wanted, missed, named, silent, use, unknown, unnamed }) {
  const share = (some, all) => (all === 0 ? "–" : `${((100 * some) / all).toFixed(1)} %`);
  const precision = share(certain - wrong, certain);
  const shares = [precision, share(wanted - missed, wanted), share(named, names)];
  return [`${names} (+ ${silent} silent)`, certain, ...shares, `${use}, ${unknown}, ${unnamed}`];
}

/**
 * Compares the embedded server with the server that `command` starts, or the session that
 * `startOurs` opens, whose `noteMissed` is told of what its last answer lacks. `isSource`
 * chooses the files, and `accepts` the names by where the server finds them defined.
 */
export async function compare(project, options) {
  const { folder, command, proxy, count, initializationOptions, startOurs, accepts, isSource = () => true } = options;
  const server = await startSession(command, folder, { capabilities, initializationOptions });
  const startEmbedded = () => startSession([process.execPath, proxy, "embedded"], folder, { capabilities });
  const ours = await (startOurs ?? startEmbedded)();
  try {
    const next = random(Number(process.env.BENCH_SEED ?? 1));
    const paths = sourcesOf(folder, project).filter((path) => !/(?:^|\/)testdata\//.test(path) && isSource(path));
    const opened = new Set();
    const open = async (path) => {
      if (opened.has(path)) return;
      opened.add(path);
      for (const session of [server, ours]) await session.open(path, project.language);
    };
    const differences = [];
    const tallies = { definition: newTally(), references: newTally() };
    await untilLoaded({ server, ours }, { paths, open, folder, project });
    for (const method of ["definition", "references"]) {
      const tally = tallies[method];
      for (let tries = 0; tally.names < count && tries < count * MAX_ROUNDS_WITHOUT_NAME; tries++) {
        const place = placeIn(folder, paths[Math.floor(next() * paths.length)], next);
        if (place === undefined) continue;
        await open(place.path);
        // A server may have no project for a file.
        const { places: defined, isOutside } = await placesOf(server, "definition", place).catch(() => ({}));
        if (defined === undefined) continue;
        // A server says nothing in code that is off, and where it knows no type.
        if (defined.length === 0 && !isOutside) {
          tally.silent += 1;
          continue;
        }
        if (method === "references" && !defined.some((each) => covers(each, place))) continue;
        if (method === "definition" && accepts?.(place, defined) === false) continue;
        const declarations = hasDeclarations(project) ? await placesOf(server, "declaration", place) : { places: [] };
        const targets = [...defined, ...declarations.places];
        // jdtls fails at some names.
        const listed =
          method === "definition" ? { places: targets } : await placesOf(server, method, place).catch(() => {});
        if (listed === undefined) {
          tally.silent += 1;
          continue;
        }
        const wanted = listed.places;
        const answer = await placesOf(ours, method, place);
        // What is declared elsewhere is shown where it is imported.
        const declared = isOutside ? answer.places.filter(({ path }) => path !== place.path) : answer.places;
        // A name for all that a module exports leads to the module, where servers show the import.
        const isImport = wanted.length === 1 && wanted[0].path === place.path;
        const found = declared
          .map((each) => (isImport && isModule(each) ? wanted[0] : each))
          .filter((each) => !isTwin(each, wanted, folder));
        // clangd lists no uses of labels.
        if (wanted.length === 0 && method === "references") tally.silent += 1;
        if (wanted.length === 0 && (found.length === 0 || method === "references")) continue;
        const wrong = found.filter((each) => !each.byName && !wanted.some((other) => covers(other, each)));
        for (const each of wrong) {
          await open(each.path);
          const { places, isOutside } = await placesOf(server, "definition", each);
          each.excuse = excuseOf({ defined: places, isOutside }, [...targets, place]);
          if (method === "references") each.excuse ??= await familyExcuse(each, place, server);
        }
        const { language } = project;
        const missed = missedOf({ wanted, found, place, language: method === "definition" ? language : undefined });
        const unnamed =
          method === "references" ? await unnamedOf(missed, { server, open, folder, place, targets }) : [];
        // Of C and C++, the other side of a declaration answers the question.
        const isOtherSide = method === "definition" && hasDeclarations(project);
        if (isOtherSide && found.some(({ excuse }) => excuse === "use")) missed.length = 0;
        const named = missed.filter((each) => !unnamed.some((other) => keyOf(other) === keyOf(each)));
        ours.noteMissed?.(method, named, place);
        countNames(tally, { wanted, found, wrong, missed, unnamed, place, method, differences });
      }
    }
    return { ...tallies, differences };
  } finally {
    await server.end();
    await ours.end();
  }
}

/**
 * Returns `use` where one place declares again what the other declares, as the server itself says:
 * jdtls lists such declarations only of classes without names.
 */
async function familyExcuse(one, other, server) {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ]) {
    const { places } = await placesOf(server, "implementation", from).catch(() => ({ places: [] }));
    if (places.some((each) => covers(each, to))) return "use";
  }
  return undefined;
}

/** Returns the missed places of another name, from which the server does not lead to the target. */
async function unnamedOf(missed, { server, open, folder, place, targets }) {
  const leads = new Map();
  const unnamed = [];
  for (const each of missed) {
    const word = wordAt(readFileSync(join(folder, each.path), "utf8"), each);
    if (word === place.word) continue;
    if (word !== "" && !leads.has(word)) {
      await open(each.path);
      const { places } = await placesOf(server, "definition", each).catch(() => ({ places: [] }));
      const isTarget = (other) => targets.some((target) => covers(other, target));
      leads.set(word, places.some(isTarget));
    }
    if (word === "" || !leads.get(word)) unnamed.push(each);
  }
  return unnamed;
}

function countNames(tally, { wanted: all, found, wrong, missed: lacking, unnamed, place, method, differences }) {
  const isNamed = (each) => !unnamed.some((other) => keyOf(other) === keyOf(each));
  const [wanted, missed] = [all, lacking].map((places) => places.filter(isNamed));
  const excused = { use: [], unknown: [], unnamed };
  for (const each of wrong) if (each.excuse) excused[each.excuse].push(each);
  const certain = found.filter(({ byName, excuse }) => !byName && excuse === undefined);
  const isWrong = wrong.filter(({ excuse }) => excuse === undefined);
  tally.names += 1;
  tally.certain += certain.length;
  tally.wrong += isWrong.length;
  tally.wanted += new Set(wanted.map(keyOf)).size;
  tally.missed += new Set(missed.map(keyOf)).size;
  for (const kind of Object.keys(excused)) tally[kind] += excused[kind].length;
  if (found.length > 0 && found.every(({ byName }) => byName)) tally.named += 1;
  const kinds = Object.entries({ wrong: isWrong, missed, ...excused }).filter(([, places]) => places.length > 0);
  if (kinds.length === 0) return;
  const asked = `${place.path}:${place.line + 1}:${place.character + 1} ${place.word}`;
  const listed = kinds.map(([kind, places]) => `${kind} ${shorten([...new Set(places.map(keyOf))])}`);
  differences.push(`- ${method} ${asked}: ${listed.join("; ")}`);
}

function keyOf({ path, line }) {
  return `${path}:${line + 1}`;
}

function shorten(keys) {
  return keys.length > 6 ? `${keys.slice(0, 6).join(" ")} and ${keys.length - 6} more` : keys.join(" ");
}

/** Whether a server tells declarations from definitions, of which either answers the question. */
const hasDeclarations = ({ language }) => language === "c" || language === "cpp";

/** Waits until the server leads from a name to a declaration, and the index has been read. */
async function untilLoaded({ server, ours }, { paths, open, folder, project }) {
  // This one leaves questions without an answer until it has read the project.
  if (project.server === "jdtls") await pause(20_000);
  const until = performance.now() + LOAD_TIMEOUT_MS;
  const next = random(7);
  for (let found = 0; found < 3 && performance.now() < until; ) {
    const place = placeIn(folder, paths[Math.floor(next() * paths.length)], next);
    if (place === undefined) continue;
    await open(place.path);
    const { places } = await placesOf(server, "definition", place).catch(() => ({ places: [] }));
    if (places.length > 0) found += 1;
    else await pause(50);
  }
  // Servers answer early for files that they have read, and load the rest meanwhile.
  await pause(project.server === "rust-analyzer" || project.server === "clangd" ? 20_000 : 3_000);
  await ours.request("workspace/symbol", { query: "a" });
}

/** Returns a place at a name of code of a file, or undefined where chance finds none. */
function placeIn(folder, path, next) {
  const text = readFileSync(join(folder, path), "utf8");
  const lines = text.split("\n");
  const line = Math.floor(next() * lines.length);
  const words = [...(lines[line] ?? "").matchAll(/[A-Za-z_]\w+/g)];
  const word = words[Math.floor(next() * words.length)];
  if (word === undefined || !isNameAt(text, { line, character: word.index }, extname(path))) return undefined;
  return { path, line, character: word.index, word: word[0] };
}

const commentLine = /^\s*(?:\/\/|\/?\*|#|"""|''')/;

function isNameAt(text, position, extension) {
  const line = text.split("\n")[position.line] ?? "";
  const before = text.split("\n").slice(0, position.line).join("\n");
  const isInComment = extension !== ".py" && before.lastIndexOf("/*") > before.lastIndexOf("*/");
  if (commentLine.test(line) || isInComment) return false;
  return isAtName(text, position, extension);
}

/** Returns the places in the project, and whether all are outside of it. */
async function placesOf(session, method, { path, line, character }) {
  const answer = await session.request(`textDocument/${method}`, {
    textDocument: { uri: session.uriOf(path) },
    position: { line, character },
    context: { includeDeclaration: true },
  });
  const seen = new Map();
  for (const item of [answer ?? []].flat()) {
    const uri = item.uri ?? item.targetUri;
    const range = item.targetSelectionRange ?? item.range;
    const place = { path: session.pathOf(uri), ...range.start, byName: item.byName === true };
    if (uri.startsWith(session.uriOf("")) && !place.path.includes("node_modules"))
      seen.set(`${place.path}:${place.line}:${place.character}`, place);
  }
  const places = [...seen.values()];
  return { places, isOutside: places.length === 0 && [answer ?? []].flat().length > 0 };
}

/** Whether a place is on another side of an `#if` than one of those, where a compiler sees one. */
function isTwin(place, wanted, folder) {
  if (!/\.[ch]\w*$/.test(place.path) || wanted.some((each) => covers(each, place))) return false;
  const lines = readFileSync(join(folder, place.path), "utf8").split("\n");
  return wanted.some((each) => {
    const between = lines.slice(Math.min(each.line, place.line) + 1, Math.max(each.line, place.line));
    return each.path === place.path && between.some((line) => /^\s*#\s*(?:else|elif)\b/.test(line));
  });
}

const isModule = ({ line, character }) => line === 0 && character === 0;
