/**
 * The verdict on a WorkspaceEdit: the errors and warnings that it adds and removes, in the files
 * that it touches and in those that refer to what it changes, and which of them were looked at.
 */

import type { Diagnostic, TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import { type Backend, ensureBackend, isEmbedded } from "../../ask/backend/backend.js";
import type { OpenDocument } from "../../ask/documents/openDocument.js";
import { messageOf } from "../../ask/verdict/compareDiagnostics.js";
import { type ChangedDocument, type DocumentVerdict, judgeChange, openToCheck } from "../../ask/verdict/judgeChange.js";
import { errorMessage } from "../../error.js";
import type { Document } from "../../text/document.js";
import { applyTextEdits } from "../../text/edits/textEdits.js";
import { appendAll } from "../../text/list.js";
import { offsetToPosition, type PositionEncoding, rangeToOffsets } from "../../text/position.js";
import { distanceBetween, keyOfPath, pathOfUri } from "../../uri.js";
import type { RequestContext } from "../client/requestContext.js";
import { answerPermission, displayPath } from "../documents/filePaths.js";
import { revisionOfTexts } from "../documents/sessionIndex.js";
import { queryFilesWith } from "../place/declarations.js";
import { toOneBased } from "../place/placeResult.js";
import { changedNames } from "./changedNames.js";

/** The maximum number of documents that are looked at. */
const MAX_DOCUMENTS = 50;

/** An error or a warning. `line` and `character` are 1-based, UTF-16. */
export interface Finding {
  readonly file_path: string;
  readonly line: number;
  readonly character: number;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly code?: string | number;
  readonly source?: string;
  /** The line, without the white space around it. */
  readonly text: string;
}

export interface ChangeVerdict {
  /** Places of the text after the change. */
  readonly added: readonly Finding[];
  /** Places of the text before it. */
  readonly removed: readonly Finding[];
  /** How many errors and warnings were there before and remain. */
  readonly unchanged: number;
  /**
   * - `all`: the touched files, and all that refer to what changes.
   * - `touched`: the touched files, and not all of the others.
   * - `some`: not even all of the touched files.
   * - `none`: no file.
   */
  readonly checked: "all" | "touched" | "some" | "none";
  /** The number of files that were not looked at. */
  readonly unchecked: number;
  /** Why files were not looked at. */
  readonly why?: string;
  readonly seconds: number;
}

/** Returns whether nothing was added, as far as all touched files show. */
export function isClean({ added, checked }: ChangeVerdict): boolean {
  return added.length === 0 && (checked === "all" || checked === "touched");
}

export interface VerdictOptions {
  /** That of the positions in the edit. */
  readonly encoding: PositionEncoding;
  /** The name that the edit replaces, and the new one. */
  readonly renamed?: { readonly from: string; readonly to: string } | undefined;
  /** Further names whose meaning changes, such as that of the type around a renamed member. */
  readonly names?: readonly string[];
}

/** A verdict, and the documents that it is about as they were compared. */
export interface JudgedEdit {
  readonly verdict: ChangeVerdict;
  readonly documents: readonly DocumentVerdict[];
}

/** Returns the verdict on an edit. What keeps it from being found out is said in it. */
export async function verdictOn(
  edit: WorkspaceEdit,
  options: VerdictOptions,
  context: RequestContext,
): Promise<ChangeVerdict> {
  return (await judgeEdit(edit, options, context)).verdict;
}

/** Does the same as `verdictOn`, and returns what was compared. */
export async function judgeEdit(
  edit: WorkspaceEdit,
  { encoding, renamed, names = [] }: VerdictOptions,
  context: RequestContext,
): Promise<JudgedEdit> {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10;
  const nothing = (touched: number, why: string): JudgedEdit => ({
    verdict: {
      ...{ added: [], removed: [], unchanged: 0, checked: "none", unchecked: touched, why },
      seconds: seconds(),
    },
    documents: [],
  });
  const edits = textEditsOf(edit);
  if (edits === undefined) return nothing(0, "it creates, renames or deletes files");
  if (edits.size === 0) return nothing(0, "it changes nothing");
  if ([...context.documents.all()].length > 0)
    return nothing(edits.size, "the client has documents open, whose texts only it may change");
  try {
    const all = await changedDocuments(edits, encoding, context);
    const first = all[0] as ChangedDocument;
    const backend = await ensureBackend(first.document, context.backends);
    const refusal = refusalOf(backend);
    if (refusal !== undefined) return nothing(edits.size, refusal);
    // A document that no server knows has nothing to check: a text that names what changes.
    const changed = all.filter(({ document }) => {
      const found = context.backends.find(document);
      return found !== undefined && !isEmbedded(found);
    });
    const touched = changed.length;
    const own = changed.filter(({ document }) => context.backends.find(document) === backend);
    const looked = own.slice(0, MAX_DOCUMENTS);
    const found = await findDependents(own, { backend, renamed, names }, context);
    const dependents = found ?? [];
    const opened = await readDocuments(dependents.slice(0, MAX_DOCUMENTS - looked.length), backend, context);
    const judgement = await judgeChange(
      { backend, changed: looked, dependents: opened, renamed },
      { ...context, revisionOf: (document, timeoutMs) => revisionOfTexts(document, timeoutMs, context) },
    );
    const judged = new Set(judgement.documents.map(({ document }) => document));
    const touchedJudged = own.filter(({ document }) => judged.has(document)).length;
    const unchecked = touched + dependents.length - judged.size;
    const limit = unchecked > 0 ? `at most ${MAX_DOCUMENTS} files of one server are checked` : undefined;
    const why = judgement.why ?? limit ?? (found ? undefined : "which files refer to what changes is not known");
    const verdict: ChangeVerdict = {
      added: judgement.documents.flatMap((each) => findingsOf(each, "added", backend, context)),
      removed: judgement.documents.flatMap((each) => findingsOf(each, "removed", backend, context)),
      unchanged: judgement.documents.reduce((sum, each) => sum + each.unchanged, 0),
      checked:
        judged.size === 0 ? "none" : touchedJudged < touched ? "some" : unchecked > 0 || !found ? "touched" : "all",
      unchecked,
      ...(why !== undefined && { why }),
      seconds: seconds(),
    };
    return { verdict, documents: judgement.documents };
  } catch (error) {
    return nothing(edits.size, errorMessage(error));
  }
}

/**
 * Opens the files that an edit touches at the server that would judge it, so that it checks them
 * while the edit is completed.
 */
export async function openTouched(uris: readonly string[], backend: Backend, context: RequestContext): Promise<void> {
  if (refusalOf(backend) !== undefined || [...context.documents.all()].length > 0) return;
  const paths = uris.slice(0, MAX_DOCUMENTS).flatMap((uri) => pathOfUri(uri) ?? []);
  openToCheck(await readDocuments(paths, backend, context), backend, context);
}

/** Returns the edits by URI; undefined where the edit does more than change texts. */
function textEditsOf({
  documentChanges,
  changes = {},
}: WorkspaceEdit): ReadonlyMap<string, readonly TextEdit[]> | undefined {
  const byUri = new Map<string, readonly TextEdit[]>(documentChanges ? [] : Object.entries(changes));
  for (const part of documentChanges ?? []) {
    if ("kind" in part) return undefined;
    const edits = part.edits.flatMap((each) => ("newText" in each ? [each] : []));
    if (edits.length < part.edits.length) return undefined;
    byUri.set(part.textDocument.uri, [...(byUri.get(part.textDocument.uri) ?? []), ...edits]);
  }
  return new Map([...byUri].filter(([, edits]) => edits.length > 0));
}

async function changedDocuments(
  edits: ReadonlyMap<string, readonly TextEdit[]>,
  encoding: PositionEncoding,
  context: RequestContext,
): Promise<readonly ChangedDocument[]> {
  return Promise.all(
    [...edits].map(async ([uri, parts]) => {
      const path = pathOfUri(uri);
      if (path === undefined) throw new Error("it changes what is no file");
      const document = await context.unopenedFiles.read(path, answerPermission(context.client.roots));
      return { document, text: applyTextEdits(document.text.text, parts, encoding) };
    }),
  );
}

/** Says why a server is not asked. */
function refusalOf(backend: Backend): string | undefined {
  const { name, serverEntry } = backend;
  if (isEmbedded(backend)) return "the embedded server knows syntax alone";
  if (serverEntry?.verdict === "overlay") return undefined;
  if (serverEntry?.verdict === "disk") return `${name} checks the files on disk`;
  return `${name} is not known to check texts that are not on disk`;
}

/**
 * Returns the paths of the files that may refer to what changes, the nearest first; undefined where
 * they are not known.
 */
async function findDependents(
  changed: readonly ChangedDocument[],
  { backend, renamed, names: further = [] }: Omit<VerdictOptions, "encoding"> & { readonly backend: Backend },
  context: RequestContext,
): Promise<readonly string[] | undefined> {
  const touched = new Set(changed.map(({ document }) => keyOfPath(pathOfUri(document.uri) ?? "")));
  const path = pathOfUri((changed[0] as ChangedDocument).document.uri) as string;
  const names = new Set(renamed ? [renamed.from, renamed.to] : []);
  for (const { document, text } of renamed ? [] : changed) {
    const { uri, languageId, text: before } = document;
    const changedHere = await changedNames({ uri, languageId, text: before }, text, context);
    if (changedHere === undefined) return undefined;
    for (const name of changedHere) names.add(name);
  }
  const languages = backend.serverEntry?.languages ?? [];
  const found = new Set<string>();
  // The nearest first; those that have only a further name come after all others.
  for (const group of [names, new Set(further)]) {
    const paths: string[] = [];
    for (const name of group) {
      const files = await queryFilesWith(name, languages, context, path);
      if (files === undefined) return undefined;
      appendAll(
        paths,
        files.paths.filter((each) => !touched.has(keyOfPath(each))),
      );
    }
    for (const each of paths.sort((a, b) => distanceBetween(a, path) - distanceBetween(b, path))) found.add(each);
  }
  return [...found];
}

/** Reads files; one that is gone, or another server's, is left out. */
async function readDocuments(
  paths: readonly string[],
  backend: Backend,
  context: RequestContext,
): Promise<readonly OpenDocument[]> {
  const permission = answerPermission(context.client.roots);
  const read = paths.map((path) => context.unopenedFiles.read(path, permission).catch(() => undefined));
  const documents = await Promise.all(read);
  return documents.flatMap((each) => (each && context.backends.find(each) === backend ? [each] : []));
}

function findingsOf(
  { document, before, after, ...change }: DocumentVerdict,
  which: "added" | "removed",
  { encoding }: Backend,
  { client }: RequestContext,
): readonly Finding[] {
  const text = which === "added" ? after : before;
  const file_path = displayPath(document.uri, client.roots);
  return change[which].map((diagnostic) => ({ file_path, ...describe(diagnostic, text, encoding) }));
}

function describe(diagnostic: Diagnostic, text: Document, encoding: PositionEncoding): Omit<Finding, "file_path"> {
  const { range, severity, code, source } = diagnostic;
  const { from } = rangeToOffsets(text, range, encoding);
  const line = text.lineAt(from);
  return {
    ...toOneBased(offsetToPosition(text, from, "utf-16")),
    severity: severity === 2 ? "warning" : "error",
    message: messageOf(diagnostic),
    ...(code !== undefined && { code }),
    ...(source !== undefined && { source }),
    text: text.slice(text.lineFrom(line), text.lineTo(line)).trim(),
  };
}
