/**
 * A server with companions beside it, as one process: linters and formatters beside the server that
 * knows types, or Vue's server, which asks the TypeScript server through its client.
 *
 * A companion gets the documents of its languages, where one of the files of `when` is above them.
 * A request about one of these goes to the servers that `audienceOf` says, and their responses
 * become one. Diagnostics are those of all. What a companion sent returns to it. All else is
 * between the client and the main server, and passes as it is: while no companion has a document,
 * that is nearly everything.
 */

import { type Companion, type RemoteRule, remoteRuleOf } from "../../backend/config/servers.js";
import { type BackendProcess, killForFrame, type StartBackendOptions } from "../../backend/process.js";
import type { Logger } from "../../error.js";
import { DocumentStore } from "../../files/documents/documentStore.js";
import { envelopeReader, isResponseWithoutId } from "../../wire/envelope.js";
import { passDecision } from "../../wire/frames.js";
import { interceptFrames } from "../../wire/interceptFrames.js";
import { decide, type Step } from "../../wire/steps.js";
import {
  answerDiagnosticsRequest,
  askOrigin,
  askServers,
  cancelRequest,
  copyNotification,
  noteInitialize,
  returnResponse,
} from "./clientSteps.js";
import { CompanionDiagnostics } from "./companionDiagnostics.js";
import { CompanionServer } from "./companionServer.js";
import type { CompanionSession } from "./companionSession.js";
import { EditorNotebooks } from "./editorNotebooks.js";
import { MemberRequests } from "./memberRequests.js";
import {
  announceOffers,
  checkAll,
  expectsResponse,
  handleCompanionMessage,
  mergePublication,
  noteRegistration,
  registerOffers,
  takeResponse,
} from "./serverSteps.js";

/** The steps for a message of the client. What none of them takes is for the main server alone. */
const clientSteps: readonly Step<CompanionSession>[] = [
  noteInitialize, // initialize: companions are started with the same params
  returnResponse, // responses: to the companion that sent the request
  cancelRequest, // cancellations: to those that have the request
  copyNotification, // about documents, settings and folders: to companions, too
  askOrigin, // requests about an item or a command: to the server that sent it
  answerDiagnosticsRequest, // our own requests for the diagnostics of companions alone
  askServers, // requests about a document of companions: to those that can answer
];

/** The steps for a message of the main server. One that none of them takes is for the client. */
const mainSteps: readonly Step<CompanionSession>[] = [
  mergePublication, // diagnostics: with those of the companions
  noteRegistration, // capabilities registered dynamically
  announceOffers, // the response to initialize: with what companions may be asked
  takeResponse, // responses that are one of several, or that something waits for
];

export interface CompanionOptions {
  readonly companions: readonly Companion[];
  readonly proofCommand?: string | undefined;
  /** Starts the process of a companion. */
  start(companion: Companion): Promise<BackendProcess>;
  readonly log: Logger;
  /** The maximum length of a message's body, if it is not the default. */
  readonly maxFrameBytes?: number | undefined;
}

interface Starting extends Partial<RemoteRule> {
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly install?: string | undefined;
  /** As in the options; by default what the entry says. */
  readonly mapping?: RemoteRule | undefined;
}

/** Returns how the process of a server is started. */
export function startOptionsOf(starting: Starting, cwd: string | undefined): StartBackendOptions {
  const { env, install, mapping = remoteRuleOf(starting) } = starting;
  return {
    ...(cwd !== undefined && { cwd }),
    ...(env && { env }),
    ...(install && { install }),
    ...(mapping && { mapping }),
  };
}

/**
 * Returns the process `main` with companions beside it, each started with its first document. One
 * that exits is started again when it is needed. Without it, the others answer alone.
 */
export function withCompanionProcesses(main: BackendProcess, options: CompanionOptions): BackendProcess {
  const { toServer, toClient, connect } = interceptFrames(main, {
    oversized: killForFrame(main),
    maxFrameBytes: options.maxFrameBytes,
  });
  const session = openCompanions({ toMain: toServer, toClient }, options);
  const { servers } = session;
  const [readClient, readMain] = [envelopeReader(), envelopeReader()];
  const streams = connect({
    fromClient: (head, whole) => decide(clientSteps, readClient(head, whole), whole, session),
    fromServer(head, whole) {
      const envelope = readMain(head, whole);
      if (!envelope && !whole && isResponseWithoutId(head) && !expectsResponse(session)) return passDecision;
      return decide(mainSteps, envelope, whole, session);
    },
  });
  const end = () => {
    for (const server of servers) server.end();
  };
  void main.exited.then(end);
  return {
    ...main,
    ...streams,
    stop(timeoutsMs) {
      end();
      return main.stop(timeoutsMs);
    },
  };
}

function openCompanions(
  { toMain, toClient }: Pick<CompanionSession, "toMain" | "toClient">,
  { companions, proofCommand, start, log, maxFrameBytes }: CompanionOptions,
): CompanionSession {
  const diagnostics = new CompanionDiagnostics((frame) => toClient.send(frame), log);
  const client: CompanionSession["client"] = {
    initializeId: undefined,
    initializeParams: {},
    settings: undefined,
  };
  const servers = companions.map((companion) => {
    const server: CompanionServer = new CompanionServer({
      companion,
      start: () => start(companion),
      initializeParams: () => client.initializeParams,
      clientSettings: () => client.settings,
      onRunning(refused) {
        for (const { uri } of refused) diagnostics.release(uri, server);
        requests.commandOrigins.addOffered(server.name, server.commands);
        checkAll(server, session);
        registerOffers(server, server.capabilities, session, { areNew: false });
      },
      onMessage: (message) => handleCompanionMessage(message, server, session),
      onExit() {
        diagnostics.fail(server);
        requests.handleExit(server);
      },
      log,
      maxFrameBytes,
    });
    return server;
  });
  const requests = new MemberRequests({ diagnostics, toClient, toMain, log });
  const [{ encoding } = { encoding: "utf-16" as const }] = companions;
  const documents = new DocumentStore(() => encoding);
  let count = 0;
  const session: CompanionSession = {
    servers,
    documents,
    notebooks: new EditorNotebooks(documents),
    diagnostics,
    requests,
    toMain,
    toClient,
    proofCommand,
    client,
    mainCapabilities: [],
    mainResponses: new Map(),
    nextNumber: () => ++count,
    log,
  };
  return session;
}
