/** What becomes of the messages of a server with companions, and of those of the companions. */

import type { ClientCapabilities, Registration } from "vscode-languageserver-protocol";
import { features, isEnabled, valueAt } from "../../backend/capabilities/features.js";
import { isObject } from "../../backend/isObject.js";
import { codes } from "../../error.js";
import { isCellUri } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { findValue, putValue, removeValue, stringAt } from "../../wire/json.js";
import { buildError, buildNotification, buildRequest, buildResult } from "../../wire/messages.js";
import type { Step } from "../../wire/steps.js";
import type { Message } from "../../wire/wholeMessages.js";
import { restrictToLanguages } from "../capabilities/capabilityBroker.js";
import { buildServerCapabilities } from "../capabilities/initializeResult.js";
import { type Capability, listCapabilities } from "../capabilities/serverCapabilities.js";
import { tagId, withId } from "../idTags.js";
import { describeUnchecked } from "./companionDiagnostics.js";
import { COMPANION_ID_PREFIX, type CompanionServer } from "./companionServer.js";
import { type CompanionSession, EXECUTE_COMMAND, paramsOf, tagOf } from "./companionSession.js";
import { MAIN } from "./memberRequests.js";

/** LSP's MessageType.Warning. */
const WARNING = 2;

type MainStep = Step<CompanionSession>;

/** Whether a response of the main server may be one that does not pass. */
export function expectsResponse({ client, requests, mainResponses }: CompanionSession): boolean {
  return client.initializeId !== undefined || !requests.isEmpty || mainResponses.size > 0;
}

export const mergePublication: MainStep = ({ method }, { documents, diagnostics }) => {
  if (method !== "textDocument/publishDiagnostics" || documents.isEmpty) return undefined;
  return {
    kind: "take",
    take({ body, bytes }) {
      const publication = diagnostics.handleMain(body);
      return publication ? publication.frame : bytes;
    },
  };
};

export const noteRegistration: MainStep = ({ method }, session) => {
  if (method !== "client/registerCapability") return undefined;
  return {
    kind: "see",
    see(body) {
      session.mainCapabilities = [...session.mainCapabilities, ...registered(body)];
    },
  };
};

/** Adds what the companions may be asked to what the main server announces. */
export const announceOffers: MainStep = ({ method, id }, session) => {
  const { client, servers, requests } = session;
  if (method !== undefined || id === undefined || id !== client.initializeId) return undefined;
  client.initializeId = undefined;
  return {
    kind: "take",
    take({ body, bytes }) {
      const span = findValue(body, ["result", "capabilities"]);
      if (!span) return bytes;
      const capabilities = JSON.parse(body.toString("utf8", span.from, span.to)) as Record<string, unknown>;
      session.mainCapabilities = listCapabilities(capabilities);
      requests.commandOrigins.addOffered(MAIN, valueAt(capabilities, "executeCommandProvider.commands"));
      const offered = servers.flatMap(({ companion }) => (companion.channel ? [] : (companion.offers ?? [])));
      if (offered.length === 0) return bytes;
      return frameOf(putValue(body, ["result", "capabilities"], withOffers(capabilities, offered)));
    },
  };
};

export const takeResponse: MainStep = ({ method, id }, { requests, mainResponses }) => {
  if (method !== undefined || id === undefined) return undefined;
  if (requests.membersOf(id)) {
    return {
      kind: "take",
      take({ body, bytes }) {
        return requests.take(id, MAIN, body) ? undefined : bytes;
      },
    };
  }
  const take = mainResponses.get(id);
  mainResponses.delete(id);
  return take && { kind: "take", take };
};

/** Adds the diagnostics of companions to the response of the main server to a pull. */
export async function completePull(
  { id = "null", body, bytes }: Message,
  uri: string,
  { diagnostics, toClient }: CompanionSession,
): Promise<void> {
  const { items, missing } = await diagnostics.reportOf(uri);
  const span = findValue(body, ["result", "items"]);
  if (!span) return toClient.send(bytes);
  if (missing.length > 0) {
    const error = {
      code: codes.serverCancelled,
      message: describeUnchecked(missing),
      data: { retriggerRequest: true },
    };
    return toClient.send(frameOf(buildError(id, error)));
  }
  const own = JSON.parse(body.toString("utf8", span.from, span.to)) as unknown;
  const all = [...(Array.isArray(own) ? (own as readonly unknown[]) : []), ...items];
  toClient.send(frameOf(removeValue(putValue(body, ["result", "items"], all), ["result", "resultId"])));
}

export function handleCompanionMessage(message: Message, server: CompanionServer, session: CompanionSession): void {
  const { method, id, body, bytes } = message;
  const { documents, diagnostics, requests, toClient, log } = session;
  if (method === undefined) {
    if (id !== undefined) requests.take(id, server, body);
  } else if (id !== undefined) handleCompanionRequest(method, id, message, server, session);
  else if (method === server.companion.channel?.notification) carry(body, server, session);
  else if (method === "textDocument/publishDiagnostics") {
    const document = documents.get(stringAt(body, findValue(body, ["params", "uri"])) ?? "");
    // Of a cell, some servers give the version of its notebook.
    const version = document && !isCellUri(document.uri) ? document.version : undefined;
    if (document) diagnostics.handlePublication(server, body, version);
  } else if (method === "window/showMessage") toClient.send(Buffer.from(bytes));
  else if (method === "window/logMessage") {
    const { type, message: text } = paramsOf(body);
    if (typeof type === "number" && type <= WARNING) log(`${server.name}: ${String(text)}`);
  }
}

function handleCompanionRequest(
  method: string,
  id: string,
  { body }: Message,
  server: CompanionServer,
  session: CompanionSession,
): void {
  const acknowledge = () => server.send(frameOf(buildResult(id, null)));
  if (method === "client/registerCapability") {
    const added = registered(body);
    const couldPull = server.canPull;
    server.addCapabilities(added);
    session.requests.commandOrigins.addOffered(server.name, server.commands);
    registerOffers(server, added, session, { areNew: true });
    if (server.canPull && !couldPull) checkAll(server, session);
    acknowledge();
  } else if (method === "workspace/diagnostic/refresh") {
    checkAll(server, session);
    acknowledge();
  } else if (method === "client/unregisterCapability" || server.companion.channel) acknowledge();
  else session.toClient.send(frameOf(withId(Buffer.from(body), tagId(id, tagOf(server)))));
}

/** Has a companion check all its documents. */
export function checkAll(server: CompanionServer, { diagnostics }: Pick<CompanionSession, "diagnostics">): void {
  for (const { uri } of server.documents()) diagnostics.check(uri, server);
}

/**
 * Registers what a companion can do, as if the main server could, too: what it has registered by
 * itself (`areNew`), or what it announces beyond what it offers.
 */
export function registerOffers(
  { name, companion }: CompanionServer,
  capabilities: readonly Capability[],
  { toClient, nextNumber }: Pick<CompanionSession, "toClient" | "nextNumber">,
  { areNew }: { readonly areNew: boolean },
): void {
  const { channel, offers, languages } = companion;
  if (channel) return;
  const isOffered = (method: string) => offers === undefined || offers.includes(method);
  const isAnnounced = (method: string) => offers?.includes(method) === true;
  const registrations = capabilities
    .filter(({ method }) => registeredMethods.test(method) && (method === EXECUTE_COMMAND || isOffered(method)))
    .filter(({ method }) => areNew || !isAnnounced(method))
    .map((each): Registration => {
      const { method, options } = restrictToLanguages(languages, each);
      return { id: `${name}:${nextNumber()}`, method, registerOptions: options };
    });
  if (registrations.length === 0) return;
  const id = `"${COMPANION_ID_PREFIX}register:${nextNumber()}"`;
  toClient.send(frameOf(buildRequest(id, "client/registerCapability", { registrations })));
}

/**
 * Sends a notification `[id, ...arguments]` of a companion to the main server as a command with
 * these arguments, and the `body` of its result back as `[id, body]`. Some libraries put the list
 * of params into another list: then the response is in one, too.
 */
function carry(body: Buffer, server: CompanionServer, { toMain, mainResponses, nextNumber }: CompanionSession): void {
  const { channel } = server.companion;
  const { params } = JSON.parse(body.toString("utf8")) as { readonly params?: unknown };
  const list: readonly unknown[] = Array.isArray(params) ? params : [];
  const isNested = Array.isArray(list[0]);
  const [requestId, ...commandArguments] = isNested ? (list[0] as readonly unknown[]) : list;
  const id = `"${COMPANION_ID_PREFIX}carried:${nextNumber()}"`;
  mainResponses.set(id, (response) => {
    const { result } = JSON.parse(response.body.toString("utf8")) as { readonly result?: unknown };
    const answer = [requestId, (isObject(result) ? result["body"] : null) ?? null];
    server.send(frameOf(buildNotification(channel?.response ?? "", isNested ? [answer] : answer)));
    return undefined;
  });
  const command = { command: channel?.command, arguments: commandArguments };
  toMain.send(frameOf(buildRequest(id, EXECUTE_COMMAND, command)));
}

/** Matches what a companion can do beside the main server that the client has to know. */
const registeredMethods =
  /^textDocument\/(?!did|will|diagnostic$|semanticTokens)|^workspace\/(?:executeCommand|didChangeWatchedFiles)$/;

/** Returns the capabilities in the body of a `client/registerCapability`. */
function registered(body: Buffer): readonly Capability[] {
  const { registrations } = paramsOf(body) as { readonly registrations?: readonly Registration[] };
  return (registrations ?? []).map(({ method, registerOptions }) => ({ method, options: registerOptions ?? {} }));
}

/** Returns capabilities with those methods that a server lacks and its companions offer. */
function withOffers(capabilities: Record<string, unknown>, offered: readonly string[]): Record<string, unknown> {
  const added = buildServerCapabilities(everything, [offered]);
  const whole = { ...capabilities };
  for (const [method, { provider = "" }] of Object.entries(features)) {
    if (!offered.includes(method) || !registeredMethods.test(method) || provider.includes(".")) continue;
    const [own, other] = [whole[provider], valueAt(added, provider)];
    if (!isEnabled(own)) whole[provider] = other;
    else if (provider === "codeActionProvider") {
      // A list of kinds would be that of one server.
      const { codeActionKinds: _, ...options } = isObject(own) ? own : {};
      whole[provider] = { ...options, ...(isObject(other) ? other : {}) };
    }
  }
  return whole;
}

/** A client that has all features and registers none. */
const everything: ClientCapabilities = {
  textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } } },
};
