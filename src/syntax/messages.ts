/** What the two sides of the worker say to each other. Messages about a text come before the questions about it, in order. */

import type { Stretch } from "../text/stretch.js";
import type { Grammar } from "./grammars/grammars.js";
import type { OutlineSymbol } from "./outline/outline.js";
import type { NameAt, Occurrence, VisibleName } from "./scopes/nameInfo.js";
import type { Covering, SyntaxNode } from "./trees/coveringNodes.js";
import type { Fold } from "./trees/folds.js";
import type { SyntaxFault } from "./trees/syntaxErrors.js";

/** What the worker is started with. */
export interface EngineOptions {
  /** tree-sitter's own web-tree-sitter.wasm. */
  readonly engine: string;
  /** The shipped grammars that may be embedded in others, by name. */
  readonly shipped: Readonly<Record<string, Grammar>>;
}

export type Telling =
  | { readonly kind: "open"; readonly key: number; readonly grammar: Grammar; readonly text: string }
  | { readonly kind: "edit"; readonly key: number; readonly stretch: Stretch; readonly insert: string }
  | { readonly kind: "close"; readonly key: number };

/** What can be asked, and what is answered. */
export interface Questions {
  outline: { asked: { readonly key: number }; answer: OutlineSymbol[] };
  covering: {
    asked: { readonly key: number; readonly stretches: readonly Stretch[]; readonly options: Covering };
    answer: SyntaxNode[][];
  };
  nameAt: { asked: { readonly key: number; readonly offset: number }; answer: NameAt | undefined };
  visibleAt: {
    asked: { readonly key: number; readonly offset: number; readonly ofSelf: boolean };
    answer: VisibleName[];
  };
  occurrencesOf: { asked: { readonly key: number; readonly name: string }; answer: Occurrence[] };
  folds: { asked: { readonly key: number }; answer: Fold[] };
  around: { asked: { readonly key: number; readonly offsets: readonly number[] }; answer: Stretch[][] };
  faults: { asked: { readonly key: number }; answer: SyntaxFault[] };
  faultsAfter: {
    asked: { readonly key: number; readonly stretch: Stretch; readonly insert: string };
    answer: SyntaxFault[];
  };
}

export type QuestionKind = keyof Questions;

export interface Asking<Kind extends QuestionKind = QuestionKind> {
  readonly kind: "ask";
  readonly id: number;
  readonly question: Kind;
  readonly asked: Questions[Kind]["asked"];
}

export type ToWorker = Telling | Asking;

export type FromWorker =
  | { readonly id: number; readonly answer: unknown }
  /** `fatal`: the parser itself is broken from now on; the worker has to go. */
  | { readonly id: number; readonly failure: string; readonly why: "timeout" | "fatal" | "refused" };
