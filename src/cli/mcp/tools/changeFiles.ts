/** Changes of files: worked out, and written where that was asked for. */

import { statSync } from "node:fs";
import { LocateError } from "../../../error.js";
import { pathOfUri, type WorkspaceFolder } from "../../../uri.js";
import { carryOut, look } from "../../edit/applyPlan.js";
import { type Plan, planEdit } from "../../edit/editPlan.js";
import { UnusableEdit } from "../../edit/textEdits.js";
import { previewWords, writtenWords } from "../render/renderChanges.js";
import { heading } from "../render/renderHeading.js";
import { isWithin } from "../session/workspaceFolders.js";
import { assertName } from "./assertNewName.js";
import { bySyntaxAlone, withReason } from "./syntaxOnly.js";
import { askAbout, type Call, pathIn, viewOf } from "./toolCall.js";

/** Asks for a change of what the model has written; all of it is written, or nothing. Throws UnusableEdit, `content_modified`. */
export function change(
  name: "rename" | "edit",
  locate: unknown,
  params: Readonly<Record<string, unknown>>,
  apply: boolean,
  call: Call,
): Promise<string> {
  const work = async () => {
    const askedAt = Date.now();
    const answered = await askAbout(name, locate, call, params).catch(async (error: unknown) => {
      throw await withReason(error, locate, call);
    });
    if (answered.kind !== "changes") throw new TypeError(`${name} is no change`);
    const plan = planEdit(answered.edit, { encoding: answered.encoding, look, pathOf: pathOfUri });
    const { place } = answered;
    if (name === "rename" && place) assertName(String(params["newName"]), viewOf(place, call));
    const remark = name === "rename" && place ? await bySyntaxAlone(place.target.textDocument.uri, call) : undefined;
    const landed = place ? `${heading(place, remark)}\n` : "";
    if (plan.changes.length === 0 && plan.notes.length === 0)
      return `${landed}${plan.steps.length === 0 ? nothingRenamed : nothingNew}`;
    if (apply) {
      // It may have waited for others, or have been answered before it was cancelled.
      call.signal.throwIfAborted();
      assertOurs(plan, call.folders);
      assertUntouched(plan, askedAt, pathIn(call.folders));
      carryOut(plan);
    }
    const pathOf = pathIn(call.folders);
    return `${landed}${apply ? writtenWords(plan, pathOf) : previewWords(plan, name, pathOf)}`;
  };
  // One at a time: of two edits of one file, the second is about the text that the first has left.
  return apply ? call.alone(work) : work();
}

const nothingRenamed =
  "The language server renames nothing there. It can't where there is a keyword, a literal or a comment, or a name that a library declares. Look whether that is the place you meant.";
const nothingNew = "The text is the same already: nothing to write.";

/** An agent's harness has let it into the workspace; a rename can reach into libraries. */
function assertOurs({ steps }: Plan, folders: readonly WorkspaceFolder[]): void {
  const paths = steps.flatMap((step) => (step.kind === "rename" ? [step.path, step.to] : [step.path]));
  const outside = paths.find((path) => !isWithin(path, folders));
  if (outside === undefined) return;
  const names = folders.map(({ uri }) => pathOfUri(uri) ?? uri).join(", ");
  throw new UnusableEdit(`${outside} is outside of the workspace (${names}). Nothing was written.`);
}

/** Positions are those of the text when we asked: what somebody else has written since would be torn apart. `since` in milliseconds of the clock. */
export function assertUntouched({ steps }: Plan, since: number, pathOf: (path: string) => string): void {
  const touched = steps.find(({ path }) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    // A file that was moved here has kept its mtime; its ctime is new.
    return stat?.isFile() === true && Math.floor(Math.max(stat.mtimeMs, stat.ctimeMs)) > since;
  });
  if (touched === undefined) return;
  const name = pathOf(touched.path);
  throw new LocateError(
    "content_modified",
    `${name} was changed by somebody else while this was worked out. Nothing was written; ask again.`,
    { changed: [name] },
  );
}
