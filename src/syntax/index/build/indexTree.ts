/** Builds the index of a tree. */

import type { Tree } from "web-tree-sitter";
import type { Document } from "../../../text/document.js";
import type { SyntaxIndex } from "../syntaxIndex.js";
import { packRows } from "./assembleRecords.js";
import { walkTree } from "./cursorWalk.js";
import type { LanguageKinds } from "./languageKinds.js";
import { NO_RECORD, type NodeWalk } from "./nodeWalk.js";
import { Recorder } from "./recorder.js";

/**
 * Returns the index of a tree. The document must hold the text that was parsed. The index keeps
 * neither of them.
 */
export function indexTree(tree: Tree, document: Document, kinds: LanguageKinds): SyntaxIndex {
  return walkTree(tree, kinds, (walk) => indexWalk(walk, document));
}

/** Tests set a small `leafSize` to get many leaf borders. */
export function indexWalk(walk: NodeWalk, document: Document, leafSize?: number): SyntaxIndex {
  const recorder = new Recorder(document);
  recordNodes(walk, recorder, () => false);
  return { kinds: walk.kinds, records: packRows(recorder.rows, leafSize) };
}

/**
 * Walks over all nodes and records them, except those that `reuse` took over with all their
 * descendants. For nodes without a record its result is ignored. Not recursive, because trees can
 * be as deep as texts are long. Throws a `RangeError` if the root gets no record, or nodes are not
 * in order within their parents.
 */
export function recordNodes(walk: NodeWalk, recorder: Recorder, reuse: (kind: number, from: number) => boolean): void {
  if (walk.kind === NO_RECORD)
    throw new RangeError("The root of a tree must get a record: pass a named node that is not a comment.");
  const open: number[] = [];
  for (;;) {
    const { kind } = walk;
    const from = kind === NO_RECORD ? 0 : walk.from;
    if (!reuse(kind, from) && kind !== NO_RECORD) {
      const row = recorder.enter(kind, from);
      if (walk.down()) {
        open.push(row);
        continue;
      }
      recorder.leave(row, walk.to);
    }
    while (!walk.next()) {
      const row = open.pop();
      if (row === undefined) return;
      walk.up();
      recorder.leave(row, walk.to);
    }
  }
}
