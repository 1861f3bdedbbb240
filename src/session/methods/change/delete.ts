/**
 * `locate/delete`: a symbol that nothing uses, with the imports that only it needed; else its uses.
 */

import { LocateError } from "../../../error.js";
import { formatSymbolPath } from "../../../locate/notation/symbolPath.js";
import { CELL_KIND } from "../../../locate/symbols/symbolNode.js";
import { codeBlock, escapeName, formatCount, inlineCode, listLines } from "../../../text/printable.js";
import type { RequestContext } from "../../client/requestContext.js";
import { displayPath } from "../../documents/filePaths.js";
import { textDigest, toPlaceResult } from "../../place/placeResult.js";
import { applyIfWanted, judgeIfWanted, readApplyOptions } from "../../verdict/applyChange.js";
import { describeVerdict } from "../../verdict/describeVerdict.js";
import { type EditOfPlace, resolveEdits } from "../edit/editPlaces.js";
import { hunksOf } from "../edit/hunk.js";
import { differences, planDocument } from "../edit/planDocument.js";
import { toWorkspaceEdit } from "../edit/workspaceEdit.js";
import { locateOf, type RequestParams } from "../params.js";
import { textChangedError } from "./editedTexts.js";
import { withoutNeedlessImports } from "./needlessImports.js";
import { findUses, type SymbolUses } from "./symbolUses.js";

/**
 * Params: `locate`, `apply`, `check`. With `apply`, a symbol that is used is not deleted, unless it
 * is `"anyway"`. Errors: those of the Locate, `unsupported` where uses can't be found.
 */
export async function deleteSymbol(params: RequestParams, context: RequestContext): Promise<unknown> {
  const options = readApplyOptions(params, true, context);
  const locate = locateOf(params);
  const wanted = {
    locate,
    operation: "delete" as const,
    newText: "",
    unit: undefined,
    isEvery: false,
    name: undefined,
  };
  const [edited] = await resolveEdits([wanted], context);
  if (edited === undefined) throw new TypeError("an edit has a place");
  try {
    const path = assertSymbol(edited);
    const document = edited.place.document();
    const { uri, languageId, text } = document;
    const version = { uri, languageId, text };
    const planned = await planDocument([edited], version, context);
    const uses = await findUses(locate, { version, changes: planned.changes }, context);
    const { after, imports } = await withoutNeedlessImports({ version, changes: planned.changes }, context);
    if (edited.place.document().text !== text) throw textChangedError(displayPath(uri, context.client.roots));
    const changes = differences(text, after.text);
    const { encoding } = context.client;
    const edit = toWorkspaceEdit([{ document, version, changes }], context.client);
    const { diagnostics } = await judgeIfWanted(edit, options, { encoding }, context);
    const place = { ...toPlaceResult(edited.place, "range", context), text_sha256: textDigest(text) };
    const notes = [...describeUses(path, uses), ...importNotes(imports), ...planned.notes];
    const diff = codeBlock(hunksOf(place.file_path, text, changes), "diff");
    const said = diagnostics === undefined ? [] : [describeVerdict(diagnostics)];
    const isUsed = uses.count + uses.possible > 0 || uses.why !== undefined;
    const refusal = isUsed ? usedReason(uses) : undefined;
    const result = {
      edit,
      place,
      uses,
      ...(imports.length > 0 && { imports }),
      notes,
      ...(refusal === undefined ? {} : { refusal }),
      ...(diagnostics && { diagnostics }),
      markdown: [place.markdown, ...notes, diff, ...said].join("\n\n"),
    };
    if (options.apply && options.apply !== "anyway" && refusal !== undefined)
      return { ...result, applied: false, failureReason: `${refusal} apply: "anyway" deletes it all the same.` };
    return { ...result, ...(await applyIfWanted(edit, options, { label: "locate/delete", diagnostics }, context)) };
  } finally {
    edited.place.release();
  }
}

/** Returns the symbol's path. Errors: `invalid_locate` where the Locate means something else. */
function assertSymbol({ kind, place }: EditOfPlace): readonly string[] {
  const { symbol, match } = place.resolution ?? {};
  const isCell = symbol?.kind === CELL_KIND;
  if (kind === "symbol" && symbol !== undefined && match === undefined && !isCell) return symbol.path;
  const text = isCell && match === undefined ? `the whole of ${inlineCode(formatSymbolPath(symbol.path))}` : "any text";
  throw new LocateError(
    "invalid_locate",
    `delete is about a symbol that nothing uses: write its path alone, as in src/file.py:Class.method. edit with the operation delete takes away ${text}.`,
    { field: "scope", expected: "a symbol" },
  );
}

function describeUses(path: readonly string[], uses: SymbolUses): readonly string[] {
  const name = inlineCode(path.join("."));
  const { count, possible, places, by, why } = uses;
  const reason = why === undefined ? [] : [`Not all uses are known: ${why}.`];
  if (count + possible === 0) return [`Nothing refers to ${name}, ${by}.`, ...reason];
  const listed = places.map(({ file_path, line, text, what }) => `${escapeName(file_path)}:${line}: ${text}${what}`);
  return [listLines(usedReason(uses), listed, listed.length, count + possible), ...reason];
}

function usedReason({ count, possible, why }: SymbolUses): string {
  const used = count > 0 ? [`It is used in ${formatCount(count, "place")}`] : [];
  const perhaps =
    possible > 0 ? [`${count > 0 ? "perhaps" : "It is perhaps used"} in ${formatCount(possible, "place")}`] : [];
  if (count + possible === 0) return `Not all uses are known: ${why}.`;
  return `${[...used, ...perhaps].join(", and ")}.`;
}

function importNotes(imports: readonly string[]): readonly string[] {
  if (imports.length === 0) return [];
  const names = imports.map((each) => inlineCode(each)).join(", ");
  return [`With it, the imports that only it needed are deleted: ${names}.`];
}
