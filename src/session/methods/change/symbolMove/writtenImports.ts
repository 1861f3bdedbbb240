/** The imports of a text with their statements, and how they are removed and added. */

import { factsOf } from "../../../../languages/languages.js";
import type { EditRequest } from "../../../../locate/edit/editRequest.js";
import { symbolKindsNamed } from "../../../../locate/symbols/symbolNode.js";
import type { NamedImport } from "../../../../syntax/scopes/moduleFacts.js";
import { ignoreParseError } from "../../../../syntax/syntax.js";
import type { Document } from "../../../../text/document.js";
import type { Stretch } from "../../../../text/stretch.js";
import type { SyntaxContext } from "../../../client/requestContext.js";
import { findAddedSyntaxErrors } from "../../../place/syntaxCheck.js";
import { type DocumentVersion, syntaxViewOf, toSyntaxText } from "../../../place/syntaxView.js";
import { editTreesOf } from "../../edit/editTrees.js";
import { planEdit } from "../../edit/planEdit.js";
import { deletionOf, deletionOfLines } from "../needlessImports.js";
import { elementText, type ImportForm, importStyleOf, statementText } from "./importForms.js";
import type { TextDraft } from "./textDraft.js";

/** Where an import is: at the top of its file, in a block for types alone, or anywhere else. */
export type ImportPlace = "top" | "types" | "nested";

/** An import as it is written. */
export interface WrittenImport extends NamedImport {
  readonly statement: Stretch;
  readonly place: ImportPlace;
  /** Whether it takes a type alone. */
  readonly isType: boolean;
  /** Whether all of its statement does. */
  readonly isTypeStatement: boolean;
  /** Whether its statement declares nothing else. */
  readonly isAlone: boolean;
  readonly isRequired: boolean;
}

/** An import that a text gets. */
export interface NewImport extends ImportForm {
  readonly place: "top" | "types";
  /** Its statement, where that is copied as it is. */
  readonly text?: string;
}

const STATEMENT =
  /^(?:import_statement|import_from_statement|future_import_statement|import_declaration|import_spec|use_declaration|lexical_declaration|variable_declaration)$/;
const TYPES_BLOCK = /^if\s+(?:\w+\.)?TYPE_CHECKING\b/;

/** Returns the imports of a text, in its order. */
export async function readImports(version: DocumentVersion, context: SyntaxContext): Promise<readonly WrittenImport[]> {
  const syntax = await context.syntax();
  const source = toSyntaxText(version, syntax, context.servers);
  const imports = (await syntax.moduleFacts(source).catch(ignoreParseError))?.imports ?? [];
  if (imports.length === 0) return [];
  const chains = await syntax.coveringNodes(source, imports, {});
  const { text } = version;
  const written = imports.flatMap((each, index) => {
    const chain = chains[index] ?? [];
    const at = chain.findIndex(({ type }) => STATEMENT.test(type));
    const statement = chain[at];
    if (statement === undefined) return [];
    const around = chain.slice(at + 1, -1).filter(({ type }) => type !== "import_declaration");
    const isOfTypes = around.some(({ from, to }) => TYPES_BLOCK.test(text.slice(from, Math.min(to, from + 80))));
    const place: ImportPlace = around.length === 0 ? "top" : isOfTypes ? "types" : "nested";
    const isTypeStatement = /^import\s+type\b/.test(text.slice(statement.from, each.from));
    const before = text.slice(statement.from, each.originalAt?.from ?? each.from);
    const isType = isTypeStatement || /[{,]\s*type\s+$/.test(before);
    const { from, to } = statement;
    return [
      {
        ...each,
        statement: { from, to },
        place,
        isType,
        isTypeStatement,
        isRequired: /declaration$/.test(statement.type) && /\brequire\s*\(/.test(text.slice(from, to)),
      },
    ];
  });
  return written.map((each) => ({
    ...each,
    isAlone: written.filter(({ statement }) => statement.from === each.statement.from).length === 1,
  }));
}

/** Removes an import, and its statement if that has nothing else. */
export async function removeImport(draft: TextDraft, written: WrittenImport, context: SyntaxContext): Promise<void> {
  const { version } = draft;
  if (!written.isAlone) {
    // A symbol that has come to the file declares the name, too.
    const definitions = written.definitions.filter(({ from }) => from === written.from);
    const change = await deletionOf({ ...written, definitions }, version, context);
    if (change) draft.edit(change);
    return;
  }
  const { from, to } = written.statement;
  const change = await deletionOfLines({ from, to }, version, context);
  const isBlockEmpty = written.place !== "top" && (await findAddedSyntaxErrors(version, change, context)).length > 0;
  draft.edit(isBlockEmpty ? { from, to, insert: "pass" } : change);
}

/** Returns the change that deletes an element of a list. */
export async function deletionOfElement(version: DocumentVersion, stretch: Stretch, context: SyntaxContext) {
  const request: EditRequest = {
    ...{ operation: "delete", newText: "", unit: "item" },
    target: { ...stretch, kind: "text" },
    document: version.text,
    language: version.languageId,
  };
  return (await planEdit(request, await editTreesOf(version, context))).change;
}

/** Adds an import, to a statement of the same module where there is one. */
export async function addImport(draft: TextDraft, added: NewImport, context: SyntaxContext): Promise<void> {
  const imports = await readImports(draft.version, context);
  const { name, source, original } = added;
  const isSame = (each: WrittenImport) => each.import.source === source && each.import.original === original;
  const known = imports.find((each) => each.name === name && isSame(each) && each.place !== "nested");
  if (known && (known.place === added.place || known.place === "top")) {
    if (!known.isType || added.isType) return;
    // What is known as a type alone is needed as a value, too.
    await removeImport(draft, known, context);
    return addImport(draft, added, context);
  }
  if (added.form === "named" && original !== "default" && added.text === undefined) {
    const fits = imports.filter(
      (each) =>
        each.import.source === source &&
        each.import.original !== undefined &&
        each.import.original !== "default" &&
        each.place === added.place &&
        (added.isType || !each.isTypeStatement),
    );
    const last = fits.findLast(({ isTypeStatement }) => isTypeStatement === added.isType) ?? fits.at(-1);
    if (last && (await addElement(draft, last, added, context))) return;
  }
  await addStatement(draft, added, imports, context);
}

/** Adds a name to the list of a statement. Returns whether it has one. */
async function addElement(
  draft: TextDraft,
  last: WrittenImport,
  added: NewImport,
  context: SyntaxContext,
): Promise<boolean> {
  const { version } = draft;
  const trees = await editTreesOf(version, context);
  const { list } = await trees.factsAt({ from: last.from, to: last.from });
  const isInStatement = list && last.statement.from <= list.from && list.to <= last.statement.to;
  if (!isInStatement) return false;
  const change = (
    await planEdit(
      {
        operation: "insert_after",
        newText: elementText(added, { isTypeStatement: last.isTypeStatement, isRequired: last.isRequired }),
        unit: "item",
        target: { ...list.elements, kind: "text" },
        document: version.text,
        language: version.languageId,
      },
      trees,
    )
  ).change;
  if ((await findAddedSyntaxErrors(version, change, context)).length > 0) return false;
  draft.edit(change);
  return true;
}

async function addStatement(
  draft: TextDraft,
  added: NewImport,
  imports: readonly WrittenImport[],
  context: SyntaxContext,
): Promise<void> {
  const { languageId } = draft.version;
  const statement = added.text ?? statementText(added, languageId, importStyleOf(draft.text.text));
  if (added.place === "types") {
    const last = imports.filter(({ place }) => place === "types").at(-1);
    if (last) return insertLineAfter(draft, last.statement, statement);
    await addImport(
      draft,
      {
        form: "named",
        source: "typing",
        original: "TYPE_CHECKING",
        name: "TYPE_CHECKING",
        isType: false,
        isRequired: false,
        place: "top",
      },
      context,
    );
    const now = await readImports(draft.version, context);
    const top = (await topImports(draft, now, context)).at(-1);
    if (top) insertLineAfter(draft, top.statement, `\nif TYPE_CHECKING:\n    ${statement}`);
    return;
  }
  const last = (await topImports(draft, imports, context)).at(-1);
  // What changes the language stands apart.
  const gap = last?.import.source === "__future__" ? "\n" : "";
  if (last) return insertLineAfter(draft, last.statement, `${gap}${statement}`);
  const at = headEnd(draft.text, languageId);
  const rest = draft.text.slice(at, draft.text.length).trimStart();
  const { top } = factsOf(languageId).blankLines;
  const isDeclaration = /^(?:@|async\s+def\b|def\b|class\b)/.test(rest);
  const blank = rest === "" ? "" : "\n".repeat(isDeclaration ? top : 1);
  const before = at > 0 ? "\n" : "";
  const end = at + (draft.text.slice(at, draft.text.length).length - rest.length);
  draft.edit({
    from: at,
    to: end,
    insert: lineEnds(draft.text, `${before}${statement}\n${blank}`),
  });
}

const CODE_KINDS = symbolKindsNamed("class", "enum", "interface", "function");

/** Returns the imports at the top of a text, before its first function or type. */
async function topImports(draft: TextDraft, imports: readonly WrittenImport[], context: SyntaxContext) {
  const view = await syntaxViewOf(draft.version, context);
  const first = view?.codeSymbols.find(({ kind }) => CODE_KINDS.has(kind))?.from ?? draft.text.length;
  return imports.filter(({ place, statement }) => place === "top" && statement.to <= first);
}

/** Inserts a line after the one in which a statement ends, with its indentation. */
export function insertLineAfter(draft: TextDraft, statement: Stretch, line: string): void {
  const { text } = draft;
  const start = text.lineFrom(text.lineAt(statement.from));
  const [indent = ""] = /^[ \t]*/.exec(text.slice(start, statement.from)) ?? [];
  const at = text.lineTo(text.lineAt(statement.to));
  draft.edit({ from: at, to: at, insert: lineEnds(text, `\n${line === "" ? "" : indent}${line}`) });
}

export function lineEnds(text: Document, inserted: string): string {
  return text.text.includes("\r\n") ? inserted.replaceAll("\n", "\r\n") : inserted;
}

/** Returns where the first statement of a text may be: after its comments and directives. */
function headEnd({ text }: Document, languageId: string): number {
  return endOfHeads(text, factsOf(languageId).isIndented ? PYTHON_HEADS : SCRIPT_HEADS);
}

/** Returns the offset after what sticky patterns match in turn, each as often as it does. */
export function endOfHeads(text: string, heads: readonly RegExp[]): number {
  let at = 0;
  for (const head of heads) {
    head.lastIndex = at;
    while (at < text.length && head.test(text)) at = head.lastIndex;
  }
  return at;
}

const PYTHON_HEADS = [
  /#[^\n]*(?:\n|$)/y,
  /\s*[rRuU]?(?:"""(?:[^"]|"(?!""))*"""|'''(?:[^']|'(?!''))*'''|"[^"\n]*"|'[^'\n]*')[ \t]*(?:#[^\n]*)?(?:\n|$)/y,
];
/** A comment counts that a blank line follows. */
const SCRIPT_HEADS = [
  /#![^\n]*(?:\n|$)/y,
  /\s*(?:\/\*(?:[^*]|\*(?!\/))*\*\/[ \t]*\n|(?:\/\/[^\n]*\n)+)(?=[ \t]*\n)/y,
  /\s*(["'])use \w+\1;?[^\n]*(?:\n|$)/y,
];
