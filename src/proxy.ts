/** Start reading here: the steps for each message, in order, and how they join the two streams. */

import type { Readable, Writable } from "node:stream";
import { recogniseServer } from "./backend/config/recogniseServer.js";
import type { Servers } from "./backend/config/servers.js";
import { type BackendProcess, backendFailed, type Exit, exitCodeOf } from "./backend/process.js";
import type { Logger } from "./error.js";
import { type Backend, type BackendLink, type Backends, openBackend } from "./session/backend/backend.js";
import { takeOwnResponses } from "./session/backend/backendConversation.js";
import { observeReadiness } from "./session/backend/backendReadiness.js";
import { recordRegistrations } from "./session/backend/supportCheck.js";
import { applyCapabilityShim } from "./session/client/capabilityShim.js";
import { takeLocateMessages } from "./session/client/clientConversation.js";
import { observePartialResults } from "./session/client/partialResults.js";
import { recordTranslations, translateMessages } from "./session/client/translation.js";
import { observeDocuments } from "./session/documents/openDocuments.js";
import { recordDiagnostics } from "./session/documents/publishedDiagnostics.js";
import type { StartIndex } from "./session/documents/sessionIndex.js";
import { takeInitializeResult, trackLifecycle } from "./session/lifecycle.js";
import { openSession, type Session } from "./session/session.js";
import type { Syntax } from "./syntax/syntax.js";
import { envelopeReader, isResponseWithoutId } from "./wire/envelope.js";
import { passVerdict, type Verdict } from "./wire/frames.js";
import { FrameWriter } from "./wire/frameWriter.js";
import { relay } from "./wire/relay.js";
import { decide, guardVerdict, quoteBytes, type Step } from "./wire/steps.js";

/** The steps for a client message, top to bottom; the first that takes it ends it. */
export const steps: readonly Step<Session>[] = [
  trackLifecycle, // initialize, initialized, shutdown, exit: recorded
  observeDocuments, // didOpen, didChange, didClose: recorded for our copy, and passed on
  takeLocateMessages, // locate/*: answered here, no backend sees it
  recordTranslations, // requests whose responses have to be changed for this client
  forward, // everything else leaves with the bytes it came in with
];

/** What the steps for a backend message get. */
interface ProxyBackendContext {
  readonly backend: Backend;
  readonly session: Session;
}

/** The steps for a backend message. */
export const backendSteps: readonly Step<ProxyBackendContext>[] = [
  takeInitializeResult, // the response to initialize: our capability is added
  takeOwnResponses, // responses to our own requests
  observePartialResults, // progress with partial results of such requests
  recordRegistrations, // registrations of capabilities
  observeReadiness, // progress, status and log messages that show whether it has loaded
  recordDiagnostics, // recorded for code actions; those of files that only we opened stay here
  translateMessages, // responses and edits that have to be changed for this client
  applyCapabilityShim, // requests that this client can't answer
  forward,
];

function forward(): Verdict {
  return passVerdict;
}

export interface ProxyOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly backend: BackendProcess;
  readonly servers: Servers;
  /** Loads the parser when the first syntax tree is needed. */
  readonly syntax: () => Promise<Syntax>;
  /** Starts the index of a workspace when the first name without a file has to be found. */
  readonly startIndex: StartIndex;
  /** A message for the client, sent once the session runs. */
  readonly notice?: string | undefined;
  readonly log: Logger;
}

export interface Proxy {
  /** The exit code: that of the backend. Resolves when all output has been written. */
  readonly ended: Promise<number>;
  /** Closes the backend's input, then ends and kills its process if it stays. */
  stop(): void;
}

/** Joins a client and a backend until one of them ends. */
export function proxy({ input, output, backend, servers, syntax, startIndex, notice, log }: ProxyOptions): Proxy {
  // A client that no longer reads is gone.
  const toClient = new FrameWriter(output, () => stop());
  const toBackend = new FrameWriter(backend.stdin);
  const backends = (session: Session) => singleBackend(backend.command, toBackend, session);
  const session = openSession({ toClient, servers, backends, syntax, startIndex, notice, log });
  const only = { backend: session.backends.all()[0] as Backend, session };
  const [readFromClient, readFromBackend] = [envelopeReader(), envelopeReader()];
  const safely = (verdict: Verdict) => guardVerdict(verdict, log);
  const stray = (who: string) => (bytes: Buffer) =>
    log(`${who} sent bytes that are not a message: ${quoteBytes(bytes)}`);

  const clientEnded = relay({
    from: input,
    to: toBackend,
    decide: (head, whole) => safely(decide(steps, readFromClient(head, whole), whole, session)),
    stray: stray("the client"),
  });
  const backendEnded = relay({
    from: backend.stdout,
    to: toClient,
    decide(head, whole) {
      const message = readFromBackend(head, whole);
      // A response whose id comes last may be one to us; it is read whole only while such a
      // response is expected.
      if (!message && !whole && isResponseWithoutId(head) && !expectsResponse(only)) return passVerdict;
      return safely(decide(backendSteps, message, whole, only));
    },
    stray: stray(backend.command[0] ?? "the backend"),
  });

  const stop = (): void => {
    session.phase = "over";
    void backend.stop();
  };
  void clientEnded.then(() => {
    // A client may hang up right after `exit`; the server still gets time to end.
    if (session.phase !== "over") return stop();
    backend.stdin.end();
    setTimeout(stop, EXIT_TIMEOUT_MS).unref();
  });
  return { ended: endSession({ backend, session, clientEnded, backendEnded }), stop };
}

/** The one backend of this session, for documents in any language. */
function singleBackend(command: readonly string[], toBackend: FrameWriter, session: Session): Backends {
  const link: BackendLink = {
    send: (frame) => toBackend.send(frame),
    between: (act) => toBackend.runBetweenFrames(act),
    rewriteResult: (_method, result) => result,
    beginRequest: () => () => {},
    timeoutMs: () => undefined,
    ensureRunning: () => Promise.resolve(),
    state: () => ({ kind: hasInitialized(session.phase) ? "running" : "starting" }),
    root: undefined,
  };
  const backend = openBackend({
    command,
    serverEntry: recogniseServer(session.servers, command),
    link,
    idPrefix: session.conversation.idPrefix,
  });
  return {
    of: () => backend,
    find: () => backend,
    all: () => [backend],
    flushFileEvents: () => Promise.resolve(),
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
  return session.phase === "initializing" || conversation.hasPending || session.translations.size > 0;
}

interface SessionEnd {
  readonly backend: BackendProcess;
  readonly session: Session;
  readonly clientEnded: Promise<void>;
  readonly backendEnded: Promise<void>;
}

/** How long a server may take to end after `exit`. */
const EXIT_TIMEOUT_MS = 4000;

/**
 * How long to read the output of a dead backend (another process may hold its pipe), and to wait
 * for the client's first message.
 */
const DRAIN_MS = 500;

async function endSession({ backend, session, clientEnded, backendEnded }: SessionEnd): Promise<number> {
  const exit = await backend.exited;
  const drained = new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref());
  await Promise.race([backendEnded, drained]);
  // A server that could not be started ends before the client's first message; the client has to
  // get the reason.
  if (session.phase === "new" || exit.error) await Promise.race([session.initializeReceived, clientEnded, drained]);
  await rejectPending(session, backend, exit);
  await Promise.all([session.toClient.end(), session.index.end()]);
  return exitCodeOf(exit);
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
