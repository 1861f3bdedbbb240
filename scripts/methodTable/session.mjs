/**
 * A client of the built command with one server for the language. It declares the capabilities of a
 * modern editor and opens no file.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";

const repository = fileURLToPath(new URL("../..", import.meta.url));
/** The servers installed by npm come first, as in the tests. */
export const searchPath = [join(repository, "node_modules", ".bin"), process.env["PATH"]].join(delimiter);

const markup = ["markdown", "plaintext"];
const dynamic = { dynamicRegistration: true };
const textDocument = {
  synchronization: { didSave: true },
  documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  hover: { contentFormat: markup },
  completion: { completionItem: { snippetSupport: true, documentationFormat: markup } },
  signatureHelp: { signatureInformation: { documentationFormat: markup } },
  codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "refactor", "source"] } } },
  rename: { prepareSupport: true },
  publishDiagnostics: { versionSupport: true },
  semanticTokens: {
    requests: { full: true },
    tokenTypes: ["class", "function", "variable"],
    tokenModifiers: [],
    formats: ["relative"],
  },
  ...Object.fromEntries(
    "definition typeDefinition implementation references documentHighlight callHierarchy typeHierarchy foldingRange selectionRange formatting diagnostic"
      .split(" ")
      .map((name) => [name, {}]),
  ),
};
export const capabilities = {
  workspace: {
    configuration: true,
    workspaceFolders: true,
    workspaceEdit: { documentChanges: true },
    didChangeWatchedFiles: dynamic,
  },
  textDocument: Object.fromEntries(
    Object.entries(textDocument).map(([name, declared]) => [name, { ...declared, ...dynamic }]),
  ),
  window: { workDoneProgress: true },
};

/**
 * Writes a servers.json into `caches` by which `server` is the only one for `language`. `fields` go
 * before those of its entry; `languages` are further ones.
 */
export function writeServersFile({ caches, language, server, fields, languages }) {
  const path = join(caches, "servers.json");
  // Without any server, the embedded one is used.
  const servers = server === "embedded" ? [] : [server];
  const entries = fields && { servers: { [server]: fields } };
  writeFileSync(
    path,
    JSON.stringify({ ...entries, languages: { ...languages, [language]: { servers, companions: [] } } }),
  );
  return path;
}

/**
 * Starts a session in the folder `root` with this server as the only one for `language`. Its caches
 * are in `caches`; `path` is the PATH in which its program is searched, `fields` go before those of
 * its entry, and `languages` into its servers.json.
 */
export async function openSession({ main, root, caches, language, server, fields, languages, path = searchPath }) {
  const serversFile = writeServersFile({ caches, language, server, fields, languages });
  const child = spawn(process.execPath, [main, "--servers", serversFile], {
    cwd: root,
    env: { ...process.env, PATH: path, XDG_CACHE_HOME: caches, LOCALAPPDATA: caches },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const exited = once(child, "exit");
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onRequest((method, params) =>
    method === "workspace/configuration" ? params.items.map(() => null) : null,
  );
  connection.listen();
  const uri = pathToFileURL(root).href;
  const workspaceFolders = [{ uri, name: "project" }];
  const initialize = { processId: process.pid, rootUri: uri, workspaceFolders, capabilities };
  await connection.sendRequest("initialize", initialize);
  await connection.sendNotification("initialized", {});
  return {
    sendRequest: (method, params) => connection.sendRequest(`locate/${method}`, params),
    async close() {
      await connection.sendRequest("shutdown");
      await connection.sendNotification("exit");
      await exited;
      connection.dispose();
    },
  };
}
