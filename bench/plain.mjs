/**
 * References that a client of plain LSP gets in agent mode: compared with those of
 * `locate/references`, and in time with those of the server alone.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { filesOf, isInstalled, projects, serverCommands } from "./completeness/projects.mjs";
import { startSession } from "./completeness/session.mjs";
import { formatRatios } from "./completeness/warmCost.mjs";
import { formatTime, median, table } from "./lib/statistics.mjs";
import { random } from "./lib/texts.mjs";

export const title = "Plain references in agent mode";
/** Symbols per project. */
export const rounds = 5;

/** How often each side is asked for the time of a warm answer. */
const REPEATS = 15;
/** The projects that are looked at unless BENCH_PROJECT names others. */
const byDefault = ["rxjs-bare", "zod-nt", "cpp-bare", "cobra"];
/** The share of symbols whose time is measured. */
const TIMED_SHARE = 0.25;

export async function run({ rounds, proxy }) {
  const base = process.env.BENCH_PROJECTS;
  if (base === undefined) return "Skipped: BENCH_PROJECTS names no folder with the projects, see bench/README.md.";
  const wanted = process.env.BENCH_PROJECT?.split(",") ?? byDefault;
  const rows = [];
  const skipped = [];
  const ratios = [];
  for (const project of projects.filter(({ folder }) => wanted.includes(folder))) {
    const folder = resolve(base, project.folder);
    const command = serverCommands[project.language];
    if (!existsSync(folder) || !isInstalled(command)) {
      skipped.push(project.name);
      continue;
    }
    try {
      const measured = await measureProject(project, { folder, command, rounds, proxy });
      rows.push(measured.row);
      ratios.push(...measured.ratios);
    } catch (error) {
      skipped.push(`${project.name} (${error instanceof Error ? error.message : error})`);
    }
  }
  const columns = [
    "project",
    "symbols",
    "places of locate/references",
    "of them in plain references",
    "other places in them",
    "of the server alone",
    "warm, in agent mode",
    "of the server alone",
    "ratio",
  ];
  const note = skipped.length > 0 ? `\n\nSkipped: ${skipped.join(", ")}.` : "";
  return `${table(columns, rows)}\n\nRatio over all ${ratios.length} timed symbols: ${formatRatios(ratios)}.${note}`;
}

async function measureProject(project, { folder, command, rounds, proxy }) {
  const sessionOf = (words) => startSession([...words, ...command], folder);
  const agent = await sessionOf([process.execPath, proxy, "--agent", "--"]);
  const locate = await sessionOf([process.execPath, proxy, "--"]);
  const alone = await startSession(command, folder);
  const sum = { found: 0, same: 0, other: 0, alone: 0 };
  const times = { agent: [], alone: [], ratios: [] };
  try {
    const symbols = await chooseSymbols(project, folder, locate, rounds);
    for (const [n, symbol] of symbols.entries()) {
      const { path, line, character } = symbol;
      for (const session of [agent, alone]) await openOnce(session, path, project.language);
      const paramsFor = (session) => ({
        textDocument: { uri: session.uriOf(path) },
        position: { line, character },
        context: { includeDeclaration: true },
      });
      const plain = (session) => session.request("textDocument/references", paramsFor(session)).then(keysOf(session));
      const at = { file_path: path, scope: { line: line + 1, character: character + 1 } };
      const found = await locate.request("locate/references", { locate: at }).then(keysOf(locate));
      const answered = await plain(agent);
      sum.found += found.size;
      const missing = [...found].filter((key) => !answered.has(key));
      const other = [...answered].filter((key) => !found.has(key));
      sum.same += found.size - missing.length;
      sum.other += other.length;
      // The server's own failures are not what is compared.
      const byServerAlone = await plain(alone).catch(() => undefined);
      sum.alone += byServerAlone?.size ?? 0;
      if (process.env.BENCH_VERBOSE && missing.length + other.length > 0)
        console.error(`${path}:${line + 1} ${symbol.name}: missing ${missing.slice(0, 5)}; other ${other.slice(0, 5)}`);
      if (n >= symbols.length * TIMED_SHARE || byServerAlone === undefined) continue;
      // The server alone has the same files open, as the agent's has by now.
      for (const key of answered) await openOnce(alone, key.replace(/:\d+:\d+$/, ""), project.language);
      await plain(alone);
      const taken = [[], []];
      for (let round = 0; round < REPEATS; round++) {
        for (const [side, session] of [agent, alone].entries()) {
          const from = performance.now();
          await plain(session);
          taken[side].push(performance.now() - from);
        }
      }
      const [inAgentMode, byServer] = taken.map(median);
      times.agent.push(inAgentMode);
      times.alone.push(byServer);
      times.ratios.push(inAgentMode / byServer);
    }
    const row = [
      project.name,
      symbols.length,
      sum.found,
      `${((100 * sum.same) / Math.max(1, sum.found)).toFixed(1)} %`,
      sum.other,
      sum.alone,
      formatTime(median(times.agent)),
      formatTime(median(times.alone)),
      formatRatios(times.ratios),
    ];
    return { row, ratios: times.ratios };
  } finally {
    await Promise.all([agent, locate, alone].map((session) => session.end()));
  }
}

const opened = new WeakMap();

async function openOnce(session, path, language) {
  const paths = opened.get(session) ?? new Set();
  opened.set(session, paths);
  if (paths.has(path)) return;
  paths.add(path);
  await session.open(path, language);
}

function keysOf(session) {
  return (items) =>
    new Set(
      (items ?? []).map(({ uri, range: { start } }) => `${session.pathOf(uri)}:${start.line}:${start.character}`),
    );
}

/** Returns symbols of random files, as the outline names them, with those in other symbols. */
async function chooseSymbols(project, folder, session, count) {
  const files = filesOf(folder, project);
  const next = random(Number(process.env.BENCH_SEED ?? 7));
  const pick = (list) => list[Math.floor(next() * list.length)];
  const symbols = new Map();
  for (let tries = 0; symbols.size < count && tries < 20 * count; tries++) {
    const path = pick(files);
    const { symbols: roots } = await session.request("locate/outline", { file_path: path });
    const outline = withChildren(roots);
    const symbol = outline.length > 0 ? pick(outline) : undefined;
    if (symbol === undefined) continue;
    const locate = { file_path: path, scope: { symbol_path: symbol.symbol_path } };
    const place = await session.request("locate/resolve", { locate }).catch(() => undefined);
    if (place === undefined) continue;
    const { line, character } = place.target.position;
    symbols.set(`${path}:${line}:${character}`, { path, line, character, name: symbol.symbol_path.join(".") });
  }
  return [...symbols.values()];
}

function withChildren(symbols) {
  return symbols.flatMap((symbol) => [symbol, ...withChildren(symbol.children ?? [])]);
}
