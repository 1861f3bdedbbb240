/**
 * Measures the server over SCIP indexes: whether it answers as the language server does, also after
 * changes that the index doesn't have, and what an index of 500 MB costs. Needs scip-typescript,
 * scip-python and scip-go on PATH; a project whose indexer is absent is left out. `BENCH_NAMES`
 * chooses projects, `BENCH_SCIP=names` or `BENCH_SCIP=size` a part, and `BENCH_VERBOSE` prints
 * differences.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { IndexSchema } from "@c4312/scip/scip_pb.js";
import { startSession } from "./completeness/session.mjs";
import { loadSources } from "./lib/loadSources.mjs";
import { table } from "./lib/statistics.mjs";
import { random } from "./lib/texts.mjs";
import { compare, rowOf } from "./names.mjs";
import { projects, sourcesOf } from "./renames/projects.mjs";

export const title = "Answers of SCIP indexes";
/** A round is this many definitions and references per project. */
export const rounds = 1;
const NAMES_OF_ROUND = 20;
const CHANGED_LINES = 200;
/** While it loads, a second server of TypeScript's would answer from one file alone. */
const initializationOptions = { tsserver: { useSyntaxServer: "never" } };
const LARGE_BYTES = 500 * 1024 * 1024;

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
};

export async function run({ rounds, proxy }) {
  process.env.PATH = [process.env.PATH, join(homedir(), "go/bin")].join(delimiter);
  const part = process.env.BENCH_SCIP;
  const parts = [];
  if (part !== "size") parts.push(await compareNames({ rounds, proxy }));
  if (part !== "names") parts.push(await measureLarge({ proxy }));
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
        const startOurs = () => startIndexed(project, { folder, proxy, tally });
        const options = { folder, command, count: rounds * NAMES_OF_ROUND, initializationOptions, startOurs };
        const compared = await compare(project, options);
        const shares = ["definition", "references"].flatMap((method) => {
          const { added, listed } = tally[method];
          return [...rowOf(compared[method]).filter((_, n) => n !== 4), `${added}, ${listed}`];
        });
        rows.push([project.name, state, ...shares]);
        notes.push(...compared.differences.map((each) => `${project.name}, ${state} ${each}`));
        console.error(rows.at(-1).join(" | "));
      }
    } catch (error) {
      rows.push([project.name, "", `not compared: ${error.message.split("\n")[0]}`]);
      console.error(rows.at(-1).join(" | "));
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  }
  const columns = ["names", "places", "precision", "recall", "uses, unknown, unnamed", "from text, missed but listed"];
  const head = ["project", "state", ...columns.map((each) => `definition: ${each}`)];
  const shown = process.env.BENCH_VERBOSE ? notes : [];
  return [table([...head, ...columns.map((each) => `references: ${each}`)], rows), shown.join("\n")].join("\n\n");
}

/** `added`: places that the text adds to answers. `listed`: those missed that answers list. */
const newTextTally = () => ({ added: 0, listed: 0 });

/** Starts a session in which the questions of the bench are asked at Locates. */
async function startIndexed(project, { folder, proxy, tally }) {
  const servers = join(folder, ".git", "servers.json");
  const none = { servers: [], companions: [] };
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
    noteMissed(method, missed) {
      const isListed = ({ path, line }) => listed.some((each) => each.file_path === path && each.line === line + 1);
      tally[method].listed += missed.filter(isListed).length;
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
  const [program, ...words] = indexers[project.language](project.name.replace(/[=@].*/, ""));
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
    lines.splice(isBroken ? lines.length : at, 0, `${comment} A line that the index does not have, number ${n}.`);
    writeFileSync(path, lines.join("\n"));
  }
}

/** Repeats a real index under other paths until it is large, and asks for references in it. */
async function measureLarge({ proxy }) {
  const project = projects.find(({ name }) => name.startsWith("rxjs"));
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "bench-scip-large-")));
  try {
    await project.fill(folder);
    makeIndex(project, folder);
    const large = join(folder, "large.scip");
    const copies = repeatIndex(join(folder, "index.scip"), large);
    for (let n = 0; n < Math.min(copies, 20); n++) copyProject(folder, n);
    const env = { XDG_CACHE_HOME: join(folder, "cache") };
    const rows = [];
    for (const state of ["first opening", "tables kept"]) {
      const started = performance.now();
      const session = await startSession([process.execPath, proxy, "scip", large], folder, { env });
      await session.request("workspace/symbol", { query: "nothing-has-this-name" });
      const opened = performance.now() - started;
      const times = [];
      const names = ["Subject", "Observable", "Subscriber", "isFunction"];
      for (let n = 0; n < 100; n++) {
        const path = `copy${n % 20}/src/internal/${n % 2 === 0 ? "Subject" : "Observable"}.ts`;
        const text = readFileSync(join(folder, path), "utf8");
        const at = text.indexOf(names[n % names.length]);
        const lines = text.slice(0, at).split("\n");
        const from = performance.now();
        await session.request("textDocument/references", {
          textDocument: { uri: session.uriOf(path) },
          position: { line: lines.length - 1, character: lines.at(-1).length },
          context: { includeDeclaration: true },
        });
        times.push(performance.now() - from);
      }
      rows.push([
        state,
        `${Math.round(opened)} ms`,
        `${memoryOf(session.pid)} MB`,
        `${Math.round(times[0])} ms`,
        `${Math.round(times[99])} ms`,
      ]);
      console.error(rows.at(-1).join(" | "));
      await session.end();
    }
    return table(["an index of 500 MB", "open", "memory", "first reference", "hundredth reference"], rows);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The most that a process had in memory, in MB, of Linux. */
function memoryOf(pid) {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

function repeatIndex(from, to) {
  const index = fromBinary(IndexSchema, readFileSync(from));
  const file = openSync(to, "w");
  try {
    writeSync(file, new BinaryWriter().tag(1, 2).bytes(readMetadataBytes(from)).finish());
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
      if (length >= LARGE_BYTES) return copy + 1;
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

function copyProject(folder, n) {
  for (const path of sourcesOf(folder, { extension: ".ts" })) {
    if (path.startsWith("copy")) continue;
    const to = join(folder, `copy${n}`, path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, readFileSync(join(folder, path)));
  }
}
