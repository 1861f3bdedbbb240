/** One client: its state, its backends, and the parts that keep state between messages. */

import { setMaxListeners } from "node:events";
import type { CancellationToken } from "vscode-jsonrpc/node";
import { analysisProgressOf } from "../ask/backend/analysisProgress.js";
import { type Backends, notificationFrame, sendNotification, syncOptionsOf } from "../ask/backend/backend.js";
import { DiagnosticsStore } from "../ask/diagnostics/diagnosticsStore.js";
import { DiskChangeTracker, notifyFileEvents } from "../ask/documents/diskChanges.js";
import { UnopenedFiles } from "../ask/documents/unopenedFiles.js";
import { isWrongUri, notServedTest } from "../ask/documents/worktreeFilter.js";
import type { Servers } from "../backend/config/servers.js";
import { LocateError, type Logger } from "../error.js";
import { languageOfFile } from "../files/languageOfFile.js";
import { workingFolder } from "../files/workingFolder.js";
import type { Syntax } from "../syntax/syntax.js";
import { pathOfUri, uriOfPath } from "../uri.js";
import { frameOf } from "../wire/frames.js";
import type { FrameWriter } from "../wire/frameWriter.js";
import type { RawJson } from "../wire/rawJson.js";
import type { Message } from "../wire/wholeMessages.js";
import { AgentMode, loadAgentSession } from "./agent/agentMode.js";
import type { OpenSharedAnswer } from "./agent/answers/sharedAnswers.js";
import type { AgentDecision } from "./agent/decideAgentMode.js";
import { timeoutOf } from "./agent/decideAgentMode.js";
import type { OpenWatchers } from "./agent/fileWatching.js";
import { CapabilityShim } from "./client/capabilityShim.js";
import { ClientConversation } from "./client/clientConversation.js";
import type { ClientState, SessionPhase } from "./client/clientState.js";
import { PartialResults } from "./client/partialResults.js";
import type { ContextOptions, RequestContext } from "./client/requestContext.js";
import type { RequestSnapshot } from "./client/requestSnapshot.js";
import type { ConfigurationRequests } from "./client/restrictedSettings.js";
import type { Translations } from "./client/translatedMessages.js";
import { ServerRequests } from "./client/unansweredRequests.js";
import { answerPermission } from "./documents/filePaths.js";
import { OpenDocuments } from "./documents/openDocuments.js";
import { SessionIndex, type StartIndex } from "./documents/sessionIndex.js";

export interface Session {
  phase: SessionPhase;
  readonly toClient: FrameWriter;
  /** Gives a message of the client to the steps of the proxy or the router. */
  readonly forward: (message: Message) => void;
  readonly client: ClientState;
  servers: Servers;
  readonly backends: Backends;
  readonly documents: OpenDocuments;
  readonly unopenedFiles: UnopenedFiles;
  readonly diskChanges: DiskChangeTracker;
  readonly diagnostics: DiagnosticsStore;
  readonly capabilityShim: CapabilityShim;
  readonly serverRequests: ServerRequests;
  readonly conversation: ClientConversation;
  readonly partialResults: PartialResults;
  readonly translations: Translations;
  readonly configurationRequests: ConfigurationRequests;
  /** What the command line says about agent mode; undefined leaves it to the client's name. */
  readonly agentOption: boolean | string | undefined;
  readonly openSharedAnswer: OpenSharedAnswer | undefined;
  /** Present from `initialize` on in a session in agent mode. */
  agent: AgentMode | undefined;
  /** Loads the syntax trees when first called. */
  readonly syntax: () => Promise<Syntax>;
  /** The global index, started on demand. */
  readonly index: SessionIndex;
  /** A message for the client, sent once the session runs. */
  readonly notice: string | undefined;
  readonly recover: RecoverChanges | undefined;
  readonly log: Logger;
  beginAgentMode(decision: AgentDecision): void;
  /** Makes what travels with one `locate/*` request. */
  createContext(
    token: CancellationToken,
    snapshot: RequestSnapshot | undefined,
    options: ContextOptions,
  ): RequestContext;
  /** How long the client waits for an answer, as far as that is known: in agent mode. */
  readonly clientTimeoutMs: number | undefined;
  /** Returns the names of the backends that are still loading. */
  loadingBackends(): readonly string[];
  /** Sends a response to the client; `id` is JSON text. */
  respond(id: string, outcome: { readonly result: unknown } | { readonly error: unknown }): void;
  /** Resolves when the client's `initialize` has come. */
  readonly initializeReceived: Promise<void>;
  noteInitialize(): void;
  /** Resolves when the client's `exit` has come, with whether `shutdown` came before it. */
  readonly exitReceived: Promise<boolean>;
  noteExit(isShutDown: boolean): void;
  /** Settles as `work` does; rejects with the failure if the session ends first. */
  rejectOnFailure<T>(work: Promise<T>): Promise<T>;
  /** Rejects all pending work with that failure; nothing can be answered any more. */
  fail(error: LocateError): void;
  /** Cancels reads and saves the index, for at most 2 s. Called again, returns the same promise. */
  close(): Promise<void>;
}

/**
 * Ends changes of files in some folders (absolute paths) that were interrupted. Resolves with what
 * the user should know.
 */
export type RecoverChanges = (folders: readonly string[]) => Promise<readonly string[]>;

interface SessionOptions {
  readonly toClient: FrameWriter;
  readonly servers: Servers;
  /** Makes the backends of this session. Called once, when the rest of the session exists. */
  readonly backends: (session: Session) => Backends;
  /** Loads the parser; called at most once. */
  readonly syntax: () => Promise<Syntax>;
  readonly startIndex: StartIndex;
  readonly notice: string | undefined;
  readonly recover?: RecoverChanges | undefined;
  /** Gives a message of the client to the steps of the proxy or the router. */
  readonly forward: (message: Message) => void;
  /**
   * What the command line says about agent mode, which may be the client's name; undefined leaves
   * it to the name that the client gives.
   */
  readonly agent: boolean | string | undefined;
  /** Opens answers that are completed where shared servers are, in agent mode. */
  readonly openSharedAnswer?: OpenSharedAnswer | undefined;
  /** Watches files for the only backend of a session, in agent mode. */
  readonly openWatchers?: OpenWatchers | undefined;
  readonly log: Logger;
}

export function openSession(options: SessionOptions): Session {
  const { toClient, servers, backends, syntax, startIndex, notice, log } = options;
  // A failure is reported when agent mode begins.
  if (options.agent) void loadAgentSession().catch(() => {});
  // File times have fractions of the milliseconds that the clock gives whole.
  const startedAt = Date.now() + 1;
  let failure: LocateError | undefined;
  let noteInitialize = () => {};
  const initializeReceived = new Promise<void>((resolve) => {
    noteInitialize = resolve;
  });
  let noteExit: (isShutDown: boolean) => void = () => {};
  const exitReceived = new Promise<boolean>((resolve) => {
    noteExit = resolve;
  });
  const pendingRejects = new Set<(error: LocateError) => void>();
  const client: ClientState = {
    initializeId: undefined,
    initializeAt: 0,
    capabilities: {},
    encoding: "utf-16",
    isInitializedEarly: false,
    isSilent: false,
    roots: { folders: [], others: [workingFolder()] },
  };

  const closing = new AbortController();
  // Each read that is in progress listens.
  setMaxListeners(0, closing.signal);
  const diskChanges = new DiskChangeTracker(startedAt);
  const documents = new OpenDocuments(() => client.encoding);
  documents.listeners.add(({ uri }, event) => {
    const path = event === "opened" ? pathOfUri(uri) : undefined;
    if (path !== undefined) diskChanges.add(path, uri);
  });
  const unopenedFiles = new UnopenedFiles({
    isOpenInClient: (document) => documents.get(document.uri) !== undefined,
    notify(document, method, params) {
      const backend = session.backends.of(document);
      if (method !== "textDocument/didOpen")
        analysisProgressOf(backend)?.noteSent(document.uri, method === "textDocument/didClose" ? "closed" : "changed");
      sendNotification(backend, method, params);
    },
    willOpen(document, path) {
      const creation = path === undefined ? undefined : diskChanges.creationOf(path, document.uri);
      if (creation) notifyFileEvents(session.backends.of(document), [creation]);
    },
    didOpen(document, path) {
      session.backends.of(document).readiness?.handleDocumentOpened();
      if (path !== undefined) diskChanges.add(path, document.uri);
    },
    didClose: (document) => session.diagnostics.forgetSettled(document),
    syncOptions(document) {
      const backend = session.backends.of(document);
      return { ...syncOptionsOf(backend), encoding: backend.encoding };
    },
    uriOf: (path) => uriOfPath(path, client.roots.folders),
    languageOf: (path) => languageOfFile(path, session.servers) ?? "plaintext",
    readsNotebooks: () => session.servers.readsNotebooks === true,
    signal: closing.signal,
  });

  const session: Session = {
    phase: "new",
    toClient,
    forward: options.forward,
    client,
    servers,
    get backends() {
      return sessionBackends;
    },
    documents,
    unopenedFiles,
    diskChanges,
    diagnostics: new DiagnosticsStore({
      isOpen: (uri) => documents.get(uri) !== undefined,
      isOnlyOurs: (key) => unopenedFiles.isOnlyOurs(key),
      isElsewhere: (uri, { link: { root } }) =>
        root !== undefined && isWrongUri(uri, notServedTest({ root, folders: [], documents: [] })),
    }),
    capabilityShim: new CapabilityShim(() => client.capabilities),
    serverRequests: new ServerRequests(options.forward),
    conversation: new ClientConversation({
      send: (frame) => toClient.send(frame),
      respond: (id, outcome) => session.respond(id, outcome),
      documents,
      listen: async (connection) => (await import("./errorResponse.js")).handleRequests(connection, session),
      log,
    }),
    partialResults: new PartialResults(),
    translations: new Map(),
    configurationRequests: new Map(),
    agentOption: options.agent,
    openSharedAnswer: options.openSharedAnswer,
    agent: undefined,
    syntax: once(syntax),
    index: new SessionIndex(startIndex),
    notice,
    recover: options.recover,
    log,
    beginAgentMode(decision) {
      session.agent?.end(); // the client has sent `initialize` again, after an error
      session.agent = new AgentMode(decision, session, options.openWatchers);
      log(`agent mode is on: ${decision.why}`);
    },
    get clientTimeoutMs() {
      return session.agent && timeoutOf(session.agent.decision.entry);
    },
    loadingBackends: () =>
      sessionBackends
        .all()
        .filter(({ readiness }) => readiness?.state().kind === "loading")
        .map(({ name }) => name),
    createContext: (token, snapshot, { followsLinks, limit }) => ({
      token,
      limit,
      snapshot,
      client,
      permission: followsLinks ? undefined : answerPermission(client.roots),
      get servers() {
        return session.servers;
      },
      get agentMode() {
        return session.agent?.decision;
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
    exitReceived,
    noteExit: (isShutDown) => noteExit(isShutDown),
    rejectOnFailure: (work) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        pendingRejects.add(reject);
        work.then(resolve, reject).finally(() => pendingRejects.delete(reject));
      }),
    fail(error) {
      failure = error;
      for (const backend of session.backends.all()) backend.readiness?.end(error);
      for (const reject of pendingRejects) reject(error);
    },
    close: once(() => {
      closing.abort(sessionEndedError());
      session.agent?.end();
      session.serverRequests.end();
      return session.index.end();
    }),
  };
  const sessionBackends = backends(session);
  return session;
}

function sessionEndedError(): LocateError {
  return new LocateError("backend_failed", "The session has ended; start a new one to ask again.", { reason: "ended" });
}

function once<T>(make: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => {
    result ??= { value: make() };
    return result.value;
  };
}
