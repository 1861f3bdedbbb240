/** The messages between the main thread and the syntax worker. They are handled in order. */

import type { LineRange } from "../text/lineRange.js";
import type { Stretch } from "../text/stretch.js";
import type { CallList, ElementList, LineKind, StretchFacts } from "../text/treeFacts.js";
import type { Grammar } from "./grammars/grammars.js";
import type { Heartbeat } from "./heartbeat.js";
import type { RecordPage } from "./index/compareRecords.js";
import type { InnerCode } from "./outline/innerDeclarations.js";
import type { OutlineSymbol } from "./outline/outlineSymbols.js";
import type { ModuleFacts } from "./scopes/moduleFacts.js";
import type { NameInfo, OuterName, VisibleName, WordUse } from "./scopes/nameInfo.js";
import type { CoveringOptions, SyntaxNode } from "./trees/coveringNodes.js";
import type { Fold } from "./trees/folds.js";
import type { SyntaxErrorRange } from "./trees/parsedText.js";
import type { SiblingResult } from "./trees/siblings.js";
import type { UnreadableContent } from "./trees/syntaxErrors.js";
import type { Declared, NameValue } from "./values/expression.js";

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

/** The queries on a text: the parameters besides the text, and the result. */
export interface SyntaxQueries {
  outline(): OutlineSymbol[];
  codeOutline(): OutlineSymbol[];
  coveringNodes(stretches: readonly Stretch[], options: CoveringOptions): SyntaxNode[][];
  findSibling(node: SyntaxNode, type: string, distance: number): SiblingResult;
  nameAt(offset: number): NameInfo | undefined;
  visibleNamesAt(offset: number, ofSelf: boolean): VisibleName[];
  usesOf(word: string, max: number, withSubtypes: boolean): WordUse[];
  callsIn(stretch: Stretch, max: number): NameInfo[];
  outerNamesIn(stretch: Stretch): OuterName[];
  namesInHead(offset: number): NameInfo[];
  valueAt(offset: number): NameValue;
  declaredAt(stretch: Stretch): Declared;
  moduleFacts(): ModuleFacts;
  innerCode(): InnerCode[];
  folds(): Fold[];
  enclosingStretches(offsets: readonly number[]): Stretch[][];
  records(from: number, count: number): RecordPage;
  syntaxErrors(): SyntaxErrorRange[];
  unreadableLines(content: UnreadableContent): readonly LineRange[];
  syntaxErrorsAfterEdit(stretch: Stretch, insert: string): SyntaxErrorRange[];
  lineKindsAfterEdit(stretch: Stretch, insert: string): LineKind[];
  factsAt(stretch: Stretch): StretchFacts;
  listsAfter(names: readonly Stretch[]): (CallList | null)[];
  listAfterEdit(stretch: Stretch, insert: string, elements: Stretch): ElementList | undefined;
}

export type SyntaxQuery = keyof SyntaxQueries;
export type QueryParameters<Query extends SyntaxQuery> = Parameters<SyntaxQueries[Query]>;
export type QueryResult<Query extends SyntaxQuery> = Promise<ReturnType<SyntaxQueries[Query]>>;

/** What answers the queries, on the texts that it knows by a key. */
export type SyntaxAnswers = {
  readonly [Query in SyntaxQuery]: (key: number, ...parameters: QueryParameters<Query>) => QueryResult<Query>;
};

export interface SyntaxRequest {
  readonly kind: "request";
  readonly id: number;
  readonly query: SyntaxQuery;
  readonly key: number;
  readonly parameters: readonly unknown[];
}

export type SyntaxWorkerMessage = SyntaxTextUpdate | SyntaxRequest;

export type SyntaxWorkerResponse =
  | { readonly id: number; readonly result: unknown }
  /** `fatal`: the parser itself is broken, and the worker must be terminated. */
  | { readonly id: number; readonly error: string; readonly reason: "limit" | "fatal" | "refused" };
