/** A client and any number of scripted backends around the router, in memory: what `pair` is to one server. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { router } from "../../src/router.js";
import { createMultiBackendMode, createSingleBackendMode } from "../../src/routing/instances/routingMode.js";
import { frameOf } from "../../src/wire/frames.js";
import { createInProcessSyntax } from "../syntax/inProcessSyntax.js";
import { indexOf } from "../workspace/indexHarness.js";
import { allCapabilities } from "./capabilities/clientCapabilities.js";
import { inbox } from "./inbox.js";
import { type Handlers, type ScriptedBackend, scriptedBackend } from "./scriptedBackend.js";
import { type TestServersLayer, testServers } from "./testServers.js";
import { lineOf, registeredBy } from "./transcript.js";
import { waitableList } from "./waitableList.js";

export interface RoutedSessionOptions extends TestServersLayer {
  /** What the client declares; all there is by default. */
  readonly capabilities?: object;
  readonly files?: Readonly<Record<string, string>>;
  /** Workspace folders, seen from the root; the root itself by default. */
  readonly folders?: readonly string[];
  /** What servers say of themselves, over what all can do. */
  readonly can?: Readonly<Record<string, object>>;
  /** How servers answer, over what all do. */
  readonly handlers?: Readonly<Record<string, Handlers>>;
  /** Programs that are not installed. */
  readonly missing?: readonly string[];
  /** Languages that the embedded server has a grammar for. */
  readonly embedded?: readonly string[];
  /** The command of the only server there is, instead of one for each language. */
  readonly single?: readonly string[];
  /** Called before a process is started, which it may refuse by throwing. */
  readonly starting?: (name: string) => void;
}

/** What all servers can do. */
const defaultCapabilities = {
  textDocumentSync: { openClose: true, change: 2, save: true },
  hoverProvider: true,
  definitionProvider: true,
  documentSymbolProvider: true,
  renameProvider: true,
};

/** A hover is answered with who answers, and the document. */
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
/** Declares all that a client can, and can be told of everything later. */
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

/** A client, and nobody else yet: nothing has been said. */
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
  /** By server: what all of its processes do with requests. */
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
      : createMultiBackendMode(() => ({
          serves: (languageId) => embedded.includes(languageId),
          ownCommand: (command) => (missing.includes(command[0] ?? "") ? undefined : command),
        })),
    version: "1.2.3",
    syntax: async () => createInProcessSyntax(),
    startIndex: async (roots) => indexOf(roots, { isWatching: false }).index,
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
  /** Sends a request: its id, and its answer to come. */
  const asking = (method: string, params?: unknown) => {
    const id = ++lastId;
    fromClient({ id, method, ...(params === undefined ? {} : { params }) });
    // Waited for only where somebody wants it: there are requests that are never answered.
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
    request("initialize", { processId: null, rootUri: uri("."), workspaceFolders: folders.map(folder), capabilities });
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
    /** The servers of all processes so far, in order. */
    get started(): readonly string[] {
      return started.items.map(({ name }) => name);
    },
    /** The nth process of a server, started or to be started. */
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
    /** A change that is only a text replaces the whole. */
    didChange(path: string, ...changes: readonly (object | string)[]) {
      const contentChanges = changes.map((change) => (typeof change === "string" ? { text: change } : change));
      notify("textDocument/didChange", {
        textDocument: { uri: uri(path), version: versionAfter(path) },
        contentChanges,
      });
    },
    didClose: (path: string) => notify("textDocument/didClose", { textDocument: { uri: uri(path) } }),
    /** A hover. When it's answered, all that was said before of that document has come to its backend. */
    hover: (path: string) => request("textDocument/hover", about(path)),
    /** Resolves when the client has got all that a backend has said. */
    async heardFrom(backend: ScriptedBackend) {
      const params = `marker ${client.messages.length}`;
      backend.send({ method: "telemetry/event", params });
      await client.until((message) => message.params === params, "the marker");
    },
    /** What the client was sent besides registrations and answers, a line each. */
    get told(): readonly string[] {
      const spoken = client.messages.filter(
        ({ method }) => method !== undefined && !/^client\/|^telemetry/.test(method),
      );
      return spoken.map((message) => lineOf(message, root));
    },
    /** What is registered at the client by now, a line each. */
    get registered(): readonly string[] {
      return registeredBy(client.messages);
    },
    /** servers.json is another one as soon as somebody looks. */
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
    /** Ends the session; to be awaited at the end of each test. */
    async close() {
      input.end();
      await ended;
      rmSync(outer, { recursive: true, force: true });
    },
  };
}

/** So many turns of the event loop: what was under way inside the router by then has arrived. */
export async function eventLoopTurns(count = 20): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve));
}
