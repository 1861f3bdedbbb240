/** A client's own request, and what its answer is made with. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { OpenDocument, TextSnapshot } from "../../../ask/documents/openDocument.js";
import type { Logger } from "../../../error.js";
import type { RequestContext } from "../../client/requestContext.js";

/** A request as the server gets it. */
export interface PlainRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The document that it is about; undefined for requests about the workspace. */
  readonly uri: string | undefined;
  readonly token: CancellationToken;
}

/** An open document with its text as of a request. */
export interface CapturedText {
  readonly document: OpenDocument;
  readonly snapshot: TextSnapshot;
}

export interface AnswerHost {
  readonly context: RequestContext;
  readonly log: Logger;
}

export interface AnswerSources {
  /** Starts what can be found out while the server works. */
  start(): void;
  /** Returns the result as the client gets it. Errors: `rename_incomplete`. */
  complete(result: Buffer): Promise<Buffer>;
  /** Returns the result for a server without the method. Errors: `unsupported`. */
  answerBySyntax(): Promise<Buffer>;
  release(): void;
}
