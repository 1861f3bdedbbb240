/**
 * Measures sessions with many languages: traffic through the router compared with the proxy of a
 * single server, the restart of a server, the memory per language, and the first hover.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startClient } from "./lib/client.mjs";
import { memoryOf } from "./lib/processUsage.mjs";
import {
  formatGoal,
  formatRatio,
  formatTime,
  measureInterleaved,
  median,
  quantile,
  ratio,
  table,
} from "./lib/statistics.mjs";
import { onlyFor, proxied, routed, server } from "./lib/subjects.mjs";

export const title = "Routing";
export const rounds = 3;

const modules = fileURLToPath(new URL("../node_modules/.bin", import.meta.url));
const typescript = ["typescript-language-server", "--stdio"];
const megabyte = 1024 * 1024;
/**
 * The number of languages known in the memory measurement, and present in the workspace of the
 * first hover.
 */
const languageCount = 10;

export async function run({ rounds, proxy }) {
  // The real path, because servers return it and a temporary folder may be a symbolic link.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-bench-")));
  // The servers installed by npm are found by name, like those of a user.
  process.env["PATH"] = [modules, process.env["PATH"]].join(delimiter);
  try {
    const parts = [measureTraffic, measureRestart, measureFirstHover, measureMemory];
    const written = [];
    for (const part of parts) written.push(await part({ rounds, proxy, folder }));
    return written.join("\n\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns artificial languages, each with an echo server of its own. */
function echoes(count) {
  const names = Array.from({ length: count }, (_, n) => `made-up-${n}`);
  const entries = (entry) => Object.fromEntries(names.map((name) => [name, entry(name)]));
  return {
    servers: entries((name) => ({ command: server("echo"), languages: [name], ready: "at once" })),
    languages: entries((name) => ({ extensions: [`.${name}`], servers: [name] })),
  };
}

async function measureTraffic({ rounds, proxy, folder }) {
  const echo = server("echo");
  const subjects = [{ ...proxied(proxy, echo), name: "single" }, routed(proxy, folder, onlyFor(echo))];
  const uri = pathToFileURL(join(folder, "document.ts")).href;
  const place = { textDocument: { uri }, position: { line: 12, character: 3 } };
  const completion = (bytes, idLast = false) => ["textDocument/completion", { ...place, bytes, idLast }];
  const measures = {
    "round trip p50": async (client) => quantile(await client.roundTrips("textDocument/hover", place, 700), 0.5),
    "1 MB response": async (client) => median(await client.roundTrips(...completion(megabyte), 7)),
    "10 MB response": async (client) => median(await client.roundTrips(...completion(10 * megabyte), 3)),
    "10 MB response, its id last": async (client) =>
      median(await client.roundTrips(...completion(10 * megabyte, true), 3)),
    "1 MB change": async (client) => median(await changes(client, uri, megabyte, 7)),
    "10 MB change": async (client) => median(await changes(client, uri, 10 * megabyte, 3)),
  };
  const samples = {};
  const sessions = [];
  for (const { name, command } of subjects) {
    const client = startClient(command);
    await client.initialize(pathToFileURL(folder).href);
    client.open(uri, "const a = 1\n".repeat(200));
    await client.roundTrips("textDocument/hover", place, 300);
    sessions.push({ name, client });
  }
  for (const [row, measure] of Object.entries(measures)) {
    samples[row] = await measureInterleaved(sessions, rounds * 4, ({ client }) => measure(client));
  }
  for (const { client } of sessions) await client.close();
  const rows = Object.entries(samples).map(([row, { single, routed }]) => {
    const toSingle = ratio(routed, single);
    return [row, formatTime(median(routed)), `**${formatRatio(toSingle)}**`, formatGoal(toSingle, 1.2)];
  });
  return table(["an echo server", "routed", "**routed : single**", "goal"], rows);
}

/**
 * Returns the milliseconds from sending a change of the whole text to the response to a hover after
 * it.
 */
async function changes(client, uri, bytes, count) {
  const text = "const a = 1\n".repeat(bytes / 12);
  const place = { textDocument: { uri }, position: { line: 12, character: 3 } };
  const times = [];
  for (let n = 0; n < count; n++) {
    const from = performance.now();
    client.notify("textDocument/didChange", {
      textDocument: { uri, version: Math.round(from * 1000) },
      contentChanges: [{ text }],
    });
    await client.request("textDocument/hover", place);
    times.push(performance.now() - from);
  }
  return times;
}

/**
 * Measures from the exit of typescript-language-server to the first correct response of its
 * restart, compared with a plain start without a proxy.
 */
async function measureRestart({ rounds, proxy, folder }) {
  const project = typescriptProject(folder);
  const router = routed(proxy, folder, {});
  const restart = async () => {
    const { client, hover } = await startHovering(router.command, project);
    await waitForCorrect(hover);
    const [pid] = childrenOf(client.pid);
    if (pid === undefined) return undefined;
    const from = performance.now();
    process.kill(pid, "SIGKILL");
    await waitForCorrect(hover);
    const time = performance.now() - from;
    await client.close();
    return time;
  };
  const subjects = [
    { name: "started", measure: () => timeFirstHover(typescript, project) },
    { name: "restarted", measure: restart },
  ];
  const { started, restarted } = await measureInterleaved(subjects, rounds, ({ measure }) => measure());
  if (restarted.includes(undefined)) return "Skipped: only Linux lists the child processes of a process.";
  const toStart = ratio(restarted, started);
  const cells = [formatTime(median(restarted)), `**${formatRatio(toStart)}**`, formatGoal(toStart, 1.5)];
  return table(
    ["typescript-language-server", "time", "**: plain start**", "goal"],
    [["killed → first correct hover", ...cells]],
  );
}

/** Measures the first hover in a workspace of many languages, compared with the server alone. */
async function measureFirstHover({ rounds, proxy, folder }) {
  const project = typescriptProject(folder);
  const others = {
    py: "x = 1",
    sh: "x=1",
    json: "{}",
    yaml: "x: 1",
    css: "a {}",
    html: "<p>",
    go: "package a",
    rs: "",
    c: "",
  };
  for (const [extension, text] of Object.entries(others)) writeFileSync(join(project, `other.${extension}`), text);
  const count = Object.keys(others).length + 1;
  if (count !== languageCount) throw new Error(`${count} languages, not ${languageCount}`);
  const router = routed(proxy, folder, {});
  const subjects = [
    { name: "direct", command: typescript },
    { name: "single", command: proxied(proxy, typescript).command },
    router,
  ];
  const samples = await measureInterleaved(subjects, rounds, ({ command }) => timeFirstHover(command, project));
  const rows = ["single", "routed"].map((name) => {
    const toDirect = ratio(samples[name], samples.direct);
    return [name, formatTime(median(samples[name])), `**${formatRatio(toDirect)}**`, formatGoal(toDirect, 1.3)];
  });
  return table([`start → first correct hover, ${count} languages`, "time", "**: direct**", "goal"], rows);
}

async function measureMemory({ rounds, proxy, folder }) {
  if (memoryOf(process.pid, "now") === undefined) return "Skipped: only Linux reports the memory of a process.";
  const measure = async (known, started) => {
    const client = startClient(routed(proxy, folder, echoes(known)).command);
    await client.initialize(pathToFileURL(folder).href);
    for (let n = 0; n < started; n++) {
      const uri = pathToFileURL(join(folder, `document.made-up-${n}`)).href;
      const textDocument = { uri, languageId: `made-up-${n}`, version: 1, text: "one\n" };
      client.notify("textDocument/didOpen", { textDocument });
      await client.request("textDocument/hover", { textDocument: { uri }, position: { line: 0, character: 0 } });
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    const now = memoryOf(client.pid, "now");
    await client.close();
    return now;
  };
  const subjects = [
    { name: "only the shipped languages", numbers: [0, 0] },
    { name: `${languageCount} more languages known, none started`, numbers: [languageCount, 0] },
    { name: "one of them started", numbers: [languageCount, 1] },
    { name: `all ${languageCount} started`, numbers: [languageCount, languageCount] },
  ];
  const samples = await measureInterleaved(subjects, rounds, ({ numbers }) => measure(...numbers));
  const rows = subjects.map(({ name, numbers: [known, started] }, n) => {
    const before = subjects[n - 1];
    const languages = before ? known - before.numbers[0] + started - before.numbers[1] : 0;
    const more = samples[name].map((value, round) => value - samples[before?.name ?? name][round]);
    return [
      name,
      `${Math.round(median(samples[name]))} MB`,
      languages === 0 ? "" : `${(median(more) / languages).toFixed(2)} MB`,
    ];
  });
  return table(["the proxy's memory", "resident", "per additional language"], rows);
}

/**
 * Writes a project of two files. A hover is correct if it contains the comment in the other file.
 */
function typescriptProject(folder) {
  const project = join(folder, "project");
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "tsconfig.json"), '{ "compilerOptions": { "types": [], "noLib": true } }');
  writeFileSync(join(project, "fuse.ts"), "/** How long it burns. */\nexport const fuse = 3;\n");
  writeFileSync(join(project, "main.ts"), 'import { fuse } from "./fuse";\nexport const long = fuse;\n');
  return project;
}

/** Returns the milliseconds from the start of a command to the first correct hover. */
async function timeFirstHover(command, project) {
  const from = performance.now();
  const { client, hover } = await startHovering(command, project);
  await waitForCorrect(hover);
  const time = performance.now() - from;
  await client.close();
  return time;
}

async function startHovering(command, project) {
  const client = startClient(command);
  const rootUri = pathToFileURL(project).href;
  // It declares no capabilities, so that requests of the server need no response.
  const workspaceFolders = [{ uri: rootUri, name: "project" }];
  await client.sendRequest("initialize", { processId: process.pid, rootUri, workspaceFolders, capabilities: {} });
  client.notify("initialized", {});
  const uri = pathToFileURL(join(project, "main.ts")).href;
  client.open(uri, readFileSync(join(project, "main.ts"), "utf8"));
  const hover = () =>
    client.sendRequest("textDocument/hover", { textDocument: { uri }, position: { line: 1, character: 21 } });
  return { client, hover };
}

/** Repeats the hover until the server has loaded enough to be correct. */
async function waitForCorrect(hover) {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const { result } = await hover();
    if (JSON.stringify(result).includes("How long it burns")) return;
  }
  throw new Error("no correct response within a minute");
}

function childrenOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "latin1").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}
