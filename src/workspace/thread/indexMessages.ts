/**
 * The messages between a session and the index thread. They are handled in order, so a query sees
 * the open documents and changes sent before it.
 */

import type { FileLanguages } from "../../languages/languageOfName.js";
import type { Grammar } from "../../syntax/grammars/grammars.js";
import type {
  FoundMatches,
  FoundPaths,
  FoundText,
  IndexState,
  PatternQuery,
  TextQuery,
  WorkspaceDeclaration,
} from "../declaration.js";
import type { IndexLimits } from "../indexLimits.js";
import type { FileResult } from "../parse/parseJobs.js";
import type { IndexAnswer, NameQuery } from "../workspaceIndex.js";

/** A document that a client has open. */
export interface OpenText {
  readonly languageId: string;
  readonly text: string;
}

/** The data that the index thread starts with. It is copied there, so it has no functions. */
export interface IndexOptions {
  /** Absolute paths of folders. */
  readonly roots: readonly string[];
  readonly languages: FileLanguages;
  /** By language id, each with an `outline` query; see `indexedGrammars`. */
  readonly grammars: Readonly<Record<string, Grammar>>;
  /** The path of web-tree-sitter.wasm. */
  readonly treeSitterWasm: string;
  /** The cache file, and the version of the program. Without it, nothing is kept on disk. */
  readonly cache?: { readonly file: string; readonly version: string };
  readonly limits: IndexLimits;
  /** The number of parse threads. */
  readonly workers: number;
  /** Whether to watch the file system. If not, the folders are scanned when a query arrives. */
  readonly isWatching: boolean;
}

/**
 * The parameters and result of each kind of query. A kind has the name of the method of
 * `WorkspaceIndex` that sends it.
 */
export interface IndexQueryTypes {
  findByName: { params: NameQuery; result: IndexAnswer<readonly WorkspaceDeclaration[]> };
  findMatching: { params: { text: string; limit: number }; result: IndexAnswer<readonly WorkspaceDeclaration[]> };
  findSimilar: { params: { name: string; limit: number }; result: IndexAnswer<readonly WorkspaceDeclaration[]> };
  findFilesWith: { params: { word: string; languageIds: readonly string[] }; result: IndexAnswer<readonly string[]> };
  findByPattern: { params: PatternQuery; result: IndexAnswer<FoundMatches> };
  findText: { params: TextQuery; result: IndexAnswer<FoundText> };
  findPaths: { params: { folder: string }; result: IndexAnswer<FoundPaths> };
  revision: { params: { languageId: string }; result: string | null };
  waitUntilComplete: { params: null; result: IndexState };
}

export type IndexQueryKind = keyof IndexQueryTypes;

export interface IndexQueryMessage<Kind extends IndexQueryKind = IndexQueryKind> {
  readonly kind: "query";
  readonly id: number;
  readonly query: Kind;
  readonly params: IndexQueryTypes[Kind]["params"];
}

export type ToIndex =
  | IndexQueryMessage
  /** Sent once, after the documents that are open at the start. */
  | { readonly kind: "start" }
  | { readonly kind: "abort"; readonly id: number }
  /** With `isOutlined`, the text is not parsed: its result follows. */
  | ({ readonly kind: "open"; readonly path: string; readonly isOutlined: boolean } & OpenText)
  /** The result for an open document, of the text that was sent last. */
  | { readonly kind: "outlined"; readonly path: string; readonly result: FileResult }
  | { readonly kind: "close"; readonly path: string }
  | { readonly kind: "changed"; readonly paths: readonly string[] }
  | { readonly kind: "end" };

export type FromIndex =
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly failure: string }
  | { readonly kind: "state"; readonly state: IndexState }
  | { readonly kind: "log"; readonly line: string }
  | { readonly kind: "ended" };
