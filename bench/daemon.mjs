/** Measures shell commands on a shared session, compared with an empty Node process and without. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startMcpClient } from "./lib/mcpClient.mjs";
import { measureRun } from "./lib/processTime.mjs";
import { formatRatio, formatTime, measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";

export const title = "Shared session";
export const rounds = 10;

const repository = fileURLToPath(new URL("..", import.meta.url));

/** A project of test/projects, the program that serves it, and questions about it. */
const smallProjects = [
  { name: "python", server: "pyright-langserver", file: "store/items.py", symbol: "Shelf.add" },
  { name: "typescript", server: "typescript-language-server", file: "src/shapes.ts", symbol: "Circle.area" },
  { name: "go", server: "gopls", file: "bank/account.go", symbol: "Account.Deposit" },
  { name: "cpp", server: "clangd", file: "src/shapes.hpp", symbol: "Circle.area" },
];

/** Public code in the folder that BENCH_PROJECTS names; README.md says where it comes from. */
const realProjects = [
  {
    name: "rxjs",
    server: "typescript-language-server",
    file: "src/internal/operators/share.ts",
    symbol: "handleReset",
  },
  { name: "django", server: "pyright-langserver", file: "django/db/models/query.py", symbol: "QuerySet.exclude" },
  { name: "esbuild", server: "gopls", file: "internal/js_parser/js_parser.go", symbol: "parser.visitExprInOut" },
  { name: "cpp", server: "clangd", file: "db/version_set.cc", symbol: "leveldb.VersionSet.LogAndApply" },
];

export async function run({ rounds, proxy }) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-bench-")));
  const path = [join(repository, "node_modules/.bin"), process.env.PATH].join(delimiter);
  mkdirSync(join(base, "run"), { mode: 0o700 });
  const { CI: _ci, ...inherited } = process.env;
  const env = { ...inherited, PATH: path, XDG_RUNTIME_DIR: join(base, "run"), XDG_CACHE_HOME: join(base, "cache") };
  const sections = [];
  try {
    for (const project of chosenProjects().filter(({ server }) => isInstalled(server, path))) {
      const cwd = join(base, project.name);
      copyProject(project.name, cwd);
      sections.push(await measureProject(project, { cwd, env, proxy, rounds }));
    }
    return sections.join("\n\n");
  } finally {
    execFileSync(process.execPath, [proxy, "daemon", "stop", "--all"], { env, stdio: "ignore" });
    rmSync(base, { recursive: true, force: true, maxRetries: 3 });
  }
}

function chosenProjects() {
  const wanted = process.env.BENCH_PROJECT?.split(",");
  const all = projectsFolder === undefined ? smallProjects : realProjects;
  return all.filter(({ name }) => (wanted?.includes(name) ?? true) && existsSync(sourceOf(name)));
}

const projectsFolder = process.env.BENCH_PROJECTS;

function sourceOf(name) {
  return join(projectsFolder ?? join(repository, "test/projects"), name);
}

function copyProject(name, copy) {
  cpSync(sourceOf(name), copy, { recursive: true });
  mkdirSync(join(copy, ".git"), { recursive: true });
  // It names the folder of the original.
  const commands = join(copy, "compile_commands.json");
  if (!existsSync(commands)) return;
  const entries = JSON.parse(readFileSync(commands, "utf8"));
  writeFileSync(commands, JSON.stringify(entries.map((entry) => ({ ...entry, directory: copy }))));
}

async function measureProject({ name, server, file, symbol }, { cwd, env, proxy, rounds }) {
  const settings = (value) => ({ cwd, env: { ...env, LSP_LOCATE_DAEMON: value } });
  const locate = `${file}:${symbol}`;
  const commands = [
    ["hover", locate],
    ["definition", locate],
    ["references", locate],
    ["outline", file],
    ["search", symbol],
  ];
  const hover = [proxy, "hover", locate];
  const start = [];
  const without = Object.fromEntries(commands.map(([method]) => [method, []]));
  for (let round = 0; round < rounds; round++) {
    for (const words of commands) without[words[0]].push(await measureRun([proxy, ...words], settings("off")));
    execFileSync(process.execPath, [proxy, "daemon", "stop"], { ...settings("on"), stdio: "ignore" });
    start.push(await measureRun(hover, settings("on")));
  }
  for (const words of commands) await measureRun([proxy, ...words], settings("on"));
  const samples = await measureInterleaved(
    [{ name: "node", words: ["-e", "0"] }, ...commands.map((words) => ({ name: words[0], words: [proxy, ...words] }))],
    rounds,
    ({ words }) => measureRun(words, settings("on")),
  );
  const row = (label, times, same) => [
    label,
    formatTime(median(times)),
    formatRatio(ratio(times, samples.node)),
    ...(same === undefined ? ["", ""] : [formatTime(median(same)), formatRatio(ratio(same, times))]),
  ];
  const rows = [
    row("`node -e 0`", samples.node),
    ...commands.map(([method]) => row(`\`${method}\``, samples[method], without[method])),
    row("`hover` that starts the session", start, without.hover),
  ];
  const idle = readSession(proxy, cwd, settings("on"));
  const clients = await measureClients(commands, { cwd, proxy, settings });
  return `${table([`${name}, ${server}`, "time", "× `node -e 0`", "without", "without / this"], rows)}

Memory: the session ${megabytes(idle.memoryBytes)}, ${describeServers(idle.servers)}. ${clients}`;
}

/**
 * Compares session and servers of one MCP client with those of five clients and three shells, which
 * together send the same requests: a server's memory grows with each request.
 */
async function measureClients(commands, { cwd, proxy, settings }) {
  const memory = [];
  let servers = [];
  let ownMemory = 0;
  for (const { agentCount, shellCount, repetitions } of [
    { agentCount: 1, shellCount: 0, repetitions: 8 },
    { agentCount: 5, shellCount: 3, repetitions: 1 },
  ]) {
    execFileSync(process.execPath, [proxy, "daemon", "stop"], { ...settings("on"), stdio: "ignore" });
    const agents = await Promise.all(Array.from({ length: agentCount }, () => startMcpClient(proxy, settings("on"))));
    const [[, locate], , , [, file], [, symbol]] = commands;
    await Promise.all([
      ...agents.map(async ({ call }) => {
        for (let count = 0; count < repetitions; count++) {
          await call("ask", { question: "hover", locate });
          await call("ask", { question: "references", locate });
          await call("outline", { file_path: file });
          await call("search", { symbol_path: symbol });
        }
      }),
      ...Array.from({ length: shellCount }, async () => {
        for (const words of commands) await measureRun([proxy, ...words], settings("on"));
      }),
    ]);
    const session = readSession(proxy, cwd, settings("on"));
    servers = session.servers;
    memory.push(servers.reduce((sum, each) => sum + (each.memoryBytes ?? 0), session.memoryBytes));
    ownMemory = median(agents.map(({ memoryBytes }) => memoryBytes()));
    for (const agent of agents) await agent.end();
  }
  const ratioOfMemory = (memory[1] / memory[0]).toFixed(2);
  return `With five MCP clients and three shells: ${describeServers(servers)}; session and servers take ${ratioOfMemory} × the memory that they take for one MCP client with as many requests, and each MCP client ${megabytes(ownMemory)} itself.`;
}

function readSession(proxy, cwd, settings) {
  const status = execFileSync(process.execPath, [proxy, "daemon", "status", "--json"], settings);
  return JSON.parse(status).find(({ workspace }) => workspace === cwd);
}

function describeServers(servers) {
  return servers.map((each) => `${each.name} ${megabytes(each.memoryBytes ?? 0)}`).join(", ");
}

function megabytes(bytes) {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}

function isInstalled(program, path) {
  return path.split(delimiter).some((folder) => existsSync(join(folder, program)));
}
