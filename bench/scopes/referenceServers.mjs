/**
 * The reference servers, called without the proxy: started on a project, and sent requests once it
 * is loaded.
 */
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const folders = [join(repository, "node_modules", ".bin"), ...(process.env.PATH ?? "").split(delimiter)];

/**
 * Names as in servers.json, which has the command and ready rule of each; entries for other servers
 * have their own here.
 */
// `member`: matches the hover of a member. `guesses`: returns results in code that it has not
// parsed. `jumpsFromPatterns`: see `boundByPattern`. `finds: "words"`: its references are all equal
// words.
export const referenceServers = [
  {
    name: "typescript-language-server",
    languages: ["typescript", "typescriptreact", "javascript"],
    jumpsFromPatterns: true,
  },
  { name: "pyright", languages: ["python"] },
  { name: "gopls", languages: ["go"], member: /^```go\nfield / },
  {
    name: "clangd",
    guesses: true,
    languages: ["c", "cpp"],
    member: /^### (?:field|instance-method|static-method|static-property|enumerator|constructor)/,
  },
  {
    name: "rust-analyzer",
    languages: ["rust"],
    initializationOptions: { checkOnSave: false, cargo: { features: "all" }, cachePriming: { enable: false } },
  },
  { name: "intelephense", languages: ["php"] },
  { name: "bash-language-server", languages: ["shellscript"], finds: "words" },
  {
    name: "emmylua_ls",
    languages: ["lua"],
    member: /\(field\)/,
    command: ["emmylua_ls"],
    ready: { from: "open", grace: 3 },
  },
];

/** Longer than any server needs for one response. */
const TIMEOUT_MS = 120_000;

/**
 * The capabilities that our readiness rules and the requests of this comparison need, and no
 * others.
 */
const capabilities = {
  general: { positionEncodings: ["utf-16"] },
  workspace: { configuration: true, workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true } },
  window: { workDoneProgress: true },
  experimental: { serverStatusNotification: true },
  textDocument: {
    synchronization: {},
    definition: { linkSupport: true },
    references: {},
    documentHighlight: {},
    hover: { contentFormat: ["markdown"] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  },
};

export function isInstalled(program) {
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Returns how to start a reference server: `{ command, ready, settings, initializationOptions }`,
 * from servers.json and the table above.
 */
export function commandOf(reference, language, shipped) {
  const known = shipped.servers.get(reference.name) ?? {};
  const initializationOptions = { ...known.initializationOptions, ...reference.initializationOptions };
  // Without this option clangd takes a file for C++.
  if (reference.name === "clangd")
    initializationOptions.fallbackFlags = language === "c" ? ["-xc"] : ["-xc++", "-std=c++17"];
  return {
    ready: known.ready,
    settings: known.settings ?? {},
    command: reference.command ?? known.command,
    initializationOptions,
  };
}

/**
 * Starts a server on a folder. Uses our `Readiness`, because a server that has not loaded yet
 * returns wrong results. Every request rejects when the server exits or does not respond within two
 * minutes.
 */
export async function startServer({ command, ready, settings = {}, initializationOptions }, root, Readiness) {
  const [program, ...words] = command;
  const child = spawn(program, words, {
    cwd: root,
    env: { ...process.env, PATH: folders.join(delimiter) },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const exited = new Promise((_, reject) => {
    child.once("error", (error) => reject(new Error(`${program}: ${error.message}`)));
    child.once("exit", (code, signal) => reject(new Error(`${program} ended with ${signal ?? code}`)));
  });
  exited.catch(() => {});
  child.stdin.on("error", () => {});
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onError(() => {});
  const readiness = new Readiness(ready, 1);
  connection.onNotification((method, params) => readiness.handleMessage(method, params, performance.now()));
  connection.onRequest((method, params) => {
    readiness.handleMessage(method, params, performance.now());
    return method === "workspace/configuration" ? params.items.map(({ section }) => settings[section] ?? null) : null;
  });
  connection.listen();

  const sendRequest = async (method, params) => {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${program}: no response to ${method}`)), TIMEOUT_MS);
    });
    try {
      return await Promise.race([connection.sendRequest(method, params), exited, late]);
    } finally {
      clearTimeout(timer);
    }
  };
  const { serverInfo, capabilities: agreed } = await sendRequest("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(root).href,
    workspaceFolders: [{ uri: pathToFileURL(root).href, name: "project" }],
    capabilities,
    initializationOptions,
  });
  await connection.sendNotification("initialized", {});
  readiness.handleInitialized(performance.now());
  const notify = (method, params) => connection.sendNotification(method, params);
  return {
    version: serverInfo?.version,
    capabilities: agreed,
    sendRequest,
    open: async (uri, languageId, text) => {
      await notify("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
      readiness.handleDocumentOpened(performance.now());
    },
    close: (uri) => notify("textDocument/didClose", { textDocument: { uri } }),
    /** Resolves when the server has loaded, or when it is known that it never reports that. */
    ready: async () => {
      while (readiness.state(performance.now()).kind === "loading") {
        await Promise.race([new Promise((resolve) => setTimeout(resolve, 50)), exited]);
      }
      return readiness.state(performance.now());
    },
    end: async () => {
      await Promise.race([sendRequest("shutdown"), new Promise((resolve) => setTimeout(resolve, 5000))]).catch(
        () => {},
      );
      await notify("exit").catch(() => {});
      connection.dispose();
      child.kill("SIGKILL");
    },
  };
}
