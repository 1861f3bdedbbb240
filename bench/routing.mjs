/**
 * What many languages in one session cost: traffic through the router against the proxy of a single
 * server; a server that dies; memory of each language; the first hover.
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
 * So many languages are known where memory is measured, and lie in the workspace where the first
 * hover is.
 */
const languageCount = 10;

export async function run({ rounds, proxy }) {
  // The real path: servers answer with it, and a temporary folder is a link on some systems.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-bench-")));
  // The servers that npm brought are found as a user's would be: by name.
  process.env["PATH"] = [modules, process.env["PATH"]].join(delimiter);
  try {
    const parts = [traffic, dying, first, memory];
    const written = [];
    for (const part of parts) written.push(await part({ rounds, proxy, folder }));
    return written.join("\n\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Languages made up for the bench, each with an echo server of its own. */
function echoes(count) {
  const names = Array.from({ length: count }, (_, n) => `made-up-${n}`);
  const entries = (entry) => Object.fromEntries(names.map((name) => [name, entry(name)]));
  return {
    servers: entries((name) => ({ command: server("echo"), languages: [name], ready: "at once" })),
    languages: entries((name) => ({ extensions: [`.${name}`], servers: [name] })),
  };
}

async function traffic({ rounds, proxy, folder }) {
  const echo = server("echo");
  const subjects = [{ ...proxied(proxy, echo), name: "single" }, routed(proxy, folder, onlyFor(echo))];
  const uri = pathToFileURL(join(folder, "document.ts")).href;
  const place = { textDocument: { uri }, position: { line: 12, character: 3 } };
  const completion = (bytes, idLast = false) => ["textDocument/completion", { ...place, bytes, idLast }];
  const measures = {
    "round trip p50": async (client) => quantile(await client.roundTrips("textDocument/hover", place, 700), 0.5),
    "1 MB answer": async (client) => median(await client.roundTrips(...completion(megabyte), 7)),
    "10 MB answer": async (client) => median(await client.roundTrips(...completion(10 * megabyte), 3)),
    "10 MB answer, its id last": async (client) =>
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

/** Milliseconds from writing a change of the whole text to the answer of a hover behind it. */
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
 * From the death of typescript-language-server to the first right answer of the next, against the
 * start of one that nobody stands in front of.
 */
async function dying({ rounds, proxy, folder }) {
  const project = typescriptProject(folder);
  const router = routed(proxy, folder, {});
  const dead = async () => {
    const { client, ask } = await startHovering(router.command, project);
    await untilRight(ask);
    const [pid] = childrenOf(client.pid);
    if (pid === undefined) return undefined;
    const from = performance.now();
    process.kill(pid, "SIGKILL");
    await untilRight(ask);
    const time = performance.now() - from;
    await client.close();
    return time;
  };
  const subjects = [
    { name: "started", measure: () => firstHover(typescript, project) },
    { name: "restarted", measure: dead },
  ];
  const { started, restarted } = await measureInterleaved(subjects, rounds, ({ measure }) => measure());
  if (restarted.includes(undefined)) return "Only Linux says which processes a process has started.";
  const toStart = ratio(restarted, started);
  const cells = [formatTime(median(restarted)), `**${formatRatio(toStart)}**`, formatGoal(toStart, 1.5)];
  return table(
    ["typescript-language-server", "time", "**: plain start**", "goal"],
    [["killed → first right hover", ...cells]],
  );
}

/** A workspace of many languages, of which one is asked about: against that one's server alone. */
async function first({ rounds, proxy, folder }) {
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
  const samples = await measureInterleaved(subjects, rounds, ({ command }) => firstHover(command, project));
  const rows = ["single", "routed"].map((name) => {
    const toDirect = ratio(samples[name], samples.direct);
    return [name, formatTime(median(samples[name])), `**${formatRatio(toDirect)}**`, formatGoal(toDirect, 1.3)];
  });
  return table([`start → first right hover, ${count} languages`, "time", "**: direct**", "goal"], rows);
}

async function memory({ rounds, proxy, folder }) {
  if (memoryOf(process.pid, "now") === undefined) return "Only Linux says how much memory a process takes.";
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
    { name: "no more languages than are shipped", numbers: [0, 0] },
    { name: `${languageCount} more known, none started`, numbers: [languageCount, 0] },
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
  return table(["the proxy's memory", "resident", "for each language more"], rows);
}

/** A project of two files; the hover asked for is right when it tells what the other file says. */
function typescriptProject(folder) {
  const project = join(folder, "project");
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "tsconfig.json"), '{ "compilerOptions": { "types": [], "noLib": true } }');
  writeFileSync(join(project, "fuse.ts"), "/** How long it burns. */\nexport const fuse = 3;\n");
  writeFileSync(join(project, "main.ts"), 'import { fuse } from "./fuse";\nexport const long = fuse;\n');
  return project;
}

/** Milliseconds from the start of a command to the first right hover. */
async function firstHover(command, project) {
  const from = performance.now();
  const { client, ask } = await startHovering(command, project);
  await untilRight(ask);
  const time = performance.now() - from;
  await client.close();
  return time;
}

async function startHovering(command, project) {
  const client = startClient(command);
  const rootUri = pathToFileURL(project).href;
  // It declares nothing: what a server may ask of such a client needs no answer.
  const workspaceFolders = [{ uri: rootUri, name: "project" }];
  await client.ask("initialize", { processId: process.pid, rootUri, workspaceFolders, capabilities: {} });
  client.notify("initialized", {});
  const uri = pathToFileURL(join(project, "main.ts")).href;
  client.open(uri, readFileSync(join(project, "main.ts"), "utf8"));
  const ask = () => client.ask("textDocument/hover", { textDocument: { uri }, position: { line: 1, character: 21 } });
  return { client, ask };
}

/** Asks again until the server has loaded enough to be right. */
async function untilRight(ask) {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const { result } = await ask();
    if (JSON.stringify(result).includes("How long it burns")) return;
  }
  throw new Error("no right answer came within a minute");
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
