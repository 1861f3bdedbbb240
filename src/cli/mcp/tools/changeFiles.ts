/** The tools that change files: shows the changes, or writes them. */

import { LocateError } from "../../../error.js";
import { writeUndoable } from "../../../files/undo/undo.js";
import type { WriteScope } from "../../../files/write/writeFiles.js";
import { languageOfPath } from "../../../languages/languages.js";
import { clip } from "../../../locate/errorText.js";
import { renameIncompleteError } from "../../../session/completeness/rename/refuseRename.js";
import { notCleanReason } from "../../../session/verdict/describeVerdict.js";
import { isClean } from "../../../session/verdict/verdict.js";
import { rangeToOffsets } from "../../../text/position.js";
import type { WorkspaceFolder } from "../../../uri.js";
import { planAnswer } from "../../edit/planAnswer.js";
import { describeUnusualFiles } from "../../edit/unusualFiles.js";
import { renderRenameNotes } from "../../show/renameNotes.js";
import type { PlaceView, View } from "../../show/view.js";
import { type ChangeName, renderPreview, renderWritten } from "../render/renderChanges.js";
import { renderHeading } from "../render/renderTarget.js";
import { pathsOfFolders } from "../session/workspaceFolders.js";
import { addSyntaxOnlyReason, describeSyntaxOnly } from "./syntaxOnly.js";
import { createPathWriter, createToolView, sendToolRequest, type ToolCall } from "./toolCall.js";

/**
 * Requests a change, and with `apply` writes it, completely or not at all; "never" if the call
 * can't write. Throws UnusableEdit, `content_modified`, `file_unwritable`.
 */
export function changeFiles(
  name: ChangeName,
  locate: unknown,
  params: Readonly<Record<string, unknown>>,
  apply: boolean | "anyway" | "clean" | "never",
  call: ToolCall,
): Promise<string> {
  const writes = apply !== false && apply !== "never";
  if (apply === "clean" && params["check"] === false) throw needsCheckError();
  const work = async () => {
    const asked = apply === "clean" ? { ...params, check: "clean" } : params;
    const answer = await sendToolRequest(name, locate, call, asked).catch(async (error: unknown) => {
      throw await addSyntaxOnlyReason(error, Array.isArray(locate) ? locate[0] : locate, call);
    });
    if (answer.kind !== "changes") throw new TypeError(`${name} changes no files`);
    const { unconfirmed } = answer;
    const refusal =
      (apply === true || apply === "clean") &&
      unconfirmed &&
      renameIncompleteError(unconfirmed, { override: ANYWAY, alsoOption });
    if (refusal) throw refusal;
    const { verdict } = answer;
    const unclean =
      apply === "clean" && verdict && !isClean(verdict)
        ? notCleanReason(verdict)
        : apply === "anyway"
          ? undefined
          : answer.refusal;
    const isWritten = writes && unclean === undefined;
    const [folder = ""] = pathsOfFolders(call.folders);
    const plan = planAnswer(answer, { newName: params["newName"], permission: call.permission });
    const { place } = answer;
    if (name === "rename" && place) assertNewName(String(params["newName"]), createToolView(place, call));
    const remark =
      name === "rename" && place ? await describeSyntaxOnly(place.target.textDocument.uri, call) : undefined;
    const headingText = place ? `${renderHeading(place, remark)}\n` : "";
    if (plan.changes.length === 0 && plan.notes.length === 0)
      return `${headingText}${answer.emptyText ?? NOTHING_CHANGED_MESSAGE}`;
    const pathOf = createPathWriter(call.folders);
    const noteOptions = {
      ...{ pathOf: (path: string) => path, override: ANYWAY, publicOption: "public: true", isWritten },
      textOption: (kind: string) => `text: ${JSON.stringify(kind)}`,
      alsoOption,
    };
    const notes = [...describeUnusualFiles(plan, pathOf), ...(answer.notes ?? [])];
    const leftOut = [...notes, ...renderRenameNotes(answer, noteOptions)].map((note) => `\n${note}`);
    const override = answer.refusal === undefined ? 'apply: "true"' : ANYWAY;
    const nextCall = apply === "never" ? `The tool ${name}, with these arguments and` : "The same call with";
    if (unclean !== undefined && writes)
      leftOut.unshift(`\nNothing is written. ${unclean} ${override} writes it all the same.`);
    if (!isWritten)
      return [
        `${headingText}${renderPreview(plan, name, pathOf, `${nextCall} ${override}${apply === "never" ? "," : ""}`)}`,
        ...leftOut,
      ].join("\n");
    // The call may have been cancelled while it waited for others or for the answer.
    const messages = await writeUndoable(plan.files, workspaceScope(call.folders), {
      origin: { command: describeCall(name, locate), workspace: folder, connection: call.connection },
      signal: call.signal,
    });
    // The change is made, whether a server takes notice or not.
    await answer.onWritten?.().catch(() => undefined);
    return [`${headingText}${renderWritten(plan, name, pathOf)}`, ...messages, ...leftOut].join("\n");
  };
  // One at a time: the second of two edits of a file is resolved in the text after the first.
  return writes ? call.runExclusive(work) : work();
}

const alsoOption = (locates: readonly string[]) => `also: ${JSON.stringify(locates)}`;

/** How a rename is written that leaves out uses. */
const ANYWAY = 'apply: "anyway"';

const NOTHING_CHANGED_MESSAGE = "The text is already the same: nothing to write.";

/** The maximum length of a call in the list of writes. */
const MAX_CALL_LENGTH = 200;

function describeCall(name: string, locate: unknown): string {
  return clip(`${name} ${typeof locate === "string" ? locate : JSON.stringify(locate)}`, MAX_CALL_LENGTH);
}

/** An agent may change only the workspace; a rename can extend to libraries. */
function workspaceScope(folders: readonly WorkspaceFolder[]): WriteScope {
  return { folders: pathsOfFolders(folders) };
}

function needsCheckError(): LocateError {
  const message = 'apply: "clean" needs the check: leave check out.';
  return new LocateError("invalid_locate", message, { field: "check", expected: "true" });
}

/** Languages in which a dash can't be part of a name. */
const dashlessLanguages = new Set(
  (
    "c cpp csharp dart elixir erlang go haskell java javascript javascriptreact julia kotlin lua ocaml php python " +
    "r ruby rust scala swift typescript typescriptreact"
  ).split(" "),
);

/**
 * Throws `invalid_locate`. Only a plain name is checked: a heading or a quoted key can become any
 * text. Keywords are left to the server.
 */
export function assertNewName(newName: string, view: View): void {
  const oldName = nameAt(view);
  if (!/^[\p{ID_Continue}$]+$/u.test(oldName)) return;
  const language = languageOfPath(view.pathOf(view.uri));
  // Some languages allow any text between backticks, and some allow primes at the end of a name.
  const plain = newName.replace(/^`[^`]+`$/, "x").replace(/(?<=[^'])'+$/, "");
  const [invalidCharacter] =
    /[\s"'`()[\]{},]/u.exec(plain) ?? (dashlessLanguages.has(language) ? /-/.exec(plain) : null) ?? [];
  if (invalidCharacter === undefined) return;
  const what = /\s/.test(invalidCharacter) ? "white space" : `\`${invalidCharacter}\``;
  throw new LocateError(
    "invalid_locate",
    `${JSON.stringify(newName)} can't replace the name ${JSON.stringify(oldName)}: it contains ${what}. new_name is the new name alone, not an expression or a path.`,
    { field: "new_name", expected: "a name" },
  );
}

const wordEnd = /(?<![\p{ID_Continue}$])[\p{ID_Continue}$]+$/u;

/** Returns the word at the place; empty without one. */
function nameAt({ documentOf, uri, at, encoding }: PlaceView): string {
  const document = documentOf(uri);
  if (!document || !at) return "";
  const { from } = rangeToOffsets(document, at, encoding);
  const line = document.lineAt(from);
  const before = wordEnd.exec(document.slice(document.lineFrom(line), from));
  const after = /^[\p{ID_Continue}$]*/u.exec(document.slice(from, document.lineTo(line)));
  return `${before?.[0] ?? ""}${after?.[0] ?? ""}`;
}
