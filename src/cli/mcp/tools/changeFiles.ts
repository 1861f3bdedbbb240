/** Changes of files: worked out, and written where that was asked for. */

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

/** Asks for a change of what the model has written; all of it is written, or nothing. Throws UnusableEdit, `content_modified`. */
export function changeFiles(
  name: "rename" | "edit",
  locate: unknown,
  params: Readonly<Record<string, unknown>>,
  apply: boolean,
  call: ToolCall,
): Promise<string> {
  const work = async () => {
    const requestedAtMs = Date.now();
    const answered = await sendToolRequest(name, locate, call, params).catch(async (error: unknown) => {
      throw await addSyntaxOnlyReason(error, locate, call);
    });
    if (answered.kind !== "changes") throw new TypeError(`${name} is no change`);
    const plan = planEdit(answered.edit, { encoding: answered.encoding, readEntry: readDiskEntry, pathOf: pathOfUri });
    const { place } = answered;
    if (name === "rename" && place) assertNewName(String(params["newName"]), createToolView(place, call));
    const remark =
      name === "rename" && place ? await describeSyntaxOnly(place.target.textDocument.uri, call) : undefined;
    const headingText = place ? `${renderHeading(place, remark)}\n` : "";
    if (plan.changes.length === 0 && plan.notes.length === 0)
      return `${headingText}${plan.steps.length === 0 ? NOTHING_RENAMED_MESSAGE : NOTHING_CHANGED_MESSAGE}`;
    if (apply) {
      // It may have waited for others, or have been answered before it was cancelled.
      call.signal.throwIfAborted();
      assertInWorkspace(plan, call.folders);
      assertUnmodified(plan, requestedAtMs, createPathWriter(call.folders));
      applyPlan(plan);
    }
    const pathOf = createPathWriter(call.folders);
    return `${headingText}${apply ? renderWritten(plan, pathOf) : renderPreview(plan, name, pathOf)}`;
  };
  // One at a time: of two edits of one file, the second is about the text that the first has left.
  return apply ? call.runExclusive(work) : work();
}

const NOTHING_RENAMED_MESSAGE =
  "The language server renames nothing there. It can't where there is a keyword, a literal or a comment, or a name that a library declares. Look whether that is the place you meant.";
const NOTHING_CHANGED_MESSAGE = "The text is the same already: nothing to write.";

/** An agent's harness has let it into the workspace; a rename can reach into libraries. */
function assertInWorkspace({ steps }: EditPlan, folders: readonly WorkspaceFolder[]): void {
  const paths = steps.flatMap((step) => (step.kind === "rename" ? [step.path, step.to] : [step.path]));
  const outside = paths.find((path) => !isInWorkspace(path, folders));
  if (outside === undefined) return;
  const names = folders.map(({ uri }) => pathOfUri(uri) ?? uri).join(", ");
  throw new UnusableEdit(`${outside} is outside of the workspace (${names}). Nothing was written.`);
}

/** Positions are those of the text when we asked: what somebody else has written since would be torn apart. `since` in milliseconds of the clock. */
export function assertUnmodified({ steps }: EditPlan, sinceMs: number, pathOf: (path: string) => string): void {
  const modified = steps.find(({ path }) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    // A file that was moved here has kept its mtime; its ctime is new.
    return stat?.isFile() === true && Math.floor(Math.max(stat.mtimeMs, stat.ctimeMs)) > sinceMs;
  });
  if (modified === undefined) return;
  const name = pathOf(modified.path);
  throw new LocateError(
    "content_modified",
    `${name} was changed by somebody else while this was worked out. Nothing was written; ask again.`,
    { changed: [name] },
  );
}
