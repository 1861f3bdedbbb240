/** Declarations in the form in which the index keeps and returns them. */

import type { Arity } from "../syntax/outline/arity.js";

/** One declaration in one file. */
export interface IndexedDeclaration {
  readonly name: string;
  /** LSP's SymbolKind as a word: `enum_member`. */
  readonly kind: string;
  /** The names of the enclosing declarations, outermost first. */
  readonly container: readonly string[];
  /** Position of the name: 0-based, UTF-16 code units. */
  readonly line: number;
  readonly character: number;
  /** Of a callable; absent where the text doesn't determine it. */
  readonly arity?: Arity;
}

/** A declaration with the absolute path of its file. */
export interface WorkspaceDeclaration extends IndexedDeclaration {
  readonly path: string;
  readonly languageId: string;
}

/**
 * How a name fits a pattern, best first: it is the same; in another case; begins with it; has words
 * that begin with its parts (`gUN`: `getUserName`); holds it. Or it fits the pattern's `*`.
 */
export type NameMatch = "exact" | "case" | "prefix" | "words" | "part" | "wildcard";

/** A path of patterns: names that `*` may stand in for parts of. */
export interface PatternQuery {
  /** The last one is fitted as `NameMatch` says; those before it only by `*` and in any case. */
  readonly path: readonly string[];
  readonly limit: number;
}

/** A declaration whose name fits a pattern. */
export interface MatchedDeclaration extends WorkspaceDeclaration {
  readonly match: NameMatch;
}

/** The declarations whose names fit a pattern, best first. */
export interface FoundMatches {
  readonly declarations: readonly MatchedDeclaration[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

/** The progress of indexing. Answers given before the index is complete may lack declarations. */
export interface IndexState {
  readonly isComplete: boolean;
  /** The number of files whose declarations are known. */
  readonly indexed: number;
  /** The number of all files. */
  readonly files: number;
  /** Why the system reports no changes on disk, which are then looked for at each query. */
  readonly watchFailure?: string;
}

/** A line of a file that holds a text. */
export interface TextLine {
  /** Absolute. */
  readonly path: string;
  /** The place of the first occurrence in the line: 0-based, UTF-16 code units. */
  readonly line: number;
  readonly character: number;
  /** The line, cut around the place where it is long. */
  readonly text: string;
}

/** What is searched for in the files of a workspace, and how far. */
export interface TextQuery {
  readonly text: string;
  /** The maximum number of lines that are returned. */
  readonly limit: number;
  /** The text may begin and end inside of words. */
  readonly isPart?: boolean;
  /** Lines are counted up to this number; without it, the search ends past `limit`. */
  readonly maxCount?: number;
  /** The search ends after this time. */
  readonly timeoutMs?: number;
}

/** The lines of a workspace that hold a text. */
export interface FoundText {
  readonly lines: readonly TextLine[];
  /** The number of lines that were found. */
  readonly count: number;
  /** Whether there may be further lines: the search has ended at a limit. */
  readonly isPartial: boolean;
}

/** Files of a workspace by their absolute paths, in order. */
export interface FoundPaths {
  readonly paths: readonly string[];
  /** Whether there may be more: the workspace has more files than are tracked. */
  readonly isPartial: boolean;
}

/** Files whose declarations an answer lacks, since they could not be read or parsed. */
export interface UnparsedFiles {
  readonly count: number;
  /** Absolute paths of the first of them. */
  readonly paths: readonly string[];
  /** Why the first one could not be parsed. */
  readonly reason: string;
}
