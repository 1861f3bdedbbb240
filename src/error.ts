/**
 * The failures that we raise, with their kinds, JSON-RPC codes and messages; and the type of the
 * logger. A backend's own errors pass unchanged.
 */

import { escapeControls } from "./text/printable.js";

/** JSON-RPC and LSP error codes. No other file contains one. */
export const codes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  serverNotInitialized: -32002,
  requestCancelled: -32800,
  contentModified: -32801,
  serverCancelled: -32802,
  requestFailed: -32803,
} as const;

/**
 * The kinds of failure, each with its response code. A malformed request is `invalidParams`; a
 * well-formed one without an answer is `requestFailed`.
 */
const codeOf = {
  invalid_locate: codes.invalidParams,
  unknown_method: codes.methodNotFound,
  file_not_found: codes.requestFailed,
  file_ambiguous: codes.requestFailed,
  file_unreadable: codes.requestFailed,
  file_unwritable: codes.requestFailed,
  line_out_of_range: codes.requestFailed,
  symbol_not_found: codes.requestFailed,
  symbol_ambiguous: codes.requestFailed,
  text_not_found: codes.requestFailed,
  text_ambiguous: codes.requestFailed,
  index_out_of_range: codes.requestFailed,
  anchor_not_found: codes.requestFailed,
  ancestor_not_found: codes.requestFailed,
  ancestor_required: codes.requestFailed,
  anchor_ambiguous: codes.requestFailed,
  sibling_not_found: codes.requestFailed,
  inexact_write: codes.requestFailed,
  handle_unknown: codes.requestFailed,
  handle_deleted: codes.requestFailed,
  content_modified: codes.contentModified,
  edit_breaks_syntax: codes.requestFailed,
  rename_incomplete: codes.requestFailed,
  action_ambiguous: codes.requestFailed,
  action_not_found: codes.requestFailed,
  unsupported: codes.requestFailed,
  no_backend: codes.requestFailed,
  backend_failed: codes.requestFailed,
  backend_timeout: codes.requestFailed,
  not_ready: codes.requestFailed,
  not_checked: codes.requestFailed,
} as const;

export type ErrorKind = keyof typeof codeOf;

/** The kinds that say nothing about what was asked: there was no answer in time, or none at all. */
export const unansweredKinds: ReadonlySet<unknown> = new Set<ErrorKind>([
  "not_ready",
  "not_checked",
  "backend_failed",
  "backend_timeout",
]);

/**
 * Facts about a failure for machines, next to its `kind`. Lines and characters in it are 1-based.
 */
export type ErrorFacts = Readonly<Record<string, unknown>>;

/**
 * A failure of a known kind. `message` says what was wrong and what to write next; `data` says it
 * to machines: `{ kind, ...facts }`.
 */
export class LocateError extends Error {
  readonly kind: ErrorKind;
  readonly code: number;
  readonly data: { readonly kind: ErrorKind } & ErrorFacts;

  constructor(kind: ErrorKind, message: string, facts: ErrorFacts = {}) {
    super(escapeControls(message));
    this.name = "LocateError";
    this.kind = kind;
    this.code = codeOf[kind];
    this.data = { kind, ...facts };
  }
}

/**
 * Returns the result of `work`, or the LocateError that it throws. Any other exception is a bug and
 * is thrown on.
 */
export function attempt<T>(work: () => T): T | LocateError {
  try {
    return work();
  } catch (error) {
    if (error instanceof LocateError) return error;
    throw error;
  }
}

/** Returns the message of any thrown value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the message of any thrown value to end a sentence with: without a period of its own. */
export function errorClause(error: unknown): string {
  return errorMessage(error).replace(/\.$/, "");
}

/**
 * The error member of a JSON-RPC response for anything that was thrown. An exception that is not a
 * `LocateError` is a bug of this program: it becomes an internal error, and its stack trace is
 * logged.
 */
export function errorObjectOf(
  error: unknown,
  method: string,
  log: Logger,
): { readonly code: number; readonly message: string; readonly data?: unknown } {
  if (error instanceof LocateError) return { code: error.code, message: error.message, data: error.data };
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log(`internal error in ${method}: ${trace}`);
  const message = `lsp-locate failed on ${method}; this is a bug of its own. ${trace.split("\n")[0]}`;
  return { code: codes.internalError, message };
}

/** Writes one line to wherever this program logs: stderr, or the file of `--log`. Never stdout. */
export type Logger = (line: string) => void;
