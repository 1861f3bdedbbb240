/**
 * The step for the client's document notifications: recorded by the session first, then sent to the
 * document's backend.
 */

import type { Session } from "../../session/session.js";
import { keyOfUri, pathOfUri, realKeyOfPath } from "../../uri.js";
import type { Envelope } from "../../wire/envelope.js";
import type { Decision } from "../../wire/frames.js";
import { findValue, findValues, stringAt } from "../../wire/json.js";
import { takeMessage } from "../../wire/steps.js";
import type { Message } from "../../wire/wholeMessages.js";

export interface DocumentMessageContext {
  readonly session: Pick<Session, "unopenedFiles" | "documents">;
  readonly instances: {
    noteOpened(uri: string, languageId: string): void;
    noteClosed(uri: string): void;
    findInstance(uri: string): DocumentReceiver | undefined;
    active(): readonly DocumentReceiver[];
  };
}

/** What a document message does to a backend instance. */
interface DocumentReceiver {
  addLanguage(languageId: string): void;
  retryIfStopped(): void;
  startIfIdle(): void;
  readonly delivery: { forwardNotification(message: Message, uri: string | undefined): void };
}

/**
 * Handles the client's notifications about opening, changing and closing documents and notebooks.
 */
export function handleDocumentMessage(envelope: Envelope, context: DocumentMessageContext): Decision | undefined {
  switch (envelope.method) {
    case "textDocument/didOpen":
      return takeMessage(envelope, (message) => handleOpen(message, context));
    case "textDocument/didChange":
      return takeMessage(envelope, (message) => handleChange(message, context));
    case "textDocument/didClose":
      return takeMessage(envelope, (message) => handleClose(message, context));
    case "notebookDocument/didOpen":
    case "notebookDocument/didChange":
    case "notebookDocument/didSave":
    case "notebookDocument/didClose":
      return takeMessage(envelope, (message) => handleNotebook(message, context));
    default:
      return undefined;
  }
}

/** Returns `params.textDocument.uri` of a message, as the client writes it. */
export function documentUriIn(body: Buffer): string | undefined {
  return stringAt(body, findValue(body, ["params", "textDocument", "uri"]));
}

function handleOpen(message: Message, { session, instances }: DocumentMessageContext): void {
  const { body } = message;
  const uri = documentUriIn(body);
  if (uri === undefined) return;
  const languageId = stringAt(body, findValue(body, ["params", "textDocument", "languageId"])) ?? "";
  const path = pathOfUri(uri);
  session.unopenedFiles.closeForClient(keyOfUri(uri), path === undefined ? undefined : realKeyOfPath(path));
  instances.noteOpened(uri, languageId);
  const instance = instances.findInstance(uri);
  instance?.addLanguage(languageId);
  // Started before the session records the document: its snapshot must not contain it, as the
  // notification follows.
  instance?.retryIfStopped();
  instance?.startIfIdle();
  session.documents.enqueue(body);
  instance?.delivery.forwardNotification(message, uri);
}

function handleChange(message: Message, { session, instances }: DocumentMessageContext): void {
  const uri = documentUriIn(message.body);
  const instance = uri === undefined ? undefined : instances.findInstance(uri);
  instance?.retryIfStopped();
  session.documents.enqueue(message.body);
  instance?.delivery.forwardNotification(message, uri);
}

function handleClose(message: Message, { session, instances }: DocumentMessageContext): void {
  const uri = documentUriIn(message.body);
  const instance = uri === undefined ? undefined : instances.findInstance(uri);
  session.documents.enqueue(message.body);
  instance?.delivery.forwardNotification(message, uri);
  if (uri !== undefined) instances.noteClosed(uri);
}

/**
 * Sends a notebook notification to all active backends, after starting those for the languages of
 * its cells.
 */
function handleNotebook(message: Message, { session, instances }: DocumentMessageContext): void {
  const { body } = message;
  for (const { from } of findValues(body, ["params", "cellTextDocuments", "*"])) {
    const uri = stringAt(body, findValue(body, ["uri"], from));
    const languageId = stringAt(body, findValue(body, ["languageId"], from));
    if (uri === undefined || languageId === undefined) continue;
    instances.noteOpened(uri, languageId);
    instances.findInstance(uri)?.startIfIdle();
  }
  session.documents.enqueue(body);
  for (const instance of instances.active()) instance.delivery.forwardNotification(message, undefined);
}
