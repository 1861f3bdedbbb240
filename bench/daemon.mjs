/** Measures shell commands on a shared session, compared with an empty Node process and without. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { measureRun } from "./lib/processTime.mjs";
import { formatRatio, formatTime, measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";

export const title = "Shared session";
export const rounds = 10;

const repository = fileURLToPath(new URL("..", import.meta.url));

/** A project of test/projects, the program that serves it, and questions about it. */
const projects = [
  { name: "python", server: "pyright-langserver", file: "store/items.py", symbol: "Shelf.add" },
  { name: "typescript", server: "typescript-language-server", file: "src/shapes.ts", symbol: "Circle.area" },
  { name: "go", server: "gopls", file: "bank/account.go", symbol: "Account.Deposit" },
  { name: "cpp", server: "clangd", file: "src/shapes.hpp", symbol: "Circle.area" },
];

export async function run({ rounds, proxy }) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-bench-")));
  const path = [join(repository, "node_modules/.bin"), process.env.PATH].join(delimiter);
  mkdirSync(join(base, "run"), { mode: 0o700 });
  const { CI: _ci, ...inherited } = process.env;
  const env = { ...inherited, PATH: path, XDG_RUNTIME_DIR: join(base, "run"), XDG_CACHE_HOME: join(base, "cache") };
  const sections = [];
  try {
    for (const project of projects.filter(({ server }) => isInstalled(server, path))) {
      const cwd = join(base, project.name);
      cpSync(join(repository, "test/projects", project.name), cwd, { recursive: true });
      mkdirSync(join(cwd, ".git"), { recursive: true });
      sections.push(await measureProject(project, { cwd, env, proxy, rounds }));
    }
    return sections.join("\n\n");
  } finally {
    execFileSync(process.execPath, [proxy, "daemon", "stop", "--all"], { env, stdio: "ignore" });
    rmSync(base, { recursive: true, force: true, maxRetries: 3 });
  }
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
  const without = [];
  const start = [];
  for (let round = 0; round < 3; round++) {
    without.push(await measureRun(hover, settings("off")));
    execFileSync(process.execPath, [proxy, "daemon", "stop"], { ...settings("on"), stdio: "ignore" });
    start.push(await measureRun(hover, settings("on")));
  }
  for (const words of commands) await measureRun([proxy, ...words], settings("on"));
  const samples = await measureInterleaved(
    [
      { name: "`node -e 0`", words: ["-e", "0"] },
      ...commands.map((words) => ({ name: `\`${words[0]}\``, words: [proxy, ...words] })),
    ],
    rounds,
    ({ words }) => measureRun(words, settings("on")),
  );
  const node = samples["`node -e 0`"];
  const row = (label, times) => [
    label,
    formatTime(median(times)),
    formatRatio(ratio(times, node)),
    formatRatio(ratio(without, times)),
  ];
  const rows = [
    ...Object.entries(samples).map(([label, times]) => row(label, times)),
    row("`hover` that starts the session", start),
    row("`hover` without a session", without),
  ];
  const status = execFileSync(process.execPath, [proxy, "daemon", "status", "--json"], settings("on"));
  const [session] = JSON.parse(status).filter(({ workspace }) => workspace === cwd);
  const megabytes = (bytes) => `${Math.round(bytes / 1024 / 1024)} MB`;
  const servers = session.servers.map((each) => `${each.name} ${megabytes(each.memoryBytes ?? 0)}`);
  return `${table([`${name}, ${server}`, "time", "× `node -e 0`", "hover without / this"], rows)}

Memory: the session ${megabytes(session.memoryBytes)}, ${servers.join(", ")}.`;
}

function isInstalled(program, path) {
  return path.split(delimiter).some((folder) => existsSync(join(folder, program)));
}
