/**
 * The index of a workspace as other rooms see it: names, and where they are declared. It runs in a
 * thread of its own, which reads folders and files, parses in further threads, and keeps its
 * results on disk between sessions.
 */

import type { OutlineSymbol } from "../syntax/outline/outlineSymbols.js";
import type {
  FoundMatches,
  FoundPaths,
  FoundText,
  IndexState,
  PatternQuery,
  TextQuery,
  UnparsedFiles,
  WorkspaceDeclaration,
} from "./declaration.js";

export interface NameQuery {
  readonly name: string;
  /**
   * Only callables that take this number of arguments. Those with a fixed number or a range come
   * first, then those that take any number.
   */
  readonly arity?: number;
  /** Only what is indexed so far, at once. */
  readonly soFar?: boolean;
}

/** An answer, and the state of the index when it was given. */
export interface IndexAnswer<Answer> {
  readonly answer: Answer;
  readonly state: IndexState;
  /** Files that contain the name of `findByName`; absent without any. */
  readonly unparsed?: UnparsedFiles;
  /** Of `findFilesWith`: another string after each change of a file or an open document. */
  readonly revision?: string;
}

/** Queries may be sent at any time. All of them reject with the signal's reason when it aborts. */
export interface DeclarationQueries {
  /**
   * Returns every declaration of exactly this name. Files that contain the word and are not indexed
   * yet are indexed first, so the answer is complete but for those that can't be parsed; unless the
   * query wants what there is so far.
   */
  findByName(query: NameQuery, signal?: AbortSignal): Promise<IndexAnswer<readonly WorkspaceDeclaration[]>>;
  /**
   * Returns declarations whose names have the letters of `text` in order, ignoring case, best
   * first, as for workspace/symbol. Covers the files indexed so far.
   */
  findMatching(
    text: string,
    limit: number,
    signal?: AbortSignal,
  ): Promise<IndexAnswer<readonly WorkspaceDeclaration[]>>;
  /**
   * Returns declarations with names similar to one that doesn't exist, best first. Covers the files
   * indexed so far.
   */
  findSimilar(name: string, limit: number, signal?: AbortSignal): Promise<IndexAnswer<readonly WorkspaceDeclaration[]>>;
  /**
   * Returns absolute paths of the files that contain `word` as a whole word, in one of these
   * languages. Complete as for `findByName`.
   */
  findFilesWith(
    word: string,
    languageIds: readonly string[],
    signal?: AbortSignal,
  ): Promise<IndexAnswer<readonly string[]>>;
  /**
   * Returns the declarations whose names fit a pattern, best first: see `NameMatch`. Covers the
   * files indexed so far.
   */
  findByPattern(query: PatternQuery, signal?: AbortSignal): Promise<IndexAnswer<FoundMatches>>;
  /**
   * Returns the first lines that hold a text, as whole words unless the query says otherwise, in
   * the files that git does not ignore, of any kind; those of source files first. Searches the disk
   * and the open documents, so it is independent of the progress of indexing.
   */
  findText(query: TextQuery, signal?: AbortSignal): Promise<IndexAnswer<FoundText>>;
  /**
   * Returns the files in a folder (absolute path) that git does not ignore, of any kind, by path.
   */
  findPaths(folder: string, signal?: AbortSignal): Promise<IndexAnswer<FoundPaths>>;
  /**
   * Returns another string after each change of a file or an open document; null if files in that
   * language are not indexed, or the system does not report changes at once.
   */
  revision(languageId: string, signal?: AbortSignal): Promise<string | null>;
  /** Resolves when all files are indexed; rejects with the reason if they can't all be. */
  waitUntilComplete(signal?: AbortSignal): Promise<IndexState>;
}

/**
 * Documents that a client has open. Their text replaces the file's on disk until they are closed.
 */
export interface IndexedDocuments {
  /**
   * With `outline`, the text is not parsed again: its declarations are those of the outline of its
   * code, which the function returns.
   */
  open(path: string, languageId: string, text: string, outline?: () => Promise<readonly OutlineSymbol[]>): void;
  close(path: string): void;
}

export interface WorkspaceIndex extends DeclarationQueries, IndexedDocuments {
  /** Files or folders at these paths were changed, created or deleted. */
  notifyChanges(paths: readonly string[]): void;
  /**
   * Calls `listener` now and after progress, a few times per second at most. Returns a function
   * that removes it.
   */
  onStateChange(listener: (state: IndexState) => void): () => void;
  /** Writes the cache if it is out of date, and ends the threads. */
  end(): Promise<void>;
}
