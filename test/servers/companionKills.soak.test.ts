/**
 * Two real servers for one document, which are killed and stopped while they are asked: each
 * request gets one response, and afterwards both answer again.
 */

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { createFolder, removeFolders } from "../folders.js";
import { setEnv, testIf } from "../jest.js";
import { repository, startRaw } from "../peer.js";
import { type Answer, countingClient } from "../routing/countingClient.js";
import { isOnPath } from "./scenario.js";

const isFull = process.env["TEST_SOAK"] === "full";
const KILLS = Number(process.env["CHAOS_KILLS"] ?? (isFull ? 300 : 6));
const TIMEOUT_MS = isFull ? 3_000_000 : 300_000;

afterEach(removeFolders);

const texts = [
  "import os\n\n\ndef area(n: int) -> str:\n    return   n\n",
  "import os\n\n\narea: int = 'a'\n",
] as const;
const place = { line: 3, character: 4 };

const testPair = testIf(
  isOnPath("ruff") && existsSync("/proc/self/stat"),
  "ruff is not installed, or the system does not list processes in /proc",
);

testPair(
  `Each request gets one response, though one of its two servers is killed or stopped (${KILLS} times)`,
  async () => {
    setEnv("PATH", [join(repository, "node_modules/.bin"), process.env["PATH"]].join(delimiter));
    const root = createFolder();
    writeFileSync(join(root, "app.py"), texts[0]);
    const file = join(createFolder(), "servers.json");
    writeFileSync(file, JSON.stringify({ languages: { python: { servers: ["pyright"], companions: ["ruff"] } } }));
    const raw = startRaw([], { root, timeoutMs: TIMEOUT_MS, options: ["--servers", file] });
    const client = countingClient(raw, 0);
    const rootUri = pathToFileURL(root).href;
    const textDocument = { uri: `${rootUri}/app.py` };
    await client.request("initialize", { processId: process.pid, rootUri, capabilities: {} });
    client.notify("initialized", {});
    client.notify("textDocument/didOpen", {
      textDocument: { ...textDocument, languageId: "python", version: 0, text: texts[0] },
    });
    const askAll = () => {
      const range = { start: { line: 0, character: 7 }, end: { line: 0, character: 9 } };
      return Promise.all([
        client.request("textDocument/hover", { textDocument, position: place }),
        client.request("textDocument/documentSymbol", { textDocument }),
        client.request("textDocument/codeAction", { textDocument, range, context: { diagnostics: [] } }),
        client.request("textDocument/formatting", { textDocument, options: { tabSize: 4, insertSpaces: true } }),
      ]);
    };
    const isWhole = (answers: readonly Answer[]) =>
      answers.every(({ result }) => result !== null && result !== undefined) &&
      (answers[2]?.result as unknown[] | undefined)?.length !== 0;
    const untilWhole = async () => {
      while (!isWhole(await askAll())) await new Promise(setImmediate);
    };
    await untilWhole();
    for (let n = 0; n < KILLS; n++) {
      const text = texts[n % 2];
      client.notify("textDocument/didChange", {
        textDocument: { ...textDocument, version: n + 1 },
        contentChanges: [{ text }],
      });
      const answers = askAll();
      const [pid] = pidsBelow(raw.process.pid ?? 0, n % 3 === 0 ? "pyright-langserver" : "ruff");
      const isStop = n % 3 === 2;
      if (pid !== undefined) process.kill(pid, isStop ? "SIGSTOP" : "SIGKILL");
      await answers;
      if (isStop && pid !== undefined) process.kill(pid, "SIGCONT");
    }
    client.notify("textDocument/didChange", {
      textDocument: { ...textDocument, version: KILLS + 1 },
      contentChanges: [{ text: texts[0] }],
    });
    await untilWhole();
    expect(client.oddities.filter((each) => !each.startsWith("asked for workspace/configuration"))).toEqual([]);
    await client.request("shutdown");
    client.notify("exit");
  },
  TIMEOUT_MS,
);

/** Returns the ids of the processes below one whose command line has a word. */
function pidsBelow(ancestor: number, word: string): readonly number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parents = new Map(pids.map((pid) => [Number(pid), parentOf(pid)]));
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === ancestor || isBelow(parents.get(pid)));
  return pids.map(Number).filter((pid) => pid !== ancestor && isBelow(pid) && commandLineOf(pid).includes(word));
}

function parentOf(pid: string): number | undefined {
  const text = read(`/proc/${pid}/stat`);
  return text === "" ? undefined : Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
}

function commandLineOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
}

/** Processes may end meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
