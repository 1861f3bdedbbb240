/** A question to a server: a request, what its answer depends on, and who gets the answer. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { OpenDocument } from "../files/documents/openDocument.js";
import type { Backend, Backends } from "./backend/backend.js";
import type { BackendTrust } from "./backend/backendTrust.js";
import type { DiskChangeTracker } from "./documents/diskChanges.js";
import type { StaleAnswers } from "./documents/filesInAnswers.js";
import type { UnopenedFiles } from "./documents/unopenedFiles.js";
import type { Policy } from "./methodTable.js";
import type { Asker, Attempt } from "./questionLifecycle.js";

/** The parts of a session by which a server is asked. */
export interface AskContext {
  readonly backends: Backends;
  readonly diskChanges: DiskChangeTracker;
  readonly unopenedFiles: UnopenedFiles;
  /** Whether empty answers are trusted; without it they all are. */
  readonly trust?: BackendTrust;
  /** Compares the files that answers name with the disk; without it none are. */
  readonly staleAnswers?: StaleAnswers;
}

/** `Value` is an answer as the one who asks gets it: a result, or a server's own error. */
export interface Question<Value> {
  readonly policy: Policy;
  readonly asker: Asker;
  readonly token: CancellationToken;
  /** Whether the client may get parts of a result before it. */
  readonly hasPartialResults: boolean;
  /** What has to be open at the backend: our document, or a file (absolute path). */
  readonly unopened: OpenDocument | string | undefined;
  /** Returns the backends that it goes to, as far as they are known. */
  backends(): readonly Backend[];
  /** Returns the same when they run. Errors: `no_backend`, the reason one can't be started. */
  ensureBackends(): readonly Backend[] | Promise<readonly Backend[]>;
  /** Whether a backend may guess now. */
  mayGuess(): boolean;
  /** Returns how long a backend may still analyse the document, in ms. */
  analysisMs(): number;
  hasWordToTheLeft(): boolean;
  /** Called before the question waits until a backend has loaded. */
  onWaiting?(): void;
  /** Gets the values of a work-done progress while a backend loads. */
  readonly onProgress: ((value: object) => void) | undefined;
  /** Sends the request. `QuestionRun.noteSent` and `receive` are to be called for it. */
  send(attempt: Attempt): void;
  /** Returns the result (JSON) in a value; undefined where it has none. */
  resultOf(value: Value): Buffer | undefined;
  /** Copies a value that is kept for longer than the turn in which it came. */
  copy(value: Value): Value;
  /** Returns the error for a request whose text has changed too late. */
  outdatedError(): Error;
  /** Takes an answer that `QuestionRun.receive` has not returned. */
  respond(answer: { readonly value: Value } | { readonly error: unknown }): void;
}

/** What a request has led to. */
export type Outcome<Value> =
  | { readonly kind: "result" | "empty"; readonly value: Value }
  | {
      readonly kind: "error";
      readonly value: Value;
      /** Whether it says that the request may be sent again. */
      readonly isTransient: boolean;
      /** Whether it is ours, not the server's. */
      readonly isOwn: boolean;
    };
