/** From tree-sitter's type ids to our kinds, worked out once per language: it saves a call per node, and the name of its type. */

import type { Language, TreeCursor } from "web-tree-sitter";
import { isCommentType } from "../../grammars/commentTypes.js";
import { KindTable } from "../records/kindTable.js";
import { NO_RECORD } from "./nodeWalk.js";

/** tree-sitter's id of an ERROR node, which no language lists among its types. */
const ERROR_TYPE_ID = 65_535;
const UNKNOWN = -2;
/** Of a type that some nodes are named by and others not. */
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

  /** The kind of the node a cursor is on, or `noRecord`. */
  at(cursor: TreeCursor): number {
    const typeId = cursor.nodeTypeId;
    const number = this.#numbers[typeId] ?? UNKNOWN;
    if (number >= NO_RECORD) return number;
    if (number === DEPENDS_ON_NODE) return cursor.nodeIsNamed ? this.#numberOf(typeId) : NO_RECORD;
    if (typeId === ERROR_TYPE_ID) return this.kinds.numberOf("ERROR");
    return (this.#numbers[typeId] = this.#language.nodeTypeIsNamed(typeId) ? this.#numberOf(typeId) : NO_RECORD);
  }

  // Numbers are given as types are met: the usual ones then fit a byte, also where a grammar has a thousand.
  #numberOf(typeId: number): number {
    const type = this.#language.nodeTypeForId(typeId);
    return type === null || this.#isComment(type) ? NO_RECORD : this.kinds.numberOf(type);
  }
}

/**
 * A grammar may show an anonymous token by a type that is named: Vim's `*` by `wildcard` (tree-sitter-wasm 2.0.2). tree-sitter then says
 * of the type that it is named, and of the node that it is not; the node is right.
 */
function nodeDependentTypes(language: Language): number[] {
  return language.types.flatMap((type, id) => {
    if (!language.nodeTypeIsVisible(id)) return [];
    const isNamed = language.nodeTypeIsNamed(id);
    const shown = language.idForNodeType(type, isNamed);
    return shown !== null && language.nodeTypeIsNamed(shown) !== isNamed ? [shown] : [];
  });
}
