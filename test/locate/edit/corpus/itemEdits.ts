/** The edits of a list for a hunk that changed one item of it. */

import type { Node } from "web-tree-sitter";
import { isCommentType } from "../../../../src/syntax/grammars/commentTypes.js";
import type { ParsedText } from "../../../../src/syntax/trees/parsedText.js";
import type { Stretch } from "../../../../src/text/stretch.js";
import type { CommittedEdit } from "./committedEdits.js";

/**
 * Returns the edits of the item that was inserted, deleted or replaced between two texts, if that
 * is all that differs. Only lists with commas are looked at.
 */
export function itemEditsOf(before: ParsedText, after: ParsedText): CommittedEdit[] {
  const [oldText, newText] = [before.document.text, after.document.text];
  const changed = changedStretch(oldText, newText);
  for (const list of listsAround(before, changed)) {
    const other = listsAround(after, { from: changed.from, to: changed.to + newText.length - oldText.length }).find(
      (each) =>
        each.type === list.type && each.from === list.from && newText.length - each.to === oldText.length - list.to,
    );
    if (other === undefined) continue;
    if ([list, other].some((each) => each.items.some(({ from, to }) => to - from > MAX_ITEM))) continue;
    const edits = editsBetween({ text: oldText, ...list }, { text: newText, ...other });
    if (edits.length > 0) return edits.map((edit) => ({ ...edit, expected: newText }));
  }
  return [];
}

/** Longer items are described by their lines. */
const MAX_ITEM = 1_000;

interface List extends Stretch {
  readonly type: string;
  readonly items: readonly Stretch[];
}

type ListInText = List & { readonly text: string };

/** Returns the stretch of the old text that differs. */
export function changedStretch(before: string, after: string): Stretch {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let rest = 0;
  while (rest < most - from && before[before.length - 1 - rest] === after[after.length - 1 - rest]) rest++;
  return { from, to: before.length - rest };
}

/** Returns the lists that hold a stretch, the smallest first. */
function listsAround({ tree, document }: ParsedText, { from, to }: Stretch): List[] {
  const lists: List[] = [];
  let node = tree.rootNode.descendantForIndex(from, Math.max(from, to));
  for (; node !== null; node = node.parent) {
    const list = listOf(node, document.text);
    if (list !== undefined && list.from < list.to) lists.push(list);
  }
  return lists;
}

const BRACKETS = new Set(["(", ")", "[", "]", "{", "}", "<", ">"]);

/** Returns the items of a node whose children are separated by commas or stand in brackets. */
function listOf(node: Node, text: string): List | undefined {
  const children = node.children.filter((child) => child !== null && !isCommentType(child.type)) as Node[];
  const [first, last] = [children[0], children.at(-1)];
  const isBracketed = first !== undefined && last !== undefined && BRACKETS.has(first.type) && BRACKETS.has(last.type);
  if (!children.some(({ type }) => type === ",") && !(isBracketed && children.length === 3)) return undefined;
  if (!isBracketed || node.hasError) return undefined;
  const items: Stretch[] = [];
  let open: { from: number; to: number } | undefined;
  for (const child of children.slice(1, -1)) {
    if (child.type === ",") {
      open = undefined;
    } else if (open === undefined) {
      items.push((open = { from: child.startIndex, to: child.endIndex }));
    } else {
      open.to = child.endIndex;
    }
  }
  // Some nodes end with white space.
  const trimmed = items.map(({ from, to }) => ({ from, to: from + text.slice(from, to).trimEnd().length }));
  return { type: node.type, from: node.startIndex, to: node.endIndex, items: trimmed };
}

type Change = Omit<CommittedEdit, "expected">;

function editsBetween(before: ListInText, after: ListInText): Change[] {
  const [oldItems, newItems] = [before, after].map(({ text, items }) =>
    items.map(({ from, to }) => text.slice(from, to)),
  ) as [string[], string[]];
  let same = 0;
  while (same < oldItems.length && same < newItems.length && oldItems[same] === newItems[same]) same++;
  const isRestEqual = (oldFrom: number, newFrom: number) =>
    JSON.stringify(oldItems.slice(oldFrom)) === JSON.stringify(newItems.slice(newFrom));
  if (newItems.length === oldItems.length && isRestEqual(same + 1, same + 1)) {
    const target = before.items[same];
    const [old, fresh] = [oldItems[same], newItems[same]];
    if (target === undefined || old === undefined || fresh === undefined) return [];
    const edit: Change = { kind: "replace an item", operation: "replace", target, newText: fresh };
    return replaced(before, target, fresh) === after.text ? [edit] : [];
  }
  if (newItems.length === oldItems.length + 1 && oldItems.length > 0 && isRestEqual(same, same + 1))
    return insertions(before, after, same);
  if (newItems.length === oldItems.length - 1 && newItems.length > 0 && isRestEqual(same + 1, same)) {
    const target = before.items[same] as Stretch;
    const edit: Change = { kind: "delete an item", operation: "delete", target, newText: "" };
    return plainSides(after, before, same).length > 0 ? [edit] : [];
  }
  return [];
}

function insertions(before: ListInText, after: ListInText, at: number): Change[] {
  const { from, to } = after.items[at] as Stretch;
  const newText = after.text.slice(from, to);
  return plainSides(before, after, at).map((side): Change => {
    const target = before.items[side === "after" ? at - 1 : at] as Stretch;
    return { kind: `insert ${side} an item`, operation: `insert_${side}`, target, newText };
  });
}

/**
 * Returns the sides on which the longer list is the shorter one with an item and a separator more,
 * such as the list has already: after the item before it, before the one after it.
 */
function plainSides(shorter: ListInText, longer: ListInText, at: number): ("after" | "before")[] {
  const { text, items } = longer;
  const item = items[at] as Stretch;
  const [previous, next] = [items[at - 1], items[at + 1]];
  const gaps = shorter.items.slice(1).map(({ from }, index) => shorter.text.slice(shorter.items[index]?.to, from));
  const isUsual = (gap: string) => (gaps.length === 0 ? gap === ", " : gaps.includes(gap));
  const fits = (from: number, to: number, gap: string) =>
    isUsual(gap) && text.slice(0, from) + text.slice(to) === shorter.text;
  const sides: ("after" | "before")[] = [];
  if (previous !== undefined && fits(previous.to, item.to, text.slice(previous.to, item.from))) sides.push("after");
  if (next !== undefined && fits(item.from, next.from, text.slice(item.to, next.from))) sides.push("before");
  return sides;
}

function replaced({ text }: ListInText, { from, to }: Stretch, insert: string): string {
  return text.slice(0, from) + insert + text.slice(to);
}
