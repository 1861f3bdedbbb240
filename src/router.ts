/**
 * The proxy between one client and many backends: the steps that a message meets, in order. Start
 * reading here.
 */

import type { Readable, Writable } from "node:stream";
import type { CancellationToken } from "vscode-jsonrpc/node";
import type { Backend } from "./ask/backend/backend.js";
import { takeOwnResponses } from "./ask/backend/backendConversation.js";
import { observeReadiness } from "./ask/backend/backendReadiness.js";
import { takeCommandRequests } from "./ask/backend/commandRequests.js";
import { recordRegistrations } from "./ask/backend/supportCheck.js";
import { recordDiagnostics } from "./ask/diagnostics/diagnosticsStore.js";
import type { Servers } from "./backend/config/servers.js";
import { errorMessage, type Logger } from "./error.js";
import { handleDocumentMessage } from "./routing/documents/routeDocuments.js";
import { watchServersFile } from "./routing/files/watchServersFile.js";
import type { Sharing, StartProcess } from "./routing/hostInstances.js";
import type { BackendInstance } from "./routing/instances/backendInstance.js";
import type { RoutingMode } from "./routing/instances/selection/routingMode.js";
import { broadcast } from "./routing/requests/broadcast.js";
import { forwardCancellation } from "./routing/requests/cancellation.js";
import { startForLocate } from "./routing/requests/earlyStart.js";
import { answerWorkspaceFolders, forwardToClient } from "./routing/requests/forwardToClient.js";
import { checkPhase } from "./routing/requests/phaseGate.js";
import { handleRegistrationRequest, renewDiagnosticRegistration } from "./routing/requests/registrationRequests.js";
import {
  reviewEnvironments,
  routeByDocument,
  routeToOrigin,
  useBetterServers,
} from "./routing/requests/requestRouting.js";
import { forwardBackendResponse, forwardClientResponse } from "./routing/requests/responseForwarding.js";
import { handleSessionRequest } from "./routing/requests/sessionRequests.js";
import { type BackendStepContext, openRouting, type Routing } from "./routing/routing.js";
import type { AnswerSources } from "./session/agent/answers/plainRequest.js";
import type { OpenSharedAnswer, SharedQuestion } from "./session/agent/answers/sharedAnswers.js";
import { observeProgress, settleDiagnostics } from "./session/agent/backendSteps.js";
import { applyCapabilityShim, noteServerRequests } from "./session/client/capabilityShim.js";
import { takeLocateMessages } from "./session/client/clientConversation.js";
import { takeLocateCommands } from "./session/client/locateCommands.js";
import { takeLocateQueries } from "./session/client/locateQueries.js";
import { observePartialResults } from "./session/client/partialResults.js";
import { recordTranslations, translateMessages } from "./session/client/translatedMessages.js";
import { takeServerResponses } from "./session/client/unansweredRequests.js";
import type { StartIndex, UnwatchedFolders } from "./session/documents/sessionIndex.js";
import { createEndLimit, type EndLimit } from "./session/endLimit.js";
import { openSession, type RecoverChanges, type Session } from "./session/session.js";
import type { Syntax } from "./syntax/syntax.js";
import { describeOversized } from "./wire/frames.js";
import { FrameWriter } from "./wire/frameWriter.js";
import { decide, describeStepError, quoteBytes, type Step } from "./wire/steps.js";
import { type Message, readWholeMessages } from "./wire/wholeMessages.js";

/**
 * The steps for a message of the client, from top to bottom. The first one that takes the message
 * ends it. The last one takes everything, as each message needs a destination.
 */
export const steps: readonly Step<Routing>[] = [
  checkPhase, // messages before or after the running phase: rejected, or kept until it begins
  handleSessionRequest, // initialize, shutdown, exit, settings, workspace folders: handled here
  forwardCancellation, // cancellations: to the backend that has the request
  useBetterServers, // any request: documents move to servers that were installed since
  reviewEnvironments, // opened, saved or changed files: servers with another configuration restart
  startForLocate, // the first locate/*: its backend starts while the code for it is loaded
  forSession(takeLocateMessages), // locate/*: handled here, as by the proxy for one server
  forSession(takeLocateCommands), // commands lsp-locate.*: the same requests in another form
  forSession(takeLocateQueries), // workspace/symbol with a Locate as its query: the same
  forSession(takeServerResponses), // responses to requests that we may have to answer ourselves
  forwardClientResponse, // responses: to the backend that sent the request
  handleDocumentMessage, // didOpen, didChange, didClose: recorded, and on to the document's backend
  forSession(recordTranslations), // requests whose responses must be translated for this client
  broadcast, // messages about the workspace: to all backends, the responses merged into one
  routeToOrigin, // requests about an item or a command: to the backend that sent it
  routeByDocument, // everything else: to the backend of the document it is about
];

/**
 * The steps for a message of a backend. A message that none of them takes is forwarded by
 * `forwardToClient`.
 */
export const backendSteps: readonly Step<BackendStepContext>[] = [
  forBackend(takeOwnResponses), // responses to requests of the proxy
  forBackend(takeCommandRequests), // requests sent while the backend runs a command for the proxy
  forwardBackendResponse, // responses to requests of the client
  forBackend(observePartialResults), // partial results of the client's requests
  forBackend(recordRegistrations), // capabilities registered dynamically
  handleRegistrationRequest, // the same, merged for the client
  renewDiagnosticRegistration, // in agent mode: refreshes of diagnostics, for clients without them
  answerWorkspaceFolders, // requests for the workspace folders: its own ones
  forBackend(observeReadiness), // progress, status and logs that show whether it has loaded
  forBackend(observeProgress), // in agent mode: whether the server is busy
  forBackend(settleDiagnostics), // in agent mode: diagnostics, held back until they are settled
  forBackend(recordDiagnostics), // kept for code actions; not sent on for files only we have opened
  forBackend(noteServerRequests), // requests that the client may not answer: recorded
  forBackend(translateMessages), // edits, as this client can apply them
  forBackend(applyCapabilityShim), // requests that the client does not support: answered here
];

function forSession(step: Step<Session>): Step<Routing> {
  return (message, { session }) => step(message, session);
}

function forBackend(step: Step<{ readonly backend: Backend; readonly session: Session }>): Step<BackendStepContext> {
  return (message, { instance: { backend }, routing: { session } }) => step(message, { backend, session });
}

export interface RouterOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly servers: Servers;
  /** Loads servers.json again, whenever it changes during the session. */
  readonly reloadServers: () => Promise<Servers>;
  readonly mode: RoutingMode;
  readonly version: string;
  /** Loads the parser, when the first syntax tree is needed. */
  readonly syntax: () => Promise<Syntax>;
  /** Starts the index of the workspace, when the first symbol without a file is looked up. */
  readonly startIndex: StartIndex;
  readonly startProcess: StartProcess;
  /** Which sessions may share servers; none by default. */
  readonly sharing?: Sharing | undefined;
  /** Opens answers that are completed where shared servers are. */
  readonly openSharedAnswer?: OpenSharedAnswer | undefined;
  /** Agent mode: on, for a client of some name, off, or by the name that the client gives. */
  readonly agent?: boolean | string | undefined;
  /** Ends changes of files that were interrupted, when the client is ready. */
  readonly recover?: RecoverChanges | undefined;
  /** The maximum length of a message's body, if it is not the default. */
  readonly maxFrameBytes?: number | undefined;
  /** How long a backend may take to answer `initialize`, if it is not the default. */
  readonly startTimeoutMs?: number | undefined;
  readonly log: Logger;
}

export interface Router {
  /** Resolves with the exit code: 0 after `shutdown`, 1 otherwise. */
  readonly ended: Promise<number>;
  /** The end begins with the client's `exit` or the end of its streams, or with `stop`. */
  readonly endLimit: EndLimit;
  /** Starts the index of the workspace, if it has not started. */
  startIndex(): void;
  /** Returns the folders in which the index looks for changes at each query. */
  unwatchedFolders(): readonly UnwatchedFolders[];
  /** Opens the answer to a question of another session, whose servers are shared with this one. */
  openAnswer(question: SharedQuestion, token: CancellationToken): Promise<AnswerSources>;
  /** Ends the session. */
  stop(): void;
}

/**
 * With more unsent bytes for one backend, the client is not read until that backend has caught up.
 */
const MAX_UNSENT_BYTES = 16 * 1024 * 1024;

/** A backend that reads nothing for this long no longer holds up the others. */
const STALL_MS = 1000;

/** Connects a client with all the backends that its documents need. */
export function router(options: RouterOptions): Router {
  const { input, output, servers, reloadServers, mode, version, syntax, startIndex, startProcess } = options;
  const { maxFrameBytes, log } = options;
  // A client that has closed its end is gone.
  const toClient = new FrameWriter(output, () => endLimit.begin());
  const endLimit = createEndLimit();
  let resumeClient: (() => void) | undefined;
  const unsentBytesOf = ({ currentProcess }: BackendInstance) => currentProcess?.unsentBytes ?? 0;
  const congested = () =>
    routing.instances
      .allInstances()
      .filter((instance) => !instance.delivery.isStalled && unsentBytesOf(instance) > MAX_UNSENT_BYTES);
  const resumeReading = () => {
    if (!resumeClient || congested().length > 0) return;
    resumeClient();
    resumeClient = undefined;
  };
  /** Waits for slow backends; messages for one that reads nothing at all are queued there. */
  const watchCongestion = () => {
    const before = new Map(congested().map((instance) => [instance, unsentBytesOf(instance)]));
    setTimeout(() => {
      for (const instance of congested())
        if (unsentBytesOf(instance) >= (before.get(instance) ?? Infinity)) instance.delivery.markStalled();
      resumeReading();
      if (resumeClient) watchCongestion();
    }, STALL_MS).unref();
  };
  const routing = openRouting({
    openSession: (instances) =>
      openSession({
        toClient,
        servers,
        backends: () => instances,
        syntax,
        startIndex,
        notice: undefined,
        recover: options.recover,
        forward: (message) => fromClient(message),
        agent: options.agent,
        openSharedAnswer: options.openSharedAnswer,
        log,
      }),
    mode,
    version,
    startProcess,
    sharing: options.sharing ?? "never",
    maxFrameBytes,
    startTimeoutMs: options.startTimeoutMs,
    receive(message, context) {
      const remaining = applySteps(backendSteps, message, context, log);
      if (remaining) forwardToClient(remaining, context);
    },
    resumeReading,
    replayMessages: (earlyMessages) => {
      for (const message of earlyMessages) fromClient(message);
    },
    endSession: endLimit.begin,
  });
  const { session } = routing;
  const fromClient = (message: Message): void => {
    const remaining = applySteps(steps, message, routing, log);
    if (remaining) log(`no step takes ${message.method ?? "a response"}; dropped`);
  };
  const serversFileWatch = watchServersFile(reloadServers, servers, {
    changed: (current) => routing.instances.updateServers(current),
    log,
  });
  let outlets: readonly FrameWriter[] = [];
  const { ended: clientEnded } = readWholeMessages({
    from: input,
    onMessage: (message) => (session.agent ? session.agent.handler.receive(message) : fromClient(message)),
    onStray: (bytes) => log(`the client wrote what is no message: ${quoteBytes(bytes)}`),
    onOversized(frame) {
      log(`the client announces ${describeOversized(frame)}; the session ends`);
      endLimit.begin();
    },
    maxFrameBytes,
    beforeChunk() {
      outlets = routing.instances.allInstances().flatMap(({ currentProcess }) => currentProcess?.outlet ?? []);
      for (const outlet of outlets) outlet.cork();
    },
    afterChunk() {
      for (const outlet of outlets) outlet.uncork();
      return congested().length === 0;
    },
    onDrain(resume) {
      resumeClient = resume;
      watchCongestion();
    },
  });
  void clientEnded.then(() => session.agent?.loaded).then(endLimit.begin);
  const run = async (): Promise<number> => {
    await endLimit.begun;
    const code = session.phase === "shutdown" ? 0 : 1;
    session.phase = "over";
    serversFileWatch.end();
    routing.end();
    await endLimit.within(endAll());
    return code;
  };
  const endAll = async () => {
    const instancesEnded = routing.instances.allInstances().map((instance) => instance.end());
    await Promise.all([session.close(), ...instancesEnded]);
    await toClient.end();
  };
  const startSessionIndex = () => {
    session.index
      .get(session.client.roots, session.documents)
      .catch((error: unknown) => log(`the index did not start: ${errorMessage(error)}`));
  };
  const openAnswer = async (question: SharedQuestion, token: CancellationToken) => {
    const { openSharedAnswer } = await import("./session/agent/answers/sharedAnswers.js");
    return openSharedAnswer(question, session.createContext(token, undefined, { followsLinks: true }));
  };
  return {
    ended: run(),
    endLimit,
    startIndex: startSessionIndex,
    unwatchedFolders: () => session.index.unwatched(),
    openAnswer,
    stop: endLimit.begin,
  };
}

/**
 * Returns what the steps leave of a message. An exception in a step is logged, and the message is
 * dropped.
 */
function applySteps<Context>(
  steps: readonly Step<Context>[],
  message: Message,
  context: Context,
  log: Logger,
): Message | undefined {
  try {
    const decision = decide(steps, message, true, context);
    if (decision.kind === "see") decision.see(message.body);
    if (decision.kind !== "take") return message;
    const bytes = decision.take(message);
    if (bytes === undefined || bytes === message.bytes) return bytes && message;
    return { ...message, bytes, body: bytes.subarray(bytes.indexOf(headerEnd) + headerEnd.length) };
  } catch (error) {
    log(`${message.method ?? "a response"} is dropped: ${describeStepError(error)}`);
    return undefined;
  }
}

const headerEnd = Buffer.from("\r\n\r\n");
