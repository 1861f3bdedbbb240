/** Start reading here where one session has many languages: the steps a message meets, in order, and how the streams are joined by them. */

import type { Readable, Writable } from "node:stream";
import type { Servers } from "./backend/config/servers.js";
import { documentMessages } from "./routing/documents/documentMessages.js";
import { watchServers } from "./routing/files/watchServersFile.js";
import { foldersAsked } from "./routing/foldersAsked.js";
import type { Member } from "./routing/instances/backendInstance.js";
import type { Arrangement } from "./routing/instances/routingMode.js";
import { passOn } from "./routing/requests/backendRequests.js";
import { everyone } from "./routing/requests/broadcast.js";
import { cancelling } from "./routing/requests/cancellation.js";
import { inTime } from "./routing/requests/phaseGate.js";
import { registering } from "./routing/requests/registrationRequests.js";
import { byDocument, toOrigin } from "./routing/requests/requestRouting.js";
import { answering, returned } from "./routing/requests/responseForwarding.js";
import { hosting } from "./routing/requests/sessionRequests.js";
import { openRouting, type Routing, type Speaker, type StartProcess } from "./routing/routing.js";
import type { Backend } from "./session/backend/backend.js";
import { observeReadiness } from "./session/backend/backendReadiness.js";
import { recordRegistrations } from "./session/backend/supportCheck.js";
import { applyCapabilityShim } from "./session/client/capabilityShim.js";
import { takeLocateMessages, takeOwnResponses } from "./session/client/clientConversation.js";
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
  inTime, // what comes before the session, or after it: refused, or kept until it begins
  hosting, // initialize, shutdown, exit, what is about the session: answered here
  cancelling, // what is taken back: to who is at it
  its(takeLocateMessages), // locate/*: answered here, as in front of one server
  returned, // answers to what backends have asked: to who has asked
  documentMessages, // didOpen, didChange, didClose: noted for our copy, and on to the document's backend
  its(recordTranslations), // requests whose answers must not reach this client as they are
  everyone, // what is about the whole workspace: to all, their answers made one
  toOrigin, // what was sent by a backend earlier, items and commands: back there
  byDocument, // everything else: to the backend of the document it is about
];

/** And a backend's message these. */
export const backendSteps: readonly Step<Speaker>[] = [
  theirs(takeOwnResponses), // to requests of our own
  answering, // to requests of the client's
  theirs(observePartialResults), // progress that carries part of such an answer
  theirs(recordRegistrations), // what it can do from now on
  registering, // and what the client is told of that
  foldersAsked, // its workspace folders: those that it was given
  theirs(observeReadiness), // progress, status, logs that tell whether it has loaded
  theirs(recordDiagnostics), // kept for code actions; those of files that only we opened stay here
  theirs(translateMessages), // edits that reach this client changed
  theirs(applyCapabilityShim), // what this client can't do: answered for it
];
// What they let through is passed on, under ids and tokens that are nobody else's.

function its(step: Step<Session>): Step<Routing> {
  return (message, { session }) => step(message, session);
}

function theirs(step: Step<Backend>): Step<Speaker> {
  return (message, { member }) => step(message, member.backend);
}

export interface RouterOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly servers: Servers;
  /** Loads servers.json anew: it is followed while the session lives. */
  readonly reload: () => Promise<Servers>;
  readonly arrangement: Arrangement;
  readonly version: string;
  /** Loads what parses, when the first syntax tree is asked for. */
  readonly syntax: () => Promise<Syntax>;
  /** Starts the index of a workspace, when the first name without a file is asked for. */
  readonly startIndex: StartIndex;
  readonly startProcess: StartProcess;
  readonly log: (line: string) => void;
}

export interface Router {
  /** The exit code: 0 where the client has shut the session down, else 1. */
  readonly ended: Promise<number>;
  /** The client is gone, or we are told to end. */
  stop(): void;
}

/** More than this doesn't wait for one backend that reads slowly: the client is not read meanwhile. */
const mostBacklog = 16 * 1024 * 1024;

/** Where a backend takes nothing for so long, what is for it does not hold up the others any longer. */
const deafMs = 1000;

/** Joins a client and all the backends that its documents need. */
export function router(options: RouterOptions): Router {
  const { input, output, servers, reload, arrangement, version, syntax, startIndex, startProcess, log } = options;
  // A client that does not read any more is gone.
  const toClient = new FrameWriter(output, () => end());
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  let resumeClient: (() => void) | undefined;
  const backlogOf = ({ run }: Member) => run?.backlog ?? 0;
  const full = () => routing.members.every().filter((member) => !member.isDeaf && backlogOf(member) > mostBacklog);
  /** A backend that is slow is waited for; one that takes nothing at all is left to itself. */
  const watchFull = () => {
    const before = new Map(full().map((member) => [member, backlogOf(member)]));
    setTimeout(() => {
      for (const member of full()) if (backlogOf(member) >= (before.get(member) ?? Infinity)) member.deafen();
      routing.relieved();
      if (resumeClient) watchFull();
    }, deafMs).unref();
  };
  const routing = openRouting({
    open: (members) =>
      openSession({ toClient, servers, backends: () => members, syntax, startIndex, notice: undefined, log }),
    arrangement,
    version,
    startProcess,
    heard(message, speaker) {
      const left = meet(backendSteps, message, speaker, log);
      if (left) passOn(left, speaker);
    },
    relieved() {
      if (!resumeClient || full().length > 0) return;
      resumeClient();
      resumeClient = undefined;
    },
    begun: (early) => {
      for (const message of early) fromClient(message);
    },
    leave: () => end(),
  });
  const { session } = routing;
  const fromClient = (message: Message): void => {
    const left = meet(steps, message, routing, log);
    if (left) log(`nobody knows where ${message.method ?? "an answer"} goes; left out`);
  };
  const following = watchServers(reload, servers, { changed: (now) => routing.members.follow(now), log });
  let gathering: readonly FrameWriter[] = [];
  const { ended: clientEnded } = readMessages({
    from: input,
    onMessage: fromClient,
    onStray: (bytes) => log(`the client wrote what is no message: ${quoteBytes(bytes)}`),
    beforeChunk() {
      gathering = routing.members.every().flatMap(({ run }) => run?.outlet ?? []);
      for (const outlet of gathering) outlet.cork();
    },
    afterChunk() {
      for (const outlet of gathering) outlet.uncork();
      return full().length === 0;
    },
    onDrain(resume) {
      resumeClient = resume;
      watchFull();
    },
  });
  const farewell = async (): Promise<number> => {
    await Promise.race([over, clientEnded]);
    const code = session.phase === "shutdown" ? 0 : 1;
    session.phase = "over";
    following.end();
    routing.rest();
    await Promise.all(routing.members.every().map((member) => member.end()));
    await Promise.all([toClient.end(), session.index.end()]);
    return code;
  };
  return { ended: farewell(), stop: () => end() };
}

/** What the steps leave of a message; a step that fails must not take the session along. */
function meet<Context>(
  steps: readonly Step<Context>[],
  message: Message,
  context: Context,
  log: (line: string) => void,
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
