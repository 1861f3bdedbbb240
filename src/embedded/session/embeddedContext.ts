/** The context that every handler receives, and the conversions from a request to texts. */

import { sigilOf } from "../../syntax/names.js";
import type { NameInfo } from "../../syntax/scopes/nameInfo.js";
import type { Syntax, SyntaxText } from "../../syntax/syntax.js";
import { offsetsToRange, offsetToPosition, type Position, positionToOffset, type Range } from "../../text/position.js";
import type { Stretch } from "../../text/stretch.js";
import type { ClientSupport } from "./clientSupport.js";
import type { SourceText, SourceTexts } from "./documents.js";
import type { IndexClient } from "./indexClient.js";
import type { ProgressReporter } from "./progress.js";
import { checkParam } from "./requestErrors.js";

/** What lives as long as the session. */
export interface EmbeddedContext {
  readonly client: ClientSupport;
  readonly documents: SourceTexts;
  readonly syntax: Syntax;
  readonly indexClient: IndexClient;
  /** Absolute paths of the workspace's folders. */
  readonly roots: () => readonly string[];
}

/** What belongs to one request. */
export interface EmbeddedRequest {
  /** Aborted when the client cancels the request. */
  readonly signal: AbortSignal;
  /** Reports progress, if the client sent a token for it. */
  readonly progress: ProgressReporter;
  /** Sends partial results; undefined if the client did not request them. */
  readonly partial: ((items: readonly unknown[]) => void) | undefined;
}

/** The context of a handler: the session and one request. */
export interface EmbeddedRequestContext extends EmbeddedContext, EmbeddedRequest {}

/** Returns the document that a request names, or undefined if its language has no grammar. */
export async function sourceOf(
  { textDocument }: { readonly textDocument: { readonly uri: string } },
  { documents, syntax }: Pick<EmbeddedContext, "documents" | "syntax">,
): Promise<SourceText | undefined> {
  // An open document is read before the first `await`: the request is about its current text.
  const source = documents.get(textDocument.uri) ?? (await documents.find(textDocument.uri));
  return source && syntax.hasGrammar(source.languageId) ? source : undefined;
}

/** A name in a text, with what the scopes know of it. */
export interface NameUse {
  readonly name: NameInfo;
  readonly source: SourceText;
}

/** Returns the name at a position in a document, or undefined if there is none. */
export async function nameAtPosition(
  params: { readonly textDocument: { readonly uri: string }; readonly position: Position },
  context: Pick<EmbeddedContext, "documents" | "syntax">,
): Promise<NameUse | undefined> {
  const source = await sourceOf(params, context);
  return source && nameIn(source, params.position, context.syntax);
}

/** Returns the name at a position in a text, or undefined if there is none. */
export async function nameIn(source: SourceText, position: Position, syntax: Syntax): Promise<NameUse | undefined> {
  const offset = offsetIn(source, position);
  const sigil = sigilOf(source.document.slice(offset, offset + 2), source.languageId);
  const name = await syntax.nameAt(textOf(source), offset + sigil.length);
  return name && { name, source };
}

/** Converts a text to the form that `syntax/` takes. */
export function textOf({ uri, languageId, document }: SourceText): SyntaxText {
  return { uri, languageId, text: document.text };
}

// Positions always count UTF-16 code units, as offsets do.

export function rangeIn({ document }: SourceText, stretch: Stretch): Range {
  return offsetsToRange(document, stretch, "utf-16");
}

export function positionIn({ document }: SourceText, offset: number): Position {
  return offsetToPosition(document, offset, "utf-16");
}

export function offsetIn({ document }: SourceText, position: Position): number {
  checkParam(typeof position === "object" && position !== null, "position", "a position");
  return positionToOffset(document, position, "utf-16");
}
