/**
 * Results of a server that was told of more than the client takes, as a shared one is: links become
 * places, Markdown plain text, and versioned edits edits by file.
 */

import type { ClientCapabilities, LocationLink, TextDocumentEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import { isObject } from "../../backend/json.js";
import { findValue, findValues, type Splice, splice } from "../../wire/json.js";

const HOVER = "textDocument/hover";

/** Requests whose result may have links, by the client's capability for it. */
const linkedFeatures = {
  "textDocument/definition": "definition",
  "textDocument/declaration": "declaration",
  "textDocument/typeDefinition": "typeDefinition",
  "textDocument/implementation": "implementation",
} as const;

/** Whether some clients can read only a part of the results of that method. */
export function isReadInParts(method: string): boolean {
  return method === HOVER || Object.hasOwn(linkedFeatures, method);
}

/** Returns a response (body) of that method in a form that the client can read. */
export function readableResult(method: string, body: Buffer, { textDocument }: ClientCapabilities): Buffer {
  if (Object.hasOwn(linkedFeatures, method)) {
    const feature = linkedFeatures[method as keyof typeof linkedFeatures];
    return textDocument?.[feature]?.linkSupport ? body : withoutLinks(body);
  }
  const formats = method === HOVER ? textDocument?.hover?.contentFormat : undefined;
  return formats && !formats.includes("markdown") ? withoutMarkdown(body) : body;
}

/** Returns a body with the WorkspaceEdits at these paths as the client can read them. */
export function withReadableEdits(
  body: Buffer,
  paths: readonly (readonly string[])[],
  { workspace }: ClientCapabilities,
): Buffer {
  if (workspace?.workspaceEdit?.documentChanges || !body.includes("documentChanges")) return body;
  return replaceValues(body, paths, (value) => {
    const { documentChanges, ...rest } = value as WorkspaceEdit;
    if (!documentChanges?.every((part): part is TextDocumentEdit => "edits" in part)) return value;
    const changes: Record<string, TextDocumentEdit["edits"]> = {};
    for (const { textDocument, edits } of documentChanges)
      changes[textDocument.uri] = [...(changes[textDocument.uri] ?? []), ...edits];
    return { ...rest, changes };
  });
}

function withoutLinks(body: Buffer): Buffer {
  if (!body.includes("targetUri")) return body;
  return replaceValues(body, [["result"]], (value) =>
    Array.isArray(value) ? value.map((each) => (isLink(each) ? placeOf(each) : each)) : value,
  );
}

function isLink(value: unknown): value is LocationLink {
  return isObject(value) && "targetUri" in value;
}

function placeOf({ targetUri, targetSelectionRange }: LocationLink) {
  return { uri: targetUri, range: targetSelectionRange };
}

/** Fences and escapes have no use in plain text; the rest of Markdown is readable as it is. */
function withoutMarkdown(body: Buffer): Buffer {
  return replaceValues(body, [["result", "contents"]], (value) => {
    if (!isObject(value) || value["kind"] !== "markdown") return value;
    const text = String(value["value"]).replace(/^ *(?:```|~~~).*\n?/gm, "");
    return { kind: "plaintext", value: text.replace(/\\([\\`*_{}[\]()#+.!<>|-])/g, "$1").trim() };
  });
}

/** Replaces the values at these paths; the same buffer where none is another one. */
function replaceValues(
  body: Buffer,
  paths: readonly (readonly string[])[],
  replace: (value: object) => unknown,
): Buffer {
  const splices: Splice[] = [];
  for (const { from, to } of paths.flatMap((path) =>
    path.includes("*") ? findValues(body, path) : (findValue(body, path) ?? []),
  )) {
    const value: unknown = JSON.parse(body.toString("utf8", from, to));
    const replaced = typeof value === "object" && value !== null ? replace(value) : value;
    if (replaced !== value) splices.push({ from, to, bytes: Buffer.from(JSON.stringify(replaced)) });
  }
  return splices.length > 0 ? splice(body, splices) : body;
}
