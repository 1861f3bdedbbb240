/**
 * Measures the time from the start to the first right answer about a file that is not open, with
 * the servers that scripts/matrix.mjs has installed, or that are on PATH. It is compared with the
 * server asked directly, which gets that file opened and is asked until it is right. One that is
 * never right so gets every file opened. Both find the server's own caches (a compiler's, an index
 * of the standard library) and lsp-locate's compiled code as a run before the first round leaves
 * them.
 */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileOf, isRight, summaryOf } from "../scripts/matrix/answers.mjs";
import { catalogue, entryNameOf } from "../scripts/matrix/catalogue.mjs";
import { startServer } from "../scripts/matrix/directServer.mjs";
import { defaultCache, installed } from "../scripts/matrix/install.mjs";
import { readProject, writeProject } from "../scripts/matrix/project.mjs";
import { openSession } from "../scripts/methodTable/session.mjs";
import { formatRatio, formatTime, measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";

export const title = "First right answer";
export const rounds = 5;

/** How long the server asked directly may take, with one file open and with all. */
const MAX_WAIT_MS = 20_000;
/** A server that answers in less can't be met by a client that Node has to start first. */
const FAST_MS = 300;

const shipped = JSON.parse(readFileSync(new URL("../servers.json", import.meta.url), "utf8"));
const record = JSON.parse(readFileSync(new URL("../scripts/matrix/results.json", import.meta.url), "utf8"));
/** The questions to choose from, the one that needs most first. */
const methods = ["definition", "hover"];
/** `BENCH_SERVERS` names the servers, separated by commas. */
const names = process.env.BENCH_SERVERS?.split(",") ?? Object.keys(catalogue);

export async function run({ rounds, proxy }) {
  const rows = [];
  const middles = [];
  const slowMiddles = [];
  for (const name of names) {
    const entry = catalogue[name];
    const needed = [name, ...(entry?.with ?? [])];
    const found = needed.map((each) => installed(each, catalogue[each].install, defaultCache) ?? onPath(each));
    const { language } = readProject(entry.project);
    const label = [name, found[0].version].filter(Boolean).join(" ");
    const method = methods.find((one) => record[name]?.results[one]?.result === "right");
    if (found.includes(undefined) || method === undefined) continue;
    // Alone, it would wait for the answers of the server that it works beside.
    if (shipped.servers[entryNameOf(name)].bridge) continue;
    const path = [...found.flatMap(({ programs }) => programs), process.env.PATH].join(delimiter);
    const caches = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-bench-")));
    const subject = {
      server: entryNameOf(name),
      fields: entry.fields,
      method,
      path,
      caches,
      links: entry.links ? found[0].folder : undefined,
      proxy,
    };
    const subjects = [
      { ...subject, matrixName: name, name: "direct", start: askDirectly },
      { ...subject, matrixName: name, name: "proxy", start: askProxy },
    ];
    const samples = await measureSubjects(subjects, rounds).catch((error) => error);
    rmSync(caches, { recursive: true, force: true, maxRetries: 3 });
    if (samples instanceof Error) {
      rows.push([language, label, method, "–", "–", samples.message, "–"]);
      continue;
    }
    const factor = ratio(samples.proxy, samples.direct);
    const [direct, ours] = [median(samples.direct), median(samples.proxy)];
    middles.push(factor.middle);
    if (direct >= FAST_MS) slowMiddles.push(factor.middle);
    const added = `${ours < direct ? "−" : ""}${formatTime(Math.abs(ours - direct))}`;
    rows.push([language, label, method, formatTime(direct), formatTime(ours), formatRatio(factor), added]);
  }
  if (middles.length === 0) return "Skipped: no server is on PATH, or installed by `node scripts/matrix.mjs`.";
  const all = `Median of the ratios of ${middles.length} servers: ${median(middles).toFixed(2)}.`;
  const slow =
    slowMiddles.length === 0 || slowMiddles.length === middles.length
      ? ""
      : ` Of the ${slowMiddles.length} that take ${FAST_MS} ms or more by themselves: ${median(slowMiddles).toFixed(2)}.`;
  return `${table(["language", "server", "method", "directly", "lsp-locate", "× directly", "added"], rows)}\n\n${all}${slow}`;
}

/** Returns a server of PATH that needs nothing else, in the form of an installed one. */
function onPath(name) {
  if (catalogue[name].links) return undefined;
  const [program] = shipped.servers[entryNameOf(name)].command;
  const isThere = process.env.PATH.split(delimiter).some((folder) => existsSync(join(folder, program)));
  return isThere ? { programs: [] } : undefined;
}

/** Measures all subjects, with one file open, or all where the server does not answer so. */
async function measureSubjects(subjects, rounds) {
  try {
    return await measureWarm(subjects, rounds);
  } catch {
    return measureWarm(
      subjects.map((subject) => ({ ...subject, opensAll: true })),
      rounds,
    );
  }
}

/** Measures all subjects after a run of each, which fills its caches. */
async function measureWarm(subjects, rounds) {
  for (const subject of subjects) await measure(subject);
  return measureInterleaved(subjects, rounds, measure);
}

/** Returns the milliseconds from the start to the first right answer, in a fresh project. */
async function measure({ server, fields, matrixName, method, path, caches, links, proxy, opensAll, start }) {
  const project = readProject(catalogue[matrixName].project);
  // A folder of its own, as lsp-locate's cache is kept by folder.
  const root = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-bench-")));
  try {
    writeProject(project, root);
    if (links) symlinkSync(join(links, "node_modules"), join(root, "node_modules"));
    const question = project.questions.find((one) => one.method === method);
    return await start({ server, fields, question, project, root, caches, path, proxy, opensAll });
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function askProxy({ server, fields, question, project: { language }, root, caches, path, proxy }) {
  const startedAt = performance.now();
  const session = await openSession({ main: proxy, root, caches, language, server, fields, path });
  try {
    const { method, locate } = question;
    for (;;) {
      const answer = await session.sendRequest(method, { locate });
      if (isRight(question, summaryOf(question, answer, root))) return performance.now() - startedAt;
    }
  } finally {
    await session.close();
  }
}

async function askDirectly({ server, fields, question, project: { language, files }, root, caches, path, opensAll }) {
  const { method, locate } = question;
  const file = fileOf(locate);
  const extension = /\.[^.]*$/.exec(file)?.[0] ?? file;
  const open = Object.keys(files).filter((one) => (opensAll ? one.endsWith(extension) : one === file));
  const position = positionOf(locate, files[file]);
  const startedAt = performance.now();
  const options = {
    settleMs: MAX_WAIT_MS,
    entry: { ...shipped.servers[server], ...fields },
    root,
    path,
    env: { XDG_CACHE_HOME: caches, LOCALAPPDATA: caches },
    files: Object.fromEntries(open.map((one) => [one, language])),
  };
  const direct = await startServer(options);
  try {
    const fits = (answer) => isRight(question, summaryOf(question, answer, root));
    const answer = await direct.ask(method, file, { position }, fits);
    if (!fits(answer)) throw new Error(`${server} does not answer ${method} when asked directly`);
    return performance.now() - startedAt;
  } finally {
    await direct.close();
  }
}

/**
 * Returns the position of a Locate `path@before<|>after`, where a space stands for any white space.
 */
function positionOf(locate, text) {
  const find = locate.slice(locate.indexOf("@") + 1);
  const escaped = (part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "\\s+");
  const [before, after] = find.split("<|>").map(escaped);
  const { index, 1: matched } = new RegExp(`(${before})${after}`).exec(text);
  const lines = text.slice(0, index + matched.length).split("\n");
  return { line: lines.length - 1, character: lines.at(-1).length };
}
