/**
 * Measures and prints ratios within one run, as Markdown. Absolute numbers of one machine do not
 * apply to another.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

// With it Node reads all certificates at each start, which takes longer than the start itself.
delete process.env.NODE_EXTRA_CA_CERTS;

const root = fileURLToPath(new URL("..", import.meta.url));
const parts = [
  "relay",
  "relays",
  "mapped",
  "routing",
  "locate",
  "hostile",
  "changes",
  "memory",
  "start",
  "guard",
  "agent",
  "agents",
  "commandLine",
  "dense",
  "daemon",
  "hook",
  "edit",
  "edits",
  "refactor",
  "tasks",
  "describe",
  "syntax",
  "syntaxIndex",
  "grammars",
  "outlines",
  "lookup",
  "index",
  "search",
  "files",
  "scopes",
  "completeness",
  "plain",
  "firstAnswer",
  "claims",
  "marks",
  "names",
  "scip",
  "renames",
  "moves",
  "verdicts",
  "captures",
  "faults",
];

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: parts.join(",") },
    rounds: { type: "string" },
    proxy: { type: "string" },
    library: { type: "string" },
    picture: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help) {
  console.log(`npm run bench -- [--only ${parts.join(",")}] [--rounds n] [--proxy main.js] [--library index.js]
npm run bench -- --picture [--rounds n]    measures and draws docs/images/overhead.svg`);
  process.exit(0);
}
// Not one of the parts, because it writes into docs/.
const wanted = options.picture ? ["overheadPicture"] : options.only.split(",").map((name) => name.trim());
const unknown = wanted.filter((name) => !parts.includes(name) && !options.picture);
if (unknown.length > 0) stop(`Unknown part: ${unknown.join(", ")}. Parts: ${parts.join(", ")}.`);
if (options.rounds !== undefined && !/^[1-9]\d*$/.test(options.rounds))
  stop("--rounds takes a whole number, at least 1.");

const built = options.proxy !== undefined || options.library !== undefined;
if (!built && existsSync(join(root, "scripts/build.mjs"))) {
  const { status } = spawnSync(process.execPath, [join(root, "scripts/build.mjs"), "--bundles"], { stdio: "inherit" });
  if (status !== 0) stop("The build failed: see above.");
}
const proxy = resolve(options.proxy ?? join(root, "dist/command/main.js"));
const library = pathToFileURL(resolve(options.library ?? join(root, "dist/index.js"))).href;

console.log(
  `# Bench\n\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, ${process.platform}.`,
);
console.log(
  "Ratios compare measurements next to each other in time. Each is a median, with the quartiles in brackets.",
);
let failed = false;
for (const name of wanted) {
  const part = await import(`./${name}.mjs`);
  const rounds = Number(options.rounds ?? part.rounds);
  const from = performance.now();
  console.log(`\n## ${part.title}\n`);
  try {
    console.log(await part.run({ rounds, proxy, library }));
  } catch (error) {
    failed = true;
    console.log(`Failed: ${error.message}`);
  }
  console.log(`\n${rounds} rounds in ${Math.round((performance.now() - from) / 1000)} s.`);
}
process.exit(failed ? 1 : 0);

function stop(message) {
  console.error(message);
  process.exit(2);
}
