/** The steps that a message of the client meets between it and a server with companions. */

import type { DidChangeTextDocumentParams, TextDocumentItem } from "vscode-languageserver-protocol";
import { COMPANION_DIAGNOSTICS, reasonAgainst } from "../../ask/backend/companionDocuments.js";
import { isObject } from "../../backend/isObject.js";
import type { DocumentItem } from "../../files/documents/documentStore.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { keyOfPath } from "../../uri.js";
import { findTrailingId } from "../../wire/envelope.js";
import { type Decision, frameOf } from "../../wire/frames.js";
import { findValue, removeValue } from "../../wire/json.js";
import { buildResult, CANCEL_METHOD } from "../../wire/messages.js";
import { replaceMessage, type Step } from "../../wire/steps.js";
import { copyMessage, type Message } from "../../wire/wholeMessages.js";
import { allowsRequest } from "../capabilities/serverCapabilities.js";
import { documentUriIn } from "../documents/routeDocuments.js";
import { untagId, withId } from "../idTags.js";
import { audienceOf } from "../requests/mergeResponses.js";
import { itemRequests } from "../requests/resolvableItems.js";
import { describeUnchecked } from "./companionDiagnostics.js";
import { COMPANION_ID_PREFIX, type CompanionServer } from "./companionServer.js";
import { type CompanionSession, EXECUTE_COMMAND, PULL_METHOD, paramsOf, tagOf } from "./companionSession.js";
import type { EditorNotebook } from "./editorNotebooks.js";
import { MAIN, type Member, withBody } from "./memberRequests.js";
import { completePull } from "./serverSteps.js";

type ClientStep = Step<CompanionSession>;

export const noteInitialize: ClientStep = ({ method, id }, { client }) => {
  if (method !== "initialize") return undefined;
  return see((body) => {
    client.initializeId = id ?? findTrailingId(body);
    client.initializeParams = paramsOf(body);
  });
};

/** Sends the response to a companion's request to that one. */
export const returnResponse: ClientStep = (envelope, { servers }) => {
  if (envelope.method !== undefined) return undefined;
  return replaceMessage(envelope, ({ id, body, bytes }) => {
    if (id?.startsWith(`"${COMPANION_ID_PREFIX}`)) return undefined; // a registration
    const origin = id === undefined ? undefined : untagId(id);
    const server = origin && servers.find((each) => tagOf(each) === origin.tag);
    if (!server) return bytes;
    server.send(frameOf(withId(body, origin.id)));
    return undefined;
  });
};

export const cancelRequest: ClientStep = (envelope, { requests }) => {
  if (envelope.method !== CANCEL_METHOD || requests.isEmpty) return undefined;
  return replaceMessage(envelope, ({ body, bytes }) => {
    const span = findValue(body, ["params", "id"]);
    const members = span && requests.membersOf(body.toString("latin1", span.from, span.to));
    if (!members) return bytes;
    for (const member of members) if (member !== MAIN) member.send(Buffer.from(bytes));
    return members.has(MAIN) ? bytes : undefined;
  });
};

export const copyNotification: ClientStep = ({ method, id }, session) => {
  const copy = method === undefined || id !== undefined ? undefined : notifications.get(method);
  if (method === undefined || !copy || (copy === copyChange && !hasDocuments(session))) return undefined;
  return see((body) => copy({ method, id: undefined, body, bytes: frameOf(body) }, session));
};

type CopyNotification = (message: Message, session: CompanionSession) => void;

const openDocument: CopyNotification = ({ body }, { servers, documents, diagnostics }) => {
  const item = openedItem(body);
  const own = servers.filter(({ companion }) => reasonAgainst(companion, item) === undefined);
  if (own.length === 0) return;
  const document = documents.open(item);
  for (const server of own) {
    server.open(document);
    if (server.state !== "stopped") diagnostics.check(item.uri, server);
  }
};

/** Applies a change, a save or a close. */
const copyChange: CopyNotification = (message, { servers, documents, diagnostics }) => {
  const { method, body } = message;
  const uri = documentUriIn(body) ?? "";
  const document = documents.get(uri);
  if (!document) return;
  if (method === "textDocument/didChange") {
    const { textDocument, contentChanges = [] } = paramsOf(body) as Partial<DidChangeTextDocumentParams>;
    documents.change(uri, textDocument?.version, contentChanges);
  } else if (method === "textDocument/didClose") documents.close(uri);
  if (document.isClosed) diagnostics.forget(uri);
  for (const server of serversOf(document, servers)) {
    server.notify(message, document);
    if (!document.isClosed && server.state !== "stopped") diagnostics.check(uri, server);
  }
};

/** Passes on what the client says of a notebook, to companions for the language of a cell. */
const copyNotebook: CopyNotification = (message, { servers, notebooks, diagnostics }) => {
  const { method = "", body } = message;
  const applied = notebooks.apply(method, paramsOf(body));
  if (applied === undefined) return;
  const { notebook, closed } = applied;
  for (const { uri } of closed) diagnostics.forget(uri);
  const isFor = ({ companion }: CompanionServer) =>
    notebook.documents.some(({ uri, languageId }) => reasonAgainst(companion, { uri, languageId }) === undefined);
  for (const server of servers) {
    if (server.hasNotebook(notebook.uri)) server.notifyNotebook(message, notebook, closed);
    else if (!notebook.isClosed && isFor(server)) server.openNotebook(notebook);
    if (server.state === "stopped") continue;
    for (const { uri } of serverCells(notebook, server)) diagnostics.check(uri, server);
  }
};

function serverCells({ documents, isClosed }: EditorNotebook, server: CompanionServer): readonly OpenDocument[] {
  return isClosed ? [] : documents.filter(({ uri }) => server.has(uri));
}

const copySettings: CopyNotification = ({ body }, { servers, client }) => {
  client.settings = paramsOf(body)["settings"];
  for (const server of servers) server.sendSettings();
};

const copyToAll: CopyNotification = (message, { servers }) => {
  for (const server of servers) server.forward(message);
};

const notifications: ReadonlyMap<string, CopyNotification> = new Map([
  ["textDocument/didOpen", openDocument],
  ["textDocument/didChange", copyChange],
  ["textDocument/didSave", copyChange],
  ["textDocument/didClose", copyChange],
  ["notebookDocument/didOpen", copyNotebook],
  ["notebookDocument/didChange", copyNotebook],
  ["notebookDocument/didSave", copyNotebook],
  ["notebookDocument/didClose", copyNotebook],
  ["workspace/didChangeConfiguration", copySettings],
  ["workspace/didChangeWatchedFiles", copyToAll],
  ["workspace/didChangeWorkspaceFolders", copyToAll],
]);

/** Sends a request about an item, or one for a command, to the server that the client has it of. */
export const askOrigin: ClientStep = (envelope, session) => {
  const { method = "" } = envelope;
  if (method === EXECUTE_COMMAND) return replaceMessage(envelope, (message) => sendCommand(message, session));
  return itemRequests.has(method)
    ? replaceMessage(envelope, (message) => sendItemRequest(message, session))
    : undefined;
};

function sendItemRequest(message: Message, { servers, mainCapabilities, requests, toClient }: CompanionSession) {
  const { method = "", id = "null" } = message;
  const { key, body } = requests.itemOrigins.resolve(method, message.body);
  const server = servers.find(({ name }) => name === key);
  const own = { ...message, body, bytes: withBody(message, body) };
  // The client knows only that one of the servers resolves such items.
  if (!allowsRequest(server ? server.capabilities : mainCapabilities, method) && method.endsWith("/resolve")) {
    const item = findValue(body, ["params"]);
    toClient.send(frameOf(buildResult(id, item && body.subarray(item.from, item.to))));
    return undefined;
  }
  if (!server) return own.bytes;
  requests.passOn({ ...own, id }, server);
  return undefined;
}

function sendCommand(message: Message, session: CompanionSession): Buffer | undefined {
  const { servers, requests } = session;
  const { id = "null" } = message;
  const origin = requests.commandOrigins.originOf(message.body);
  const names = origin.kind === "single" ? [origin.key] : origin.keys;
  const server = names.includes(MAIN) ? undefined : servers.find(({ name }) => names.includes(name));
  if (!server) {
    if (hasDocuments(session)) holdProof(id, message.body, session);
    return message.bytes;
  }
  requests.passOn({ ...message, id }, server);
  return undefined;
}

/** Has a proof of the main server about a document of companions wait for their diagnostics. */
function holdProof(id: string, body: Buffer, session: CompanionSession): void {
  const { proofCommand, documents, diagnostics, mainResponses } = session;
  const { command, arguments: given } = paramsOf(body);
  if (command !== proofCommand) return;
  for (const argument of Array.isArray(given) ? (given as readonly unknown[]) : []) {
    const file = isObject(argument) ? argument["file"] : undefined;
    const uri = typeof file === "string" ? documents.ofKey(keyOfPath(file))?.uri : undefined;
    if (uri === undefined) continue;
    mainResponses.set(id, ({ bytes }) => (diagnostics.holdProof(Buffer.from(bytes), { id, uri }) ? undefined : bytes));
  }
}

/**
 * Answers our own request for what companions alone have found in a document: some main servers
 * are asked for theirs by commands.
 */
export const answerDiagnosticsRequest: ClientStep = (envelope, { diagnostics, toClient }) => {
  if (envelope.method !== COMPANION_DIAGNOSTICS) return undefined;
  return replaceMessage(envelope, ({ id = "null", body }) => {
    void diagnostics.reportOf(documentUriIn(body) ?? "", { untilChecked: true }).then(({ items, missing }) => {
      toClient.send(
        frameOf(buildResult(id, { items, ...(missing.length > 0 && { why: describeUnchecked(missing) }) })),
      );
    });
    return undefined;
  });
};

export const askServers: ClientStep = (envelope, session) => {
  const { method } = envelope;
  if (method === undefined || !(hasDocuments(session) || audienceOf(method) === "workspace")) return undefined;
  return replaceMessage(envelope, (message) =>
    message.id === undefined ? message.bytes : sendRequest(message, session),
  );
};

function sendRequest(message: Message, session: CompanionSession): Buffer | undefined {
  const { method = "", id = "null", body, bytes } = message;
  const { servers, documents, requests, mainResponses } = session;
  if (audienceOf(method) === "workspace") {
    const members = membersOfWorkspace(method, session);
    if (members.every((each) => each === MAIN)) return bytes;
    requests.askAll({ ...message, id }, members);
    return undefined;
  }
  const uri = documentUriIn(body);
  const document = uri === undefined ? undefined : documents.get(uri);
  if (!document) return bytes;
  if (method === PULL_METHOD) {
    mainResponses.set(id, (response) => {
      void completePull(copyMessage({ method: undefined, id, ...response }), document.uri, session);
      return undefined;
    });
    return withBody(message, removeValue(body, ["params", "previousResultId"]));
  }
  const able = serversOf(document, servers).filter((server) => server.canAnswer(method));
  const members = membersFor(method, document, able, session);
  if (members.length === 1 && members[0] === MAIN) return requests.frameFor(MAIN, message);
  // What works only beside the main server is asked where that one has nothing. What answers in
  // place of the main server is asked first, and alone if it has an answer.
  const isInstead = able.some(({ companion }) => !companion.channel && companion.leads.includes(method));
  const isMerged = audienceOf(method) === "all" && !isInstead && able.some(({ companion }) => !companion.channel);
  if (isMerged) requests.askAll({ ...message, id }, members);
  else requests.askInTurn({ ...message, id }, members);
  return undefined;
}

/** Starts the servers that offer a question about the workspace, and returns those to be asked. */
function membersOfWorkspace(
  method: string,
  { servers, mainCapabilities }: Pick<CompanionSession, "servers" | "mainCapabilities">,
): readonly Member[] {
  const offering = servers.filter(({ companion }) => companion.offers?.includes(method));
  for (const each of offering) each.start();
  const main: readonly Member[] = allowsRequest(mainCapabilities, method) ? [MAIN] : [];
  return [...main, ...offering.filter((each) => each.canAnswer(method))];
}

/** Returns the servers that are asked about a document, in order. */
function membersFor(
  method: string,
  { languageId }: OpenDocument,
  able: readonly CompanionServer[],
  { mainCapabilities }: Pick<CompanionSession, "mainCapabilities">,
): readonly Member[] {
  const main: readonly Member[] = able.length === 0 || allowsRequest(mainCapabilities, method) ? [MAIN] : [];
  const leading = able.filter(({ companion: { leads, formats } }) =>
    audienceOf(method) === "formatter" && formats.includes(languageId) ? true : leads.includes(method),
  );
  const members = [...leading, ...main, ...able.filter((each) => !leading.includes(each))];
  return audienceOf(method) === "formatter" ? members.slice(0, 1) : members;
}

function serversOf({ uri }: OpenDocument, servers: readonly CompanionServer[]): readonly CompanionServer[] {
  return servers.filter((server) => server.has(uri));
}

function hasDocuments({ documents }: Pick<CompanionSession, "documents">): boolean {
  return !documents.isEmpty;
}

function openedItem(body: Buffer): DocumentItem {
  const { textDocument = {} } = paramsOf(body) as { readonly textDocument?: Partial<TextDocumentItem> };
  const { uri = "", languageId = "", version = 0, text = "" } = textDocument;
  return { uri, languageId, version, text };
}

function see(act: (body: Buffer) => void): Decision {
  return { kind: "see", see: act };
}
