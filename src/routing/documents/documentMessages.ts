/** What the client says of its documents: noted for our copy first, then on it goes to the backend of each. */

import { keyOfUri, pathOfUri, realKeyOfPath } from "../../uri.js";
import type { Envelope } from "../../wire/envelope.js";
import type { Verdict } from "../../wire/frames.js";
import { findValue, findValues, stringAt } from "../../wire/json.js";
import type { Message } from "../../wire/readMessages.js";
import type { Routing } from "../routing.js";
import { taking } from "../taking.js";

/** The client's side. */
export function documentMessages(envelope: Envelope, routing: Routing): Verdict | undefined {
  switch (envelope.method) {
    case "textDocument/didOpen":
      return taking(envelope, (message) => opened(message, routing));
    case "textDocument/didChange":
      return taking(envelope, (message) => changed(message, routing));
    case "textDocument/didClose":
      return taking(envelope, (message) => closed(message, routing));
    case "notebookDocument/didOpen":
    case "notebookDocument/didChange":
    case "notebookDocument/didSave":
    case "notebookDocument/didClose":
      return taking(envelope, (message) => notebook(message, routing));
    default:
      return undefined;
  }
}

/** The URI of the document that a message is about, as the client writes it. */
export function uriIn(body: Buffer): string | undefined {
  return stringAt(body, findValue(body, ["params", "textDocument", "uri"]));
}

function opened(message: Message, { session, members, renamed }: Routing): void {
  const { body } = message;
  const uri = uriIn(body);
  if (uri === undefined) return;
  const languageId = stringAt(body, findValue(body, ["params", "textDocument", "languageId"])) ?? "";
  const path = pathOfUri(uri);
  session.unopenedFiles.closeForClient(keyOfUri(uri), path === undefined ? undefined : realKeyOfPath(path));
  members.opened(uri, languageId);
  const member = members.seek(uri);
  if (member && !member.spoken.has(languageId)) {
    member.spoken.add(languageId);
    if (member.isRunning) renamed(member);
  }
  // Started before our copy has it: what it opens first is what was open by then.
  member?.mind();
  member?.need();
  session.documents.enqueue(Buffer.from(body));
  member?.tell(message, uri);
}

function changed(message: Message, { session, members }: Routing): void {
  const uri = uriIn(message.body);
  const member = uri === undefined ? undefined : members.seek(uri);
  member?.mind();
  session.documents.enqueue(Buffer.from(message.body));
  member?.tell(message, uri);
}

function closed(message: Message, { session, members }: Routing): void {
  const uri = uriIn(message.body);
  const member = uri === undefined ? undefined : members.seek(uri);
  session.documents.enqueue(Buffer.from(message.body));
  member?.tell(message, uri);
  if (uri !== undefined) members.closed(uri);
}

/** A notebook belongs to the backends of the languages in its cells; others may hear of it, too. */
function notebook(message: Message, { session, members }: Routing): void {
  const { body } = message;
  for (const { from } of findValues(body, ["params", "cellTextDocuments", "*"])) {
    const uri = stringAt(body, findValue(body, ["uri"], from));
    const languageId = stringAt(body, findValue(body, ["languageId"], from));
    if (uri === undefined || languageId === undefined) continue;
    members.opened(uri, languageId);
    members.seek(uri)?.need();
  }
  session.documents.enqueue(Buffer.from(body));
  for (const member of members.up()) member.tell(message, undefined);
}
