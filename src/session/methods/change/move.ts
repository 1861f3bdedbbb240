/**
 * `locate/move`: a file or folder, with the imports that lead to it. Servers are asked what they
 * change; where none rewrites imports, those that syntax shows are rewritten.
 */

import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import { languageOf, serversFor } from "../../../backend/config/servers.js";
import { LocateError } from "../../../error.js";
import { offsetsToRange } from "../../../text/position.js";
import { escapeName, inlineCode } from "../../../text/printable.js";
import { keyOfUri, uriOfPath } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import type { UnconfirmedPlace } from "../../completeness/unconfirmed.js";
import { displayPath } from "../../documents/filePaths.js";
import { applyIfWanted, judgeIfWanted, readApplyOptions } from "../../verdict/applyChange.js";
import { describeVerdict } from "../../verdict/describeVerdict.js";
import type { RequestParams } from "../params.js";
import { describeEdit, partsOf } from "./editedTexts.js";
import { importWordsOf, rewriteImports } from "./importEdits.js";
import { listMovedFiles, type Move, readMove } from "./movedFiles.js";
import { askServers, type ServerMove, tellServers } from "./renameFiles.js";

/**
 * Params: `from`, `to`, `apply`, `check`; `done` to tell servers of a move that was made. Errors:
 * `file_not_found`, `file_unwritable`, `unsupported` for a client that can't move files.
 */
export async function move(params: RequestParams, context: RequestContext): Promise<unknown> {
  if (params["done"] === true) return noteMove(params, context);
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
    { encoding, importWords: importWordsOf(wanted, files) },
    context,
  );
  const { texts, diffs } = await describeEdit(edit, encoding, context);
  const servers = answers.filter(({ rewrites }) => rewrites).map(({ backend }) => backend.name);
  const notes = [
    ...serverNotes(answers),
    ...bySyntax.notes,
    ...links.map((link) => `${pathOf(link, context)} is a link that leads out of it: it is moved as it is.`),
    ...(isCut ? ["It has more files than were looked at: not all imports may be rewritten."] : []),
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

/** Rewrites the imports of files whose server does not, or finds none. */
async function syntaxEdits(
  wanted: Move,
  files: readonly string[],
  answers: readonly ServerMove[],
  context: RequestContext,
): Promise<SyntaxEdits> {
  const claimed = new Set(answers.filter(changesImports).flatMap((answer) => answer.files));
  const unchanged = answers.filter((answer) => answer.rewrites && !changesImports(answer));
  const byFamily = new Map<string, { languages: readonly string[]; files: string[] }>();
  for (const path of files) {
    const language = languageOf(context.servers, path);
    if (language === undefined || claimed.has(path)) continue;
    const languages = familyOf(language, context);
    const key = languages.join(" ");
    const family = byFamily.get(key) ?? { languages, files: [] };
    byFamily.set(key, family);
    family.files.push(path);
  }
  const edits: WorkspaceEdit[] = [];
  const rewritten: UnconfirmedPlace[] = [];
  const left: UnconfirmedPlace[] = [];
  const notes: string[] = [];
  for (const family of byFamily.values()) {
    const found = await rewriteImports(wanted, family.files, family.languages, context);
    const parts = found.files.map(({ version: { uri, text }, changes }): TextDocumentEdit => {
      const open = context.documents.get(uri);
      const range = (stretch: { from: number; to: number }) => offsetsToRange(text, stretch, context.client.encoding);
      for (const change of changes) rewritten.push(placeOf(uri, text.lineAt(change.from), change.insert, context));
      return {
        textDocument: { uri, version: open ? open.version : null },
        edits: changes.map((change) => ({ range: range(change), newText: change.insert })),
      };
    });
    if (parts.length > 0) edits.push({ documentChanges: parts });
    for (const place of found.left) left.push(place);
    const count = found.files.reduce((sum, { changes }) => sum + changes.length, 0);
    const names = [...new Set(family.files.flatMap((path) => languageOf(context.servers, path) ?? []))].join(", ");
    const asked = unchanged.find(({ files: own }) => own.includes(family.files[0] ?? ""));
    const who = asked ? `${asked.backend.name} rewrites no import` : `No server rewrites imports of ${names}`;
    notes.push(
      count === 0 && found.left.length === 0
        ? `${who}, and syntax shows none that lead to it.`
        : `${who}: ${count} ${count === 1 ? "import was" : "imports were"} rewritten as syntax shows them. Paths in strings and settings stay.`,
    );
    if (found.isCut) notes.push(`Not all files of ${names} were looked at for imports.`);
  }
  if (left.length > 0) {
    const listed = left
      .slice(0, MAX_LISTED)
      .map(({ file_path, line, text }) => `${escapeName(file_path)}:${line}: ${text}`);
    const rest = left.length > listed.length ? [`… and ${left.length - listed.length} more`] : [];
    notes.push(["These imports have to be rewritten by hand:", ...listed, ...rest].join("\n"));
  }
  return { edits, rewritten, left, notes };
}

function changesImports({ edit }: ServerMove): boolean {
  return edit !== undefined && partsOf(edit).length > 0;
}

/** The maximum number of imports that a note lists. */
const MAX_LISTED = 20;

/** Returns the languages whose files import each other: those that one server has. */
function familyOf(language: string, { servers }: RequestContext): readonly string[] {
  return serversFor(servers, language)[0]?.languages ?? [language];
}

function placeOf(uri: string, line: number, text: string, { client }: RequestContext): UnconfirmedPlace {
  return { file_path: displayPath(uri, client.roots), line: line + 1, text };
}

function serverNotes(answers: readonly ServerMove[]): readonly string[] {
  return answers.flatMap(({ backend, why }) =>
    why === undefined ? [] : [`${backend.name} was asked for the imports to rewrite and has failed: ${why}`],
  );
}

/** Joins edits: those of one document, each once. */
function mergeEdits(edits: readonly WorkspaceEdit[]): readonly TextDocumentEdit[] {
  const byKey = new Map<string, { part: TextDocumentEdit; edits: Map<string, TextEdit> }>();
  for (const part of edits.flatMap((each) => partsOf(each))) {
    if ("kind" in part) continue;
    const key = keyOfUri(part.textDocument.uri);
    const known = byKey.get(key) ?? { part, edits: new Map<string, TextEdit>() };
    byKey.set(key, known);
    for (const each of part.edits) if ("newText" in each) known.edits.set(JSON.stringify(each), each);
  }
  return [...byKey.values()]
    .filter((each) => each.edits.size > 0)
    .map(({ part, edits: own }) => ({
      textDocument: { ...part.textDocument, version: part.textDocument.version ?? null },
      edits: [...own.values()],
    }));
}

function uriOf(path: string, { client }: RequestContext): string {
  return uriOfPath(path, client.roots.folders);
}

function pathOf(path: string, context: RequestContext): string {
  return inlineCode(displayPath(uriOf(path, context), context.client.roots));
}
