/** What the two sides of the worker say to each other. Messages about a text come before the questions about it, in order. */

import type { Stretch } from "../text/stretch.js";
import type { Grammar } from "./grammars/grammars.js";
import type { OutlineSymbol } from "./outline/outline.js";
import type { NameInfo, Occurrence, VisibleName } from "./scopes/nameInfo.js";
import type { CoveringOptions, SyntaxNode } from "./trees/coveringNodes.js";
import type { Fold } from "./trees/folds.js";
import type { SyntaxErrorRange } from "./trees/syntaxErrors.js";

/** What the worker is started with. */
export interface SyntaxWorkerOptions {
  /** tree-sitter's own web-tree-sitter.wasm. */
  readonly treeSitterWasm: string;
  /** The shipped grammars that may be embedded in others, by name. */
  readonly shippedGrammars: Readonly<Record<string, Grammar>>;
}

export type SyntaxTextUpdate =
  | { readonly kind: "open"; readonly key: number; readonly grammar: Grammar; readonly text: string }
  | { readonly kind: "edit"; readonly key: number; readonly stretch: Stretch; readonly insert: string }
  | { readonly kind: "close"; readonly key: number };

/** What can be asked, and what is answered. */
export interface SyntaxRequests {
  outline: { asked: { readonly key: number }; answer: OutlineSymbol[] };
  covering: {
    asked: { readonly key: number; readonly stretches: readonly Stretch[]; readonly options: CoveringOptions };
    answer: SyntaxNode[][];
  };
  nameAt: { asked: { readonly key: number; readonly offset: number }; answer: NameInfo | undefined };
  visibleAt: {
    asked: { readonly key: number; readonly offset: number; readonly ofSelf: boolean };
    answer: VisibleName[];
  };
  occurrencesOf: { asked: { readonly key: number; readonly name: string }; answer: Occurrence[] };
  folds: { asked: { readonly key: number }; answer: Fold[] };
  around: { asked: { readonly key: number; readonly offsets: readonly number[] }; answer: Stretch[][] };
  faults: { asked: { readonly key: number }; answer: SyntaxErrorRange[] };
  faultsAfter: {
    asked: { readonly key: number; readonly stretch: Stretch; readonly insert: string };
    answer: SyntaxErrorRange[];
  };
}

export type SyntaxRequestKind = keyof SyntaxRequests;

export interface SyntaxRequest<Kind extends SyntaxRequestKind = SyntaxRequestKind> {
  readonly kind: "ask";
  readonly id: number;
  readonly method: Kind;
  readonly params: SyntaxRequests[Kind]["asked"];
}

export type SyntaxWorkerMessage = SyntaxTextUpdate | SyntaxRequest;

export type SyntaxWorkerResponse =
  | { readonly id: number; readonly answer: unknown }
  /** `fatal`: the parser itself is broken from now on; the worker has to go. */
  | { readonly id: number; readonly failure: string; readonly why: "timeout" | "fatal" | "refused" };
