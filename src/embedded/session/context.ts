/** What every method works with: the texts, the syntax, the index, the client; and of each request, how it is cancelled and reported on. */

import type { NameInfo } from "../../syntax/scopes/nameInfo.js";
import type { Syntax, SyntaxText } from "../../syntax/syntax.js";
import { offsetsToRange, offsetToPosition, type Position, positionToOffset, type Range } from "../../text/position.js";
import type { Stretch } from "../../text/stretch.js";
import type { ClientSupport } from "./clientSupport.js";
import type { SourceText, SourceTexts } from "./documents.js";
import { sigilOf } from "./identifiers.js";
import type { IndexClient } from "./indexClient.js";
import type { ProgressReporter } from "./progress.js";
import { checkParam } from "./requestErrors.js";

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
  /** Aborted when the client has cancelled. */
  readonly signal: AbortSignal;
  /** Tells the client how far it is, where it wants to hear of it. */
  readonly progress: ProgressReporter;
  /** Sends what is found so far; undefined where the client wants all at once. */
  readonly partial: ((items: readonly unknown[]) => void) | undefined;
}

/** What a handler works with. */
export interface EmbeddedRequestContext extends EmbeddedContext, EmbeddedRequest {}

/** The document a request is about, if there is a grammar for its language. */
export async function sourceOf(
  { textDocument }: { readonly textDocument: { readonly uri: string } },
  { documents, syntax }: Pick<EmbeddedContext, "documents" | "syntax">,
): Promise<SourceText | undefined> {
  // What is open is taken before anything is awaited: the text that the client asks about is the one of now.
  const source = documents.get(textDocument.uri) ?? (await documents.find(textDocument.uri));
  return source && syntax.hasGrammar(source.languageId) ? source : undefined;
}

export interface NameUse {
  readonly name: NameInfo;
  readonly source: SourceText;
}

/** The name at a place in a document; undefined where there is none. */
export async function nameAtPosition(
  params: { readonly textDocument: { readonly uri: string }; readonly position: Position },
  context: Pick<EmbeddedContext, "documents" | "syntax">,
): Promise<NameUse | undefined> {
  const source = await sourceOf(params, context);
  if (source === undefined) return undefined;
  const offset = offsetIn(source, params.position);
  const sigil = sigilOf(source.document.slice(offset, offset + 2), source.languageId);
  const name = await context.syntax.nameAt(textOf(source), offset + sigil.length);
  return name && { name, source };
}

/** A text as `syntax/` takes it. */
export function textOf({ uri, languageId, document }: SourceText): SyntaxText {
  return { uri, languageId, text: document.text };
}

// Positions are always counted in UTF-16, which is what our offsets are.

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
