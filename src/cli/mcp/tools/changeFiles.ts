/** The tools that change files: shows the changes, or writes them. */

import { statSync } from "node:fs";
import { LocateError } from "../../../error.js";
import { pathOfUri, type WorkspaceFolder } from "../../../uri.js";
import { applyPlan, readDiskEntry } from "../../edit/applyPlan.js";
import { type EditPlan, planEdit } from "../../edit/editPlan.js";
import { UnusableEdit } from "../../edit/textEdits.js";
import { renderPreview, renderWritten } from "../render/renderChanges.js";
import { renderHeading } from "../render/renderHeading.js";
import { isInWorkspace } from "../session/workspaceFolders.js";
import { assertNewName } from "./assertNewName.js";
import { addSyntaxOnlyReason, describeSyntaxOnly } from "./syntaxOnly.js";
import { createPathWriter, createToolView, sendToolRequest, type ToolCall } from "./toolCall.js";

/**
 * Requests a change, and with `apply` writes it, completely or not at all. Throws UnusableEdit,
 * `content_modified`.
 */
export function changeFiles(
  name: "rename" | "edit",
  locate: unknown,
  params: Readonly<Record<string, unknown>>,
  apply: boolean,
  call: ToolCall,
): Promise<string> {
  const work = async () => {
    const requestedAtMs = Date.now();
    const answer = await sendToolRequest(name, locate, call, params).catch(async (error: unknown) => {
      throw await addSyntaxOnlyReason(error, locate, call);
    });
    if (answer.kind !== "changes") throw new TypeError(`${name} changes no files`);
    const plan = planEdit(answer.edit, { encoding: answer.encoding, readEntry: readDiskEntry, pathOf: pathOfUri });
    const { place } = answer;
    if (name === "rename" && place) assertNewName(String(params["newName"]), createToolView(place, call));
    const remark =
      name === "rename" && place ? await describeSyntaxOnly(place.target.textDocument.uri, call) : undefined;
    const headingText = place ? `${renderHeading(place, remark)}\n` : "";
    if (plan.changes.length === 0 && plan.notes.length === 0)
      return `${headingText}${plan.steps.length === 0 ? NOTHING_RENAMED_MESSAGE : NOTHING_CHANGED_MESSAGE}`;
    if (apply) {
      // The call may have been cancelled while it waited for others or for the answer.
      call.signal.throwIfAborted();
      assertInWorkspace(plan, call.folders);
      assertUnmodified(plan, requestedAtMs, createPathWriter(call.folders));
      applyPlan(plan);
    }
    const pathOf = createPathWriter(call.folders);
    return `${headingText}${apply ? renderWritten(plan, pathOf) : renderPreview(plan, name, pathOf)}`;
  };
  // One at a time: the second of two edits of a file is resolved in the text after the first.
  return apply ? call.runExclusive(work) : work();
}

const NOTHING_RENAMED_MESSAGE =
  "The language server renames nothing there. It can't rename a keyword, a literal, a comment, or a name that a library declares. Check that this is the place you meant.";
const NOTHING_CHANGED_MESSAGE = "The text is already the same: nothing to write.";

/** An agent may change only the workspace; a rename can extend to libraries. */
function assertInWorkspace({ steps }: EditPlan, folders: readonly WorkspaceFolder[]): void {
  const paths = steps.flatMap((step) => (step.kind === "rename" ? [step.path, step.to] : [step.path]));
  const outside = paths.find((path) => !isInWorkspace(path, folders));
  if (outside === undefined) return;
  const names = folders.map(({ uri }) => pathOfUri(uri) ?? uri).join(", ");
  throw new UnusableEdit(`${outside} is outside of the workspace (${names}). Nothing was written.`);
}

/**
 * Throws `content_modified` if a file was written after the request, whose positions would then be
 * wrong. `sinceMs` is in Unix time.
 */
export function assertUnmodified({ steps }: EditPlan, sinceMs: number, pathOf: (path: string) => string): void {
  const modified = steps.find(({ path }) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    // A file that was moved keeps its mtime, but has a new ctime.
    return stat?.isFile() === true && Math.floor(Math.max(stat.mtimeMs, stat.ctimeMs)) > sinceMs;
  });
  if (modified === undefined) return;
  const name = pathOf(modified.path);
  throw new LocateError(
    "content_modified",
    `${name} was changed by another program during the request. Nothing was written; try again.`,
    { changed: [name] },
  );
}
