/** What the two sides of the index's thread say to each other. Open documents and changes come before the questions asked after them, in order. */

import type { Grammar } from "../../syntax/grammars/grammars.js";
import type { IndexState, WorkspaceDeclaration } from "../declaration.js";
import type { FileLanguageTable } from "../disk/fileLanguage.js";
import type { IndexLimits } from "../disk/indexLimits.js";
import type { IndexAnswer, NameQuery } from "../workspaceIndex.js";

/** What the thread is started with: plain data, as it is copied there. */
export interface IndexOptions {
  /** Absolute paths of folders. */
  readonly roots: readonly string[];
  readonly languages: FileLanguageTable;
  /** By language id, each with a query `outline`; see `indexedGrammars`. */
  readonly grammars: Readonly<Record<string, Grammar>>;
  /** tree-sitter's own web-tree-sitter.wasm. */
  readonly engine: string;
  /** Without it, nothing is kept on disk. */
  readonly cache?: { readonly file: string; readonly version: string };
  readonly limits: IndexLimits;
  /** How many threads parse. */
  readonly workers: number;
  /** Whether the file system is asked to tell of changes; else folders are looked at when a question comes. */
  readonly isWatching: boolean;
}

/** What can be asked, and what is answered. */
export interface IndexQueryTypes {
  named: { asked: NameQuery; answer: IndexAnswer<readonly WorkspaceDeclaration[]> };
  matching: { asked: { text: string; limit: number }; answer: IndexAnswer<readonly WorkspaceDeclaration[]> };
  near: { asked: { name: string; limit: number }; answer: IndexAnswer<readonly WorkspaceDeclaration[]> };
  filesWith: { asked: { word: string; languageIds: readonly string[] }; answer: IndexAnswer<readonly string[]> };
  complete: { asked: null; answer: IndexState };
}

export type IndexQueryKind = keyof IndexQueryTypes;

export interface IndexQueryMessage<Kind extends IndexQueryKind = IndexQueryKind> {
  readonly kind: "ask";
  readonly id: number;
  readonly question: Kind;
  readonly asked: IndexQueryTypes[Kind]["asked"];
}

export type ToIndex =
  | IndexQueryMessage
  | { readonly kind: "abort"; readonly id: number }
  | { readonly kind: "open"; readonly path: string; readonly languageId: string; readonly text: string }
  | { readonly kind: "close"; readonly path: string }
  | { readonly kind: "changed"; readonly paths: readonly string[] }
  | { readonly kind: "end" };

export type FromIndex =
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly failure: string }
  | { readonly kind: "state"; readonly state: IndexState }
  | { readonly kind: "log"; readonly line: string }
  | { readonly kind: "ended" };
