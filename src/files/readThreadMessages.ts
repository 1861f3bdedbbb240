/**
 * The messages between a session and its read threads: one for a batch of calls, one for their
 * outcomes. Structured clones of errors lose their members, so these are sent as plain data.
 */

import { type ErrorKind, errorMessage, LocateError } from "../error.js";
import type { FileCallResults } from "./fileCalls.js";

/** The cells of the memory that both sides share. */
export const sharedCells = { returnedCount: 0, isAbandoned: 1, length: 2 } as const;

export type SentError =
  | { readonly kind: ErrorKind; readonly message: string; readonly data: LocateError["data"] }
  | { readonly code: string | undefined; readonly message: string };

/** A `Buffer` arrives as a `Uint8Array`. */
export type SentOutcome =
  | { readonly value: Uint8Array | FileCallResults["stat" | "entries"] }
  | { readonly error: SentError };

export function toSentError(error: unknown): SentError {
  if (error instanceof LocateError) return { kind: error.kind, message: error.message, data: error.data };
  return { code: (error as NodeJS.ErrnoException | undefined)?.code, message: errorMessage(error) };
}

export function fromSentError(error: SentError): Error {
  if ("kind" in error) return new LocateError(error.kind, error.message, error.data);
  return Object.assign(new Error(error.message), error.code === undefined ? {} : { code: error.code });
}
