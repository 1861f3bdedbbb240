/**
 * Changes conditions and constants in src/, one at a time, and prints which changes (mutants) no
 * unit test notices.
 *
 *     node scripts/mutants.mjs [--count 400] [--seed 1] [--jobs 2] [--only <id>,…]
 *       [--tests <path>,…] [path…]
 *
 * A path is a folder or a file; one after `!` is left out. `--only` tries some of the chosen
 * mutants again, `--tests` with some of the tests.
 *
 * All mutants are compiled into the sources at once, each behind a switch. A first run of all unit
 * tests, with none switched on, tells which files reach which mutants. Then a process for each
 * mutant runs these files, the fastest first, until a test fails.
 */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { compiledPath, root } from "../test/runner/compiledPath.mjs";
import setUp, { tearDown } from "../test/runner/globalSetup.mjs";
import { findMutants, instrument } from "./mutants/findMutants.mjs";
import { TestProcess } from "./mutants/testProcess.mjs";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "400" },
    seed: { type: "string", default: "1" },
    jobs: { type: "string", default: String(availableParallelism()) },
    only: { type: "string" },
    tests: { type: "string", default: "test" },
  },
});
const rooms = ["src/locate", "src/ask", "src/session", "src/files/write", "src/workspace"];
const excluded = positionals.filter((path) => path.startsWith("!")).map((path) => path.slice(1));
const named = positionals.filter((path) => !path.startsWith("!"));
const included = named.length > 0 ? named : rooms;
/** A test file may take this many times as long as without a mutant. */
const SLOWDOWN = 10;
const MIN_TIMEOUT_MS = 60_000;

const scratch = mkdtempSync(join(tmpdir(), "mutants-"));
await setUp();
try {
  await main();
} finally {
  // What tests of mutants have left is not reported.
  for (const name of readdirSync(tmpdir())) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  tearDown();
  rmSync(scratch, { recursive: true, force: true });
}

async function main() {
  const sources = filesIn("src").filter((file) => isIn(file, included) && !isIn(file, excluded));
  const all = sources.flatMap((file) => findMutants(file, readFileSync(join(root, file), "utf8")));
  const mutants = sample(all, Number(options.count), Number(options.seed)).map((mutant, id) => ({ ...mutant, id }));
  const ids = options.only?.split(",").map(Number);
  const waiting = mutants.filter(({ id }) => ids === undefined || ids.includes(id));
  console.log(`${waiting.length} of ${all.length} mutants in ${sources.length} sources, seed ${options.seed}`);
  await writeSources(mutants);
  const files = filesIn("test").filter(
    (file) =>
      /(?<!\.e2e|\.soak)\.test\.ts$/.test(file) &&
      isIn(file, options.tests.split(",")) &&
      !isIn(file, ["test/projects"]),
  );
  const reach = await findReach(files);
  const importers = findImporters(files);
  const counts = { noticed: 0, unnoticed: 0, unreached: 0 };
  const total = waiting.length;
  await inParallel(async () => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const related = relatedFiles(mutant, reach, importers);
      const outcome = related.length === 0 ? "unreached" : (await isNoticed(mutant, related)) ? "noticed" : "unnoticed";
      counts[outcome]++;
      if (outcome !== "noticed") console.log(`${outcome} in ${related.length} files: ${describe(mutant)}`);
      const done = counts.noticed + counts.unnoticed + counts.unreached;
      if (done % 25 === 0) console.log(`${done} of ${total} done, ${minutes()} min`);
    }
  });
  const { noticed, unnoticed, unreached } = counts;
  console.log(`${noticed} noticed, ${unnoticed} not, ${unreached} reached by no unit test (${minutes()} min)`);
}

function inParallel(work) {
  return Promise.all(Array.from({ length: Number(options.jobs) }, work));
}

function isIn(file, paths) {
  return paths.some((path) => file === path || file.startsWith(`${path}/`));
}

function minutes() {
  return Math.round(performance.now() / 60_000);
}

/** Writes the mutated sources: all of them, and by file. */
async function writeSources(mutants) {
  const everything = {};
  for (const [path, inFile] of groupByPath(mutants)) {
    const url = pathToFileURL(compiledPath(join(root, path))).href;
    const code = await instrument(join(root, path), readFileSync(join(root, path), "utf8"), inFile);
    everything[url] = code;
    writeFileSync(sourcesOf(path), JSON.stringify({ [url]: code }));
  }
  writeFileSync(sourcesOf("all"), JSON.stringify(everything));
}

function groupByPath(mutants) {
  const groups = new Map();
  for (const mutant of mutants) groups.set(mutant.path, [...(groups.get(mutant.path) ?? []), mutant]);
  return groups;
}

function sourcesOf(path) {
  return join(scratch, `${path.replaceAll("/", "-")}.json`);
}

/**
 * Runs all files without a mutant. Resolves with the duration of each that passes, and the mutants
 * that it reaches.
 */
async function findReach(files) {
  const reach = new Map();
  const waiting = [...files];
  await inParallel(async () => {
    let process;
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      process ??= new TestProcess(sourcesOf("all"), undefined);
      const { outcome, failure, durationMs, reached } = await process.run(file, 10 * MIN_TIMEOUT_MS);
      if (outcome === "passed") reach.set(file, { durationMs, reached: new Set(reached) });
      else console.log(`${file} is left out. Without a mutant: ${outcome}${failure ? `: ${failure}` : ""}`);
      if (outcome === "passed" || outcome === "failed") continue;
      process.close();
      process = undefined;
    }
    process?.close();
  });
  return reach;
}

/** Returns the test files that may notice a mutant: its own, then the fastest first. */
function relatedFiles({ id, path, isStatic }, reach, importers) {
  // What is evaluated when a module is loaded is reached by each file that loads it.
  const isLoadedBy = (file) => isStatic && importers.get(path)?.has(file) === true;
  return [...reach]
    .map(([file, { durationMs, reached }]) => ({ file, durationMs, isOwn: isOwnTest(file, path), reached }))
    .filter(({ file, isOwn, reached }) => isOwn || reached.has(id) || isLoadedBy(file))
    .sort((left, right) => right.isOwn - left.isOwn || left.durationMs - right.durationMs);
}

/** Runs the related files of a mutant until one fails. */
async function isNoticed(mutant, related) {
  const process = new TestProcess(sourcesOf(mutant.path), mutant.id);
  try {
    for (const { file, durationMs } of related) {
      const { outcome } = await process.run(file, Math.max(MIN_TIMEOUT_MS, SLOWDOWN * durationMs));
      if (outcome !== "passed") return true;
    }
    return false;
  } finally {
    process.close();
  }
}

/** Whether a test file has the name of the source. */
function isOwnTest(file, source) {
  return file === source.replace(/^src/, "test").replace(/\.ts$/, ".test.ts");
}

/** Returns for each source the test files that import it, directly or through others. */
function findImporters(files) {
  const imports = new Map();
  const importsOf = (file) => {
    if (!imports.has(file)) {
      const specifiers = readFileSync(join(root, file), "utf8").matchAll(/\b(?:from|import\() ?"(\.[^"]*)\.js"/g);
      const paths = [...specifiers].map(([, path]) => join(file, "..", `${path}.ts`).replaceAll("\\", "/"));
      // A test may write sources with such lines.
      imports.set(file, paths.filter(isSource));
    }
    return imports.get(file);
  };
  const importers = new Map();
  for (const file of files) {
    const waiting = [file];
    const seen = new Set(waiting);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const imported of importsOf(next)) {
        if (seen.has(imported)) continue;
        seen.add(imported);
        waiting.push(imported);
        importers.set(imported, (importers.get(imported) ?? new Set()).add(file));
      }
    }
  }
  return importers;
}

function isSource(path) {
  return existsSync(join(root, path));
}

/** Returns the paths of all TypeScript files below a folder, with slashes, in a fixed order. */
function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
    .sort();
}

/** Returns some elements, chosen by a small generator (mulberry32). */
function sample(elements, count, seed) {
  let state = seed;
  const random = (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
  const rest = [...elements];
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(random(rest.length), 1)[0]);
}

function describe({ id, path, line, original, mutated }) {
  const short = (text) => text.replace(/\s+/g, " ").slice(0, 100);
  return `#${id} ${path}:${line} ${short(original)} → ${short(mutated)}`;
}
