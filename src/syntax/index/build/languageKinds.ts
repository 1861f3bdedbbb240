/** From tree-sitter's type ids to our kinds, worked out once per language: it saves a call per node, and the name of its type. */

import type { Language, TreeCursor } from "web-tree-sitter";
import { isCommentType, Kinds } from "../records/kindTable.js";
import { noRecord } from "./nodeWalk.js";

/** tree-sitter's id of an ERROR node, which no language lists among its types. */
const errorType = 65_535;
const unknown = -2;
/** Of a type that some nodes are named by and others not. */
const doubtful = -3;

/** One per language, for all its files. */
export class LanguageKinds {
  readonly kinds = new Kinds();
  readonly #language: Language;
  readonly #isComment: (type: string) => boolean;
  readonly #numbers: Int16Array;

  constructor(language: Language, isComment: (type: string) => boolean = isCommentType) {
    this.#language = language;
    this.#isComment = isComment;
    this.#numbers = new Int16Array(language.nodeTypeCount).fill(unknown);
    for (const type of doubtfulTypes(language)) this.#numbers[type] = doubtful;
  }

  /** The kind of the node a cursor is on, or `noRecord`. */
  at(cursor: TreeCursor): number {
    const typeId = cursor.nodeTypeId;
    const number = this.#numbers[typeId] ?? unknown;
    if (number >= noRecord) return number;
    if (number === doubtful) return cursor.nodeIsNamed ? this.#numberOf(typeId) : noRecord;
    if (typeId === errorType) return this.kinds.numberOf("ERROR");
    return (this.#numbers[typeId] = this.#language.nodeTypeIsNamed(typeId) ? this.#numberOf(typeId) : noRecord);
  }

  // Numbers are given as types are met: the usual ones then fit a byte, also where a grammar has a thousand.
  #numberOf(typeId: number): number {
    const type = this.#language.nodeTypeForId(typeId);
    return type === null || this.#isComment(type) ? noRecord : this.kinds.numberOf(type);
  }
}

/**
 * A grammar may show an anonymous token by a type that is named: Vim's `*` by `wildcard` (tree-sitter-wasm 2.0.2). tree-sitter then says
 * of the type that it is named, and of the node that it is not; the node is right.
 */
function doubtfulTypes(language: Language): number[] {
  return language.types.flatMap((type, id) => {
    if (!language.nodeTypeIsVisible(id)) return [];
    const isNamed = language.nodeTypeIsNamed(id);
    const shown = language.idForNodeType(type, isNamed);
    return shown !== null && language.nodeTypeIsNamed(shown) !== isNamed ? [shown] : [];
  });
}
