/** One client: what was agreed on with it, who serves it, and the parts that keep state between messages. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import { languageOf, type Servers } from "../backend/config/servers.js";
import type { LocateError, Logger } from "../error.js";
import type { Syntax } from "../syntax/syntax.js";
import { pathOfUri, uriOfPath } from "../uri.js";
import type { RawJson } from "../wire/conversation.js";
import { frameOf } from "../wire/frames.js";
import type { FrameWriter } from "../wire/frameWriter.js";
import { type Backends, notificationFrame, sendNotification, syncOptionsOf } from "./backend/backend.js";
import { CapabilityShim } from "./client/capabilityShim.js";
import { ClientConversation } from "./client/clientConversation.js";
import type { ClientState, SessionPhase } from "./client/clientState.js";
import { PartialResults } from "./client/partialResults.js";
import type { RequestContext } from "./client/requestContext.js";
import type { RequestSnapshot } from "./client/requestSnapshot.js";
import type { Translations } from "./client/translation.js";
import { DiskChangeTracker } from "./documents/diskChanges.js";
import { OpenDocuments } from "./documents/openDocuments.js";
import { PublishedDiagnostics } from "./documents/publishedDiagnostics.js";
import { SessionIndex, type StartIndex } from "./documents/sessionIndex.js";
import { UnopenedFiles } from "./documents/unopenedFiles.js";

export interface Session {
  phase: SessionPhase;
  readonly toClient: FrameWriter;
  readonly client: ClientState;
  servers: Servers;
  readonly backends: Backends;
  readonly documents: OpenDocuments;
  readonly unopenedFiles: UnopenedFiles;
  readonly diskChanges: DiskChangeTracker;
  readonly diagnostics: PublishedDiagnostics;
  readonly capabilityShim: CapabilityShim;
  readonly conversation: ClientConversation;
  readonly partialResults: PartialResults;
  readonly translations: Translations;
  /** Syntax trees, loaded when the first one is asked for. */
  readonly syntax: () => Promise<Syntax>;
  /** The global index, started when the first name is asked for. */
  readonly index: SessionIndex;
  /** Said to the client once, as soon as it may be spoken to. */
  readonly notice: string | undefined;
  readonly log: Logger;
  /** Makes what travels with one `locate/*` request. */
  createContext(token: CancellationToken, snapshot: RequestSnapshot | undefined): RequestContext;
  /** A response of ours to the client; `id` is JSON text. */
  respond(id: string, outcome: { readonly result: unknown } | { readonly error: unknown }): void;
  /** Resolves when the client's `initialize` has come. */
  readonly initializeReceived: Promise<void>;
  noteInitialize(): void;
  /** That work, or why the session has ended meanwhile. */
  rejectOnFailure<T>(work: Promise<T>): Promise<T>;
  /** Nothing can be answered any more: whoever waits hears why. */
  fail(why: LocateError): void;
}

interface SessionOptions {
  readonly toClient: FrameWriter;
  readonly servers: Servers;
  /** Makes those who serve this session; asked once, and not before it is there. */
  readonly backends: (session: Session) => Backends;
  /** Loads what parses; asked once at most. */
  readonly syntax: () => Promise<Syntax>;
  readonly startIndex: StartIndex;
  readonly notice: string | undefined;
  readonly log: Logger;
}

export function openSession({ toClient, servers, backends, syntax, startIndex, notice, log }: SessionOptions): Session {
  // File systems tell fractions of the millisecond that the clock gives whole.
  const startedAt = Date.now() + 1;
  let failure: LocateError | undefined;
  let noteInitialize = () => {};
  const initializeReceived = new Promise<void>((resolve) => {
    noteInitialize = resolve;
  });
  const pendingRejects = new Set<(why: LocateError) => void>();
  const client: ClientState = {
    initializeId: undefined,
    capabilities: {},
    encoding: "utf-16",
    isInitializedEarly: false,
    roots: { folders: [], others: [process.cwd()] },
  };

  const trackFile = (path: string, uri: string) => diskChanges.add(path, uri, startedAt);
  const diskChanges = new DiskChangeTracker();
  const documents = new OpenDocuments(() => client.encoding, {
    didOpen(document) {
      const path = pathOfUri(document.uri);
      if (path !== undefined) trackFile(path, document.uri);
    },
  });
  const unopenedFiles = new UnopenedFiles({
    isOpenInClient: (document) => documents.get(document.uri) !== undefined,
    notify: (document, method, params) => sendNotification(session.backends.of(document), method, params),
    didOpen(document, path) {
      session.backends.of(document).readiness?.handleDocumentOpened();
      trackFile(path, document.uri);
    },
    syncOptions: (document) => syncOptionsOf(session.backends.of(document)),
    uriOf: (path) => uriOfPath(path, client.roots.folders),
    languageOf: (path) => languageOf(session.servers, path) ?? "plaintext",
  });

  const session: Session = {
    phase: "new",
    toClient,
    client,
    servers,
    get backends() {
      return sessionBackends;
    },
    documents,
    unopenedFiles,
    diskChanges,
    diagnostics: new PublishedDiagnostics({
      isOpen: (uri) => documents.get(uri) !== undefined,
      isOnlyOurs: (key) => unopenedFiles.isOnlyOurs(key),
    }),
    capabilityShim: new CapabilityShim(() => client.capabilities),
    conversation: new ClientConversation({
      send: (frame) => toClient.send(frame),
      respond: (id, outcome) => session.respond(id, outcome),
      documents,
      listen: async (connection) => (await import("./errorResponse.js")).handleRequests(connection, session),
      log,
    }),
    partialResults: new PartialResults(),
    translations: new Map(),
    syntax: once(syntax),
    index: new SessionIndex(startIndex),
    notice,
    log,
    createContext: (token, snapshot) => ({
      token,
      snapshot,
      client,
      get servers() {
        return session.servers;
      },
      backends: sessionBackends,
      documents,
      unopenedFiles,
      diskChanges,
      diagnostics: session.diagnostics,
      partialResults: session.partialResults,
      index: session.index,
      syntax: session.syntax,
      async askClient(method, params) {
        const { outgoing } = await session.conversation.conversations();
        return (await outgoing.connection.sendRequest<RawJson>(method, params, token)).parse();
      },
      notifyClient: (method, params) => toClient.send(notificationFrame(method, params)),
    }),
    respond: (id, outcome) => toClient.send(frameOf(`{"jsonrpc":"2.0","id":${id},${JSON.stringify(outcome).slice(1)}`)),
    initializeReceived,
    noteInitialize: () => noteInitialize(),
    rejectOnFailure: (work) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        pendingRejects.add(reject);
        work.then(resolve, reject).finally(() => pendingRejects.delete(reject));
      }),
    fail(why) {
      failure = why;
      for (const backend of session.backends.all()) backend.readiness?.end(why);
      for (const reject of pendingRejects) reject(why);
    },
  };
  const sessionBackends = backends(session);
  return session;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
