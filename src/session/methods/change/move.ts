/**
 * `locate/move`: a file or folder, with the imports that lead to it. Servers are asked what they
 * change; where none rewrites imports, those that syntax shows are rewritten.
 */

import { dirname } from "node:path";
import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import { serversFor } from "../../../backend/config/servers.js";
import { LocateError } from "../../../error.js";
import { languageOfFile } from "../../../files/languageOfFile.js";
import { factsOf, familyOf } from "../../../languages/languages.js";
import { appendAll, getOrInsert } from "../../../text/list.js";
import { offsetsToRange } from "../../../text/position.js";
import { escapeName, inlineCode, listLines } from "../../../text/printable.js";
import { keyOfUri } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import type { UnconfirmedPlace } from "../../completeness/unconfirmed.js";
import { displayPath } from "../../documents/filePaths.js";
import { applyIfWanted, judgeIfWanted, readApplyOptions } from "../../verdict/applyChange.js";
import { describeVerdict } from "../../verdict/describeVerdict.js";
import type { RequestParams } from "../params.js";
import { describeEdit, partsOf } from "./editedTexts.js";
import { importWordsOf, rewriteImports } from "./importEdits.js";
import { isLocateOfSymbol, listMovedFiles, type Move, readMove } from "./movedFiles.js";
import { askServers, type ServerMove, tellServers, uriOf } from "./renameFiles.js";

/**
 * Params: `from`, `to`, `apply`, `check`; `done` to tell servers of a move that was made. Errors:
 * `file_not_found`, `file_unwritable`, `unsupported` for a client that can't move files.
 */
export async function move(params: RequestParams, context: RequestContext): Promise<unknown> {
  if (params["done"] === true) return noteMove(params, context);
  if (isLocateOfSymbol(params["from"], context)) {
    const { moveSymbol } = await import("./symbolMove/moveSymbol.js");
    return moveSymbol(params, context);
  }
  const options = readApplyOptions(params, false, context);
  if (options.apply) assertMoves(context);
  const wanted = readMove(params, context);
  const { files, links, isCut } = listMovedFiles(wanted);
  const answers = await askServers(wanted, files, context);
  const bySyntax = await syntaxEdits(wanted, files, answers, context);
  const { encoding } = context.client;
  const uris = { oldUri: uriOf(wanted.from, context), newUri: uriOf(wanted.to, context) };
  const edited = mergeEdits([...answers.flatMap(({ edit }) => edit ?? []), ...bySyntax.edits]);
  const edit: WorkspaceEdit = { documentChanges: [...edited, { kind: "rename", ...uris }] };
  const { diagnostics } = await judgeIfWanted(
    edit,
    options,
    // Files of a package name what others declare without an import.
    { encoding, importWords: leavesPackage(wanted, files, context) ? undefined : importWordsOf(wanted, files) },
    context,
  );
  const { texts, diffs } = await describeEdit(edit, encoding, context);
  const servers = answers.filter(({ rewrites }) => rewrites).map(({ backend }) => backend.name);
  const notes = [
    ...serverNotes(answers),
    ...bySyntax.notes,
    ...links.map((link) => `${pathOf(link, context)} is a link that leads out of it: it is moved as it is.`),
    ...(isCut ? ["It has more files than were looked at: not all imports may be rewritten."] : []),
    ...(diagnostics?.checked === "none" ? [UNCHECKED_NOTE] : []),
  ];
  const said = diagnostics === undefined ? [] : [describeVerdict(diagnostics)];
  const result = {
    edit,
    from: displayPath(uris.oldUri, context.client.roots),
    to: displayPath(uris.newUri, context.client.roots),
    texts,
    servers,
    ...(bySyntax.rewritten.length > 0 && { by_syntax: bySyntax.rewritten }),
    ...(bySyntax.left.length > 0 && { left: bySyntax.left }),
    ...(notes.length > 0 && { notes }),
    ...(diagnostics && { diagnostics }),
    markdown: [...diffs, ...notes, ...said].join("\n\n"),
  };
  const applied = await applyIfWanted(edit, options, { label: "locate/move", diagnostics }, context);
  if (applied.applied === true) tellServers(wanted, files, context);
  return { ...result, ...applied };
}

/** Tells servers of a move that the client has made. */
function noteMove({ from, to }: RequestParams, context: RequestContext): unknown {
  // What was moved is at its new place, and is read as if it were moved back.
  const back = readMove({ from: to, to: from }, context);
  const done: Move = { from: back.to, to: back.from, isFolder: back.isFolder };
  const { files } = listMovedFiles(back);
  const oldFiles = files.map((path) => done.from + path.slice(done.to.length));
  return { servers: tellServers(done, oldFiles, context) };
}

function assertMoves({ client }: RequestContext): void {
  const { resourceOperations, documentChanges } = client.capabilities.workspace?.workspaceEdit ?? {};
  if (documentChanges && resourceOperations?.includes("rename")) return;
  throw new LocateError(
    "unsupported",
    "The client has not declared that it can rename files (workspace.workspaceEdit.resourceOperations). Leave apply out, make the edit and the move, and send the request once more with done: true.",
    { method: "workspace/applyEdit", supported: [] },
  );
}

interface SyntaxEdits {
  readonly edits: readonly WorkspaceEdit[];
  /** The imports that are rewritten, as they are now. */
  readonly rewritten: readonly UnconfirmedPlace[];
  readonly left: readonly UnconfirmedPlace[];
  readonly notes: readonly string[];
}

/**
 * Rewrites the imports that servers leave: all, where none rewrites any, and otherwise those in
 * files that the server has not changed, as it may not have loaded them.
 */
async function syntaxEdits(
  wanted: Move,
  files: readonly string[],
  answers: readonly ServerMove[],
  context: RequestContext,
): Promise<SyntaxEdits> {
  const changed = new Set(
    answers
      .flatMap(({ edit }) => (edit ? partsOf(edit) : []))
      .flatMap((part) => ("kind" in part ? [] : [keyOfUri(part.textDocument.uri)])),
  );
  const edits: WorkspaceEdit[] = [];
  const rewritten: UnconfirmedPlace[] = [];
  const left: UnconfirmedPlace[] = [];
  const strings: UnconfirmedPlace[] = [];
  const notes: string[] = [];
  for (const family of familiesOf(files, answers, context)) {
    const found = await rewriteImports(wanted, family.files, family.languages, context);
    const added = found.files.filter(({ version: { uri } }) => !changed.has(keyOfUri(uri)));
    const parts = added.map(({ version: { uri, text }, changes }): TextDocumentEdit => {
      const open = context.documents.get(uri);
      const range = (stretch: { from: number; to: number }) => offsetsToRange(text, stretch, context.client.encoding);
      for (const change of changes) rewritten.push(placeOf(uri, text.lineAt(change.from), change.insert, context));
      return {
        textDocument: { uri, version: open ? open.version : null },
        edits: changes.map((change) => ({ range: range(change), newText: change.insert })),
      };
    });
    if (parts.length > 0) edits.push({ documentChanges: parts });
    const leftHere = found.left.filter(({ uri }) => !changed.has(keyOfUri(uri)));
    for (const { place } of leftHere) left.push(place);
    for (const { place } of found.strings) strings.push(place);
    const count = parts.reduce((sum, { edits: own }) => sum + own.length, 0);
    if (leavesPackage(wanted, family.files, context))
      notes.push(
        `In ${family.languages[0]} the files of a folder are one package: what the moved file and those that stay use of each other breaks. A check names the places.`,
      );
    const isOfOther = dirname(wanted.from) !== dirname(wanted.to) && !wanted.isFolder;
    if (isOfOther && factsOf(family.languages[0] ?? "").hasPackageVisibility)
      notes.push("What it and its old package see of each other without `public` breaks: no import helps there.");
    const names = [...new Set(family.files.flatMap((path) => languageOfFile(path, context.servers) ?? []))].join(", ");
    appendAll(notes, familyNotes(family, { names, count, hasLeft: leftHere.length > 0 }));
    if (found.isCut) notes.push(`Not all files of ${names} were looked at for imports.`);
  }
  const stays = [
    ...listPlaces("These imports have to be rewritten by hand:", left),
    ...listPlaces("These strings are paths to it, and stay:", strings),
  ];
  return { edits, rewritten, left: [...left, ...strings], notes: [...notes, ...stays] };
}

function listPlaces(heading: string, places: readonly UnconfirmedPlace[]): readonly string[] {
  if (places.length === 0) return [];
  const lines = places.map(({ file_path, line, text }) => `${escapeName(file_path)}:${line}: ${text}`);
  return [listLines(heading, lines, MAX_LISTED)];
}

/** Moved files whose languages import each other, and what their server answers. */
interface Family {
  readonly files: string[];
  readonly languages: readonly string[];
  readonly answer: ServerMove | undefined;
}

function familiesOf(
  files: readonly string[],
  answers: readonly ServerMove[],
  context: RequestContext,
): readonly Family[] {
  const answerOf = new Map(answers.flatMap((answer) => answer.files.map((path) => [path, answer] as const)));
  const families = new Map<string, Family>();
  for (const path of files) {
    const language = languageOfFile(path, context.servers);
    if (language === undefined) continue;
    const answer = answerOf.get(path);
    // Where files declare their modules, a server has them all, and syntax can only name places.
    if (answer && changesImports(answer) && factsOf(language).modules === "tree") continue;
    const languages = importersOf(language, context);
    const key = `${answer?.backend.name} ${languages.join(" ")}`;
    const family = getOrInsert(families, key, () => ({ files: [], languages, answer }));
    family.files.push(path);
  }
  return [...families.values()];
}

/** Whether a file leaves its folder, whose files see each other without imports. */
function leavesPackage({ from, to, isFolder }: Move, files: readonly string[], { servers }: RequestContext): boolean {
  if (isFolder || dirname(from) === dirname(to)) return false;
  return files.some((path) => factsOf(languageOfFile(path, servers) ?? "").modules === "folders");
}

/** Says who has rewritten the imports of a family. `count` are those rewritten by syntax. */
function familyNotes(
  { answer, languages }: Family,
  { names, count, hasLeft }: { readonly names: string; readonly count: number; readonly hasLeft: boolean },
): readonly string[] {
  const rewritten = `${count} ${count === 1 ? "import was" : "imports were"} rewritten as syntax shows them. Paths in settings and documents stay.`;
  if (answer && changesImports(answer))
    return count === 0 ? [] : [`In files that ${answer.backend.name} leaves as they are, ${rewritten}`];
  const importsNothing = languages.every((each) => factsOf(each).modules === undefined);
  if (count === 0 && !hasLeft && importsNothing) return [];
  const who = answer?.rewrites ? `${answer.backend.name} rewrites no import` : `No server rewrites imports of ${names}`;
  return [count === 0 && !hasLeft ? `${who}, and syntax shows none that lead to it.` : `${who}: ${rewritten}`];
}

function changesImports({ edit }: ServerMove): boolean {
  return edit !== undefined && partsOf(edit).length > 0;
}

/** The maximum number of imports that a note lists. */
const MAX_LISTED = 20;

/** Returns the languages whose files import each other: those of one server, and their kin. */
function importersOf(language: string, { servers }: RequestContext): readonly string[] {
  const served = serversFor(servers, language)[0]?.languages ?? [language];
  return [...new Set([...served, ...familyOf(language)])];
}

function placeOf(uri: string, line: number, text: string, { client }: RequestContext): UnconfirmedPlace {
  return { file_path: displayPath(uri, client.roots), line: line + 1, text };
}

function serverNotes(answers: readonly ServerMove[]): readonly string[] {
  return answers.flatMap(({ backend, why }) =>
    why === undefined ? [] : [`${backend.name} was asked for the imports to rewrite and has failed: ${why}`],
  );
}

/** What is known of a move without a verdict, and how the rest is found out. */
const UNCHECKED_NOTE =
  "Only its imports were looked at. Once it is moved, the diagnostics of what changed (`changed`) say what it broke.";

/** Joins edits: those of one document, each once. */
function mergeEdits(edits: readonly WorkspaceEdit[]): readonly TextDocumentEdit[] {
  const byKey = new Map<string, { part: TextDocumentEdit; edits: Map<string, TextEdit> }>();
  for (const part of edits.flatMap((each) => partsOf(each))) {
    if ("kind" in part) continue;
    const key = keyOfUri(part.textDocument.uri);
    const known = getOrInsert(byKey, key, () => ({ part, edits: new Map<string, TextEdit>() }));
    for (const each of part.edits) if ("newText" in each) known.edits.set(JSON.stringify(each), each);
  }
  return [...byKey.values()]
    .filter((each) => each.edits.size > 0)
    .map(({ part, edits: own }) => ({
      textDocument: { ...part.textDocument, version: part.textDocument.version ?? null },
      edits: [...own.values()],
    }));
}

function pathOf(path: string, context: RequestContext): string {
  return inlineCode(displayPath(uriOf(path, context), context.client.roots));
}
