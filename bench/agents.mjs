/**
 * Measures the memory of agents that ask one workspace at once, each by an LSP session of its own:
 * of all processes, with memory that several of them share counted once.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { filesOf, isInstalled, projects, serverCommands } from "./completeness/projects.mjs";
import { startSession } from "./completeness/session.mjs";
import { formatGoal, formatRatio, median, ratio, table } from "./lib/statistics.mjs";

export const title = "Memory of agents";
export const rounds = 1;

const AGENTS = 5;
/** Files that each agent asks about. */
const FILES = 5;
/** Until what was only needed for the answers has been freed. */
const SETTLE_MS = 5_000;
const byDefault = ["rxjs-bare", "zod"];
/** Marks the processes of one measurement, which are many generations. */
const MARK = "BENCH_AGENTS";

export async function run({ rounds, proxy }) {
  const base = process.env.BENCH_PROJECTS;
  if (base === undefined) return "Skipped: BENCH_PROJECTS names no folder with the projects, see bench/README.md.";
  if (!existsSync("/proc/self/smaps_rollup")) return "Skipped: only Linux reports the memory that processes share.";
  const wanted = process.env.BENCH_PROJECT?.split(",") ?? byDefault;
  const rows = [];
  for (const project of projects.filter(({ folder }) => wanted.includes(folder))) {
    const folder = resolve(base, project.folder);
    if (!existsSync(folder) || !isInstalled(serverCommands[project.language])) continue;
    const [one, many] = [[], []];
    for (let round = 0; round < rounds; round++) {
      one.push(await measureAgents(1, { project, folder, proxy }));
      many.push(await measureAgents(AGENTS, { project, folder, proxy }));
    }
    const megabytes = (values) => `${Math.round(median(values))} MB`;
    const total = (samples) => samples.map(({ all }) => all);
    const toOne = ratio(total(many), total(one));
    const own = many.map(({ agents }) => agents / AGENTS);
    const row = [megabytes(total(one)), megabytes(total(many)), megabytes(own), `**${formatRatio(toOne)}**`];
    rows.push([project.name, ...row, formatGoal(toOne, 1.3)]);
  }
  if (rows.length === 0) return "Skipped: none of the projects and its server is there.";
  return table(["project", "one agent", `${AGENTS} agents`, "process of an agent", "**ratio**", "goal"], rows);
}

/** Returns the megabytes of `all` processes, and of those that the `agents` have started. */
async function measureAgents(count, { project, folder, proxy }) {
  const runtime = mkdtempSync(join(tmpdir(), "lsp-locate-bench-"));
  const mark = `${process.pid}-${count}-${performance.now()}`;
  const [server] = serverCommands[project.language];
  const env = {
    [MARK]: mark,
    XDG_RUNTIME_DIR: runtime,
    LSP_LOCATE_DAEMON: "on",
    CI: "",
    PATH: [join(server, ".."), process.env.PATH].join(delimiter),
  };
  const agents = [];
  try {
    for (let n = 0; n < count; n++) {
      const agent = await startSession([process.execPath, proxy, "--agent"], folder, { env });
      agents.push(agent);
      await askAll(agent, project, folder);
    }
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const processes = processesWith(`${MARK}=${mark}`);
    const sum = (some) => some.reduce((total, { megabytes }) => total + megabytes, 0);
    return { all: sum(processes), agents: sum(processes.filter(({ command }) => command.includes(" --agent"))) };
  } finally {
    await Promise.all(agents.map((agent) => agent.end()));
    const stop = { env: { ...process.env, ...env }, cwd: folder, stdio: "ignore" };
    spawnSync(process.execPath, [proxy, "daemon", "stop"], stop);
    rmSync(runtime, { recursive: true, force: true });
  }
}

/** Asks for the hover and the references of a symbol in each of some files, as every agent does. */
async function askAll(agent, project, folder) {
  const files = filesOf(folder, project);
  const step = Math.max(1, Math.floor(files.length / FILES));
  for (const path of files.filter((_, n) => n % step === 0).slice(0, FILES)) {
    await agent.open(path, project.language);
    const textDocument = { uri: agent.uriOf(path) };
    const [symbol] = (await agent.request("textDocument/documentSymbol", { textDocument })) ?? [];
    if (symbol === undefined) continue;
    const position = (symbol.selectionRange ?? symbol.location.range).start;
    const context = { includeDeclaration: true };
    await agent.request("textDocument/hover", { textDocument, position });
    await agent.request("textDocument/references", { textDocument, position, context });
  }
}

/**
 * Returns the processes with a variable in their environment. What several processes share, such as
 * the program's code, is divided between them.
 */
function processesWith(variable) {
  return readdirSync("/proc").flatMap((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(variable)) return [];
      const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "latin1"))?.[1];
      const command = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
      return [{ command, megabytes: Number(kilobytes ?? 0) / 1024 }];
    } catch {
      return []; // no process, or it has ended meanwhile
    }
  });
}
