/**
 * Maps tree-sitter's type ids to kinds, once per language. This saves a call per node and the names
 * of types.
 */

import type { Language, TreeCursor } from "web-tree-sitter";
import { isCommentType } from "../../grammars/commentTypes.js";
import { KindTable } from "../records/kindTable.js";
import { NO_RECORD } from "./nodeWalk.js";

/** tree-sitter's id of ERROR nodes, which no language lists among its types. */
const ERROR_TYPE_ID = 65_535;
const UNKNOWN = -2;
/** Only some nodes of this type are named. */
const DEPENDS_ON_NODE = -3;

/** One per language, for all its files. */
export class LanguageKinds {
  readonly kinds = new KindTable();
  readonly #language: Language;
  readonly #isComment: (type: string) => boolean;
  readonly #numbers: Int16Array;

  constructor(language: Language, isComment: (type: string) => boolean = isCommentType) {
    this.#language = language;
    this.#isComment = isComment;
    this.#numbers = new Int16Array(language.nodeTypeCount).fill(UNKNOWN);
    for (const type of nodeDependentTypes(language)) this.#numbers[type] = DEPENDS_ON_NODE;
  }

  /** Returns the kind of a cursor's node, or `NO_RECORD`. */
  at(cursor: TreeCursor): number {
    const typeId = cursor.nodeTypeId;
    const number = this.#numbers[typeId] ?? UNKNOWN;
    if (number >= NO_RECORD) return number;
    if (number === DEPENDS_ON_NODE) return cursor.nodeIsNamed ? this.#numberOf(typeId) : NO_RECORD;
    if (typeId === ERROR_TYPE_ID) return this.kinds.numberOf("ERROR");
    return (this.#numbers[typeId] = this.#language.nodeTypeIsNamed(typeId) ? this.#numberOf(typeId) : NO_RECORD);
  }

  // Kinds are numbered in the order of use, so that the usual ones fit a byte even if a grammar has
  // a thousand.
  #numberOf(typeId: number): number {
    const type = this.#language.nodeTypeForId(typeId);
    return type === null || this.#isComment(type) ? NO_RECORD : this.kinds.numberOf(type);
  }
}

/**
 * Some grammars give an anonymous token the type of a named node: Vim's `*` is a `wildcard`
 * (tree-sitter-wasm 2.0.2). Then tree-sitter says that the type is named and the node is not. The
 * node is right.
 */
function nodeDependentTypes(language: Language): number[] {
  return language.types.flatMap((type, id) => {
    if (!language.nodeTypeIsVisible(id)) return [];
    const isNamed = language.nodeTypeIsNamed(id);
    const shown = language.idForNodeType(type, isNamed);
    return shown !== null && language.nodeTypeIsNamed(shown) !== isNamed ? [shown] : [];
  });
}
