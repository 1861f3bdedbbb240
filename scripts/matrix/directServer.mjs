/**
 * A client of a server without lsp-locate, which opens every file of the language first and asks
 * until the answer is right.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { capabilities } from "../methodTable/session.mjs";

/** How long a wrong answer is asked again. */
const DEFAULT_SETTLE_MS = 30_000;
const INTERVAL_MS = 25;
const CLOSE_MS = 1000;

/**
 * Starts a server by its entry in `root`, with `env` added to the environment, and opens `files`:
 * language ids by path.
 */
export async function startServer({ entry, root, path, files, env = {}, settleMs = DEFAULT_SETTLE_MS }) {
  const [program, ...args] = entry.command;
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, PATH: path, ...env, ...entry.env },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const exited = Promise.race([once(child, "exit"), once(child, "error")]);
  child.stdin.on("error", () => {});
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onError(() => {});
  const published = new Map();
  connection.onNotification("textDocument/publishDiagnostics", ({ uri, diagnostics }) =>
    published.set(decodeURIComponent(uri), diagnostics),
  );
  connection.onRequest((method, params) =>
    method === "workspace/configuration"
      ? params.items.map(({ section }) => settingsIn(entry.settings, section))
      : null,
  );
  connection.listen();
  const uriOf = (file) => pathToFileURL(join(root, file)).href;
  const initialize = connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(root).href,
    rootPath: root,
    workspaceFolders: [{ uri: pathToFileURL(root).href, name: "project" }],
    initializationOptions: entry.initializationOptions,
    capabilities,
  });
  const lost = exited.then(() => Promise.reject(new Error("the server has ended")));
  lost.catch(() => {});
  await Promise.race([initialize, lost]);
  await connection.sendNotification("initialized", {});
  if (entry.settings) {
    await connection.sendNotification("workspace/didChangeConfiguration", { settings: entry.settings });
  }
  for (const [file, languageId] of Object.entries(files)) {
    const textDocument = { uri: uriOf(file), languageId, version: 1, text: readFileSync(join(root, file), "utf8") };
    await connection.sendNotification("textDocument/didOpen", { textDocument });
  }
  return {
    /** Asks until `fits` holds for the answer, or for some seconds. Returns the last answer. */
    async ask(method, file, params, fits) {
      const until = performance.now() + settleMs;
      for (;;) {
        const request = { textDocument: { uri: uriOf(file) }, ...params };
        const answer = await Promise.race([
          connection.sendRequest(`textDocument/${method}`, request).catch(() => null),
          lost,
          pause(settleMs).then(() => null),
        ]);
        const pushed = published.get(decodeURIComponent(uriOf(file))) ?? [];
        const items = [...(answer?.items ?? []), ...pushed];
        const result = method === "diagnostic" ? { items } : answer;
        if (fits(result) || performance.now() > until) return result;
        await pause(INTERVAL_MS);
      }
    },
    async close() {
      try {
        await Promise.race([connection.sendRequest("shutdown"), lost, pause(CLOSE_MS)]);
        await connection.sendNotification("exit");
        await Promise.race([exited, pause(CLOSE_MS)]);
      } catch {
        // It has ended already.
      }
      connection.dispose();
      child.kill("SIGKILL");
    },
  };
}

function settingsIn(settings, section) {
  const keys = section ? section.split(".") : [];
  return keys.reduce((value, key) => value?.[key], settings) ?? null;
}
