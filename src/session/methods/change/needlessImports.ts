/** Imports that a text needs no more, since what used them is deleted. */

import { isFolderIndex } from "../../../code/imports/moduleName.js";
import { factsOf } from "../../../languages/languages.js";
import type { EditRequest, Replacement } from "../../../locate/edit/editRequest.js";
import type { NamedImport } from "../../../syntax/scopes/moduleFacts.js";
import { ignoreParseError } from "../../../syntax/syntax.js";
import type { Document } from "../../../text/document.js";
import type { Stretch } from "../../../text/stretch.js";
import { pathOfUri } from "../../../uri.js";
import type { SyntaxContext } from "../../client/requestContext.js";
import { findAddedSyntaxErrors } from "../../place/syntaxCheck.js";
import { type DocumentVersion, toSyntaxText } from "../../place/syntaxView.js";
import { editTreesOf } from "../edit/editTrees.js";
import { mergeChanges } from "../edit/mergeChanges.js";
import { planEdit } from "../edit/planEdit.js";

interface DeletedText {
  readonly version: DocumentVersion;
  /** In the order of the text, apart from each other. */
  readonly changes: readonly Replacement[];
}

/**
 * Returns the text without the deleted parts and the imports that only they used, and the names of
 * these. Imports of a file that represents its folder stay: others may import them from there.
 */
export async function withoutNeedlessImports(
  { version, changes }: DeletedText,
  context: SyntaxContext,
): Promise<{ readonly after: Document; readonly imports: readonly string[] }> {
  const [first, ...others] = changes;
  if (first === undefined) return { after: version.text, imports: [] };
  const whole = mergeChanges(version.text, [first, ...others]);
  let after = version.text.edit(whole.from, whole.to, whole.insert).document;
  if (isFolderIndex(pathOfUri(version.uri) ?? "")) return { after, imports: [] };
  const isDeleted = ({ from, to }: Stretch) => changes.some((each) => each.from <= from && to <= each.to);
  const before = await importsOf(version, context);
  const candidates = before.filter(
    ({ uses, definitions }) => uses.length > 0 && uses.every(isDeleted) && !definitions.some(isDeleted),
  );
  const imports: string[] = [];
  for (const {
    name,
    import: { source },
  } of candidates) {
    const now = { ...version, text: after };
    const found = (await importsOf(now, context)).find(
      (each) => each.name === name && each.import.source === source && each.uses.length === 0,
    );
    const change = found && (await deletionOf(found, now, context));
    if (change === undefined || (await findAddedSyntaxErrors(now, change, context)).length > 0) continue;
    after = after.edit(change.from, change.to, change.insert).document;
    imports.push(name);
  }
  return { after, imports };
}

async function importsOf(version: DocumentVersion, context: SyntaxContext): Promise<readonly NamedImport[]> {
  const syntax = await context.syntax();
  const source = toSyntaxText(version, syntax, context.servers);
  if (!syntax.hasGrammar(source.languageId)) return [];
  return (await syntax.moduleFacts(source).catch(ignoreParseError))?.imports ?? [];
}

/**
 * Returns the change that deletes an import: its element of a list, or the lines of its statement.
 * Undefined where it is neither.
 */
async function deletionOf(
  { definitions }: NamedImport,
  version: DocumentVersion,
  context: SyntaxContext,
): Promise<Replacement | undefined> {
  const [definition, other] = definitions;
  if (definition === undefined || other !== undefined) return undefined;
  const trees = await editTreesOf(version, context);
  const statement = await statementAround(definition, version, context);
  const { list } = await trees.factsAt({ from: definition.from, to: definition.from });
  const isInStatement = list && statement && statement.from <= list.from && list.to <= statement.to;
  const target = isInStatement ? list.elements : statement;
  if (target === undefined) return undefined;
  const request: EditRequest = {
    operation: "delete",
    newText: "",
    unit: undefined,
    target: { ...target, kind: isInStatement ? "text" : "symbol" },
    document: version.text,
    language: version.languageId,
  };
  return withoutFirstBlankLines(version.text, (await planEdit(request, trees)).change);
}

/** Takes blank lines along that would begin the file. */
function withoutFirstBlankLines(text: Document, change: Replacement): Replacement {
  if (change.from > 0 || change.insert.trim() !== "") return change;
  const [blank = ""] = /^(?:[ \t]*(?:\r\n|\r|\n))*/.exec(text.slice(change.to, text.length)) ?? [];
  return { from: 0, to: change.to + blank.length, insert: "" };
}

/** Returns the smallest node around a place that has its lines to itself. */
async function statementAround(
  { from }: Stretch,
  version: DocumentVersion,
  context: SyntaxContext,
): Promise<Stretch | undefined> {
  const { text } = version;
  const { comments } = factsOf(version.languageId);
  const syntax = await context.syntax();
  const source = toSyntaxText(version, syntax, context.servers);
  const [around = []] = await syntax.enclosingStretches(source, [from]);
  return around.find((each) => {
    const before = text.slice(text.lineFrom(text.lineAt(each.from)), each.from);
    const after = text.slice(each.to, text.lineTo(text.lineAt(each.to)));
    const rest = after.trim().replace(/^;/, "").trimStart();
    return before.trim() === "" && (rest === "" || comments.line.some((opener) => rest.startsWith(opener)));
  });
}
