/** Start reading here where one session has many languages: the steps a message meets, in order, and how the streams are joined by them. */

import type { Readable, Writable } from "node:stream";
import type { Servers } from "./backend/config/servers.js";
import type { Logger } from "./error.js";
import { handleDocumentMessage } from "./routing/documents/documentMessages.js";
import { watchServersFile } from "./routing/files/watchServersFile.js";
import { answerWorkspaceFolders } from "./routing/foldersAsked.js";
import type { BackendInstance } from "./routing/instances/backendInstance.js";
import type { RoutingMode } from "./routing/instances/routingMode.js";
import { forwardToClient } from "./routing/requests/backendRequests.js";
import { broadcast } from "./routing/requests/broadcast.js";
import { forwardCancellation } from "./routing/requests/cancellation.js";
import { checkPhase } from "./routing/requests/phaseGate.js";
import { handleRegistrationRequest } from "./routing/requests/registrationRequests.js";
import { routeByDocument, routeToOrigin } from "./routing/requests/requestRouting.js";
import { forwardBackendResponse, forwardClientResponse } from "./routing/requests/responseForwarding.js";
import { handleSessionRequest } from "./routing/requests/sessionRequests.js";
import { type BackendStepContext, openRouting, type Routing, type StartProcess } from "./routing/routing.js";
import type { Backend } from "./session/backend/backend.js";
import { takeOwnResponses } from "./session/backend/backendConversation.js";
import { observeReadiness } from "./session/backend/backendReadiness.js";
import { recordRegistrations } from "./session/backend/supportCheck.js";
import { applyCapabilityShim } from "./session/client/capabilityShim.js";
import { takeLocateMessages } from "./session/client/clientConversation.js";
import { observePartialResults } from "./session/client/partialResults.js";
import { recordTranslations, translateMessages } from "./session/client/translation.js";
import { recordDiagnostics } from "./session/documents/publishedDiagnostics.js";
import type { StartIndex } from "./session/documents/sessionIndex.js";
import { openSession, type Session } from "./session/session.js";
import type { Syntax } from "./syntax/syntax.js";
import { FrameWriter } from "./wire/frameWriter.js";
import { type Message, readMessages } from "./wire/readMessages.js";
import { decide, quoteBytes, type Step } from "./wire/steps.js";

/** A client message meets these top to bottom; the first that takes it ends it. None of them lets one pass by itself: somebody has to say where to. */
export const steps: readonly Step<Routing>[] = [
  checkPhase, // what comes before the session, or after it: refused, or kept until it begins
  handleSessionRequest, // initialize, shutdown, exit, what is about the session: answered here
  forwardCancellation, // what is taken back: to who is at it
  forSession(takeLocateMessages), // locate/*: answered here, as in front of one server
  forwardClientResponse, // answers to what backends have asked: to who has asked
  handleDocumentMessage, // didOpen, didChange, didClose: noted for our copy, and on to the document's backend
  forSession(recordTranslations), // requests whose answers must not reach this client as they are
  broadcast, // what is about the whole workspace: to all, their answers made one
  routeToOrigin, // what was sent by a backend earlier, items and commands: back there
  routeByDocument, // everything else: to the backend of the document it is about
];

/** And a backend's message these. */
export const backendSteps: readonly Step<BackendStepContext>[] = [
  forBackend(takeOwnResponses), // to requests of our own
  forwardBackendResponse, // to requests of the client's
  forBackend(observePartialResults), // progress that carries part of such an answer
  forBackend(recordRegistrations), // what it can do from now on
  handleRegistrationRequest, // and what the client is told of that
  answerWorkspaceFolders, // its workspace folders: those that it was given
  forBackend(observeReadiness), // progress, status, logs that tell whether it has loaded
  forBackend(recordDiagnostics), // kept for code actions; those of files that only we opened stay here
  forBackend(translateMessages), // edits that reach this client changed
  forBackend(applyCapabilityShim), // what this client can't do: answered for it
];
// What they let through is passed on, under ids and tokens that are nobody else's.

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
  /** Loads servers.json anew: it is followed while the session lives. */
  readonly reloadServers: () => Promise<Servers>;
  readonly mode: RoutingMode;
  readonly version: string;
  /** Loads what parses, when the first syntax tree is asked for. */
  readonly syntax: () => Promise<Syntax>;
  /** Starts the index of a workspace, when the first name without a file is asked for. */
  readonly startIndex: StartIndex;
  readonly startProcess: StartProcess;
  readonly log: Logger;
}

export interface Router {
  /** The exit code: 0 where the client has shut the session down, else 1. */
  readonly ended: Promise<number>;
  /** The client is gone, or we are told to end. */
  stop(): void;
}

/** More than this doesn't wait for one backend that reads slowly: the client is not read meanwhile. */
const MAX_UNSENT_BYTES = 16 * 1024 * 1024;

/** Where a backend takes nothing for so long, what is for it does not hold up the others any longer. */
const STALL_MS = 1000;

/** Joins a client and all the backends that its documents need. */
export function router(options: RouterOptions): Router {
  const { input, output, servers, reloadServers, mode, version, syntax, startIndex, startProcess, log } = options;
  // A client that does not read any more is gone.
  const toClient = new FrameWriter(output, () => end());
  let end = () => {};
  const stopped = new Promise<void>((resolve) => {
    end = resolve;
  });
  let resumeClient: (() => void) | undefined;
  const unsentBytesOf = ({ currentProcess }: BackendInstance) => currentProcess?.unsentBytes ?? 0;
  const congested = () =>
    routing.instances
      .allInstances()
      .filter((instance) => !instance.isStalled && unsentBytesOf(instance) > MAX_UNSENT_BYTES);
  /** A backend that is slow is waited for; one that takes nothing at all is left to itself. */
  const watchCongestion = () => {
    const before = new Map(congested().map((instance) => [instance, unsentBytesOf(instance)]));
    setTimeout(() => {
      for (const instance of congested())
        if (unsentBytesOf(instance) >= (before.get(instance) ?? Infinity)) instance.markStalled();
      routing.relieved();
      if (resumeClient) watchCongestion();
    }, STALL_MS).unref();
  };
  const routing = openRouting({
    openSession: (instances) =>
      openSession({ toClient, servers, backends: () => instances, syntax, startIndex, notice: undefined, log }),
    arrangement: mode,
    version,
    startProcess,
    receive(message, context) {
      const remaining = applySteps(backendSteps, message, context, log);
      if (remaining) forwardToClient(remaining, context);
    },
    relieved() {
      if (!resumeClient || congested().length > 0) return;
      resumeClient();
      resumeClient = undefined;
    },
    replayMessages: (earlyMessages) => {
      for (const message of earlyMessages) fromClient(message);
    },
    leave: () => end(),
  });
  const { session } = routing;
  const fromClient = (message: Message): void => {
    const remaining = applySteps(steps, message, routing, log);
    if (remaining) log(`nobody knows where ${message.method ?? "an answer"} goes; left out`);
  };
  const serversFileWatch = watchServersFile(reloadServers, servers, {
    changed: (current) => routing.instances.updateServers(current),
    log,
  });
  let outlets: readonly FrameWriter[] = [];
  const { ended: clientEnded } = readMessages({
    from: input,
    onMessage: fromClient,
    onStray: (bytes) => log(`the client wrote what is no message: ${quoteBytes(bytes)}`),
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
  const endSession = async (): Promise<number> => {
    await Promise.race([stopped, clientEnded]);
    const code = session.phase === "shutdown" ? 0 : 1;
    session.phase = "over";
    serversFileWatch.end();
    routing.end();
    await Promise.all(routing.instances.allInstances().map((instance) => instance.end()));
    await Promise.all([toClient.end(), session.index.end()]);
    return code;
  };
  return { ended: endSession(), stop: () => end() };
}

/** What the steps leave of a message; a step that fails must not take the session along. */
function applySteps<Context>(
  steps: readonly Step<Context>[],
  message: Message,
  context: Context,
  log: Logger,
): Message | undefined {
  try {
    const verdict = decide(steps, message, true, context);
    if (verdict.kind === "see") verdict.see(message.body);
    if (verdict.kind !== "take") return message;
    const bytes = verdict.take(message);
    if (bytes === undefined || bytes === message.bytes) return bytes && message;
    return { ...message, bytes, body: bytes.subarray(bytes.indexOf(headerEnd) + headerEnd.length) };
  } catch (error) {
    log(
      `internal error over ${message.method ?? "an answer"}: ${error instanceof Error ? error.stack : String(error)}`,
    );
    return undefined;
  }
}

const headerEnd = Buffer.from("\r\n\r\n");
