/**
 * Asks for references and incoming calls of symbols in public code, a few in each new session in
 * front of a real server. Compares the answer, and what comes with it as unconfirmed, with the
 * truth.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { measureIndexMemory } from "./completeness/indexMemory.mjs";
import { filesOf, isInstalled, projects, serverCommands } from "./completeness/projects.mjs";
import { startSession } from "./completeness/session.mjs";
import { compilerTruth, serverTruth } from "./completeness/truth.mjs";
import { formatRatios, measureCost } from "./completeness/warmCost.mjs";
import { formatTime, quantile, table } from "./lib/statistics.mjs";
import { random } from "./lib/texts.mjs";

export const title = "Completeness of answers";
/** Symbols per project. */
export const rounds = 5;
/** Symbols that one session is asked about; the first of them at a server that has just started. */
const SYMBOLS_PER_SESSION = 5;

export async function run({ rounds, proxy }) {
  const base = process.env.BENCH_PROJECTS;
  if (base === undefined) return "Skipped: BENCH_PROJECTS names no folder with the projects, see bench/README.md.";
  const only = process.env.BENCH_PROJECT?.split(",");
  const rows = [];
  const costs = [];
  const ratios = [];
  const skipped = [];
  const measured = [];
  for (const project of projects) {
    const folder = resolve(base, project.folder);
    const command = serverCommands[project.language];
    if (only && !only.includes(project.folder)) continue;
    if (!existsSync(folder) || !isInstalled(command)) {
      skipped.push(project.name);
      continue;
    }
    // A server that fails leaves the figures of the other projects.
    try {
      const { row, symbols } = await measureProject(project, { base, folder, command, rounds, proxy });
      rows.push(row);
      measured.push({ name: project.name, folder, files: filesOf(folder, project) });
      const few = symbols.slice(0, SYMBOLS_PER_SESSION);
      const cost = await measureCost(project, { folder, command, proxy, symbols: few });
      costs.push(cost.row);
      ratios.push(...cost.ratios);
    } catch (error) {
      skipped.push(`${project.name} (${error instanceof Error ? error.message : error})`);
    }
  }
  const columns = [
    "project",
    "symbols",
    "answers",
    "true lines",
    "in answers",
    "with unconfirmed",
    "only counted",
    "said to be cut",
    "unconfirmed, declared once",
    "true",
    "not known",
    "unconfirmed, others",
    "true",
    "not known",
    "time p50",
    "max",
  ];
  const costColumns = [
    "project",
    "answers",
    "warm references",
    "of the server alone",
    "ratio",
    "with left-out uses",
    "longest",
  ];
  const note = skipped.length > 0 ? `\n\nSkipped: ${skipped.join(", ")}.` : "";
  const memoryColumns = ["project", "files", "sources", "word filters", "per MB of source", "files without a filter"];
  const memory = await measureIndexMemory(measured);
  const overall = `Ratio over the ${ratios.length} symbols of all projects whose answers left nothing out: ${formatRatios(ratios)}.`;
  const cost = `${table(costColumns, costs)}\n\n${overall}`;
  return `${table(columns, rows)}\n\n${cost}\n\n${table(memoryColumns, memory)}${note}`;
}

async function measureProject(project, { base, folder, command, rounds, proxy }) {
  const files = filesOf(folder, project);
  const truthFolder = join(resolve(base), project.truthFolder ?? project.folder);
  const truth =
    project.truth === "compiler"
      ? compilerTruth(truthFolder, files)
      : await serverTruth(truthFolder, files, command, project.language);
  const all = await truth.symbols();
  const counts = new Map();
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  const next = random(Number(process.env.BENCH_SEED ?? 7));
  const symbols = [];
  // The names are as often unique as not: most members of real code share theirs.
  for (let tries = 0; symbols.length < rounds && tries < 100 * rounds; tries++) {
    const each = all[Math.floor(next() * all.length)];
    if (symbols.includes(each)) continue;
    if (counts.get(each.name) === 1 || symbols.length % 2 === 1) symbols.push(each);
  }
  const sides = { once: { listed: 0, true: 0, unknown: 0 }, others: { listed: 0, true: 0, unknown: 0 } };
  const sum = { answers: 0, lines: 0, inAnswers: 0, union: 0, counted: 0, cut: 0, ...sides };
  const times = [];
  for (let n = 0; n < symbols.length; n += SYMBOLS_PER_SESSION) {
    const session = await startSession([process.execPath, proxy, "--", ...command], folder);
    const questions = symbols
      .slice(n, n + SYMBOLS_PER_SESSION)
      .flatMap((symbol) =>
        ["references", ...(symbol.isCallable ? ["incomingCalls"] : [])].map((method) => [symbol, method]),
      );
    try {
      for (const [symbol, method] of questions) {
        const expected = new Set(await truth[method](symbol));
        expected.delete(`${symbol.path}:${symbol.line}`);
        const locate = { file_path: symbol.path, scope: { line: symbol.line + 1, character: symbol.character + 1 } };
        const from = performance.now();
        const answer = await session.request(`locate/${method}`, { locate, place: true }).catch((error) => ({ error }));
        times.push(performance.now() - from);
        const side = counts.get(symbol.name) === 1 ? sum.once : sum.others;
        await compare({ symbol, method, expected, answer, session, truth, side, sum });
      }
    } finally {
      await session.end();
    }
  }
  await truth.end();
  const share = (part, whole) => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`);
  const row = [
    project.name,
    symbols.length,
    sum.answers,
    sum.lines,
    share(sum.inAnswers, sum.lines),
    share(sum.union, sum.lines),
    sum.counted,
    sum.cut,
    ...[sum.once, sum.others].flatMap(({ listed, true: right, unknown }) => [
      listed,
      share(right, listed - unknown),
      unknown,
    ]),
    formatTime(quantile(times, 0.5)),
    formatTime(Math.max(...times)),
  ];
  return { row, symbols };
}

async function compare({ symbol, method, expected, answer, session, truth, side, sum }) {
  const where = `${symbol.path}:${symbol.line + 1} ${symbol.name} ${method}`;
  if (answer.error) {
    if (process.env.BENCH_VERBOSE) console.error(`${where}: ${answer.error.message}`);
    return;
  }
  sum.answers++;
  // An answer that says that it is incomplete has no recall.
  if (answer.unconfirmed?.more) {
    sum.cut++;
    return;
  }
  sum.lines += expected.size;
  const inAnswer = new Set(linesOf(method, answer.result ?? [], session));
  const unconfirmed = (answer.unconfirmed?.places ?? []).map(({ file_path, line }) => `${file_path}:${line - 1}`);
  const isCounted = (answer.unconfirmed?.count ?? 0) > unconfirmed.length;
  if (isCounted) sum.counted++;
  const union = new Set([...inAnswer, ...unconfirmed]);
  for (const line of expected) {
    if (inAnswer.has(line)) sum.inAnswers++;
    if (union.has(line) || isCounted) sum.union++;
  }
  // The truth may lack uses through an alias, and uses of a value whose type is not known.
  const wrong = [];
  for (const place of unconfirmed) {
    const [path, line] = place.split(/:(?=\d+$)/);
    const isTrue = expected.has(place) || (await truth.isUse({ path, line: Number(line) }, symbol));
    side.listed++;
    if (isTrue) side.true++;
    else if (isTrue === undefined) side.unknown++;
    else wrong.push(place);
  }
  if (process.env.BENCH_VERBOSE) {
    const missing = isCounted ? [] : [...expected].filter((line) => !union.has(line));
    if (missing.length > 0)
      console.error(`${where}: missing ${missing.length} of ${expected.size}: ${missing.slice(0, 6).join(" ")}`);
    if (wrong.length > 0)
      console.error(`${where}: wrong ${wrong.length} of ${unconfirmed.length}: ${wrong.slice(0, 6).join(" ")}`);
    if (answer.unconfirmed?.why) console.error(`${where}: ${answer.unconfirmed.why}`);
  }
}

function linesOf(method, items, session) {
  if (method === "references") return items.map(({ uri, range }) => `${session.pathOf(uri)}:${range.start.line}`);
  return items.flatMap(({ from, fromRanges }) =>
    fromRanges.map(({ start }) => `${session.pathOf(from.uri)}:${start.line}`),
  );
}
