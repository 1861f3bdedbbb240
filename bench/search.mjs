/**
 * Measures a cold search for a name, and one with the index that an earlier one has kept, from the
 * start of the command to its end, compared with Universal Ctags over all files of the tree. CPU
 * times, since both sides use the processor alone.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isUniversalCtags } from "./lib/ctags.mjs";
import { generateFiles } from "./lib/generatedFiles.mjs";
import { formatRatio, formatTime, measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";

export const title = "Cold search";
export const rounds = 5;

const GENERATED_FILES = 100_000;
const LIBRARY_FILES = 1_000;

/**
 * A rare name is declared once, a usual one is a word of hundreds of files. Missing trees are
 * skipped.
 */
const trees = [
  { folder: "/usr/local/go/src", extensions: ["go"], ctags: "Go", rare: "procyield", usual: "Start" },
  { folder: "/usr/lib/python3.11", extensions: ["py"], ctags: "Python", rare: "mangle_from_", usual: "close" },
];

export async function run({ rounds, proxy }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-bench-")));
  try {
    const hasCtags = await isUniversalCtags();
    const parts = [];
    for (const tree of trees)
      if (existsSync(tree.folder)) parts.push(await measureTree(tree, { rounds, proxy, folder, hasCtags }));
    const generated = join(folder, "generated");
    generateFiles(generated, GENERATED_FILES);
    const large = {
      folder: generated,
      extensions: ["ts", "py", "go"],
      ctags: "Go,Python,TypeScript",
      rare: `function${GENERATED_FILES - 1}`,
    };
    parts.push(await measureTree(large, { rounds: 1, proxy, folder, hasCtags }));
    parts.push(await measureTree(writeLibrary(folder), { rounds, proxy, folder, hasCtags }));
    const without = hasCtags ? "" : "\n\nUniversal Ctags is not installed, so there is no comparison with it.";
    return `The embedded server, without a session. Goals: a rare name 1 × ctags, a usual one 2 ×, with the cached index 5 × \`node -e 0\`.\n\n${parts.join("\n\n")}${without}`;
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 3 });
  }
}

/** Writes a project with a library, which is searched by its name. */
function writeLibrary(folder) {
  const project = join(folder, "project");
  const library = join(project, "node_modules/big");
  generateFiles(library, LIBRARY_FILES);
  writeFileSync(join(project, "package.json"), JSON.stringify({ dependencies: { big: "1.0.0" } }));
  writeFileSync(join(library, "package.json"), JSON.stringify({ name: "big", version: "1.0.0" }));
  const languages = { extensions: ["ts", "py", "go"], ctags: "Go,Python,TypeScript" };
  const search = { cwd: project, options: ["--in=big"] };
  return { folder: library, ...languages, ...search, rare: `function${LIBRARY_FILES - 1}` };
}

/** `cwd` and `options` are those of the search, if it is not in the folder itself. */
async function measureTree(tree, { rounds, proxy, folder, hasCtags }) {
  const { folder: root, extensions, ctags, rare, usual, cwd = root, options = [] } = tree;
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extensions.includes(entry.name.split(".").at(-1)))
    .map((entry) => join(entry.parentPath, entry.name));
  const list = join(folder, "list");
  writeFileSync(list, files.map((path) => `${path}\n`).join(""));
  const caches = join(folder, "caches");
  const builds = [["", proxy], ...(process.env.BENCH_BEFORE ? [["before: ", process.env.BENCH_BEFORE]] : [])];
  const names = [
    ["a rare name", rare],
    ["a usual name", usual],
  ].filter(([, name]) => name !== undefined);
  const tags = ["ctags", `--languages=${ctags}`, "--fields=+n", "--quiet", "-L", list, "-f", join(folder, "tags")];
  const subjects = [
    ...(hasCtags ? [{ name: "ctags over all", measure: () => measureCpu(tags, { cwd: root, env: process.env }) }] : []),
    { name: "`node -e 0`", measure: () => measureCpu([process.execPath, "-e", "0"], { cwd: root, env: process.env }) },
    ...builds.flatMap(([build, main]) =>
      names.flatMap(([what, name]) =>
        [false, true].map((isCached) => ({
          name: `${build}${what}, \`${name.replace(/\d+$/, "…")}\`${isCached ? ", again with the cached index" : ""}`,
          measure: () =>
            measureSearch(
              [process.execPath, main, "search", name, ...options, "--", process.execPath, main, "embedded"],
              {
                cwd,
                // Each build has its own.
                caches: isCached ? join(caches, `cached${builds.findIndex(([each]) => each === build)}`) : caches,
                isCached,
              },
            ),
        })),
      ),
    ),
  ];
  // The first run of each build keeps its compiled code, and its index for those that take it.
  for (const { measure } of subjects) await measure();
  const samples = await measureInterleaved(subjects, rounds, ({ measure }) => measure());
  const base = samples[subjects[0].name].map(({ cpu }) => cpu);
  const empty = samples["`node -e 0`"].map(({ cpu }) => cpu);
  const rows = subjects.map(({ name }) => {
    const cpus = samples[name].map(({ cpu }) => cpu);
    return [
      name,
      formatTime(median(cpus)),
      formatRatio(ratio(cpus, base)),
      formatRatio(ratio(cpus, empty)),
      formatTime(median(samples[name].map(({ time }) => time))),
    ];
  });
  const where =
    options.length > 0 ? `of a library, ${options[0]}` : root.startsWith(folder) ? "generated" : `of ${root}`;
  return `${files.length} files ${where}:\n\n${table(["", "CPU", `× ${subjects[0].name}`, "× `node -e 0`", "time"], rows)}`;
}

/** Runs a command, without a cached index unless it `isCached`. The compiled code is kept. */
function measureSearch(words, { cwd, caches, isCached }) {
  const own = join(caches, "lsp-locate");
  mkdirSync(own, { recursive: true, mode: 0o700 });
  if (!isCached) for (const name of readdirSync(own)) if (name !== "code") rmSync(join(own, name), { recursive: true });
  return measureCpu(words, { cwd, env: { ...process.env, XDG_CACHE_HOME: caches } });
}

/** Returns the CPU and the clock time of a program and its children, in milliseconds. */
async function measureCpu(words, { cwd, env }) {
  const from = performance.now();
  const script = '"$@" > /dev/null 2>&1 || exit 1; times';
  const child = spawn("bash", ["-c", script, "bash", ...words], { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${words.join(" ")} failed`);
  const time = performance.now() - from;
  const [, ofChildren = ""] = output.split("\n");
  const cpu = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + 60_000 * m + 1_000 * s, 0);
  return { cpu, time };
}
