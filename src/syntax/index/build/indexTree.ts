/** Makes the index of a tree. */

import type { Tree } from "web-tree-sitter";
import type { Document } from "../../../text/document.js";
import type { SyntaxIndex } from "../syntaxIndex.js";
import { packRows } from "./assembleRecords.js";
import { walkTree } from "./cursorWalk.js";
import type { LanguageKinds } from "./languageKinds.js";
import { NO_RECORD, type NodeWalk } from "./nodeWalk.js";
import { Recorder } from "./recorder.js";

/** The document must hold the text that the tree was parsed from. The index does not hold on to either. */
export function indexTree(tree: Tree, document: Document, kinds: LanguageKinds): SyntaxIndex {
  return walkTree(tree, kinds, (walk) => indexWalk(walk, document));
}

/** Another leaf size than the usual is for tests that want many borders. */
export function indexWalk(walk: NodeWalk, document: Document, leafSize?: number): SyntaxIndex {
  const recorder = new Recorder(document);
  recordNodes(walk, recorder, () => false);
  return { kinds: walk.kinds, records: packRows(recorder.rows, leafSize) };
}

/**
 * Walks over all nodes and records those that get a record, but not those that `keep` has taken over with all that is below them; for
 * nodes without a record its answer does not matter. Without recursion: trees are as deep as texts are long. Throws a RangeError where
 * the root gets no record, or nodes are not within their parents, in order.
 */
export function recordNodes(walk: NodeWalk, recorder: Recorder, reuse: (kind: number, from: number) => boolean): void {
  if (walk.kind === NO_RECORD)
    throw new RangeError("The root of a tree gets a record: give a named node that is no comment.");
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
