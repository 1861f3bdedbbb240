/** Edits of a drawn list, and the elements that it has afterwards. */

import type { OperationName } from "../../../../src/locate/edit/editRequest.js";
import type { ElementList } from "../../../../src/text/treeFacts.js";
import { type DrawnList, isClosed, type ListForm, layOut } from "./drawnLists.js";

export interface ListEdit {
  readonly name: string;
  readonly elements: readonly string[];
  readonly text: string;
  /** The element that the edit is at. */
  readonly find: string;
  readonly operation: OperationName;
  readonly newText?: string;
  /** The elements afterwards. */
  readonly after: readonly string[];
  /** The text afterwards; without elements, white space does not count. */
  readonly expected: string;
  readonly isEmptied: boolean;
}

/** What the query says of a list. */
type Queried = Pick<ElementList, "separators" | "isOptional">;

/** Returns the edits of a list in a form. */
export function listEditsOf(list: DrawnList, form: ListForm, queried: Queried): ListEdit[] {
  const [a = "", b = "", c = ""] = list.elements;
  const only = list.elements.length === 3 ? b : a;
  const separator = form.hasSeparators ? list.gap.trim() : "";
  const edit = (
    name: string,
    elements: readonly string[],
    [operation, find, newText]: readonly [OperationName, string, string?],
    after: readonly string[],
  ): ListEdit => ({
    name,
    elements,
    after,
    text: layOut(list, elements, form),
    find,
    operation,
    ...(newText !== undefined && { newText }),
    expected: after.length === 0 ? list.emptied : layOut(list, after, form),
    isEmptied: after.length === 0,
  });
  const alone = edit("delete the only one", [only], ["delete", only], []);
  if (list.elements.length === 1) return [alone];
  const beside = [
    edit("insert after the only one", [a], ["insert_after", a, b], [a, b]),
    edit("insert before the only one", [b], ["insert_before", b, a], [a, b]),
  ];
  const two = [
    ...(showsList(list, form, queried) ? beside : []),
    edit("delete the first of two", [a, b], ["delete", a], [b]),
    edit("delete the last of two", [a, b], ["delete", b], [a]),
    alone,
  ];
  if (list.elements.length === 2) return two;
  return [
    ...two,
    edit("insert first", [b, c], ["insert_before", b, a], [a, b, c]),
    edit("insert in the middle, after", [a, c], ["insert_after", a, b], [a, b, c]),
    edit("insert in the middle, before", [a, c], ["insert_before", c, b], [a, b, c]),
    edit("insert last", [a, b], ["insert_after", b, c], [a, b, c]),
    edit("insert with a separator", [a, c], ["insert_after", a, b + separator], [a, b, c]),
    edit("replace", [a, b], ["replace", b, c], [a, c]),
    edit("delete the first", [a, b, c], ["delete", a], [b, c]),
    edit("delete the middle one", [a, b, c], ["delete", b], [a, c]),
    edit("delete the last", [a, b, c], ["delete", c], [a, b]),
  ];
}

/** Returns whether a source with one element tells that it is a list, and how it is laid out. */
function showsList(list: DrawnList, form: ListForm, { separators }: Queried): boolean {
  const isUsual = list.gap.trim() === (separators[0] ?? "") && form.hasSeparators;
  const isShown = isUsual || form.hasTrailingSeparator;
  return isShown && (form.hasLines ? isClosed(list) : list.prefix !== "" || list.suffix !== "");
}

/**
 * Returns whether people lay a list out in a form. Where separators at line ends are optional, all
 * lines have one or none has.
 */
export function isUsualForm(list: DrawnList, form: ListForm, { isOptional }: Queried): boolean {
  const { hasLines, hasSeparators, hasTrailingSeparator } = form;
  if (list.gap.trim() === "") return hasSeparators && !hasTrailingSeparator;
  if (!hasSeparators) return isOptional && hasLines && !hasTrailingSeparator;
  return !isOptional || !hasLines || hasTrailingSeparator;
}
