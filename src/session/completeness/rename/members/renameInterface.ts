/**
 * Renames a member at the interface that declares it. gopls refuses to rename a method that its
 * type needs for an interface, and renames it with the interface's own.
 */

import type { Backend } from "../../../../ask/backend/backend.js";
import { Deadline } from "../../../../ask/deadline.js";
import { isWordAt } from "../../../../locate/find/characters.js";
import { offsetToPosition, positionToOffset } from "../../../../text/position.js";
import { pathOfUri } from "../../../../uri.js";
import { RawJson } from "../../../../wire/rawJson.js";
import type { RequestContext } from "../../../client/requestContext.js";
import type { Place } from "../../../place/resolvePlace.js";
import { findDefinitions } from "../../definitions/findDefinitions.js";
import { createFileTexts } from "../../fileTexts.js";
import { renameAt } from "../aliases/renameAliases.js";
import { isInRanges, rangesOfRename, writeRenameEdits } from "../renameEdits.js";
import { isInWorkspace, RENAME_TIMEOUT_MS } from "../renameRequest.js";

interface RefusedRename {
  readonly place: Place;
  readonly backend: Backend;
  readonly newName: string;
}

/**
 * Returns the server's rename of a member in the workspace that the one at the place implements, if
 * that changes the place, too; undefined if there is none.
 */
export async function renameAtInterface(
  { place, backend, newName }: RefusedRename,
  context: RequestContext,
): Promise<RawJson | undefined> {
  const { uri, text } = place.document();
  const { from } = place.now();
  const position = offsetToPosition(text, from, backend.encoding);
  const declared = await findDefinitions({ uri, position }, backend, context, { what: "implementation" });
  const texts = createFileTexts(context);
  const roots = context.client.roots.folders.flatMap((folder) => pathOfUri(folder.uri) ?? []);
  const deadline = Deadline.ofWork(RENAME_TIMEOUT_MS);
  const request = {
    newName,
    keepsPublic: true,
    changesLibraries: false,
    backend,
    texts,
    deadline,
    noteStage: () => {},
    context,
  };
  const word = wordFrom(text.text, from);
  for (const each of declared ?? []) {
    const file = isInWorkspace(each.uri, roots) ? await texts.read(each.uri) : undefined;
    if (file === undefined || deadline.isOver || context.token.isCancellationRequested) continue;
    if (wordFrom(file.text.text, positionToOffset(file.text, each.position, backend.encoding)) !== word) continue;
    const edits = await renameAt({ uri: each.uri, range: { start: each.position } }, request);
    if (edits && isInRanges({ uri, position }, rangesOfRename(edits)))
      return RawJson.of(writeRenameEdits({ documentChanges: [] }, edits));
  }
  return undefined;
}

/** Returns the word that begins at an offset. */
function wordFrom(text: string, from: number): string {
  let to = from;
  while (to < text.length && isWordAt(text, to)) to++;
  return text.slice(from, to);
}
