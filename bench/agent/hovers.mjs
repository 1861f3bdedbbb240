/**
 * Hovers in agent mode and without it, on real servers and on one that takes no time. The batches
 * of both sessions alternate, so that the machine is equally busy for both.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startClient } from "../lib/client.mjs";
import { memoryOf } from "../lib/processUsage.mjs";
import { median } from "../lib/statistics.mjs";
import { server } from "../lib/subjects.mjs";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const program = (name) => join(repository, "node_modules/.bin", name);

/** Hovers of a session: `warmUp` ones, by which the code is compiled, then `batches` of `batch`. */
const quick = { batches: 200, batch: 50, warmUp: 5_000 };
const slow = { batches: 60, batch: 24, warmUp: 600 };

/** The servers. `root` is the project, `file` the document in it. */
export const servers = [
  {
    name: "typescript-language-server",
    command: [program("typescript-language-server"), "--stdio"],
    root: "test/projects/typescript",
    file: "src/shapes.ts",
    languageId: "typescript",
    counts: slow,
  },
  {
    name: "pyright",
    command: [program("pyright-langserver"), "--stdio"],
    root: "test/projects/python",
    file: "store/items.py",
    languageId: "python",
    counts: slow,
  },
  {
    name: "echo",
    command: server("echo"),
    root: "test/projects/json",
    file: "package.json",
    languageId: "json",
    counts: quick,
  },
];

/** Words of a file, each the place of a hover. */
const WORD = /[\p{L}_$][\p{L}\p{N}_$]{2,}/gu;
const MAX_PLACES = 12;
const LOAD_TIMEOUT_MS = 60_000;

/**
 * Resolves with the median time of a hover in each batch, in ms, and the memory of the session, by
 * the names of `sessions`; each of them is the command line of a proxy without that of the server.
 */
export async function measureHovers(sessions, { command, counts, ...project }) {
  const { batches, batch, warmUp } = counts;
  const opened = [];
  for (const session of sessions)
    opened.push({ name: session.name, times: [], ...(await openSession([...session.command, ...command], project)) });
  // Both sessions get the same hovers.
  const common = opened[0].requests.filter((params) => opened.every(({ known }) => known.has(JSON.stringify(params))));
  const step = Math.max(1, Math.floor(common.length / MAX_PLACES));
  const requests = common.filter((_, n) => n % step === 0).slice(0, MAX_PLACES);
  for (const { client } of opened) await client.roundTrips("textDocument/hover", requests, warmUp);
  for (let n = 0; n < batches; n++)
    for (const { client, times } of n % 2 === 0 ? opened : [...opened].reverse())
      times.push(median(await client.roundTrips("textDocument/hover", requests, batch)));
  const measured = {};
  for (const { name, client, times } of opened) {
    measured[name] = { times, memory: memoryOf(client.pid, "now") };
    await client.close();
  }
  return measured;
}

/**
 * Starts a session, opens the document, and waits until the server knows its words. `requests` has
 * the params of a hover for each word, `known` those with a result, as JSON.
 */
async function openSession(command, { root, file, languageId }) {
  const folder = join(repository, root);
  const text = readFileSync(join(folder, file), "utf8");
  const uri = pathToFileURL(join(folder, file)).href;
  const client = startClient(command);
  client.onNotification = (body) => {
    const { id, method, params } = JSON.parse(body.toString());
    if (id !== undefined)
      client.respond(id, method === "workspace/configuration" ? params.items.map(() => null) : null);
  };
  await client.initialize(pathToFileURL(folder).href);
  client.notify("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
  const requests = placesIn(text).map((position) => ({ textDocument: { uri }, position }));
  const from = performance.now();
  for (let last = -1; ; ) {
    const known = new Set();
    for (const params of requests)
      if ((await client.sendRequest("textDocument/hover", params)).result) known.add(JSON.stringify(params));
    if (known.size > 0 && known.size === last) return { client, requests, known };
    if (performance.now() - from > LOAD_TIMEOUT_MS) throw new Error(`${command.join(" ")} has no hovers`);
    last = known.size;
    // Without a rule, a server counts as ready when it has been silent for 1.5 s.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

function placesIn(text) {
  return text
    .split("\n")
    .flatMap((content, line) => [...content.matchAll(WORD)].map(({ index }) => ({ line, character: index })));
}
