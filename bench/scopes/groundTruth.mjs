/**
 * What real servers say of the names in real projects: asked once, kept as JSON, so that our own
 * answers can be judged in seconds.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { random } from "../lib/texts.mjs";
import { identifiersOf } from "./identifiers.mjs";
import { boundByPattern, insideScript, insideShell, insideSymbols } from "./localNames.mjs";
import { isJudgeable, projectsOf, readText } from "./projects.mjs";
import { commandOf, startServer } from "./referenceServers.mjs";

/** Where truth is kept between runs. */
export const truthFolder = process.env.BENCH_TRUTH ?? join(tmpdir(), "lsp-locate-truth");

/** Read with the rest: what another version wrote is not understood. */
const version = 1;
const wantedNames = Number(process.env.BENCH_NAMES ?? 3600);
const mostFiles = 180;
const questionsAtOnce = 6;
/**
 * Declared names of which every place is asked: inside functions, and elsewhere, which may take a
 * search through the whole project.
 */
const insidePerFile = 4;
const outsidePerProject = 40;

export function truthPath(language) {
  return join(truthFolder, `${language}.json`);
}

/** What was collected for a language, or undefined. */
export function readTruth(language) {
  const path = truthPath(language);
  if (!existsSync(path)) return undefined;
  const truth = JSON.parse(readFileSync(path, "utf8"));
  return truth.version === version ? truth : undefined;
}

/**
 * Asks a judge about a seeded sample of names over all projects of a language, and keeps the
 * answers. `say` is told how far it is.
 *
 * Of each file there is its text, `names` as `{ at, name, targets }` with offsets (`isJumped` where
 * the name declares something and the judge leads away from it), and `references` as `{ at, inside,
 * places, elsewhere }`, with `unseen` for places of that name that the judge knows nothing of. A
 * target is `{ at, inside }` in the same file, `inside` meaning inside a function, and `{ path,
 * line, character }` in another.
 */
export async function collectTruth(judge, language, { Readiness, shipped }, say) {
  const projects = projectsOf(language);
  if (projects.length === 0) return undefined;
  const truth = { version, language, judge: judge.name, skipped: [], projects: [] };
  const next = random(language.length * 7919 + 17);
  const perProject = Math.ceil(mostFiles / projects.length);
  const files = projects.reduce((sum, { paths }) => sum + Math.min(paths.length, perProject), 0);
  const perFile = Math.ceil(wantedNames / Math.min(mostFiles, files));
  for (const { root, paths } of projects) {
    const sample = sampleFiles(paths, perProject, language, next);
    say(`${language}: ${root}, ${sample.length} of ${paths.length} files`);
    try {
      const collected = await collectProject(
        judge,
        language,
        { root, files: sample, perFile, next },
        { Readiness, shipped },
      );
      truth.server = collected.server;
      truth.projects.push({ root, files: collected.files });
    } catch (error) {
      truth.skipped.push(`${root}: ${error.message}`);
      say(`${language}: ${root} skipped: ${error.message}`);
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
    if (isJudgeable(text) && identifiersOf(language, text).length >= 20) files.push({ path, text });
  }
  return files;
}

async function collectProject(judge, language, { root, files, perFile, next }, { Readiness, shipped }) {
  const server = await startServer(commandOf(judge, language, shipped), root, Readiness);
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
        { uri, path, text, judge, language, outside },
        sampleNames(language, text, perFile, next),
        next,
      );
      outside -= file.references.filter(({ inside }) => !inside).length;
      collected.push({ path: relative(root, path), ...file });
      await server.close(uri);
    }
    return {
      files: collected,
      server: [judge.name, versionOf(server.version ?? "")].join(" ").trim(),
    };
  } finally {
    await server.end();
  }
}

/** Some servers say much more than their version, gopls a whole table. */
function versionOf(said) {
  return (/"Version":"(v[^"]+)"/.exec(said) ?? /\d+\.\d+[\w.-]*/.exec(said))?.at(-1) ?? "";
}

function sampleNames(language, text, most, next) {
  return shuffled(identifiersOf(language, text), next)
    .slice(0, most)
    .sort((one, other) => one.at - other.at);
}

async function collectFile(server, { uri, path, text, judge, language, outside }, names, next) {
  const lines = linesOf(text);
  const textDocument = { uri };
  const symbols = spansOf(await server.ask("textDocument/documentSymbol", { textDocument }).catch(() => []), lines);
  const isBound = judge.jumpsFromPatterns ? boundByPattern(language, text) : () => false;
  const isInside = insideOf(judge, language, text, symbols);
  const place = (offset) => ({ textDocument, position: positionAt(lines, offset) });
  const declares = new Set(symbols.map(({ nameFrom }) => nameFrom));
  /**
   * Where there is no syntax tree, as behind an `#if` that is not taken, it answers with what else
   * is so called.
   */
  const isUnderstood = async (offset) => {
    const marks = await server.ask("textDocument/documentHighlight", place(offset)).catch(() => null);
    return listOf(marks).some(({ range }) => offsetAt(lines, range.start) === offset);
  };
  const target = (answer) => {
    const range = answer.targetSelectionRange ?? answer.range;
    const to = pathOf(answer.targetUri ?? answer.uri);
    if (to !== path) return { path: to, ...range.start };
    const at = offsetAt(lines, range.start);
    return { at, inside: isInside(at) };
  };
  const judged = await inFlight(names, async ({ at, name }) => {
    const answer = await server.ask("textDocument/definition", place(at)).catch(() => null);
    const targets = listOf(answer).map(target);
    if (judge.guesses && targets.length > 0 && !(await isUnderstood(at))) return { at, name, targets: [] };
    const isJumped = isBound(at) || (declares.has(at) && !targets.some((one) => one.at === at));
    return isJumped ? { at, name, targets, isJumped } : { at, name, targets };
  });
  if (judge.member)
    await withoutMembers(judged, (at) => server.ask("textDocument/hover", place(at)).catch(() => null), judge.member);
  const declared = new Map();
  for (const { name, targets } of judged) {
    const [{ at, inside } = {}] = targets;
    if (targets.length === 1 && at !== undefined && !isBound(at)) declared.set(at, { name, inside });
  }
  const chosen = { true: insidePerFile, false: Math.min(1, outside) };
  const asked =
    judge.finds === "words" ? [] : shuffled([...declared], next).filter(([, { inside }]) => chosen[inside]-- > 0);
  const references = await inFlight(asked, async ([at, { name, inside }]) => {
    const answer = await server
      .ask("textDocument/references", { ...place(at), context: { includeDeclaration: true } })
      .catch(() => null);
    if (answer === null) return undefined;
    const isHere = (location) => pathOf(location.uri) === path;
    const places = [...new Set(answer.filter(isHere).map(({ range }) => offsetAt(lines, range.start)))].sort(
      (a, b) => a - b,
    );
    const elsewhere = answer.filter((location) => !isHere(location)).length;
    if (!judge.guesses) return { at, inside, places, elsewhere };
    const others = identifiersOf(language, text).filter((other) => other.name === name && !places.includes(other.at));
    const understood = await Promise.all(others.map((other) => isUnderstood(other.at)));
    const unseen = others.filter((_, index) => !understood[index]).map((other) => other.at);
    return { at, inside, places, elsewhere, unseen };
  });
  return { text, names: judged, references: references.filter((one) => one !== undefined) };
}

/**
 * Members of types that are declared in a function are not local to it; the server's symbols don't
 * tell, but its hover does.
 */
async function withoutMembers(judged, hover, member) {
  const inside = judged.flatMap(({ targets }) => targets.filter((target) => target.inside));
  const places = [...new Set(inside.map(({ at }) => at))];
  const isMember = new Map();
  await inFlight(places, async (at) => {
    const { contents } = (await hover(at)) ?? {};
    isMember.set(at, member.test(contents?.value ?? ""));
  });
  for (const target of inside) if (isMember.get(target.at)) target.inside = false;
}

/** Tells of a declared name's offset whether it stands inside a function. */
function insideOf({ name }, language, text, symbols) {
  if (name === "typescript-language-server") return insideScript(language, text);
  if (name === "bash-language-server") return insideShell(text, symbols);
  return insideSymbols(text, symbols);
}

/** Every symbol's kind, range and the range of its name, hierarchical or flat, in offsets. */
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
        // Without a range of its own, the name is taken to stand where the symbol begins.
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

/** A few questions at once keep a server busy, and none waits for long. */
async function inFlight(items, ask) {
  const answers = new Array(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      answers[index] = await ask(items[index]);
    }
  };
  await Promise.all(Array.from({ length: questionsAtOnce }, worker));
  return answers;
}

/** Offsets at which lines begin, as LSP counts lines. */
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
