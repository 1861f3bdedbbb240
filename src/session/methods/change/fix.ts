/**
 * `locate/fix`: a code action, chosen by its title or kind, as a WorkspaceEdit. A command that has
 * the client apply an edit is run, and the edit is kept.
 */

import { unlinkSync } from "node:fs";
import type { CodeAction, Command, CreateFile, WorkspaceEdit } from "vscode-languageserver-protocol";
import { ask } from "../../../ask/ask.js";
import { type Backend, ensureBackend } from "../../../ask/backend/backend.js";
import { executeCommand } from "../../../ask/backend/executeCommand.js";
import { assertSupported } from "../../../ask/backend/supportCheck.js";
import { keepToWorktree, otherWorktreeTest } from "../../../ask/documents/worktreeFilter.js";
import { partPolicy } from "../../../ask/methodTable.js";
import { LocateError } from "../../../error.js";
import { inlineCode } from "../../../text/printable.js";
import { keyOfUri, pathOfUri } from "../../../uri.js";
import { lstatIfExists } from "../../../workspace/disk/folderEntries.js";
import { assertWritable } from "../../client/libraryContext.js";
import type { RequestContext } from "../../client/requestContext.js";
import { withoutOwnVersions } from "../../client/translatedMessages.js";
import { displayPath } from "../../documents/filePaths.js";
import { textDigest, toPlaceResult } from "../../place/placeResult.js";
import { type Place, readingsOf, resolvePlace } from "../../place/resolvePlace.js";
import { applyIfWanted, judgeIfWanted, readApplyOptions } from "../../verdict/applyChange.js";
import { describeVerdict } from "../../verdict/describeVerdict.js";
import { locateOf, type RequestParams } from "../params.js";
import { describeEdit, partsOf } from "./editedTexts.js";
import { findAction, readWantedAction } from "./findAction.js";

/**
 * Params: `locate`; `title` or `kind`, or both; `apply`, `check`. Errors: those of the Locate,
 * `action_ambiguous`, `action_not_found`, `unsupported` for an action that is no edit.
 */
export async function fix(params: RequestParams, context: RequestContext): Promise<unknown> {
  const wanted = readWantedAction(params);
  const options = readApplyOptions(params, false, context);
  const locate = await withAllLines(locateOf(params), context);
  const place = await resolvePlace(locate, { as: "range", purpose: "write" }, context);
  try {
    assertWritable(place.document(), context);
    const backend = await ensureBackend(place.document(), context.backends);
    await assertSupported("codeAction", backend, context.token);
    const action = await findAction(wanted, { locate, place, backend }, context);
    const { text } = place.document();
    const shown = { ...toPlaceResult(place, "range", context), text_sha256: textDigest(text) };
    const { edit, notes } = await editOf(action, place, backend, context);
    const { diagnostics } = await judgeIfWanted(edit, options, { encoding: backend.encoding }, context);
    const { texts, diffs } = await describeEdit(edit, backend.encoding, context);
    const { title } = action;
    const kind = typeof action.command === "string" ? undefined : (action as CodeAction).kind;
    const said = diagnostics === undefined ? [] : [describeVerdict(diagnostics)];
    const heading = `${shown.markdown}: ${inlineCode(title)}`;
    const result = {
      edit,
      title,
      ...(kind === undefined ? {} : { kind }),
      place: shown,
      texts,
      ...(notes.length > 0 && { notes }),
      ...(diagnostics && { diagnostics }),
      markdown: [heading, ...notes, ...diffs, ...said].join("\n\n"),
    };
    return { ...result, ...(await applyIfWanted(edit, options, { label: title, diagnostics }, context)) };
  } finally {
    place.release();
  }
}

/** Returns a Locate; for a file alone, that of all its lines. */
async function withAllLines(locate: unknown, context: RequestContext): Promise<unknown> {
  const [{ file_path, ...rest }] = readingsOf(locate, "document", context);
  const isFile = file_path !== undefined && Object.values(rest).every((each) => each === undefined);
  if (!isFile) return locate;
  const place = await resolvePlace({ file_path }, { as: "document", purpose: "read" }, context);
  const { text } = place.document();
  place.release();
  return { file_path, scope: `1-${text.lineAt(text.length) + 1}` };
}

interface ActionEdit {
  readonly edit: WorkspaceEdit;
  readonly notes: readonly string[];
}

/** Returns what an action changes: its edit, resolved if need be, or that of its command. */
async function editOf(
  item: CodeAction | Command,
  place: Place,
  backend: Backend,
  context: RequestContext,
): Promise<ActionEdit> {
  const action = await resolveAction(item, backend, context);
  const command = commandOf(action);
  const { edit } = action as CodeAction;
  if (edit !== undefined && edit !== null && partsOf(edit).length > 0) {
    const note = `Beside the edit, its command ${inlineCode(command?.command ?? "")} was not run.`;
    return { edit: toClientEdit(edit, place, context), notes: command === undefined ? [] : [note] };
  }
  if (command === undefined)
    throw noEditError(action, edit ? "there is nothing to change" : "it has neither an edit nor a command");
  assertOffered(action, command, backend);
  const startedAt = Date.now();
  const { edits, questions } = await executeCommand(command, backend, context);
  const [question] = questions;
  if (edits.length === 0 && question !== undefined) {
    const choices = question.choices.map((each) => JSON.stringify(each)).join(", ");
    const asked = `${JSON.stringify(question.message)}${choices === "" ? "" : ` (${choices})`}`;
    throw noEditError(action, `${backend.name} asks the user ${asked}, and an edit followed no answer`, { questions });
  }
  if (edits.length === 0)
    throw noEditError(action, `its command ${inlineCode(command.command)} was run and has applied no edit`);
  const edited = joinEdits(edits);
  if (edited === undefined)
    throw noEditError(action, "its command applies several edits to one file, one after the other");
  const asked = questions.map(
    ({ message }) => `${backend.name} asked ${JSON.stringify(message)}; there was no answer.`,
  );
  const { edit: complete, notes } = removeCreatedFiles(edited, startedAt, context);
  return { edit: toClientEdit(complete, place, context), notes: [...asked, ...notes] };
}

/** Has the backend fill in the edit of an action that lacks it. */
async function resolveAction(
  item: CodeAction | Command,
  backend: Backend,
  context: RequestContext,
): Promise<CodeAction | Command> {
  const isCommand = typeof item.command === "string";
  const provider = backend.capabilities.codeActionProvider;
  const canResolve = typeof provider === "object" && provider.resolveProvider === true;
  if (isCommand || (item as CodeAction).edit || (!canResolve && (item as CodeAction).data === undefined)) return item;
  const question = { method: "codeAction/resolve", policy: partPolicy, backend, params: () => () => item };
  const resolved = (await ask(question, context)).parse() as CodeAction | null;
  return { ...item, ...resolved } as CodeAction;
}

function commandOf(action: CodeAction | Command): Command | undefined {
  const { command } = action;
  return typeof command === "string" ? (action as Command) : (command ?? undefined);
}

/**
 * Errors: `unsupported` for a command that the client, an editor, is to run, and for one that
 * writes files itself: what it writes could neither be shown nor be taken back.
 */
function assertOffered(action: CodeAction | Command, { command }: Command, backend: Backend): void {
  if (backend.serverEntry?.writingCommands?.includes(command))
    throw noEditError(action, `its command ${inlineCode(command)} is not run, as ${backend.name} writes files in it`);
  const offered = backend.capabilities.executeCommandProvider?.commands ?? [];
  const isRegistered = [...backend.registrations.values()].includes("workspace/executeCommand");
  if (offered.includes(command) || isRegistered) return;
  throw noEditError(action, `its command ${inlineCode(command)} is one that an editor runs, not ${backend.name}`);
}

function noEditError({ title }: Pick<CodeAction, "title">, why: string, facts: object = {}): LocateError {
  return new LocateError("unsupported", `${inlineCode(title)} changes no files: ${why}. Nothing was changed.`, {
    method: "locate/fix",
    title,
    why,
    ...facts,
  });
}

/** Joins edits of different files; undefined where two are of one file. */
function joinEdits(edits: readonly WorkspaceEdit[]): WorkspaceEdit | undefined {
  const [first, ...others] = edits;
  if (first === undefined || others.length === 0) return first;
  const parts = edits.flatMap((edit) => partsOf(edit));
  const keys = edits.map(
    (edit) => new Set(partsOf(edit).flatMap((part) => ("kind" in part ? [] : [keyOfUri(part.textDocument.uri)]))),
  );
  const count = keys.reduce((sum, { size }) => sum + size, 0);
  return new Set(keys.flatMap((each) => [...each])).size < count ? undefined : { documentChanges: parts };
}

/** Returns an edit as the client may have it: of one worktree, with its own versions alone. */
function toClientEdit(edit: WorkspaceEdit, place: Place, { unopenedFiles }: RequestContext): WorkspaceEdit {
  const isWrongFile = otherWorktreeTest(pathOfUri(place.document().uri));
  const kept = keepToWorktree("rename", Buffer.from(JSON.stringify(edit)), isWrongFile);
  return JSON.parse(withoutOwnVersions(kept, [[]], unopenedFiles).toString("utf8")) as WorkspaceEdit;
}

/** How much earlier than the clock says a file system may date a file: it counts in ticks. */
const TICK_MS = 10;

/** An edit that makes the files itself, and what is to be said of files that remain. */
interface CompleteEdit {
  readonly edit: WorkspaceEdit;
  readonly notes: readonly string[];
}

/**
 * Removes the empty files that were made since `startedAt` and that the edit fills, and has the
 * edit make them: what is only shown writes nothing. A client that makes no files gets a note.
 */
function removeCreatedFiles(
  edit: WorkspaceEdit,
  startedAt: number,
  { client }: Pick<RequestContext, "client">,
): CompleteEdit {
  const parts = partsOf(edit);
  const uris = new Set(parts.flatMap((part) => ("kind" in part ? [] : [part.textDocument.uri])));
  const created = [...uris].flatMap((uri) => {
    const path = pathOfUri(uri);
    return path !== undefined && isCreatedEmpty(path, startedAt) ? [{ uri, path }] : [];
  });
  if (created.length === 0) return { edit, notes: [] };
  const { documentChanges, resourceOperations } = client.capabilities.workspace?.workspaceEdit ?? {};
  if (!documentChanges || !resourceOperations?.includes("create")) {
    const names = created.map(({ uri }) => inlineCode(displayPath(uri, client.roots))).join(", ");
    const note = `The server has made ${names}, still empty. Delete what is empty if the edit is not made.`;
    return { edit, notes: [note] };
  }
  for (const { path } of created) unlinkSync(path);
  const creations = created.map(({ uri }): CreateFile => ({ kind: "create", uri, options: { ignoreIfExists: true } }));
  const { changes: _changes, ...rest } = edit;
  return { edit: { ...rest, documentChanges: [...creations, ...parts] }, notes: [] };
}

function isCreatedEmpty(path: string, startedAt: number): boolean {
  const stats = lstatIfExists(path);
  return stats?.isFile() === true && stats.size === 0 && stats.birthtimeMs >= startedAt - TICK_MS;
}
