/**
 * A client and any number of scripted backends around the router, in memory. `pair` is the same for
 * one server.
 */

import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { router } from "../../src/router.js";
import {
  createMultiBackendMode,
  createSingleBackendMode,
  type ServerWish,
} from "../../src/routing/instances/selection/routingMode.js";
import { frameOf } from "../../src/wire/frames.js";
// Sessions import these when they need them. Loaded here, they take a session no time.
import "../../src/session/errorResponse.js";
import "../../src/wire/conversation.js";
import { removeFolder } from "../removeFolder.js";
import { createInProcessSyntax } from "../syntax/inProcessSyntax.js";
import { indexOf } from "../workspace/indexHarness.js";
import { allCapabilities } from "./capabilities/clientCapabilities.js";
import { inbox } from "./inbox.js";
import { type Handlers, type ScriptedBackend, scriptedBackend } from "./scriptedBackend.js";
import { type TestServersLayer, testServers } from "./testServers.js";
import { lineOf, registeredBy } from "./transcript.js";
import { waitableList } from "./waitableList.js";

export interface RoutedSessionOptions extends TestServersLayer {
  /** The client's capabilities; all of them by default. */
  readonly capabilities?: object;
  readonly files?: Readonly<Record<string, string>>;
  /** Workspace folders, relative to the root; the root itself by default. */
  readonly folders?: readonly string[];
  /** Capabilities by server, merged into the default ones. */
  readonly can?: Readonly<Record<string, object>>;
  /** Handlers by server, merged into the default ones. */
  readonly handlers?: Readonly<Record<string, Handlers>>;
  /** Agent mode, as by `--agent` and `--no-agent`. */
  readonly agent?: boolean;
  readonly clientInfo?: object;
  /** Programs that are not installed. */
  readonly missing?: readonly string[];
  /** Whether the index watches the files, so that it knows whether any has changed. */
  readonly isWatching?: boolean;
  /** Languages that the embedded server has a grammar for. */
  readonly embedded?: readonly string[];
  /** The command of the only server there is, instead of one for each language. */
  readonly single?: readonly string[];
  /** What the user has said about the servers of all documents. */
  readonly wish?: ServerWish;
  /** Called before a process is started, which it may refuse by throwing. */
  readonly starting?: (name: string) => void;
}

/** The capabilities of all servers. */
const defaultCapabilities = {
  textDocumentSync: { openClose: true, change: 2, save: true },
  hoverProvider: true,
  definitionProvider: true,
  documentSymbolProvider: true,
  renameProvider: true,
};

/** The result of a hover has the name of the server and the document. */
const defaultHandlers: Handlers = {
  shutdown: () => null,
  "textDocument/hover": ({ textDocument }: About, { name }) => ({
    contents: `${name} ${textDocument.uri.split("/").at(-1)}`,
  }),
};

interface About {
  readonly textDocument: { readonly uri: string };
}

/** Declares nothing. */
export const minimalClient = {};
/** Declares everything, dynamic registrations included. */
export const fullClient = {
  ...allCapabilities,
  textDocument: {
    ...(allCapabilities.textDocument as object),
    documentSymbol: { ...allCapabilities.textDocument?.documentSymbol, hierarchicalDocumentSymbolSupport: true },
  },
  workspace: {
    ...allCapabilities.workspace,
    configuration: true,
    workspaceFolders: true,
    applyEdit: true,
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
  },
  window: { workDoneProgress: true, showMessage: {} },
};

export type RoutedSession = ReturnType<typeof routedSession>;

/** Makes a client without any backend and without a message so far. */
export function routedSession(options: RoutedSessionOptions = {}) {
  const { capabilities = fullClient, files = {}, folders = ["."], missing = [], embedded = [] } = options;
  const outer = realpathSync(mkdtempSync(join(tmpdir(), "locate-many-")));
  const root = join(outer, "workspace");
  mkdirSync(root);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const uri = (path: string) => pathToFileURL(join(root, path)).href;
  const folder = (path: string) => ({ uri: uri(path), name: path });

  const serversFile = join(outer, "servers.json");
  writeFileSync(serversFile, "");
  const layers: TestServersLayer[] = [options];
  let servers = testServers(layers, serversFile);

  const logged: string[] = [];
  const started = waitableList<ScriptedBackend>(
    (all) => `${all.map(({ name }) => name).join(", ")}; logged:\n${logged.join("\n")}`,
  );
  /** By server: the handlers of all its processes. */
  const handlers: Record<string, Handlers> = {};
  const handlersOf = (name: string) =>
    (handlers[name] ??= {
      initialize: () => ({ capabilities: { ...defaultCapabilities, ...options.can?.[name] } }),
      ...defaultHandlers,
      ...options.handlers?.[name],
    });

  const client = inbox();
  const input = new PassThrough();
  const output = new PassThrough();
  output.on("data", client.take);
  const { ended, stop } = router({
    input,
    output,
    servers,
    reloadServers: async () => servers,
    mode: options.single
      ? createSingleBackendMode(options.single, servers)
      : createMultiBackendMode(
          () => ({
            serves: (languageId) => embedded.includes(languageId),
            ownCommand: (command) => (missing.includes(command[0] ?? "") ? undefined : command),
          }),
          options.wish,
        ),
    version: "1.2.3",
    agent: options.agent,
    syntax: async () => createInProcessSyntax(),
    startIndex: async (roots) => indexOf(roots, { isWatching: options.isWatching === true }).index,
    async startProcess(_key, command, how) {
      const [name = ""] = command;
      options.starting?.(name);
      const nth = started.items.filter((backend) => backend.name === name).length + 1;
      const backend = scriptedBackend({ command, nth, how, handlers: handlersOf(name), root });
      started.add(backend);
      return backend.process;
    },
    log: (line) => logged.push(line),
  });

  const fromClient = (message: object | string) =>
    input.write(frameOf(typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...message })));
  const notify = (method: string, params?: unknown) =>
    fromClient({ method, ...(params === undefined ? {} : { params }) });
  const answerTo = (id: number | string) =>
    client.until((message) => message.method === undefined && message.id === id, `the answer to ${id}`);
  let lastId = 0;
  /** Sends a request. Returns its id and its future response. */
  const asking = (method: string, params?: unknown) => {
    const id = ++lastId;
    fromClient({ id, method, ...(params === undefined ? {} : { params }) });
    // A getter, as some requests are never answered.
    return {
      id,
      get answer() {
        return answerTo(id);
      },
    };
  };
  const request = (method: string, params?: unknown) => asking(method, params).answer;
  const about = (path: string) => ({ textDocument: { uri: uri(path) }, position: { line: 0, character: 0 } });
  const initialize = () =>
    request("initialize", {
      processId: null,
      rootUri: uri("."),
      workspaceFolders: folders.map(folder),
      capabilities,
      ...(options.clientInfo ? { clientInfo: options.clientInfo } : {}),
    });
  const versions = new Map<string, number>();
  const versionAfter = (path: string) => {
    const version = (versions.get(path) ?? 0) + 1;
    versions.set(path, version);
    return version;
  };

  return {
    root,
    uri,
    write,
    folder,
    client,
    handlers: handlersOf,
    /** The server names of all processes so far, in order. */
    get started(): readonly string[] {
      return started.items.map(({ name }) => name);
    },
    /** Resolves with the nth process of a server. */
    backend: (name: string, n = 1) => started.until((backend) => backend.name === name, `${name} (${n})`, n),
    fromClient,
    notify,
    request,
    asking,
    answerTo,
    about,
    initialize,
    async open() {
      const answer = await initialize();
      notify("initialized", {});
      return answer;
    },
    didOpen(path: string, text = "one two", languageId = path.split(".").at(-1)) {
      const textDocument = { uri: uri(path), languageId, version: versionAfter(path), text };
      notify("textDocument/didOpen", { textDocument });
    },
    /** Sends changes. One that is a string replaces the whole text. */
    didChange(path: string, ...changes: readonly (object | string)[]) {
      const contentChanges = changes.map((change) => (typeof change === "string" ? { text: change } : change));
      notify("textDocument/didChange", {
        textDocument: { uri: uri(path), version: versionAfter(path) },
        contentChanges,
      });
    },
    didClose: (path: string) => notify("textDocument/didClose", { textDocument: { uri: uri(path) } }),
    /**
     * Sends a hover. After its response the backend has all earlier messages about the document.
     */
    hover: (path: string) => request("textDocument/hover", about(path)),
    /** Resolves when the client has all messages that the backend has sent so far. */
    async heardFrom(backend: ScriptedBackend) {
      const params = `marker ${client.messages.length}`;
      backend.send({ method: "telemetry/event", params });
      await client.until((message) => message.params === params, "the marker");
    },
    /** The client's messages but registrations and responses, a line each. */
    get told(): readonly string[] {
      const spoken = client.messages.filter(
        ({ method }) => method !== undefined && !/^client\/|^telemetry/.test(method),
      );
      return spoken.map((message) => lineOf(message, root));
    },
    /** The present registrations, a line each. */
    get registered(): readonly string[] {
      return registeredBy(client.messages);
    },
    /** Changes servers.json. */
    rewrite(layer: TestServersLayer) {
      layers.push(layer);
      servers = testServers(layers, serversFile);
      writeFileSync(serversFile, JSON.stringify(layers));
    },
    logged,
    input,
    output,
    ended,
    stop,
    /** Ends the session. Must be awaited at the end of each test. */
    async close() {
      input.end();
      await ended;
      removeFolder(outer);
    },
  };
}

/** Waits for some turns of the event loop, so that messages inside the router arrive. */
export async function eventLoopTurns(count = 20): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve));
}
