/**
 * Collects the results of real servers for names in real projects once and caches them as JSON, so
 * that a comparison takes seconds.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { random } from "../lib/texts.mjs";
import { identifiersOf } from "./identifiers.mjs";
import { boundByPattern, insideScript, insideShell, insideSymbols } from "./localNames.mjs";
import { isSuitable, projectsOf, readText } from "./projects.mjs";
import { commandOf, startServer } from "./referenceServers.mjs";

/** The folder of the cached results. */
export const truthFolder = process.env.BENCH_TRUTH ?? join(tmpdir(), "lsp-locate-truth");

/** The version of the cache format; caches of other versions are ignored. */
const version = 2;
const wantedNames = Number(process.env.BENCH_NAMES ?? 3600);
const MAX_FILES = 180;
const MAX_CONCURRENT_REQUESTS = 6;
/**
 * Maximum numbers of declared names to find references of: inside functions, and elsewhere, where a
 * server may search the whole project.
 */
const insidePerFile = 4;
const outsidePerProject = 40;

export function truthPath(language) {
  return join(truthFolder, `${language}.json`);
}

/** Returns the cached truth of a language, or undefined. */
export function readTruth(language) {
  const path = truthPath(language);
  if (!existsSync(path)) return undefined;
  const truth = JSON.parse(readFileSync(path, "utf8"));
  return truth.version === version ? truth : undefined;
}

/**
 * Sends a reference server requests for a seeded sample of names over all projects of a language,
 * and caches the results. Reports progress to `log`.
 *
 * Each file has its text, `names` as `{ at, name, targets }` with offsets (`isJumped` where the
 * name is a declaration and the server leads away from it), and `references` as `{ at, inside,
 * places, elsewhere }`, with `unseen` for places of that name that the server does not know. A
 * target is `{ at, inside }` in the same file, with `inside` meaning inside a function, and `{
 * path, line, character }` in another.
 */
export async function collectTruth(reference, language, { Readiness, shipped }, log) {
  const projects = projectsOf(language);
  if (projects.length === 0) return undefined;
  const truth = { version, language, reference: reference.name, skipped: [], projects: [] };
  const next = random(language.length * 7919 + 17);
  const perProject = Math.ceil(MAX_FILES / projects.length);
  const files = projects.reduce((sum, { paths }) => sum + Math.min(paths.length, perProject), 0);
  const perFile = Math.ceil(wantedNames / Math.min(MAX_FILES, files));
  for (const { root, paths } of projects) {
    const sample = sampleFiles(paths, perProject, language, next);
    log(`${language}: ${root}, ${sample.length} of ${paths.length} files`);
    try {
      const collected = await collectProject(
        reference,
        language,
        { root, files: sample, perFile, next },
        { Readiness, shipped },
      );
      truth.server = collected.server;
      truth.projects.push({ root, files: collected.files });
    } catch (error) {
      truth.skipped.push(`${root}: ${error.message}`);
      log(`${language}: ${root} skipped: ${error.message}`);
    }
  }
  mkdirSync(truthFolder, { recursive: true });
  const path = truthPath(language);
  writeFileSync(`${path}.part`, JSON.stringify(truth));
  renameSync(`${path}.part`, path);
  return truth;
}

function sampleFiles(paths, most, language, next) {
  const files = [];
  for (const path of shuffled(paths, next)) {
    if (files.length === most) break;
    const text = readText(path);
    if (isSuitable(text) && identifiersOf(language, text).length >= 20) files.push({ path, text });
  }
  return files;
}

async function collectProject(reference, language, { root, files, perFile, next }, { Readiness, shipped }) {
  const server = await startServer(commandOf(reference, language, shipped), root, Readiness);
  try {
    const collected = [];
    let outside = outsidePerProject;
    for (const { path, text } of files) {
      const uri = pathToFileURL(path).href;
      await server.open(uri, language, text);
      const { kind } = await server.ready();
      if (kind === "failed") throw new Error("the server could not load it");
      const file = await collectFile(
        server,
        { uri, path, text, reference, language, outside },
        sampleNames(language, text, perFile, next),
        next,
      );
      outside -= file.references.filter(({ inside }) => !inside).length;
      collected.push({ path: relative(root, path), ...file });
      await server.close(uri);
    }
    return {
      files: collected,
      server: [reference.name, versionOf(server.version ?? "")].join(" ").trim(),
    };
  } finally {
    await server.end();
  }
}

/** Returns the version number. Some servers report more than that, gopls a whole table. */
function versionOf(text) {
  return (/"Version":"(v[^"]+)"/.exec(text) ?? /\d+\.\d+[\w.-]*/.exec(text))?.at(-1) ?? "";
}

function sampleNames(language, text, most, next) {
  return shuffled(identifiersOf(language, text), next)
    .slice(0, most)
    .sort((one, other) => one.at - other.at);
}

async function collectFile(server, { uri, path, text, reference, language, outside }, names, next) {
  const lines = linesOf(text);
  const textDocument = { uri };
  const symbols = spansOf(
    await server.sendRequest("textDocument/documentSymbol", { textDocument }).catch(() => []),
    lines,
  );
  const isBound = reference.jumpsFromPatterns ? boundByPattern(language, text) : () => false;
  const isInside = insideOf(reference, language, text, symbols);
  const place = (offset) => ({ textDocument, position: positionAt(lines, offset) });
  const declares = new Set(symbols.map(({ nameFrom }) => nameFrom));
  /**
   * Returns whether the server has parsed the code at an offset. In code that it has not parsed,
   * such as an inactive `#if` branch, it guesses by name.
   */
  const isParsed = async (offset) => {
    const marks = await server.sendRequest("textDocument/documentHighlight", place(offset)).catch(() => null);
    return listOf(marks).some(({ range }) => offsetAt(lines, range.start) === offset);
  };
  const target = (answer) => {
    const range = answer.targetSelectionRange ?? answer.range;
    const to = pathOf(answer.targetUri ?? answer.uri);
    if (to !== path) return { path: to, ...range.start };
    const at = offsetAt(lines, range.start);
    return { at, inside: isInside(at) };
  };
  const judged = await mapConcurrently(names, async ({ at, name }) => {
    const answer = await server.sendRequest("textDocument/definition", place(at)).catch(() => null);
    const targets = listOf(answer).map(target);
    if (reference.guesses && targets.length > 0 && !(await isParsed(at))) return { at, name, targets: [] };
    const isJumped = isBound(at) || (declares.has(at) && !targets.some((one) => one.at === at));
    return isJumped ? { at, name, targets, isJumped } : { at, name, targets };
  });
  if (reference.member)
    await withoutMembers(
      judged,
      (at) => server.sendRequest("textDocument/hover", place(at)).catch(() => null),
      reference.member,
    );
  const declared = new Map();
  for (const { name, targets } of judged) {
    const [{ at, inside } = {}] = targets;
    if (targets.length === 1 && at !== undefined && !isBound(at)) declared.set(at, { name, inside });
  }
  const chosen = { true: insidePerFile, false: Math.min(1, outside) };
  const selected =
    reference.finds === "words" ? [] : shuffled([...declared], next).filter(([, { inside }]) => chosen[inside]-- > 0);
  const references = await mapConcurrently(selected, async ([at, { name, inside }]) => {
    const answer = await server
      .sendRequest("textDocument/references", { ...place(at), context: { includeDeclaration: true } })
      .catch(() => null);
    if (answer === null) return undefined;
    const isHere = (location) => pathOf(location.uri) === path;
    const places = [...new Set(answer.filter(isHere).map(({ range }) => offsetAt(lines, range.start)))].sort(
      (a, b) => a - b,
    );
    const elsewhere = answer.filter((location) => !isHere(location)).length;
    if (!reference.guesses) return { at, inside, places, elsewhere };
    const others = identifiersOf(language, text).filter((other) => other.name === name && !places.includes(other.at));
    const parsed = await Promise.all(others.map((other) => isParsed(other.at)));
    const unseen = others.filter((_, index) => !parsed[index]).map((other) => other.at);
    return { at, inside, places, elsewhere, unseen };
  });
  return { text, names: judged, references: references.filter((one) => one !== undefined) };
}

/**
 * Marks members of types declared in a function as not local to it. The symbols of the server do
 * not show that they are members, but its hover does.
 */
async function withoutMembers(judged, hover, member) {
  const inside = judged.flatMap(({ targets }) => targets.filter((target) => target.inside));
  const places = [...new Set(inside.map(({ at }) => at))];
  const isMember = new Map();
  await mapConcurrently(places, async (at) => {
    const { contents } = (await hover(at)) ?? {};
    isMember.set(at, member.test(contents?.value ?? ""));
  });
  for (const target of inside) if (isMember.get(target.at)) target.inside = false;
}

/** Returns a function that tests whether the declared name at an offset is inside a function. */
function insideOf({ name }, language, text, symbols) {
  if (name === "typescript-language-server") return insideScript(language, text);
  if (name === "bash-language-server") return insideShell(text, symbols);
  return insideSymbols(text, symbols);
}

/**
 * Returns the kind and range of every symbol, and the range of its name, in offsets. Accepts
 * hierarchical and flat symbols.
 */
function spansOf(answer, lines) {
  const all = [];
  const collect = (symbols) => {
    for (const { kind, range, selectionRange, location, children } of symbols) {
      const span = range ?? location.range;
      const name = selectionRange ?? span;
      all.push({
        kind,
        from: offsetAt(lines, span.start),
        to: offsetAt(lines, span.end),
        nameFrom: offsetAt(lines, name.start),
        // Without a range of its own, the name is assumed to be at the start of the symbol.
        nameTo: selectionRange ? offsetAt(lines, name.end) : offsetAt(lines, name.start),
      });
      if (children) collect(children);
    }
  };
  collect(answer ?? []);
  return all.sort((one, other) => one.from - other.from || other.to - one.to);
}

function listOf(answer) {
  if (answer === null || answer === undefined) return [];
  return Array.isArray(answer) ? answer : [answer];
}

function pathOf(uri) {
  return uri.startsWith("file:") ? fileURLToPath(uri) : uri;
}

/** Sends a few requests at once: this keeps a server busy without long waits. */
async function mapConcurrently(items, request) {
  const answers = new Array(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      answers[index] = await request(items[index]);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, worker));
  return answers;
}

/** Returns the offsets of line starts, with LSP's line ends. */
export function linesOf(text) {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  return { starts, length: text.length };
}

export function positionAt({ starts }, offset) {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle;
  }
  return { line: low, character: offset - starts[low] };
}

export function offsetAt({ starts, length }, { line, character }) {
  return Math.min((starts[line] ?? length) + character, length);
}

function shuffled(items, next) {
  const all = [...items];
  for (let last = all.length - 1; last > 0; last--) {
    const other = Math.floor(next() * (last + 1));
    [all[last], all[other]] = [all[other], all[last]];
  }
  return all;
}
