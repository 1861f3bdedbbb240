/**
 * Measures indexing a workspace: a large real tree compared with Universal Ctags, the second start
 * compared with the first, and a hundred thousand small files.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isUniversalCtags } from "./lib/ctags.mjs";
import { generateFiles } from "./lib/generatedFiles.mjs";
import { loadSources } from "./lib/loadSources.mjs";
import { cpuOf, memoryOf } from "./lib/processUsage.mjs";
import { formatRatio, formatTime, median, ratio, table } from "./lib/statistics.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

export const title = "The index";
export const rounds = 1;

/** Large trees; missing ones are skipped. BENCH_SOURCES adds more. */
const trees = [
  "/usr/lib/python3.11",
  "/usr/local/go/src",
  ...(process.env.BENCH_SOURCES ?? "").split(delimiter).filter((folder) => folder !== ""),
];

/** The languages that both support: language ids, and the names of Universal Ctags. */
const ctagsLanguages = {
  c: "C",
  cpp: "C++",
  csharp: "C#",
  go: "Go",
  java: "Java",
  javascript: "JavaScript",
  javascriptreact: "JavaScript",
  lua: "Lua",
  php: "PHP",
  python: "Python",
  ruby: "Ruby",
  rust: "Rust",
  shellscript: "Sh",
  typescript: "TypeScript",
  typescriptreact: "TypeScript",
};

const generatedFiles = 100_000;

export async function run({ rounds, proxy }) {
  const parts = await loadSources([
    "src/backend/config/loadServers.ts",
    "src/syntax/grammars/grammars.ts",
    "src/workspace/cache/cacheFile.ts",
    "src/workspace/cache/indexCache.ts",
    "src/workspace/store/declarationStore.ts",
    "src/files/languageOfFile.ts",
    "src/workspace/parse/indexedGrammars.ts",
    "src/workspace/indexLimits.ts",
    "src/workspace/disk/sourceFiles.ts",
  ]);
  const hasCtags = await isUniversalCtags();
  const folder = mkdtempSync(join(tmpdir(), "lsp-locate-bench-"));
  try {
    const subject = subjectOf(parts, proxy, folder);
    const rows = [];
    const details = [];
    for (const tree of trees) {
      if (!existsSync(tree)) continue;
      const measured = await measureTree(subject, tree, { rounds, hasCtags, name: "parseArguments" });
      rows.push(...measured.rows);
      details.push(measured.detail);
    }
    const generated = join(folder, "generated");
    generateFiles(generated, generatedFiles);
    const measured = await measureTree(subject, generated, {
      rounds: 1,
      hasCtags,
      name: `function${generatedFiles - 1}`,
    });
    rows.push(...measured.rows);
    details.push(measured.detail);
    const columns = ["tree", "files", "MB", "", "time", "CPU", "files/s", "MB/s", "peak MB"];
    const without = hasCtags ? "" : "\n\nUniversal Ctags is not installed, so there is no comparison with it.";
    const workers = Math.max(1, Math.min(4, availableParallelism() - 1));
    return `${table(columns, rows)}\n\n${details.join("\n")}\n\nOur index uses ${workers} parse threads. Both sides run at the low priority of our threads.${without}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function subjectOf(parts, proxy, folder) {
  const servers = parts.shippedServers();
  const languages = { byFilename: [...servers.byFilename], byExtension: [...servers.byExtension] };
  const shipped = { grammars: join(root, "dist/grammars"), queries: join(root, "queries") };
  const all = parts.indexedGrammars(new parts.Grammars(shipped, new Map()));
  const grammars = Object.fromEntries(Object.entries(all).filter(([language]) => language in ctagsLanguages));
  const options = {
    languages,
    grammars,
    treeSitterWasm: join(shipped.grammars, "tree-sitter.wasm"),
    limits: parts.defaultIndexLimits,
    workers: Math.max(1, Math.min(4, availableParallelism() - 1)),
    isWatching: true,
  };
  return { parts, options, folder, entry: join(dirname(proxy), "indexThread.js") };
}

async function measureTree(subject, tree, { rounds, hasCtags, name }) {
  const { folder, options } = subject;
  const files = await filesOf(subject, tree);
  const list = join(folder, "files");
  writeFileSync(list, files.map(({ path }) => `${path}\n`).join(""));
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const cache = { file: join(folder, "cache"), version: "bench" };
  const index = { ...options, roots: [tree], cache };
  const subjects = [
    {
      name: "first",
      run() {
        rmSync(cache.file, { force: true });
        return runIndex(subject, index);
      },
    },
    { name: "second", run: () => runIndex(subject, index, { name }) },
    ...(hasCtags ? [{ name: "ctags", run: () => runCtags(list, join(folder, "tags")) }] : []),
  ];
  // The second start needs the cache of the first, so these two always run in this order.
  const samples = Object.fromEntries(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const each of subjects) samples[each.name].push(await each.run());
  }
  const early = await runIndex(subject, { ...index, cache: undefined }, { name, isBrief: true });
  const row = (what, runs) => {
    const time = median(runs.map(({ completeMs }) => completeMs));
    const cpu = median(runs.map(({ cpuMs }) => cpuMs));
    const peak = median(runs.map((each) => each.peak ?? Number.NaN));
    return [
      tree.startsWith(folder) ? `${files.length} generated` : tree,
      files.length,
      (bytes / 1e6).toFixed(1),
      what,
      formatTime(time),
      formatTime(cpu),
      Math.round(files.length / (time / 1000)),
      (bytes / 1e3 / time).toFixed(1),
      Math.round(peak),
    ];
  };
  const rows = [row("first start", samples.first), row("second start", samples.second)];
  if (hasCtags) rows.push(row("ctags", samples.ctags));
  const stored = await measureStored(subject, index, cache);
  const against = hasCtags
    ? ` First start against ctags: time ${formatSampleRatio(samples, "first", "ctags", "completeMs")}, CPU ${formatSampleRatio(samples, "first", "ctags", "cpuMs")}, memory ${formatSampleRatio(samples, "first", "ctags", "peak")}.`
    : "";
  const detail =
    `- ${rows[0][0]}:${against} Second start against the first: time ${formatSampleRatio(samples, "second", "first", "completeMs")}. ` +
    `${stored.declarations} symbols${hasCtags ? ` (ctags: ${samples.ctags[0].tags})` : ""}, ${(stored.bytes / stored.declarations).toFixed(1)} bytes each in memory, ${(stored.cacheBytes / stored.declarations).toFixed(1)} on disk. ` +
    `A lookup at the start returns the full result after ${formatTime(early.earlyMs)}, when ${early.earlyIndexed} files were indexed; later lookups take ${formatTime(samples.second[0].lookupMs)}.`;
  return { rows, detail };
}

function formatSampleRatio(samples, one, other, figure) {
  const of = (name) => samples[name].map((each) => each[figure]);
  return formatRatio(ratio(of(one), of(other)));
}

/** Returns the files that the index finds in the tree. */
async function filesOf({ parts, options }, tree) {
  const files = [];
  const sources = new parts.SourceFiles(
    [tree],
    { limits: options.limits, isWatching: false },
    {
      languageOf(path) {
        const language = parts.languageOfFile(path, parts.shippedServers());
        return language !== undefined && language in options.grammars ? language : undefined;
      },
      onFile: (path, _language, { size }) => files.push({ path, size }),
      onFileGone() {},
      onSettled() {},
      log() {},
    },
  );
  await sources.scan();
  sources.end();
  return files.filter(({ size }) => size <= options.limits.fileBytes);
}

async function runIndex({ entry }, options, { name, isBrief = false } = {}) {
  const child = spawn(process.execPath, [join(root, "bench/lib/indexRun.mjs")], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify({ entry, options, name, isBrief }));
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`the index ended with ${code}`);
  const result = JSON.parse(output);
  if (!result.isComplete && !isBrief) throw new Error(`not everything was indexed: ${output}`);
  return result;
}

/**
 * Runs Universal Ctags. Its memory and CPU time are those of the last reading before it ended, at
 * most some milliseconds old.
 */
async function runCtags(list, tags) {
  rmSync(tags, { force: true });
  const languages = [...new Set(Object.values(ctagsLanguages))].join(",");
  const words = [`--languages=${languages}`, "--fields=+n", "--quiet", "-L", list, "-f", tags];
  const from = performance.now();
  const child = spawn("nice", ["-n", "10", "ctags", ...words], { stdio: ["ignore", "ignore", "ignore"] });
  let peak;
  let cpuMs;
  const sampler = setInterval(() => {
    peak = memoryOf(child.pid, "peak") ?? peak;
    cpuMs = cpuOf(child.pid) || cpuMs;
  }, 5);
  const [code] = await once(child, "close");
  const completeMs = performance.now() - from;
  clearInterval(sampler);
  if (code !== 0) throw new Error(`ctags ended with ${code}`);
  const lines = readFileSync(tags, "latin1").split("\n");
  return { completeMs, peak, cpuMs, tags: lines.filter((line) => line !== "" && !line.startsWith("!")).length };
}

/** Reads the cache of the tree into a store, as a session does, and returns the sizes. */
async function measureStored({ parts, options }, { roots }, cache) {
  const indexCache = new parts.IndexCache({
    ...cache,
    roots,
    grammars: options.grammars,
    limits: options.limits,
    log() {},
  });
  const store = new parts.DeclarationStore();
  for (const [path, file] of (await indexCache.read()) ?? []) store.put(path, file);
  return { declarations: store.declarationCount, bytes: store.byteLength, cacheBytes: statSync(cache.file).size };
}
