/** A language client for one folder, in front of a server or of the proxy. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import rpc from "vscode-jsonrpc/node";

const REQUEST_TIMEOUT_MS = 120_000;
/** How much of the end of stderr an error of the process quotes. */
const MAX_STDERR = 2_000;

const plainCapabilities = {
  general: { positionEncodings: ["utf-16"] },
  workspace: { configuration: true, workspaceFolders: true },
  window: { workDoneProgress: true },
  textDocument: {
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    callHierarchy: {},
    references: {},
    synchronization: {},
    publishDiagnostics: { versionSupport: true },
  },
};

/**
 * Starts a command in a folder, with `env` added to the environment, and initializes it. `settings`
 * answer what it asks of the configuration. Its end before `end()` rejects requests, with its
 * stderr.
 */
export async function startSession([program, ...words], folder, options = {}) {
  const { env, settings, initializationOptions, capabilities = plainCapabilities } = options;
  const child = spawn(program, words, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr = (stderr + chunk).slice(-MAX_STDERR);
  });
  // "close", since at "exit" stderr may not have been read to its end.
  const ended = new Promise((_, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) =>
      reject(new Error(`${program} ended (${signal ?? `exit code ${code}`}): ${stderr.trim() || "nothing on stderr"}`)),
    );
  });
  ended.catch(() => {});
  child.stdin.on("error", () => {});
  const connection = rpc.createMessageConnection(
    new rpc.StreamMessageReader(child.stdout),
    new rpc.StreamMessageWriter(child.stdin),
  );
  connection.onRequest("workspace/configuration", ({ items }) =>
    items.map(({ section }) => settings?.[section] ?? null),
  );
  connection.onRequest(() => null);
  connection.onUnhandledNotification(() => {});
  connection.onError(() => {});
  connection.listen();
  const uriOf = (path) => pathToFileURL(join(folder, path)).href;
  const request = async (method, params) => {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no response to ${method}`)), REQUEST_TIMEOUT_MS);
    });
    try {
      const response = connection.sendRequest(method, params);
      response.catch(() => {}); // It is rejected when the process has ended, too.
      return await Promise.race([response, late, ended]);
    } finally {
      clearTimeout(timer);
    }
  };
  const workspaceFolders = [{ uri: pathToFileURL(folder).href, name: "project" }];
  await request("initialize", {
    processId: process.pid,
    rootUri: workspaceFolders[0].uri,
    workspaceFolders,
    initializationOptions,
    capabilities,
  });
  await connection.sendNotification("initialized", {});
  return {
    pid: child.pid,
    uriOf,
    pathOf: (uri) => fileURLToPath(uri).slice(folder.length + 1),
    request,
    notify: (method, params) => connection.sendNotification(method, params),
    async open(path, languageId) {
      const text = readFileSync(join(folder, path), "utf8");
      await connection.sendNotification("textDocument/didOpen", {
        textDocument: { uri: uriOf(path), languageId, version: 1, text },
      });
    },
    async end() {
      await Promise.race([request("shutdown").catch(() => {}), new Promise((resolve) => setTimeout(resolve, 2_000))]);
      await connection.sendNotification("exit").catch(() => {});
      connection.dispose();
      const timer = setTimeout(() => child.kill("SIGKILL"), 3_000);
      await new Promise((resolve) => (child.exitCode === null ? child.once("exit", resolve) : resolve()));
      clearTimeout(timer);
    },
  };
}
