/** The target of a search for left-out places: the name at the place of a request. */

import type { Backend } from "../../ask/backend/backend.js";
import type { CheckedMethod } from "../../ask/methodTable.js";
import { callablesOf, containersOf } from "../../code/containers.js";
import { importPathOf } from "../../code/imports/moduleFile.js";
import type { TargetName } from "../../code/uses/use.js";
import type { NameInfo } from "../../syntax/scopes/nameInfo.js";
import { pathOfUri } from "../../uri.js";
import type { RequestContext } from "../client/requestContext.js";
import type { Place } from "../place/resolvePlace.js";
import { toSyntaxText } from "../place/syntaxView.js";
import { findOwnerType } from "./syntaxAnswers/subtypes.js";
import { exportsByDefault, moduleStem } from "./words.js";

/** The request whose answer is checked. */
export interface CheckedAnswer {
  readonly method: CheckedMethod | "rename";
  readonly place: Place;
  readonly backend: Backend;
  readonly includesDeclaration: boolean;
}

/** The name at the place, and how to search for it. */
export interface SearchTarget extends TargetName {
  readonly name: NameInfo;
  /** Absolute. */
  readonly path: string;
  readonly word: string;
  /**
   * The type that declares the method, if the search is for overrides in the types that extend or
   * implement it.
   */
  readonly ownerType: string | undefined;
  /** The text of its file. */
  readonly text: string;
  /** The stem (see `moduleStem`) of the module whose default export it is. */
  readonly defaultExportStem: string | undefined;
}

/**
 * Returns undefined if the language has no grammar, or there is no name at the place. Throws the
 * parser's failure.
 */
export async function prepareTarget(
  { method, place }: CheckedAnswer,
  context: RequestContext,
): Promise<SearchTarget | undefined> {
  const { uri, languageId, text } = place.document();
  const offset = place.now().from;
  const path = pathOfUri(uri);
  const syntax = await context.syntax();
  const source = toSyntaxText({ uri, languageId, text }, syntax, context.servers);
  if (path === undefined || !syntax.hasGrammar(source.languageId)) return undefined;
  let name = await syntax.nameAt(source, offset);
  if (name === undefined) return undefined;
  // An alias given by an import exists in this file only: renaming it leaves the original name.
  const isOwnName = method === "rename" && name.import !== undefined && name.import.original !== name.name;
  if (isOwnName) name = { ...name, reach: "local" };
  // The name in an expression reaches no other file, but what a module exports does.
  if (method !== "rename" && isExportedExpression(text.text, name)) name = { ...name, reach: "file" };
  const word = isOwnName ? name.name : (name.import?.original ?? name.name);
  const isSubtypeSearch = method === "implementation" || method === "subtypes";
  const ownerType = isSubtypeSearch ? await findOwnerType({ uri, languageId, text }, name, context) : undefined;
  // A rename does not change the names under which other files import a default export.
  const isDefault = method !== "rename" && name.reach === "file" && exportsByDefault(text.text, name.name);
  const defaultExportStem = isDefault && !isSubtypeSearch ? moduleStem(path) : undefined;
  const { languageId: parsedAs } = source;
  const containerNames = name.reach === "member" ? new Set(await containersOf(name, source, syntax)) : undefined;
  const callables = name.reach === "local" ? await callablesOf(name, source, syntax) : undefined;
  const importPath = await importPathOf(path, parsedAs);
  const known = { name, path, languageId: parsedAs, containerNames, callables, importPath };
  return { ...known, text: text.text, word, ownerType, defaultExportStem };
}

/** Whether no other file can name the target. */
export function isOfFileAlone({ name, callables }: SearchTarget): boolean {
  return name.reach === "local" && callables === undefined;
}

/** Whether a name is that of a class or function in `module.exports = class A`. */
function isExportedExpression(text: string, { definitions: [definition] }: NameInfo): boolean {
  if (definition === undefined) return false;
  const before = text.slice(Math.max(0, definition.from - MAX_HEAD_LENGTH), definition.from);
  return /\bmodule\.exports\s*=\s*(?:async\s+)?(?:function(?:\s*\*)?|class)\s+$/.test(before);
}

/** The maximum length of what is before the name in such an export, in UTF-16 units. */
const MAX_HEAD_LENGTH = 200;

/** Returns the word that the files to search contain. */
export function searchWordOf({ ownerType, word }: SearchTarget): string {
  return ownerType ?? word;
}
