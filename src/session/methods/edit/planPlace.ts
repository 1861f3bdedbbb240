/** Plans one edit in a text: its target as a request, its change, and what there is to say. */

import { LocateError } from "../../../error.js";
import { type EditRequest, isInsertion } from "../../../locate/edit/editRequest.js";
import { formatSymbolPath } from "../../../locate/notation/symbolPath.js";
import { inlineCode } from "../../../text/printable.js";
import type { Stretch } from "../../../text/stretch.js";
import type { RequestContext } from "../../client/requestContext.js";
import { resolvePlace } from "../../place/resolvePlace.js";
import { type DocumentVersion, syntaxViewOf } from "../../place/syntaxView.js";
import type { EditOfPlace } from "./editPlaces.js";
import { editTreesOf } from "./editTrees.js";
import { markedCodeAt } from "./markedCode.js";
import { type EditTrees, type PlannedEdit, planEdit } from "./planEdit.js";

/** One edit in a text. */
export interface PlannedPlace {
  readonly edit: EditOfPlace;
  readonly request: EditRequest;
  readonly plan: PlannedEdit;
  /** What the change takes away besides. */
  readonly notes: readonly string[];
}

/** The text of an edit, and its trees. */
export interface EditedText {
  readonly version: DocumentVersion;
  readonly trees: EditTrees;
}

/** Plans an edit at a stretch of a text. Errors: `inexact_write`, and those of `planEdit`. */
export async function planPlace(
  edit: EditOfPlace,
  stretch: Stretch,
  text: EditedText,
  context: RequestContext,
): Promise<PlannedPlace> {
  const marked = await markedCodeAt(text.version, stretch, edit.wanted.newText, context);
  if (marked === undefined) return planInText(edit, stretch, text, context);
  const { version, newText } = marked;
  const code = { version, trees: await editTreesOf(version, context) };
  const inCode = { ...edit, find: undefined, wanted: { ...edit.wanted, newText } };
  const { plan, notes, request } = await planInText(inCode, marked.into(stretch), code, context);
  const { join: _, ...rest } = plan;
  const target = { ...request.target, ...stretch };
  return {
    edit,
    request: { ...request, target, document: text.version.text, language: text.version.languageId },
    plan: { ...rest, change: marked.back(plan.change) },
    notes,
  };
}

async function planInText(
  edit: EditOfPlace,
  { from, to }: Stretch,
  { version, trees }: EditedText,
  context: RequestContext,
): Promise<PlannedPlace> {
  const { wanted, kind, find } = edit;
  const { text, languageId } = version;
  const indentation = text.slice(text.lineFrom(text.lineAt(from)), from + leadingSpace(text.slice(from, to)));
  const isIndented = indentation !== "" && indentation.trim() === "" && find?.startsWith(indentation) === true;
  const { operation, newText, unit } = wanted;
  const target = { from, to, kind, isIndented };
  const whole: EditRequest = { operation, newText, unit, target, document: text, language: languageId };
  const element = await elementOfDeclaration(edit, whole, version, trees, context);
  const narrowed = element && (await planEdit(element, trees));
  // Text beside a declaration may be a statement, not another name in it.
  const isOfElement = narrowed !== undefined && !(isInsertion(operation) && narrowed.unit !== "item");
  const request = isOfElement ? (element as EditRequest) : whole;
  const plan = isOfElement ? narrowed : await planEdit(whole, trees);
  return { edit, request, plan, notes: [...droppedNotes(plan), ...declarationNotes(edit)] };
}

function leadingSpace(text: string): number {
  return text.length - text.trimStart().length;
}

/**
 * Returns an edit of a symbol as one of its element, if its declaration declares other names, too:
 * `int a, b;`. Throws `inexact_write` where it has no element of its own.
 */
async function elementOfDeclaration(
  { locate, place }: EditOfPlace,
  request: EditRequest,
  version: DocumentVersion,
  trees: EditTrees,
  context: RequestContext,
): Promise<EditRequest | undefined> {
  const { symbol, match } = place.resolution ?? {};
  if (symbol === undefined || match !== undefined || request.target.kind !== "symbol") return undefined;
  const view = await syntaxViewOf(version, context);
  const { from, to } = request.target;
  const declared = view?.declaredIn({ from, to }) ?? [];
  if (declared.length < 2) return undefined;
  const name = await resolvePlace(locate, { as: "point", purpose: "write" }, context);
  try {
    const point = name.now();
    const { list } = await trees.factsAt({ from: point.from, to: point.from });
    const element = list?.elements;
    if (element !== undefined && from <= element.from && element.to <= to && element.to - element.from < to - from)
      return { ...request, target: { ...request.target, ...element } };
  } finally {
    name.release();
  }
  if (isInsertion(request.operation)) return undefined;
  const names = declared.map((each) => `\`${each}\``).join(", ");
  throw new LocateError(
    "inexact_write",
    `One statement declares ${names}, and this would change them all. Write the part that is meant as a find, or the lines of the statement if all of it is.`,
    { reading: "declaration", candidates: declared.map((text) => ({ text })) },
  );
}

/** Says what a replacement takes away that stands before a name. */
function droppedNotes({ dropped }: PlannedEdit): string[] {
  if (dropped.length === 0) return [];
  const listed = dropped.map((each) => inlineCode(each)).join(", ");
  return [`Not in the new text, and so removed: ${listed}. To keep it, write it in new_text, too.`];
}

/** Says that a replacement takes away declarations of a symbol: signatures, an accessor. */
function declarationNotes({ wanted, place }: EditOfPlace): string[] {
  const { path = [], declarations = 1 } = place.resolution?.symbol ?? {};
  const name = path.at(-1) ?? "";
  const named = wanted.newText.split(/[^\p{L}\p{M}\p{N}_$]+/u).filter((word) => word === name);
  if (wanted.operation !== "replace" || declarations === 1 || named.length >= declarations) return [];
  const written = formatSymbolPath(path);
  const taken = `The new text took the place of all ${declarations} declarations of ${inlineCode(written)}.`;
  return [`${taken} To replace one of them, write its index, from 0: ${inlineCode(`${written}[0]`)}.`];
}
