/**
 * `locate/move` of a symbol to a file: its declaration with what it needs, and the imports of all
 * files that use it.
 */

import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { LocateError } from "../../../../error.js";
import { isInside } from "../../../../files/isInside.js";
import { languageOfFile } from "../../../../files/languageOfFile.js";
import { factsOf, familyOf } from "../../../../languages/languages.js";
import { describeValue } from "../../../../locate/errorText.js";
import { escapeName, formatCount, inlineCode } from "../../../../text/printable.js";
import { isUri, keyOfPath, pathOfUri, uriOfPath } from "../../../../uri.js";
import { lstatIfExists } from "../../../../workspace/disk/folderEntries.js";
import { assertWritable } from "../../../client/libraryContext.js";
import type { RequestContext } from "../../../client/requestContext.js";
import { codeFilesOf } from "../../../completeness/codeTexts.js";
import { createFileTexts } from "../../../completeness/fileTexts.js";
import { displayPath, foldersOf } from "../../../documents/filePaths.js";
import { type Place, resolvePlace } from "../../../place/resolvePlace.js";
import { readApplyOptions } from "../../../verdict/applyChange.js";
import type { RequestParams } from "../../params.js";
import { answerChange, listLeft } from "../leftPlaces.js";
import { moveBetweenModules } from "./moveBetweenModules.js";
import { type MovedSymbol, notMovable, readMovedSymbol } from "./movedSymbol.js";
import { moveInPackage } from "./moveInPackage.js";
import { moveInTree } from "./moveInTree.js";
import { SymbolMovePlan } from "./movePlan.js";

/**
 * Params: `from`, a Locate; `to`, a file, new or old; `apply`, `check`. With `apply`, nothing is
 * written while a place is left, unless it is `"anyway"`. Errors: those of the Locate,
 * `file_unwritable`, `unsupported` for what can't be moved.
 */
export async function moveSymbol(params: RequestParams, context: RequestContext): Promise<unknown> {
  const options = readApplyOptions(params, true, context);
  const place = await findDeclarations(params["from"], context);
  try {
    assertWritable(place.document(), context);
    const moved = await readMovedSymbol(place, context);
    const target = targetOf(params["to"], moved, context);
    const texts = createFileTexts(context);
    const files = await codeFilesOf(moved.path, texts, context);
    const plan = new SymbolMovePlan({ texts, files, context });
    await planMove(moved, target, plan);
    const edit = await plan.toEdit();
    const { left } = plan;
    const others = plan.changed().filter(({ path }) => path !== moved.path && path !== target).length;
    const to = displayPath(
      plan.changed().find(({ path }) => path === target)?.version.uri ?? target,
      context.client.roots,
    );
    const notes = [
      `${inlineCode(moved.name)} moves to ${escapeName(to)}; ${formatCount(others, "other file")} changed.`,
      ...plan.notes,
      ...listLeft(left),
    ];
    const change = {
      ...{ edit, place, text: moved.version.text, left, notes, label: "locate/move" },
      as: "range",
      refusal: left.length > 0 ? `${formatCount(left.length, "place")} would break, or may do so.` : undefined,
      override: 'apply: "anyway" moves it all the same.',
      facts: { to },
    } as const;
    return await answerChange(change, options, context);
  } finally {
    place.release();
  }
}

/** Returns the place of a symbol; of several declarations, which all move, the first. */
function findDeclarations(locate: unknown, context: RequestContext): Promise<Place> {
  return resolvePlace(locate, { as: "range", purpose: "write" }, context).catch((error) => {
    if (!(error instanceof LocateError) || error.kind !== "symbol_ambiguous") throw error;
    return resolvePlace(locate, { as: "range", purpose: "read" }, context);
  });
}

function planMove(moved: MovedSymbol, target: string, plan: SymbolMovePlan): Promise<void> {
  const { languageId } = moved.version;
  const { modules } = factsOf(languageId);
  switch (modules) {
    case "files":
      return moveBetweenModules(moved, target, plan);
    case "tree":
      return moveInTree(moved, target, plan);
    case "folders":
      return moveInPackage(moved, target, plan);
    case "names":
      if (factsOf(languageId).importStatement && factsOf(languageId).hasPackageVisibility)
        return moveInPackage(moved, target, plan);
      break;
  }
  throw notMovable(`How files of ${inlineCode(languageId)} use each other's symbols is not known here.`);
}

/** Returns the absolute path of the target. Errors: `invalid_locate`, `file_unwritable`. */
function targetOf(to: unknown, { path, version, name }: MovedSymbol, context: RequestContext): string {
  if (typeof to !== "string" || to === "") {
    const given = to === undefined || to === null ? "is missing" : `is ${describeValue(to)}`;
    const message = `to ${given}. Write the file that ${inlineCode(name)} moves to: { "from": "src/a.py:${name}", "to": "src/b.py" }.`;
    throw new LocateError("invalid_locate", message, { field: "to", expected: "the path of a file" });
  }
  const folders = foldersOf(context.client.roots);
  const written = (isUri(to) ? pathOfUri(to) : undefined) ?? to;
  const root = folders.find((folder) => isInside(path, folder)) ?? folders[0] ?? "/";
  const candidates = isAbsolute(written) ? [resolve(written)] : folders.map((folder) => resolve(folder, written));
  const target =
    candidates.find((each) => lstatIfExists(each) !== undefined) ??
    (isAbsolute(written) ? resolve(written) : resolve(root, written));
  const refuse = (why: string) => {
    const path = displayPath(uriOfPath(target, context.client.roots.folders), context.client.roots);
    const message = `${escapeName(path)} can't be the target: ${why}. Nothing was moved.`;
    return new LocateError("file_unwritable", message, { path, why });
  };
  if (/[/\\]$/.test(to) || isFolder(target)) throw refuse("it is a folder, and a symbol moves to a file");
  if (keyOfPath(target) === keyOfPath(path)) throw refuse(`${inlineCode(name)} is there already`);
  if (!folders.some((folder) => isInside(target, folder))) throw refuse("it is outside of the workspace");
  if (context.client.roots.libraries?.holds(target)) throw refuse("it belongs to a library, which is only read");
  const language = languageOfFile(target, context.servers);
  if (language === undefined || !familyOf(version.languageId).includes(language))
    throw refuse(`it is no file of ${version.languageId}`);
  return target;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
