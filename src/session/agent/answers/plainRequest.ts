/** A client's own request, and what its answer is made with. */

import type { CancellationToken, ResponseError } from "vscode-jsonrpc/node";
import { isObject } from "../../../backend/isObject.js";
import type { OpenDocument, TextSnapshot } from "../../../files/documents/openDocument.js";
import type { Position } from "../../../text/position.js";

/** A request as the server gets it. */
export interface PlainRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The document that it is about; undefined for requests about the workspace. */
  readonly uri: string | undefined;
  readonly token: CancellationToken;
}

/** Returns the position in the params of a request, or that of the name of their item. */
export function positionIn({ position, item }: PlainRequest["params"]): Position | undefined {
  const { selectionRange } = (item ?? {}) as { selectionRange?: { start?: unknown } };
  const given = item === undefined ? position : selectionRange?.start;
  return isObject(given) && typeof given["line"] === "number" && typeof given["character"] === "number"
    ? { line: given["line"], character: given["character"] }
    : undefined;
}

/** An open document with its text as of a request. */
export interface CapturedText {
  readonly document: OpenDocument;
  readonly snapshot: TextSnapshot;
}

/** A result as the client gets it, and sentences about it. */
export interface CompletedResult {
  readonly result: Buffer;
  /** What was added to the server's answer. */
  readonly added?: string | undefined;
  /** What it may leave out all the same. */
  readonly doubt?: string | undefined;
}

/** A result of the server that has been completed before, and what has come of it. */
export interface LastResult {
  readonly given: Buffer;
  readonly completed: CompletedResult;
}

export interface AnswerSources {
  /** Starts what can be found out while the server works. */
  start(): void;
  /** Returns the last result for the same question, if it would be completed to the same now. */
  last?(): Promise<LastResult | undefined>;
  /** Returns the result as the client gets it. Errors: `rename_incomplete`. */
  complete(result: Buffer): Promise<CompletedResult>;
  /** Returns a result in place of a refusal. Errors: the server's, where that stands. */
  completeRefusal?(error: ResponseError<unknown>): Promise<CompletedResult>;
  /** Returns the result for a server without the method. Errors: `unsupported`. */
  answerBySyntax(): Promise<CompletedResult>;
  release(): void;
}
