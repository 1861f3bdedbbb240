/** The messages between the main thread and the syntax worker. They are handled in order. */

import type { Stretch } from "../text/stretch.js";
import type { ElementList, LineKind, StretchFacts } from "../text/treeFacts.js";
import type { Grammar } from "./grammars/grammars.js";
import type { Heartbeat } from "./heartbeat.js";
import type { RecordPage } from "./index/compareRecords.js";
import type { OutlineSymbol } from "./outline/outline.js";
import type { NameInfo, VisibleName, WordUse } from "./scopes/nameInfo.js";
import type { CoveringOptions, SyntaxNode } from "./trees/coveringNodes.js";
import type { Fold } from "./trees/folds.js";
import type { SiblingResult } from "./trees/siblings.js";
import type { SyntaxErrorRange } from "./trees/syntaxErrors.js";
import type { Declared, NameValue } from "./values/expression.js";
import type { ModuleFacts } from "./values/moduleFacts.js";

/** The data that the worker is started with. */
export interface SyntaxWorkerOptions {
  /** web-tree-sitter's own .wasm file. */
  readonly treeSitterWasm: string;
  /** The shipped grammars, which may be embedded in others, by name. */
  readonly shippedGrammars: Readonly<Record<string, Grammar>>;
  /** Counts as long as the worker makes progress. */
  readonly heartbeat: Heartbeat;
}

/**
 * A version of a document. `uri` identifies the document, so that its next version is sent as a
 * change of this one.
 */
export interface SyntaxText {
  readonly uri: string;
  readonly languageId: string;
  readonly text: string;
}

export type SyntaxTextUpdate =
  | { readonly kind: "open"; readonly key: number; readonly grammar: Grammar; readonly text: string }
  | { readonly kind: "edit"; readonly key: number; readonly stretch: Stretch; readonly insert: string }
  | { readonly kind: "close"; readonly key: number };

/** Parameters and result of each method. */
export interface SyntaxRequests {
  outline: { params: { readonly key: number }; result: OutlineSymbol[] };
  codeOutline: { params: { readonly key: number }; result: OutlineSymbol[] };
  coveringNodes: {
    params: { readonly key: number; readonly stretches: readonly Stretch[]; readonly options: CoveringOptions };
    result: SyntaxNode[][];
  };
  findSibling: {
    params: { readonly key: number; readonly node: SyntaxNode; readonly type: string; readonly distance: number };
    result: SiblingResult;
  };
  nameAt: { params: { readonly key: number; readonly offset: number }; result: NameInfo | undefined };
  visibleNamesAt: {
    params: { readonly key: number; readonly offset: number; readonly ofSelf: boolean };
    result: VisibleName[];
  };
  usesOf: {
    params: { readonly key: number; readonly word: string; readonly max: number; readonly withSubtypes: boolean };
    result: WordUse[];
  };
  callsIn: {
    params: { readonly key: number; readonly stretch: Stretch; readonly max: number };
    result: NameInfo[];
  };
  namesInHead: { params: { readonly key: number; readonly offset: number }; result: NameInfo[] };
  valueAt: { params: { readonly key: number; readonly offset: number }; result: NameValue };
  declaredAt: { params: { readonly key: number; readonly stretch: Stretch }; result: Declared };
  moduleFacts: { params: { readonly key: number }; result: ModuleFacts };
  folds: { params: { readonly key: number }; result: Fold[] };
  enclosingStretches: { params: { readonly key: number; readonly offsets: readonly number[] }; result: Stretch[][] };
  records: {
    params: { readonly key: number; readonly from: number; readonly count: number };
    result: RecordPage;
  };
  syntaxErrors: { params: { readonly key: number }; result: SyntaxErrorRange[] };
  syntaxErrorsAfterEdit: {
    params: { readonly key: number; readonly stretch: Stretch; readonly insert: string };
    result: SyntaxErrorRange[];
  };
  lineKindsAfterEdit: {
    params: { readonly key: number; readonly stretch: Stretch; readonly insert: string };
    result: LineKind[];
  };
  factsAt: { params: { readonly key: number; readonly stretch: Stretch }; result: StretchFacts };
  listAfterEdit: {
    params: {
      readonly key: number;
      readonly stretch: Stretch;
      readonly insert: string;
      readonly elements: Stretch;
    };
    result: ElementList | undefined;
  };
}

export type SyntaxRequestKind = keyof SyntaxRequests;

export interface SyntaxRequest<Kind extends SyntaxRequestKind = SyntaxRequestKind> {
  readonly kind: "request";
  readonly id: number;
  readonly method: Kind;
  readonly params: SyntaxRequests[Kind]["params"];
}

export type SyntaxWorkerMessage = SyntaxTextUpdate | SyntaxRequest;

export type SyntaxWorkerResponse =
  | { readonly id: number; readonly result: unknown }
  /** `fatal`: the parser itself is broken, and the worker must be terminated. */
  | { readonly id: number; readonly error: string; readonly reason: "limit" | "fatal" | "refused" };
