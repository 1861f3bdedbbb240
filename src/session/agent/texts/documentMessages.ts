/** The notifications about a document: read, and made as if the client had sent them. */

import { type ContentChange, isContentChange } from "../../../text/edits/contentChanges.js";
import { frameOf } from "../../../wire/frames.js";
import { findValue, stringAt } from "../../../wire/json.js";
import { buildNotification } from "../../../wire/messages.js";
import type { Message } from "../../../wire/wholeMessages.js";

/** Returns what a `didChange` says; `changes` are undefined if one of them is invalid. */
export function changeIn({ body }: Message): {
  readonly version: number | undefined;
  readonly changes: readonly ContentChange[] | undefined;
} {
  const { params } = JSON.parse(body.toString("utf8")) as {
    params?: { textDocument?: { version?: unknown }; contentChanges?: readonly unknown[] };
  };
  const changes = params?.contentChanges;
  const isValid = Array.isArray(changes) && changes.every(isContentChange);
  return { version: integerOf(params?.textDocument?.version), changes: isValid ? changes : undefined };
}

/** Returns a `didOpen`. */
export function openMessage(uri: string, languageId: string, version: number, text: string): Message {
  return messageOf(buildNotification("textDocument/didOpen", { textDocument: { uri, languageId, version, text } }));
}

/** Returns a notification with this body as if it came from the client. */
export function messageOf(body: Buffer): Message {
  const method = stringAt(body, findValue(body, ["method"]));
  return { method, id: undefined, body, bytes: frameOf(body) };
}

export function integerOf(value: unknown): number | undefined {
  return Number.isInteger(value) ? (value as number) : undefined;
}

/** Returns the integer at a path in a body; undefined for anything else. */
export function integerAt(body: Buffer, path: readonly string[]): number | undefined {
  const span = findValue(body, path);
  return span && integerOf(Number(body.toString("latin1", span.from, span.to)));
}
