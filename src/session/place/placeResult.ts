/**
 * The result of `locate/resolve`: 1-based for people and models, and as an LSP request takes it.
 */

import { createHash } from "node:crypto";
import type { Locate } from "../../locate/locate.js";
import type { Document } from "../../text/document.js";
import { offsetsToRange, offsetToPosition, type Position, type Range } from "../../text/position.js";
import { escapeName, inlineCode } from "../../text/printable.js";
import type { RequestContext } from "../client/requestContext.js";
import { displayPath } from "../documents/filePaths.js";
import type { Place } from "./resolvePlace.js";
import type { DocumentVersion } from "./syntaxView.js";

/**
 * The result of `locate/resolve`, or with `range` instead of `position` of `locate/resolveRange`.
 */
export interface PlaceResult {
  readonly file_path: string;
  readonly position?: Position;
  readonly range?: Range;
  readonly markdown: string;
  readonly target: { readonly textDocument: { readonly uri: string } } & Partial<Record<"position" | "range", object>>;
  readonly match?: object;
  readonly symbol?: object;
  /** Of an edit: the SHA-256 of the text that it is about, in UTF-8 without a byte order mark. */
  readonly text_sha256?: string;
}

export function toPlaceResult(
  place: Place,
  as: "point" | "range",
  { client, backends }: Pick<RequestContext, "client" | "backends">,
): PlaceResult {
  const document = place.document();
  const encoding = backends.find(document)?.encoding ?? client.encoding;
  const { uri, text } = document;
  const { from, to } = place.now();
  const file_path = displayPath(uri, client.roots);
  const file = inlineCode(escapeName(file_path));
  const start = toOneBased(offsetToPosition(text, from, "utf-16"));
  const { match, symbol, source = "backend" } = place.resolution ?? {};
  const found = {
    ...(match ? { match: { reading: match.reading, count: match.count, index: match.index } } : {}),
    ...(symbol ? { symbol: { path: symbol.path, source, count: symbol.count } } : {}),
  };
  if (as === "point") {
    const position = offsetToPosition(text, from, encoding);
    return {
      file_path,
      position: start,
      markdown: `Located ${file} at ${start.line}:${start.character}`,
      target: { textDocument: { uri }, position },
      ...found,
    };
  }
  const end = toOneBased(offsetToPosition(text, to, "utf-16"));
  return {
    file_path,
    range: { start, end },
    markdown: `Located ${file} range ${start.line}:${start.character}-${end.line}:${end.character}`,
    target: { textDocument: { uri }, range: offsetsToRange(text, { from, to }, encoding) },
    ...found,
  };
}

/** Returns the digest by which a client knows that a file still has the text of an edit. */
export function textDigest({ text }: Document): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Returns the Locate of an offset in a file, by line and character. */
export function locateOfOffset({ uri, text }: DocumentVersion, offset: number, { client }: RequestContext): Locate {
  const scope = toOneBased(offsetToPosition(text, offset, "utf-16"));
  return { file_path: displayPath(uri, client.roots), scope };
}

/** Returns a position with 1-based line and character. */
export function toOneBased({ line, character }: Position): Position {
  return { line: line + 1, character: character + 1 };
}
