/**
 * The proxy between one client and one server: the steps for a message in either direction, in
 * order. Start reading here.
 */

import type { Readable, Writable } from "node:stream";
import { type Backend, type BackendLink, type Backends, openBackend } from "./ask/backend/backend.js";
import { takeOwnResponses } from "./ask/backend/backendConversation.js";
import { observeReadiness } from "./ask/backend/backendReadiness.js";
import { takeCommandRequests } from "./ask/backend/commandRequests.js";
import { recordRegistrations } from "./ask/backend/supportCheck.js";
import { recordDiagnostics } from "./ask/diagnostics/diagnosticsStore.js";
import { recogniseServer } from "./backend/config/recogniseServer.js";
import type { Server, Servers } from "./backend/config/servers.js";
import { LOG_METHOD, lostWorkerError } from "./backend/guard/unresponsive.js";
import { type BackendProcess, backendFailed, type Exit, exitCodeOf, killForFrame } from "./backend/process.js";
import type { LocateError, Logger } from "./error.js";
import { observeProgress, settleDiagnostics } from "./session/agent/backendSteps.js";
import { type OpenWatchers, takeFileWatchers } from "./session/agent/fileWatching.js";
import { filterDecision, relayForAgent } from "./session/agent/relayForAgent.js";
import { applyCapabilityShim, noteServerRequests } from "./session/client/capabilityShim.js";
import { takeLocateMessages } from "./session/client/clientConversation.js";
import { takeLocateCommands } from "./session/client/locateCommands.js";
import { takeLocateQueries } from "./session/client/locateQueries.js";
import { observePartialResults } from "./session/client/partialResults.js";
import { recordConfigurationRequests, restrictClientSettings } from "./session/client/restrictedSettings.js";
import { recordTranslations, translateMessages } from "./session/client/translatedMessages.js";
import { takeServerResponses } from "./session/client/unansweredRequests.js";
import { observeDocuments } from "./session/documents/openDocuments.js";
import type { StartIndex } from "./session/documents/sessionIndex.js";
import { createEndLimit, type EndLimit } from "./session/endLimit.js";
import { openSession, type RecoverChanges, type Session } from "./session/session.js";
import { takeInitializeResult, trackLifecycle } from "./session/sessionLifecycle.js";
import type { Syntax } from "./syntax/syntax.js";
import { type Envelope, envelopeReader, isResponseWithoutId } from "./wire/envelope.js";
import { type Decision, describeOversized, passDecision } from "./wire/frames.js";
import { FrameWriter } from "./wire/frameWriter.js";
import { relay } from "./wire/relay.js";
import { decide, guardDecision, quoteBytes, type Step } from "./wire/steps.js";

/** The steps for a client message, top to bottom; the first that takes it ends it. */
export const steps: readonly Step<Session>[] = [
  trackLifecycle, // initialize, initialized, shutdown, exit: recorded
  takeServerResponses, // responses to requests of the server that we may have to answer ourselves
  forOnlyBackend(restrictClientSettings), // settings for an untrusted workspace: made safe
  observeDocuments, // didOpen, didChange, didClose: recorded for our copy, and passed on
  takeLocateMessages, // locate/*: answered here, no backend sees it
  takeLocateCommands, // commands lsp-locate.*: the same requests in another form
  takeLocateQueries, // workspace/symbol with a Locate as its query: the same
  recordTranslations, // requests whose responses have to be changed for this client
  forward, // everything else leaves with the bytes it came in with
];

/** What the steps for a backend message get. */
interface ProxyBackendContext {
  readonly backend: Backend;
  readonly session: Session;
  /** Kills the process, which ends the session. */
  kill(error: LocateError): void;
}

/** The steps for a backend message. */
export const backendSteps: readonly Step<ProxyBackendContext>[] = [
  takeInitializeResult, // the response to initialize: our capability is added
  takeOwnResponses, // responses to our own requests
  takeCommandRequests, // requests that the server sends while it runs a command for us
  observePartialResults, // progress with partial results of the client's requests
  recordRegistrations, // capabilities that the server registers later
  observeReadiness, // progress, status and log messages that show whether it has loaded
  observeWorker, // log messages that say that its worker has ended: the server is killed
  observeProgress, // in agent mode: whether the server is busy
  settleDiagnostics, // in agent mode: diagnostics, held back until they are settled
  recordDiagnostics, // recorded for code actions; those of files that only we opened stay here
  noteServerRequests, // requests that the client may not answer: recorded, to answer them later
  takeFileWatchers, // in agent mode: registrations of file watchers, which are handled here
  recordConfigurationRequests, // requests for settings, in an untrusted workspace
  translateMessages, // responses and edits that have to be changed for this client
  applyCapabilityShim, // requests that the client does not support: answered here
  forward,
];

function forOnlyBackend(step: Step<Pick<ProxyBackendContext, "backend" | "session">>): Step<Session> {
  return (message, session) => step(message, { backend: session.backends.all()[0] as Backend, session });
}

/** Step for backend messages: ends a server that runs on without its worker. */
function observeWorker({ method }: Envelope, { backend, session, kill }: ProxyBackendContext): Decision | undefined {
  const { serverEntry } = backend;
  if (serverEntry?.workerExit === undefined || method !== LOG_METHOD || session.phase !== "running") return undefined;
  const see = (body: Buffer) => {
    const lost = lostWorkerError({ method, body }, serverEntry);
    if (lost) kill(lost);
  };
  return { kind: "see", see };
}

function forward(): Decision {
  return passDecision;
}

export interface ProxyOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly backend: BackendProcess;
  readonly servers: Servers;
  /** The server's entry, where the command alone does not tell it. */
  readonly server?: Server | undefined;
  /** Loads the parser when the first syntax tree is needed. */
  readonly syntax: () => Promise<Syntax>;
  /** Starts the index of a workspace when the first name without a file has to be found. */
  readonly startIndex: StartIndex;
  /** A message for the client, sent once the session runs. */
  readonly notice?: string | undefined;
  /** Ends changes of files that were interrupted, when the client is ready. */
  readonly recover?: RecoverChanges | undefined;
  /** Agent mode: on, off, or by the client's name. */
  readonly agent?: boolean | string | undefined;
  /** Loads the file watchers, which agent mode needs. */
  readonly openWatchers?: OpenWatchers | undefined;
  /** The maximum length of a message's body, if it is not the default. */
  readonly maxFrameBytes?: number | undefined;
  readonly log: Logger;
}

export interface Proxy {
  /**
   * The exit code: that of the backend, or 0 where the client has shut the session down and the
   * backend had to be ended. Resolves when all output has been written.
   */
  readonly ended: Promise<number>;
  /** The end begins with the client's `exit` or the end of its streams, or with `stop`. */
  readonly endLimit: EndLimit;
  /** Closes the backend's input, then ends and kills its process if it stays. */
  stop(): void;
}

/** Joins a client and a backend until one of them ends. */
export function proxy(options: ProxyOptions): Proxy {
  const { input, output, backend, servers, syntax, startIndex, notice, maxFrameBytes, log } = options;
  // A client that no longer reads is gone.
  const toClient = new FrameWriter(output, () => stop());
  const toBackend = new FrameWriter(backend.stdin);
  const backends = (session: Session) => singleBackend(options, toBackend, session);
  const session = openSession({
    toClient,
    servers,
    backends,
    syntax,
    startIndex,
    notice,
    recover: options.recover,
    forward: (message) => agentRelay.forward(message),
    agent: options.agent,
    openWatchers: options.openWatchers,
    log,
  });
  const only = { backend: session.backends.all()[0] as Backend, session, kill: backend.kill };
  const [readFromClient, readFromBackend] = [envelopeReader(), envelopeReader()];
  const safely = (decision: Decision) => guardDecision(decision, log);
  const agentRelay = relayForAgent((message) => safely(decide(steps, message, true, session)), toBackend);
  const stray = (who: string) => (bytes: Buffer) =>
    log(`${who} sent bytes that are not a message: ${quoteBytes(bytes)}`);

  const clientEnded = relay({
    from: input,
    to: toBackend,
    decide(head, whole) {
      const message = readFromClient(head, whole);
      const decision = session.agent ? agentRelay.decision(message, session.agent.handler) : undefined;
      return safely(decision ?? decide(steps, message, whole, session));
    },
    stray: stray("the client"),
    oversized(frame) {
      log(`the client announces ${describeOversized(frame)}; the session ends`);
      stop();
    },
    maxFrameBytes,
  });
  const backendEnded = relay({
    from: backend.stdout,
    to: toClient,
    decide(head, whole) {
      const message = readFromBackend(head, whole);
      // A response whose id comes last may be one to us; it is read whole only while such a
      // response is expected.
      if (!message && !whole && isResponseWithoutId(head) && !expectsResponse(only)) return passDecision;
      const decision = safely(decide(backendSteps, message, whole, only));
      const handler = message && session.agent?.handler;
      return handler?.filters(message?.method) ? filterDecision(decision, handler) : decision;
    },
    stray: stray(backend.command[0] ?? "the backend"),
    oversized: killForFrame(backend),
    maxFrameBytes,
  });

  const endLimit = createEndLimit();
  const stop = (): void => {
    session.phase = "over";
    endLimit.begin();
    void session.close();
    void backend.stop();
  };
  void clientEnded.then(() => session.agent?.loaded).then(stop);
  let isShutDown = false;
  void session.exitReceived.then((afterShutdown) => {
    isShutDown = afterShutdown;
    endLimit.begin();
    void backend.stop(EXIT_TIMEOUTS_MS);
  });
  const ended = endSession({ backend, session, clientEnded, backendEnded, endLimit }).then((exit) =>
    isShutDown && wasEnded(exit) ? 0 : exitCodeOf(exit),
  );
  return { ended, endLimit, stop };
}

/** The one backend of this session, for documents in any language. */
function singleBackend(
  { backend: { command }, server }: Pick<ProxyOptions, "backend" | "server">,
  toBackend: FrameWriter,
  session: Session,
): Backends {
  const link: BackendLink = {
    send: (frame) => toBackend.send(frame),
    between: (act) => toBackend.runBetweenFrames(act),
    respond: (frame) => toBackend.send(frame),
    rewriteResult: (_method, result) => result,
    originalItem: (_method, item) => item,
    clientIdOf: (id) => id,
    beginRequest: () => () => {},
    timeoutMs: () => undefined,
    ensureRunning: () => Promise.resolve(),
    state: () => ({ kind: hasInitialized(session.phase) ? "running" : "starting" }),
    root: undefined,
  };
  const backend = openBackend({
    command,
    serverEntry: server ?? recogniseServer(session.servers, command),
    link,
    idPrefix: session.conversation.idPrefix,
  });
  return {
    of: () => backend,
    find: () => backend,
    all: () => [backend],
    flushFileEvents: () => session.agent?.watchedFiles?.flush() ?? Promise.resolve(),
    get languages() {
      return new Set(backend.serverEntry?.languages);
    },
  };
}

/** Whether the backend has answered `initialize`. */
function hasInitialized(phase: Session["phase"]): boolean {
  return phase !== "new" && phase !== "initializing";
}

/** Whether a response of the backend may be one that does not simply pass. */
function expectsResponse({ session, backend: { conversation } }: ProxyBackendContext): boolean {
  return (
    session.agent?.handler.filters(undefined) === true ||
    session.phase === "initializing" ||
    conversation.hasPending ||
    session.translations.size > 0
  );
}

interface SessionEnd {
  readonly backend: BackendProcess;
  readonly session: Session;
  readonly clientEnded: Promise<void>;
  readonly backendEnded: Promise<void>;
  readonly endLimit: EndLimit;
}

/** How long a server may take after `exit` until it gets SIGTERM and SIGKILL. */
const EXIT_TIMEOUTS_MS = { end: 1500, kill: 2000 };

/**
 * How long to read the output of a dead backend (another process may hold its pipe), and to wait
 * for the client's first message.
 */
const DRAIN_MS = 500;

/** The exit of a process that is not even gone after SIGKILL. */
const KILLED: Exit = { code: null, signal: "SIGKILL" };

/** Whether a process has ended by a signal that `stop` sends. */
function wasEnded({ signal }: Exit): boolean {
  return signal === "SIGTERM" || signal === "SIGKILL";
}

async function endSession({ backend, session, clientEnded, backendEnded, endLimit }: SessionEnd): Promise<Exit> {
  const exit = (await endLimit.within(backend.exited)) ?? KILLED;
  const finish = async () => {
    const drained = new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref());
    await Promise.race([backendEnded, drained]);
    // A server that could not be started ends before the client's first message; the client has to
    // get the reason.
    if (session.phase === "new" || exit.error) await Promise.race([session.initializeReceived, clientEnded, drained]);
    await rejectPending(session, backend, exit);
    await Promise.all([session.toClient.end(), session.close()]);
  };
  await endLimit.within(finish());
  return exit;
}

/**
 * Rejects the pending requests to us, and `initialize`, so that the client learns why there is no
 * server.
 */
async function rejectPending(session: Session, backend: BackendProcess, exit: Exit): Promise<void> {
  const failure = backendFailed(backend, exit);
  session.fail(failure);
  await session.conversation.whenIdle();
  const begun = session.phase === "new" || session.phase === "initializing";
  if (begun || exit.error) session.log(failure.message);
  const { initializeId } = session.client;
  if (session.phase !== "initializing" || initializeId === undefined) return;
  session.respond(initializeId, { error: { code: failure.code, message: failure.message, data: failure.data } });
}
