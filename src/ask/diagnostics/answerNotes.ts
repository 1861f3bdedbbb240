/**
 * Notes on answers, which are published beside the diagnostics of the document that was asked
 * about: for clients whose models see diagnostics, and of an answer its result alone.
 */

import type { Position } from "../../text/position.js";
import { keyOfUri } from "../../uri.js";

/** A note on the answer to a request. */
export interface AnswerNote {
  /** What was asked about, in the backend's text. */
  readonly position: Position;
  readonly message: string;
}

/** The maximum number of notes on one document; the oldest is dropped. */
const MAX_NOTES = 10;
/** LSP's DiagnosticSeverity.Information. */
const INFORMATION = 3;

export class AnswerNotes {
  /** By key of the URI, then by request. */
  readonly #notes = new Map<string, Map<string, AnswerNote>>();

  /** Sets or removes the note on a request. Returns whether that changes anything. */
  set(uri: string, request: string, note: AnswerNote | undefined): boolean {
    const notes = this.#notes.get(keyOfUri(uri)) ?? new Map<string, AnswerNote>();
    if (note === undefined) return notes.delete(request);
    if (notes.get(request)?.message === note.message) return false;
    notes.delete(request);
    notes.set(request, note);
    for (const oldest of [...notes.keys()].slice(0, -MAX_NOTES)) notes.delete(oldest);
    this.#notes.set(keyOfUri(uri), notes);
    return true;
  }

  /** Forgets the notes on a document whose text has changed, or that is closed. */
  forget(uri: string): void {
    this.#notes.delete(keyOfUri(uri));
  }

  /** Returns the notes on a document as LSP's diagnostics. */
  diagnosticsOf(uri: string): readonly object[] {
    return [...(this.#notes.get(keyOfUri(uri))?.values() ?? [])].map(({ position, message }) => ({
      range: { start: position, end: position },
      severity: INFORMATION,
      source: "lsp-locate",
      message,
    }));
  }
}
