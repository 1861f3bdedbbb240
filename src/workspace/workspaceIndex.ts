/**
 * The global index as the rest of the program sees it: names, and where in the workspace they are declared. It lives in a thread of its own,
 * which reads folders and files, parses in further threads, and keeps what it found on disk between sessions.
 */

import type { IndexState, WorkspaceDeclaration } from "./declaration.js";

export interface NameQuery {
  readonly name: string;
  /** Only what can be called with so many arguments: exactly so many first, then what takes any number. */
  readonly arity?: number;
}

/** What is known of a question, and whether that is all there is. */
export interface IndexAnswer<Answer> {
  readonly answer: Answer;
  readonly state: IndexState;
}

/** Questions may be asked at any time; they are answered from what is complete for that question, see each. All reject with the signal's reason when aborted. */
export interface WorkspaceIndex {
  /** Every declaration of exactly that name. Files that are not indexed yet and hold the word are indexed first, so that the answer is complete. */
  findByName(query: NameQuery, signal?: AbortSignal): Promise<IndexAnswer<readonly WorkspaceDeclaration[]>>;
  /** Declarations whose names have the letters of `text` in order, ignoring case, best first: for workspace/symbol. From what is indexed by now. */
  findMatching(
    text: string,
    limit: number,
    signal?: AbortSignal,
  ): Promise<IndexAnswer<readonly WorkspaceDeclaration[]>>;
  /** Names that are like one that is not there, best first. From what is indexed by now. */
  findSimilar(name: string, limit: number, signal?: AbortSignal): Promise<IndexAnswer<readonly WorkspaceDeclaration[]>>;
  /** Absolute paths of the files that hold a word as a word, in a language of one of these ids; complete in the same way as `named`. */
  findFilesWith(
    word: string,
    languageIds: readonly string[],
    signal?: AbortSignal,
  ): Promise<IndexAnswer<readonly string[]>>;
  /** What a client has open goes before what is on disk; `close` makes the disk count again. */
  open(path: string, languageId: string, text: string): void;
  close(path: string): void;
  /** Somebody says that these files or folders have changed, appeared or gone. */
  notifyChanges(paths: readonly string[]): void;
  /** Resolves when everything on disk is indexed, or rejects with why it won't be. */
  waitUntilComplete(signal?: AbortSignal): Promise<IndexState>;
  /** Called now and whenever something was indexed, some times a second at most. Returns what ends that. */
  onStateChange(listener: (state: IndexState) => void): () => void;
  /** Writes the cache if there is something new, and ends the threads. */
  end(): Promise<void>;
}
