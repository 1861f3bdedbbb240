/** Imports that a text needs no more, since what used them is deleted. */

import { isFolderIndex } from "../../../code/imports/moduleName.js";
import { factsOf } from "../../../languages/languages.js";
import type { EditRequest, Replacement } from "../../../locate/edit/editRequest.js";
import type { NamedImport } from "../../../syntax/scopes/moduleFacts.js";
import { ignoreParseError } from "../../../syntax/syntax.js";
import type { Document } from "../../../text/document.js";
import { appendAll } from "../../../text/list.js";
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
  const pending = [...candidates];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { name, import: taken } = next;
    const now = { ...version, text: after };
    const known = await importsOf(now, context);
    const found = known.find(
      (each) => each.name === name && each.import.source === taken.source && each.uses.length === 0,
    );
    const change = found && (await deletionOf(found, now, context));
    if (found === undefined || change === undefined) continue;
    const isSound = (await findAddedSyntaxErrors(now, change, context)).length === 0;
    const { from, to, insert } = isSound ? change : ((await deletionOfBlock(found, now, context)) ?? nothing);
    if (from === to) continue;
    after = after.edit(from, to, insert).document;
    imports.push(name);
    if (isSound) continue;
    // What the condition of its block used may be needless, too.
    const isIn = (use: Stretch) => from <= use.from && use.to <= to;
    appendAll(
      pending,
      known.filter(({ uses }) => uses.length > 0 && uses.every(isIn)),
    );
  }
  return { after, imports };
}

const nothing: Replacement = { from: 0, to: 0, insert: "" };

/** Returns the change that deletes the statement around an import which has nothing else. */
async function deletionOfBlock(
  { from, to }: Stretch,
  version: DocumentVersion,
  context: SyntaxContext,
): Promise<Replacement | undefined> {
  const statement = await statementAround({ from, to }, version, context);
  if (statement === undefined) return undefined;
  const syntax = await context.syntax();
  const source = toSyntaxText(version, syntax, context.servers);
  const [around = []] = await syntax.enclosingStretches(source, [from]);
  const { text } = version;
  const block = around.find((each) => {
    const head = text.slice(each.from, statement.from);
    return each.to === statement.to && /^if\b[^\n]*:\s*$/.test(head);
  });
  return block && (await deletionOfLines(block, version, context));
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
export async function deletionOf(
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
  // A pattern without names would be left: `const {} = require("a")`.
  const isElement = isInStatement && (list.count > 1 || !isRequired(version.text, statement));
  const target = isElement ? list.elements : statement;
  if (target === undefined) return undefined;
  const request: EditRequest = {
    operation: "delete",
    newText: "",
    unit: undefined,
    target: { ...target, kind: isElement ? "text" : "symbol" },
    document: version.text,
    language: version.languageId,
  };
  return withoutFirstBlankLines(version.text, (await planEdit(request, trees)).change);
}

function isRequired(text: Document, { from, to }: Stretch): boolean {
  return /^(?:const|let|var)\b[^;]*\brequire\s*\(/.test(text.slice(from, to));
}

/** Returns the change that deletes the lines of a statement. */
export async function deletionOfLines(
  stretch: Stretch,
  version: DocumentVersion,
  context: SyntaxContext,
): Promise<Replacement> {
  const request: EditRequest = {
    operation: "delete",
    newText: "",
    unit: undefined,
    target: { ...stretch, kind: "symbol" },
    document: version.text,
    language: version.languageId,
  };
  const { change } = await planEdit(request, await editTreesOf(version, context));
  return withoutFirstBlankLines(version.text, change);
}

/** Takes blank lines along that would begin the file, and one of two that would be left. */
function withoutFirstBlankLines(text: Document, change: Replacement): Replacement {
  if (change.insert.trim() !== "") return change;
  if (change.from > 0) {
    const isBetween = /\n[ \t]*\r?\n$/.test(text.slice(Math.max(0, change.from - 100), change.from));
    const [blank] = /^[ \t]*\r?\n/.exec(text.slice(change.to, Math.min(text.length, change.to + 100))) ?? [];
    return isBetween && blank !== undefined ? { ...change, to: change.to + blank.length } : change;
  }
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
