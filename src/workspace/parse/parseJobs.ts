/** What the index has parsed by other threads, and what comes back. */

import type { Grammar } from "../../syntax/grammars/grammars.js";
import type { FileStamp } from "../disk/fileStamp.js";

/** What a parsing thread is started with. */
export interface ParseWorkerOptions {
  /** tree-sitter's own web-tree-sitter.wasm. */
  readonly engine: string;
  /** By language id. */
  readonly grammars: Readonly<Record<string, Grammar>>;
  /** Larger files are not parsed. */
  readonly fileBytes: number;
}

export interface SourceFile {
  readonly path: string;
  readonly languageId: string;
  /** What a client has open; absent where the disk counts. */
  readonly text?: string;
}

export interface ParseJob {
  readonly files: readonly SourceFile[];
  /** Only files that hold one of these words are parsed; undefined: all. An open text always is. */
  readonly words: readonly string[] | undefined;
}

export type ToParseWorker = ParseJob & { readonly id: number };

/** What became of a file. */
export type FileResult =
  /** `trouble`: why it has no declarations, where somebody may want to know. */
  | { readonly kind: "indexed"; readonly stamp: FileStamp; readonly record: Uint8Array; readonly problem?: string }
  /** It holds none of the words. */
  | { readonly kind: "without" }
  | { readonly kind: "gone" };

export type FromParseWorker =
  /** Sent once, when it can parse. */
  | { readonly kind: "ready" }
  /** Results in the order of the job's files, each sent once. */
  | { readonly kind: "results"; readonly id: number; readonly results: readonly FileResult[] }
  /** The parser has broken down over the file whose result is next, and has to be replaced. */
  | { readonly kind: "broken"; readonly message: string };
