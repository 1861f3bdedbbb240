/** The jobs that parse threads are given, and their results. */

import type { ReadPermission } from "../../files/readPermission.js";
import type { Grammar } from "../../syntax/grammars/grammars.js";
import type { FileStamp } from "../disk/fileStamp.js";

/** The data that a parse thread starts with. */
export interface ParseWorkerOptions {
  /** The path of web-tree-sitter.wasm. */
  readonly treeSitterWasm: string;
  /** By language id. */
  readonly grammars: Readonly<Record<string, Grammar>>;
  /** Larger files are not parsed. */
  readonly fileBytes: number;
  /**
   * Whether the filter of the words is made of files that are read and not parsed, up to a limit.
   * It takes as long as a first search, so it is made for those who search again.
   */
  readonly keepsFilters: boolean;
  /** Whether notebooks are read as scripts. */
  readonly readsNotebooks: boolean;
  /** Which files may be read. */
  readonly permission: ReadPermission;
}

export interface SourceFile {
  readonly path: string;
  readonly languageId: string;
  /** The text of an open document; absent where the file on disk is parsed. */
  readonly text?: string;
}

export interface ParseJob {
  readonly files: readonly SourceFile[];
  /**
   * Only files with one of these words are parsed; all files if undefined. Open documents are
   * always parsed.
   */
  readonly words: readonly SearchedWord[] | undefined;
}

/** A word that files are searched for before they are parsed. */
export interface SearchedWord {
  readonly word: string;
  /** Whether files that contain the word, but can't declare it, count as files without it. */
  readonly isDeclared: boolean;
}

export type ToParseWorker = ParseJob & { readonly id: number };

/** The result for one file. */
export type FileResult =
  /** `problem` is the reason why it has no declarations, if that is worth logging. */
  | { readonly kind: "indexed"; readonly stamp: FileStamp; readonly record: Uint8Array; readonly problem?: string }
  /** The file has none of the words. The record, with `keepsFilters`, has its filter alone. */
  | { readonly kind: "noMatch"; readonly stamp: FileStamp; readonly record: Uint8Array | undefined }
  | { readonly kind: "gone" };

export type FromParseWorker =
  /** Sent once, when the thread can parse. */
  | { readonly kind: "ready" }
  /** The next results of a job, in the order of its files. */
  | { readonly kind: "results"; readonly id: number; readonly results: readonly FileResult[] }
  /** The parser has crashed on the file whose result is next. The thread must be replaced. */
  | { readonly kind: "crashed"; readonly message: string };
