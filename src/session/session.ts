/** One client and its backend: what they agreed on, and the parts that keep state between messages. */

import type { ClientCapabilities, ServerCapabilities } from "vscode-languageserver-protocol";
import { needsOf } from "../backend/readiness.js";
import { recogniseServer } from "../backend/recognise.js";
import { languageOf, type Server, type Servers } from "../backend/servers.js";
import type { ReadinessWatch } from "../backend/whenReady.js";
import type { LocateError } from "../error.js";
import type { Syntax } from "../syntax/syntax.js";
import type { PositionEncoding } from "../text/position.js";
import { pathOfUri, uriOfPath } from "../uri.js";
import { frameOf } from "../wire/frames.js";
import type { Outlet } from "../wire/outlet.js";
import { Asking } from "./asking.js";
import { Courtesy } from "./courtesy.js";
import { Diagnostics } from "./diagnostics.js";
import { Documents } from "./documents.js";
import type { Roots } from "./files.js";
import { KnownFiles } from "./freshness.js";
import { Partials } from "./partials.js";
import { SessionIndex, type StartIndex } from "./sessionIndex.js";
import type { Translations } from "./translation.js";
import { Unopened } from "./unopened.js";

/**
 * How far the session is: nothing said yet; `initialize` on its way; answered; `initialized` has passed, so that we may speak
 * to the backend too; `shutdown` asked; over.
 */
export type Phase = "new" | "initializing" | "initialized" | "running" | "shutdown" | "over";

export interface Session {
  phase: Phase;
  readonly toClient: Outlet;
  readonly toBackend: Outlet;
  readonly client: Client;
  readonly backend: Backend;
  readonly documents: Documents;
  readonly unopened: Unopened;
  readonly knownFiles: KnownFiles;
  readonly diagnostics: Diagnostics;
  readonly courtesy: Courtesy;
  readonly asking: Asking;
  readonly partials: Partials;
  readonly translations: Translations;
  /** Syntax trees, loaded when the first one is asked for. */
  readonly syntax: () => Promise<Syntax>;
  /** The global index, started when the first name is asked for. */
  readonly index: SessionIndex;
  /** Said to the client once, as soon as it may be spoken to. */
  readonly notice: string | undefined;
  readonly log: (line: string) => void;
  /** A notification of ours to the backend. */
  notify(method: string, params: unknown): void;
  /** A response of ours to the client; `id` is JSON text. */
  respond(id: string, outcome: { readonly result: unknown } | { readonly error: unknown }): void;
  /** Whether a response of the backend's may be one that does not just pass. */
  awaitsAnswers(): boolean;
  /** Resolves when the client's `initialize` has come. */
  readonly begun: Promise<void>;
  begin(): void;
  /** That work, or why the backend has ended meanwhile. */
  whileAlive<T>(work: Promise<T>): Promise<T>;
  /** The backend is gone: whoever waits for it hears why. */
  fail(why: LocateError): void;
}

/** What `initialize` said of the client. */
export interface Client {
  /** The id of `initialize`, as JSON text. */
  initializeId: string | undefined;
  capabilities: ClientCapabilities;
  /** It has sent `initialized` before `initialize` was answered. */
  isEager: boolean;
  roots: Roots;
}

/** What is known of the backend. */
export interface Backend {
  readonly command: readonly string[];
  readonly servers: Servers;
  /** Its entry in servers.json, where it has one. */
  known: Server | undefined;
  /** How people call it. */
  name: string;
  capabilities: ServerCapabilities;
  /** The encoding that both sides agreed on: what the client counts in. */
  agreedEncoding: PositionEncoding;
  /** The encoding that the backend counts in, whatever was agreed. */
  encoding: PositionEncoding;
  /** Methods it registered for later, by registration id. */
  readonly registrations: Map<string, string>;
  /** From the answer to initialize on. */
  readiness: ReadinessWatch | undefined;
}

export interface SessionOptions {
  readonly toClient: Outlet;
  readonly toBackend: Outlet;
  readonly command: readonly string[];
  readonly servers: Servers;
  /** Loads what parses; asked once at most. */
  readonly syntax: () => Promise<Syntax>;
  readonly startIndex: StartIndex;
  readonly notice: string | undefined;
  readonly log: (line: string) => void;
}

export function openSession({
  toClient,
  toBackend,
  command,
  servers,
  syntax,
  startIndex,
  notice,
  log,
}: SessionOptions): Session {
  // File systems tell fractions of the millisecond that the clock gives whole.
  const began = Date.now() + 1;
  let failure: LocateError | undefined;
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const hopeful = new Set<(why: LocateError) => void>();
  const known = recogniseServer(servers, command);
  const client: Client = {
    initializeId: undefined,
    capabilities: {},
    isEager: false,
    roots: { folders: [], others: [process.cwd()] },
  };
  const backend: Backend = {
    command,
    servers,
    known,
    name: known?.name ?? command[0] ?? "the server",
    capabilities: {},
    agreedEncoding: "utf-16",
    encoding: "utf-16",
    registrations: new Map(),
    readiness: undefined,
  };

  const know = (path: string, uri: string) => void knownFiles.note(path, uri, began);
  const knownFiles = new KnownFiles();
  const documents = new Documents(() => backend.agreedEncoding, {
    opened(document) {
      const path = pathOfUri(document.uri);
      if (path !== undefined) know(path, document.uri);
    },
  });
  const notify = (method: string, params: unknown) =>
    toBackend.send(frameOf(JSON.stringify({ jsonrpc: "2.0", method, params })));
  const unopened = new Unopened({
    isOpenInClient: (document) => documents.get(document.uri) !== undefined,
    notify,
    opened(path, uri) {
      backend.readiness?.opened();
      know(path, uri);
    },
    wants: () => syncOf(backend.capabilities),
    uriOf: (path) => uriOfPath(path, client.roots.folders),
    languageOf: (path) => languageOf(servers, path) ?? "plaintext",
  });

  const session: Session = {
    phase: "new",
    toClient,
    toBackend,
    client,
    backend,
    documents,
    unopened,
    knownFiles,
    diagnostics: new Diagnostics(),
    courtesy: new Courtesy(
      () => client.capabilities,
      () => needsOf(backend.known?.ready),
    ),
    asking: new Asking(() => session),
    partials: new Partials(),
    translations: new Map(),
    syntax: once(syntax),
    index: new SessionIndex(startIndex),
    notice,
    log,
    notify,
    respond: (id, outcome) => toClient.send(frameOf(`{"jsonrpc":"2.0","id":${id},${JSON.stringify(outcome).slice(1)}`)),
    awaitsAnswers: () => session.phase === "initializing" || session.asking.awaits || session.translations.size > 0,
    begun,
    begin: () => begin(),
    whileAlive: (work) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        hopeful.add(reject);
        work.then(resolve, reject).finally(() => hopeful.delete(reject));
      }),
    fail(why) {
      failure = why;
      backend.readiness?.end(why);
      for (const reject of hopeful) reject(why);
    },
  };
  return session;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What the backend wants to hear of open documents: `textDocumentSync` is a number (0 none, 1 full, 2 incremental) or says it member by member. */
function syncOf({ textDocumentSync }: ServerCapabilities): { readonly open: boolean; readonly changes: boolean } {
  if (typeof textDocumentSync === "number") return { open: textDocumentSync > 0, changes: textDocumentSync > 0 };
  return { open: textDocumentSync?.openClose === true, changes: (textDocumentSync?.change ?? 0) > 0 };
}
