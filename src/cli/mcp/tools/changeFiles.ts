/** The tools that change files: shows the changes, or writes them. */

import { LocateError } from "../../../error.js";
import { writeUndoable } from "../../../files/undo/undo.js";
import type { WriteScope } from "../../../files/write/writeFiles.js";
import { clip } from "../../../locate/errorText.js";
import { renameIncompleteError } from "../../../session/completeness/rename/renameIncomplete.js";
import { notCleanReason } from "../../../session/verdict/describeVerdict.js";
import { isClean } from "../../../session/verdict/verdict.js";
import type { WorkspaceFolder } from "../../../uri.js";
import { planAnswer } from "../../edit/planAnswer.js";
import { renderRenameNotes } from "../../show/renameNotes.js";
import { type ChangeName, renderPreview, renderWritten } from "../render/renderChanges.js";
import { renderHeading } from "../render/renderHeading.js";
import { pathsOfFolders } from "../session/workspaceFolders.js";
import { assertNewName } from "./assertNewName.js";
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
    const asked = apply === "clean" ? { ...params, check: true } : params;
    const answer = await sendToolRequest(name, locate, call, asked).catch(async (error: unknown) => {
      throw await addSyntaxOnlyReason(error, Array.isArray(locate) ? locate[0] : locate, call);
    });
    if (answer.kind !== "changes") throw new TypeError(`${name} changes no files`);
    const { unconfirmed } = answer;
    const refusal =
      (apply === true || apply === "clean") && unconfirmed && renameIncompleteError(unconfirmed, { override: ANYWAY });
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
    };
    const leftOut = [...(answer.notes ?? []), ...renderRenameNotes(answer, noteOptions)].map((note) => `\n${note}`);
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
