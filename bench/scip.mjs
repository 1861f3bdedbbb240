/**
 * Measures the server over SCIP indexes: whether it answers as the language server does, also after
 * changes that the index doesn't have, and what an index of 500 MB and 10 million occurrences
 * costs. Needs scip-typescript, scip-python and scip-go on PATH; a project whose indexer is absent
 * is left out. `BENCH_NAMES` chooses projects, `BENCH_SCIP` a part (names, border, size), and
 * `BENCH_VERBOSE` prints differences.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { IndexSchema } from "@c4312/scip/scip_pb.js";
import { startSession } from "./completeness/session.mjs";
import { loadSources } from "./lib/loadSources.mjs";
import { table } from "./lib/statistics.mjs";
import { random } from "./lib/texts.mjs";
import { projects } from "./names/projects.mjs";
import { compare, rowOf } from "./names.mjs";
import { sourcesOf } from "./renames/projects.mjs";
import { COMMENT_TEXT, readIndexed } from "./scip/readIndexed.mjs";

export const title = "Answers of SCIP indexes";
/** A round is this many definitions and references per project. */
export const rounds = 1;
const NAMES_OF_ROUND = 20;
const CHANGED_LINES = 200;
/** While it loads, a second server of TypeScript's would answer from one file alone. */
const initializationOptions = { tsserver: { useSyntaxServer: "never" } };
const LARGE_BYTES = 500 * 1024 * 1024;
const LARGE_OCCURRENCES = 10_000_000;

const indexers = {
  typescript: () => ["scip-typescript", "index", "--output", "index.scip"],
  python: (name) => [
    "scip-python",
    "index",
    "--project-name",
    name,
    "--project-version",
    "1.0",
    "--output",
    "index.scip",
  ],
  go: () => ["scip-go", "--output", "index.scip"],
  rust: () => ["rust-analyzer", "scip", ".", "--output", "index.scip"],
  java: () => ["scip-java", "index", "--output", "index.scip"],
};

export async function run({ rounds, proxy }) {
  process.env.PATH = [process.env.PATH, join(homedir(), "go/bin")].join(delimiter);
  const part = process.env.BENCH_SCIP;
  const parts = [];
  if (part === undefined || part === "names") parts.push(await compareNames({ rounds, proxy }));
  if (part === undefined || part === "border") parts.push(await compareBorder({ rounds, proxy }));
  if (part === undefined || part === "size") parts.push(await measureLarge({ proxy }));
  return parts.join("\n\n");
}

/**
 * Compares a session without a server, in which the index answers and the embedded server fills
 * what it lacks, with the language server.
 */
async function compareNames({ rounds, proxy }) {
  const { download } = await loadSources(["test/downloads.ts"]);
  const shipped = JSON.parse(readFileSync(new URL("../servers.json", import.meta.url), "utf8"));
  const only = process.env.BENCH_NAMES?.split(",");
  const rows = [];
  const notes = [];
  const causes = [];
  for (const project of projects) {
    if (!(project.language in indexers) || project.name.startsWith("5,000")) continue;
    if (only && !only.some((each) => project.name.includes(each))) continue;
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "bench-scip-")));
    try {
      await project.fill(folder, download);
      commit(folder, "as indexed");
      makeIndex(project, folder);
      const { command } = shipped.servers[project.server];
      for (const state of ["as indexed", `${CHANGED_LINES} lines later`]) {
        // The index stays that of the first commit.
        if (state !== "as indexed") {
          changeLines(project, folder);
          commit(folder, "later");
        }
        const tally = { references: newTextTally(), definition: newTextTally() };
        const indexed = await readIndexed(folder, "index.scip");
        const startOurs = () => startIndexed(project, { folder, proxy, tally, indexed });
        const options = { folder, command, count: rounds * NAMES_OF_ROUND, initializationOptions, startOurs };
        const compared = await compare(project, options);
        const shares = ["definition", "references"].flatMap((method) => {
          const { added, listed, unindexed } = tally[method];
          return [...rowOf(compared[method]).filter((_, n) => n !== 4), `${added}, ${listed}, ${unindexed.length}`];
        });
        rows.push([project.name, state, ...shares]);
        notes.push(...compared.differences.map((each) => `${project.name}, ${state} ${each}`));
        const unindexed = ["definition", "references"].flatMap((method) => tally[method].unindexed);
        causes.push(...unindexed.map((each) => `- ${project.name}, ${state}: ${each}`));
        console.error(rows.at(-1).join(" | "));
      }
    } catch (error) {
      rows.push([project.name, "", `not compared: ${error.message.split("\n")[0]}`]);
      console.error(rows.at(-1).join(" | "));
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  }
  const columns = [
    "names",
    "places",
    "precision",
    "recall",
    "uses, unknown, unnamed",
    "from text, missed but listed, missed and not in the index",
  ];
  const head = ["project", "state", ...columns.map((each) => `definition: ${each}`)];
  const shown = process.env.BENCH_VERBOSE ? notes : [];
  const whole = table([...head, ...columns.map((each) => `references: ${each}`)], rows);
  return [whole, "Missed and not in the index:", causes.join("\n"), shown.join("\n")].join("\n\n");
}

/**
 * Compares two packages that are indexed apart: names of one that the server finds defined in the
 * other, and references to names of the files that use it.
 */
async function compareBorder({ rounds, proxy }) {
  const { download } = await loadSources(["test/downloads.ts"]);
  const [user, library] = ["flask", "click"].map((name) => projects.find((each) => each.name.startsWith(name)));
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "bench-scip-border-")));
  try {
    for (const project of [user, library]) {
      const own = join(folder, nameOf(project));
      mkdirSync(own);
      await project.fill(own, download);
      commit(own, "as indexed");
      makeIndex(project, own);
      rmSync(join(own, "pyrightconfig.json"));
      rmSync(join(own, "tests"), { recursive: true });
    }
    const sources = [user, library].map((each) => `${nameOf(each)}/src`);
    const config = { include: sources, extraPaths: sources };
    writeFileSync(join(folder, "pyrightconfig.json"), JSON.stringify(config));
    mkdirSync(join(folder, ".git"));
    const shipped = JSON.parse(readFileSync(new URL("../servers.json", import.meta.url), "utf8"));
    const { command } = shipped.servers[user.server];
    const indexes = [user, library].map((each) => join(folder, nameOf(each), "index.scip"));
    const tally = { references: newTextTally(), definition: newTextTally() };
    const startOurs = () => startIndexed(user, { folder, proxy, tally, indexes });
    const isAcross = (place, defined) => defined.some(({ path }) => path.split("/")[0] !== place.path.split("/")[0]);
    const isSource = (path) => readFileSync(join(folder, path), "utf8").includes(`import ${nameOf(library)}`);
    const count = rounds * NAMES_OF_ROUND;
    const options = { folder, command, count, startOurs, isSource, accepts: isAcross };
    const compared = await compare(user, options);
    const columns = ["names", "places", "precision", "recall", "by name only", "uses, unknown, unnamed"];
    const rows = ["definition", "references"].map((method) => [method, ...rowOf(compared[method])]);
    const shown = process.env.BENCH_VERBOSE ? compared.differences : [];
    return [table([`${user.name} and ${library.name}`, ...columns], rows), shown.join("\n")].join("\n\n");
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const nameOf = ({ name }) => name.replace(/[=@].*/, "");

/**
 * `added`: places that the text adds to answers. `listed`: those missed that answers list.
 * `unindexed`: those missed that the index does not have for the name either.
 */
const newTextTally = () => ({ added: 0, listed: 0, unindexed: [] });

/** Starts a session in which the questions of the bench are asked at Locates. */
async function startIndexed(project, { folder, proxy, tally, indexes, indexed }) {
  const servers = join(folder, ".git", "servers.json");
  const none = { servers: [], companions: [], ...(indexes && { indexes }) };
  writeFileSync(servers, JSON.stringify({ languages: { [project.language]: none } }));
  const command = [process.execPath, proxy, `--servers=${servers}`, "--no-agent", "--commit=indexed"];
  const session = await startSession(command, folder);
  let listed = [];
  return {
    ...session,
    async request(method, params) {
      const name = method.replace("textDocument/", "");
      if (!(name in tally)) return session.request(method, params);
      const { line, character } = params.position;
      const scope = { line: line + 1, character: character + 1 };
      const locate = { file_path: session.pathOf(params.textDocument.uri), scope };
      const { context } = params;
      const answer = await session.request(`locate/${name}`, { locate, place: true, context });
      listed = answer.unconfirmed?.places ?? [];
      tally[name].added += answer.completed?.length ?? 0;
      return answer.result;
    },
    noteMissed(method, missed, place) {
      const isListed = ({ path, line }) => listed.some((each) => each.file_path === path && each.line === line + 1);
      tally[method].listed += missed.filter(isListed).length;
      const absent = missed.filter((each) => indexed?.has(method, place, each) === false);
      const shown = ({ path, line }) => `${path}:${line + 1}`;
      tally[method].unindexed.push(...absent.map((each) => `${method} ${shown(place)} ${place.word}: ${shown(each)}`));
    },
  };
}

function git(folder, ...words) {
  const own = ["-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...own, ...words], { cwd: folder, stdio: "ignore" });
}

function commit(folder, message) {
  if (!existsSync(join(folder, ".git"))) git(folder, "init", "-q");
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", message);
  if (message === "as indexed") git(folder, "tag", "indexed");
}

function makeIndex(project, folder) {
  const [program, ...words] = indexers[project.language](nameOf(project));
  const { error, status, stderr } = spawnSync(program, words, { cwd: folder, encoding: "utf8", maxBuffer: 1e9 });
  if (error) throw new Error(`${program} is not installed`);
  if (!existsSync(join(folder, "index.scip"))) throw new Error(`${program} ended with ${status}: ${stderr}`);
}

/** Inserts lines all over the project, and has git know the text before by its id alone. */
function changeLines(project, folder) {
  const paths = sourcesOf(folder, project);
  const next = random(11);
  const comment = project.language === "python" ? "#" : "//";
  for (let n = 0; n < CHANGED_LINES; n++) {
    const path = join(folder, paths[Math.floor(next() * paths.length)]);
    const lines = readFileSync(path, "utf8").split("\n");
    // At the top and between declarations, so that the code stays the same.
    const places = lines.flatMap((line, at) =>
      at > 0 && /^(?:export |def |class |func |type )/.test(line) ? [at] : [],
    );
    const at = places.length > 0 ? places[Math.floor(next() * places.length)] : 0;
    const isBroken = /^[@/*#]|^\s*["']{3}/.test(lines[at - 1] ?? "");
    lines.splice(isBroken ? lines.length : at, 0, `${comment} ${COMMENT_TEXT}, number ${n}.`);
    writeFileSync(path, lines.join("\n"));
  }
}

/**
 * Repeats a real index under other paths until it is large, and asks for references in it: in a
 * session, and at the shell without one. The language server has the same files in one project.
 */
async function measureLarge({ proxy }) {
  const project = projects.find(({ name }) => name.startsWith("rxjs"));
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "bench-scip-large-")));
  try {
    await project.fill(folder);
    makeIndex(project, folder);
    const large = join(folder, "large.scip");
    const { copies, bytes, occurrences } = repeatIndex(join(folder, "index.scip"), large);
    rmSync(join(folder, "index.scip"));
    const files = copyProject(folder, copies);
    rmSync(join(folder, "src"), { recursive: true });
    writeProjectFile(folder);
    const env = { XDG_CACHE_HOME: join(folder, "cache") };
    const index = [process.execPath, proxy, "scip", large];
    const { command } = JSON.parse(readFileSync(new URL("../servers.json", import.meta.url), "utf8")).servers[
      project.server
    ];
    const kinds = [
      ["the index, opened first", index],
      ["the index, with its tables kept", index],
      [project.server, command],
    ];
    const rows = [];
    for (const [name, words] of kinds) {
      rows.push([name, ...(await measureSession(words, folder, { env, copies }))]);
      console.error(rows.at(-1).join(" | "));
    }
    const cold = [];
    for (const [name, words] of shellCommands({ folder, large, proxy })) {
      cold.push([name, ...measureCommand(words, folder, env)]);
      console.error(cold.at(-1).join(" | "));
    }
    const size = `${Math.round(bytes / 1024 / 1024)} MB, ${copies} × ${project.name}, ${files} files, ${occurrences} occurrences`;
    const columns = [size, "start", "first reference", "hundredth reference", "memory"];
    return [table(columns, rows), table(["references at the shell", "median of 3", "memory"], cold)].join("\n\n");
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Returns the time to start, those of references, and the memory; a reason where it fails. */
async function measureSession(command, folder, { env, copies }) {
  const started = performance.now();
  const session = await startSession(command, folder, { env });
  try {
    if (command.includes("scip")) await session.request("workspace/symbol", { query: "nothing-has-this-name" });
    const opened = performance.now() - started;
    const times = [];
    for (let n = 0; n < 100; n++) {
      const path = `copy${(n * 7) % copies}/src/internal/${n % 2 === 0 ? "Subject" : "Observable"}.ts`;
      const text = readFileSync(join(folder, path), "utf8");
      const lines = text.slice(0, text.indexOf(LARGE_NAMES[n % LARGE_NAMES.length])).split("\n");
      const from = performance.now();
      await session.open(path, "typescript");
      await session.request("textDocument/references", {
        textDocument: { uri: session.uriOf(path) },
        position: { line: lines.length - 1, character: lines.at(-1).length },
        context: { includeDeclaration: true },
      });
      times.push(performance.now() - from);
    }
    const shown = [opened, times[0], times[99]].map((each) => `${Math.round(each)} ms`);
    return [...shown, `${memoryOfTree(session.pid)} MB`];
  } catch (error) {
    const memory = memoryOfTree(session.pid);
    return [
      `${error.message.split("\n")[0]} (${Math.round((performance.now() - started) / 1000)} s)`,
      "",
      "",
      `${memory} MB`,
    ];
  } finally {
    await session.end().catch(() => {});
  }
}

const LARGE_NAMES = ["Subject", "Observable", "Subscriber", "isFunction"];

/** The same question at the shell without a shared session, by the index and by the server. */
function shellCommands({ folder, large, proxy }) {
  const none = join(folder, "none.json");
  writeFileSync(none, JSON.stringify({ languages: { typescript: { servers: [], companions: [] } } }));
  const references = [process.execPath, proxy, "references", "copy3/src/internal/Subject.ts:Subject", "--no-daemon"];
  return [
    ["the index", [...references, `--scip=${large}`, `--servers=${none}`]],
    ["typescript-language-server", [...references, "--timeout=300"]],
  ];
}

function measureCommand([program, ...words], folder, env) {
  const times = [];
  let memory = 0;
  for (let n = 0; n < 3; n++) {
    const started = performance.now();
    const { status, stderr } = spawnSync("/usr/bin/time", ["-f", "%M", program, ...words], {
      cwd: folder,
      env: { ...process.env, ...env },
      encoding: "utf8",
      timeout: 600_000,
      maxBuffer: 1e9,
    });
    if (status !== 0) return [`ended with ${status}: ${stderr.trim().split("\n").at(-2) ?? ""}`, ""];
    times.push(performance.now() - started);
    memory = Number(stderr.trim().split("\n").at(-1));
  }
  times.sort((one, other) => one - other);
  return [`${Math.round(times[1])} ms`, `${Math.round(memory / 1024)} MB`];
}

/** The most that a process and those it has started had in memory, in MB, of Linux. */
function memoryOfTree(pid) {
  const statuses = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [readFileSync(`/proc/${name}/status`, "utf8")];
      } catch {
        return []; // It has ended.
      }
    });
  const numberIn = (status, field) => Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
  const pids = new Set([pid]);
  for (let size = 0; size !== pids.size; ) {
    size = pids.size;
    for (const status of statuses) if (pids.has(numberIn(status, "PPid"))) pids.add(numberIn(status, "Pid"));
  }
  const own = statuses.filter((status) => pids.has(numberIn(status, "Pid")));
  return Math.round(own.reduce((sum, status) => sum + numberIn(status, "VmHWM"), 0) / 1024);
}

/** Has the server take all copies as one project. */
function writeProjectFile(folder) {
  const path = join(folder, "tsconfig.json");
  const { compilerOptions } = JSON.parse(readFileSync(path, "utf8"));
  const { paths: _, ...options } = compilerOptions;
  writeFileSync(path, JSON.stringify({ compilerOptions: options, include: ["copy*"] }));
}

function repeatIndex(from, to) {
  const index = fromBinary(IndexSchema, readFileSync(from));
  const file = openSync(to, "w");
  try {
    writeSync(file, new BinaryWriter().tag(1, 2).bytes(readMetadataBytes(from)).finish());
    const own = index.documents.reduce((sum, { occurrences }) => sum + occurrences.length, 0);
    let length = 0;
    for (let copy = 0; ; copy++) {
      // Each copy is a package of its own.
      const renamed = JSON.stringify(copy);
      const rename = (symbol) => symbol.replace(/^(scip-typescript npm )(\S+)/, `$1copy${renamed}`);
      const documents = index.documents.map((document) => ({
        ...document,
        relativePath: `copy${copy}/${document.relativePath}`,
        occurrences: document.occurrences.map((each) => ({ ...each, symbol: rename(each.symbol) })),
        symbols: document.symbols.map((each) => ({
          ...each,
          symbol: rename(each.symbol),
          relationships: each.relationships.map((one) => ({ ...one, symbol: rename(one.symbol) })),
        })),
      }));
      const bytes = toBinary(IndexSchema, { ...index, metadata: undefined, documents, externalSymbols: [] });
      writeSync(file, bytes);
      length += bytes.length;
      const occurrences = own * (copy + 1);
      if (length >= LARGE_BYTES && occurrences >= LARGE_OCCURRENCES)
        return { copies: copy + 1, bytes: length, occurrences };
    }
  } finally {
    closeSync(file);
  }
}

function readMetadataBytes(path) {
  const bytes = readFileSync(path);
  const index = fromBinary(IndexSchema, bytes);
  const whole = toBinary(IndexSchema, { ...index, documents: [], externalSymbols: [] });
  // The tag and the length of the one field that is left.
  return whole.subarray(whole[1] < 0x80 ? 2 : 3);
}

function copyProject(folder, copies) {
  const paths = sourcesOf(folder, { extension: ".ts" });
  for (let n = 0; n < copies; n++) cpSync(join(folder, "src"), join(folder, `copy${n}`, "src"), { recursive: true });
  return paths.length * copies;
}
