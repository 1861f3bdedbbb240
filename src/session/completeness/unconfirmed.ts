/** The uses in the text that an answer leaves out, as the client gets them with the answer. */

import type { RequestContext } from "../client/requestContext.js";
import { displayPath } from "../documents/filePaths.js";
import type { DocumentVersion } from "../place/syntaxView.js";

export interface Unconfirmed {
  /** Exact up to 1,000. */
  readonly count: number;
  /** Of a rename: how many import what is renamed or can only mean it. They are listed first. */
  readonly certain?: number;
  /**
   * Of a rename: how many may mean what is renamed, since something points to it. They are listed
   * after the certain ones.
   */
  readonly possible?: number;
  /**
   * Of a rename: how many of these have the new name already, where a renamed name would share it.
   * They are listed before all others.
   */
  readonly conflicts?: number;
  /**
   * Of a rename: why the name has to stay, as a clause: who calls it by its name alone. Its place
   * is listed after the conflicts and errors.
   */
  readonly caller?: string;
  /**
   * Of a rename: how many of these are errors that the server finds in the renamed text. They are
   * listed after the conflicts.
   */
  readonly broken?: number;
  /**
   * Of a rename: how many files outside of the workspace the server would change, too. Each has one
   * of these places.
   */
  readonly outside?: number;
  /** Set if there are more than `count`, or if not all files were searched. */
  readonly more?: true;
  /**
   * At most 50, the nearest first; 5 where there are more of a name that the workspace declares
   * more than once. `line` is 1-based.
   */
  readonly places: readonly UnconfirmedPlace[];
  /** Why the server leaves them out, or why the search is incomplete. */
  readonly why?: string;
  /** Of a rename: what it may part or confuse, since not all members could be compared in time. */
  readonly unfinished?: string;
  /** Of a rename: what was not examined, though all files were searched. */
  readonly unexamined?: string;
}

export interface UnconfirmedPlace {
  readonly file_path: string;
  readonly line: number;
  readonly text: string;
  /** What the server says of it in the renamed text. */
  readonly message?: string;
  /** Of one that may mean a renamed symbol: what points to that, as a clause, and its Locate. */
  readonly why?: string;
  readonly locate?: string;
}

/** A place that was added to an answer. */
export interface CompletedPlace extends UnconfirmedPlace {
  /** Why it is certain. */
  readonly why: string;
}

const MAX_TEXT_LENGTH = 200;

/** Returns the line of an offset as a place. */
export function placeAt(
  { uri, text }: DocumentVersion,
  offset: number,
  { client }: Pick<RequestContext, "client">,
): UnconfirmedPlace {
  const line = text.lineAt(offset);
  const from = text.lineFrom(line);
  const lineText = text.slice(from, Math.min(text.lineTo(line), from + MAX_TEXT_LENGTH));
  return { file_path: displayPath(uri, client.roots), line: line + 1, text: lineText.trim() };
}

const MAX_NAMED_FILES = 3;

/** Returns which files could not be read or parsed, as a reason why an answer is incomplete. */
export function describeUnparsed(paths: readonly string[]): string {
  return `could not be read or parsed: ${describeFiles(paths)}`;
}

/** Returns the names of the first files, and how many more there are. */
export function describeFiles(paths: readonly string[]): string {
  const named = paths.slice(0, MAX_NAMED_FILES).map((path) => path.split(/[\\/]/).at(-1));
  const rest = paths.length > named.length ? ` and ${paths.length - named.length} more` : "";
  return `${named.join(", ")}${rest}`;
}

/** Returns which lines a grammar can't read, as a reason why places there are not in an answer. */
export function describeUnreadablePlaces(lines: readonly string[]): string {
  const rest = lines.length > MAX_NAMED_FILES ? ` and ${lines.length - MAX_NAMED_FILES} more` : "";
  return `could not be read, as the grammar fails there: ${lines.slice(0, MAX_NAMED_FILES).join(", ")}${rest}`;
}

/** Returns why a search did not examine all files. */
export function describeCutSearch(seconds: number, { token }: Pick<RequestContext, "token">): string {
  if (token.isCancellationRequested) return "the request was cancelled before all files were searched";
  return `not all files could be searched within ${seconds} s`;
}
