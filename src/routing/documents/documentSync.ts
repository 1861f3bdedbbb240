/**
 * What a backend hears of documents, in the way it wants to: the client was promised incremental changes, and there are servers that take only whole texts, or want to
 * hear nothing at all.
 */

import { TextDocumentSyncKind } from "vscode-languageserver-protocol";
import type { OpenDocument } from "../../session/documents/openDocument.js";
import type { Document } from "../../text/document.js";
import { frameOf } from "../../wire/frames.js";
import { findValue, setValue } from "../../wire/json.js";
import type { Message } from "../../wire/readMessages.js";
import type { Capability } from "../capabilities/serverCapabilities.js";

/** What is open, as it was at some moment. */
export interface DocumentSnapshot {
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  readonly text: Document;
}

export interface DocumentSyncOptions {
  readonly openClose: boolean;
  readonly change: TextDocumentSyncKind;
  readonly save: "never" | "said" | "with text";
}

/** What abilities say of it, whether they were there from the beginning or came later. */
export function documentSyncOptionsOf(capabilities: readonly Capability[]): DocumentSyncOptions {
  const optionsOf = (method: string) => capabilities.findLast((capability) => capability.method === method)?.options;
  const { syncKind } = (optionsOf("textDocument/didChange") ?? {}) as { readonly syncKind?: unknown };
  const save = optionsOf("textDocument/didSave") as { readonly includeText?: unknown } | undefined;
  return {
    openClose: optionsOf("textDocument/didOpen") !== undefined,
    change: syncKind === TextDocumentSyncKind.Full || syncKind === TextDocumentSyncKind.Incremental ? syncKind : 0,
    save: save === undefined ? "never" : save.includeText === true ? "with text" : "said",
  };
}

/** The frame of a document notification as that backend wants it; undefined where it doesn't. `after` is the text behind a change. */
export function adaptNotification(
  { method, bytes, body }: Pick<Message, "method" | "bytes" | "body">,
  { openClose, change, save }: DocumentSyncOptions,
  textAfter: () => Document | undefined,
): Buffer | undefined {
  switch (method) {
    case "textDocument/didOpen":
    case "textDocument/didClose":
      return openClose ? bytes : undefined;
    case "textDocument/didChange": {
      if (change === TextDocumentSyncKind.Incremental) return bytes;
      const text = change === TextDocumentSyncKind.Full ? textAfter() : undefined;
      return text && replaceWholeText(body, text);
    }
    case "textDocument/didSave": {
      if (save === "never") return undefined;
      const text = save === "with text" && !findValue(body, ["params", "text"]) ? textAfter() : undefined;
      const withText = text && setValue(body, ["params", "text"], text.text);
      return withText ? frameOf(withText) : bytes;
    }
    default:
      return bytes;
  }
}

/** A change to the whole text. */
function replaceWholeText(body: Buffer, { text }: Document): Buffer {
  const changed = setValue(body, ["params", "contentChanges"], [{ text }]);
  return frameOf(changed ?? body);
}

/** The notification that opens a document. */
export function buildDidOpen({ uri, languageId, version, text }: DocumentSnapshot): Buffer {
  const params = { textDocument: { uri, languageId, version, text: text.text } };
  return frameOf(JSON.stringify({ jsonrpc: "2.0", method: "textDocument/didOpen", params }));
}

export function snapshotOf({ uri, languageId, version, text }: OpenDocument): DocumentSnapshot {
  return { uri, languageId, version, text };
}
