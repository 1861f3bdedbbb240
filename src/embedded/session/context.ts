/** What every method works with: the texts, the syntax, the index, the client; and of each request, how it is cancelled and reported on. */

import type { NameInfo } from "../../syntax/scopes/nameInfo.js";
import type { Syntax, SyntaxText } from "../../syntax/syntax.js";
import { offsetsToRange, offsetToPosition, type Position, positionToOffset, type Range } from "../../text/position.js";
import type { Stretch } from "../../text/stretch.js";
import type { Client } from "./clientSupport.js";
import type { Documents, Source } from "./documents.js";
import { sigilOf } from "./identifiers.js";
import type { Indexing } from "./indexClient.js";
import type { Progress } from "./progress.js";
import { checkParam } from "./requestHandler.js";

export interface Serving {
  readonly client: Client;
  readonly documents: Documents;
  readonly syntax: Syntax;
  readonly indexing: Indexing;
  /** Absolute paths of the workspace's folders. */
  readonly roots: () => readonly string[];
}

/** One request while it is being answered. */
export interface Asking {
  /** Aborted when the client has cancelled. */
  readonly signal: AbortSignal;
  /** Tells the client how far it is, where it wants to hear of it. */
  readonly progress: Progress;
  /** Sends what is found so far; undefined where the client wants all at once. */
  readonly partial: ((items: readonly unknown[]) => void) | undefined;
}

/** The document a request is about, if there is a grammar for its language. */
export async function sourceOf(
  { textDocument }: { readonly textDocument: { readonly uri: string } },
  { documents, syntax }: Serving,
): Promise<Source | undefined> {
  // What is open is taken before anything is awaited: the text that the client asks about is the one of now.
  const source = documents.get(textDocument.uri) ?? (await documents.find(textDocument.uri));
  return source && syntax.hasGrammar(source.languageId) ? source : undefined;
}

export interface Named {
  readonly name: NameInfo;
  readonly source: Source;
}

/** The name at a place in a document; undefined where there is none. */
export async function nameOf(
  params: { readonly textDocument: { readonly uri: string }; readonly position: Position },
  serving: Serving,
): Promise<Named | undefined> {
  const source = await sourceOf(params, serving);
  if (source === undefined) return undefined;
  const offset = offsetIn(source, params.position);
  const sigil = sigilOf(source.document.slice(offset, offset + 2), source.languageId);
  const name = await serving.syntax.nameAt(textOf(source), offset + sigil.length);
  return name && { name, source };
}

/** A text as `syntax/` takes it. */
export function textOf({ uri, languageId, document }: Source): SyntaxText {
  return { uri, languageId, text: document.text };
}

// Positions are always counted in UTF-16, which is what our offsets are.

export function rangeIn({ document }: Source, stretch: Stretch): Range {
  return offsetsToRange(document, stretch, "utf-16");
}

export function positionIn({ document }: Source, offset: number): Position {
  return offsetToPosition(document, offset, "utf-16");
}

export function offsetIn({ document }: Source, position: Position): number {
  checkParam(typeof position === "object" && position !== null, "position", "a position");
  return positionToOffset(document, position, "utf-16");
}
