/**
 * The real servers that judge where names lead, spoken to without the proxy: started on a project,
 * and asked once they have loaded it.
 */
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const folders = [join(repository, "node_modules", ".bin"), ...(process.env.PATH ?? "").split(delimiter)];

/**
 * Names as in servers.json, which says how each is started and when it is ready; where it does not
 * know one, that stands here.
 */
// `member`: its hover says so of a member; `guesses`: it answers where it has no tree;
// `jumpsFromPatterns`: see `boundByPattern`; `finds: "words"`: its references are all that is
// written alike.
export const judges = [
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

/** Longer than any server may take for one answer. */
const patience = 120_000;

/**
 * What our readiness rules need, and where names may lead: a client that can do all the judges ask
 * about, and nothing more.
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
 * How a judge is started: `{ command, ready, settings, initializationOptions }`, from servers.json
 * and what stands above.
 */
export function commandOf(judge, language, shipped) {
  const known = shipped.servers.get(judge.name) ?? {};
  const initializationOptions = { ...known.initializationOptions, ...judge.initializationOptions };
  // It takes a file for C++ where nothing says what it is.
  if (judge.name === "clangd")
    initializationOptions.fallbackFlags = language === "c" ? ["-xc"] : ["-xc++", "-std=c++17"];
  return {
    ready: known.ready,
    settings: known.settings ?? {},
    command: judge.command ?? known.command,
    initializationOptions,
  };
}

/**
 * Starts a server on a folder. `Readiness` is ours: a judge that has not loaded yet would call
 * everything unknown. Every question is rejected when the server ends, or says nothing for two
 * minutes.
 */
export async function startServer({ command, ready, settings = {}, initializationOptions }, root, Readiness) {
  const [program, ...words] = command;
  const child = spawn(program, words, {
    cwd: root,
    env: { ...process.env, PATH: folders.join(delimiter) },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const gone = new Promise((_, reject) => {
    child.once("error", (error) => reject(new Error(`${program}: ${error.message}`)));
    child.once("exit", (code, signal) => reject(new Error(`${program} ended with ${signal ?? code}`)));
  });
  gone.catch(() => {});
  child.stdin.on("error", () => {});
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onError(() => {});
  const readiness = new Readiness(ready, 1);
  connection.onNotification((method, params) => readiness.message(method, params, performance.now()));
  connection.onRequest((method, params) => {
    readiness.message(method, params, performance.now());
    return method === "workspace/configuration" ? params.items.map(({ section }) => settings[section] ?? null) : null;
  });
  connection.listen();

  const ask = async (method, params) => {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${program}: no answer to ${method}`)), patience);
    });
    try {
      return await Promise.race([connection.sendRequest(method, params), gone, late]);
    } finally {
      clearTimeout(timer);
    }
  };
  const { serverInfo, capabilities: agreed } = await ask("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(root).href,
    workspaceFolders: [{ uri: pathToFileURL(root).href, name: "project" }],
    capabilities,
    initializationOptions,
  });
  await connection.sendNotification("initialized", {});
  readiness.started(performance.now());
  const tell = (method, params) => connection.sendNotification(method, params);
  return {
    version: serverInfo?.version,
    capabilities: agreed,
    ask,
    open: async (uri, languageId, text) => {
      await tell("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
      readiness.opened(performance.now());
    },
    close: (uri) => tell("textDocument/didClose", { textDocument: { uri } }),
    /** Resolves when it has loaded, or is known never to say so. */
    ready: async () => {
      while (readiness.state(performance.now()).kind === "loading") {
        await Promise.race([new Promise((resolve) => setTimeout(resolve, 50)), gone]);
      }
      return readiness.state(performance.now());
    },
    end: async () => {
      await Promise.race([ask("shutdown"), new Promise((resolve) => setTimeout(resolve, 5000))]).catch(() => {});
      await tell("exit").catch(() => {});
      connection.dispose();
      child.kill("SIGKILL");
    },
  };
}
