/**
 * Finds the members of libraries' interfaces that a renamed method implements, where methods alone
 * make a type implement one: no head names it, and a compiler need not notice.
 */

import { factsOf } from "../../../../languages/languages.js";
import { offsetToPosition, positionToOffset } from "../../../../text/position.js";
import { codeFileOf, resolverOf } from "../../codeTexts.js";
import { findDefinitions } from "../../definitions/findDefinitions.js";
import type { PossiblePlace } from "../../searchRun.js";
import { isInWorkspace, type RenameRequest } from "../renameRequest.js";
import { memberAt } from "./renamedMembers.js";

/** Returns the members outside of the workspace, as the server lists them. */
export async function findRequiredMembers(
  target: PossiblePlace,
  request: RenameRequest,
): Promise<readonly PossiblePlace[]> {
  const { backend, texts, context } = request;
  if (!factsOf(target.document.languageId).hasMethodSets) return [];
  const file = await codeFileOf(target.document, context);
  if (file === undefined) return [];
  const turns = await resolverOf(file.path, texts, context);
  const { member, owner } = (await turns.take((resolver) => memberAt(file, target.offset, resolver))) ?? {};
  const document = member && (await texts.readPath(member.file.path));
  // What implements an interface of the workspace keeps no name.
  if (member === undefined || owner?.symbol?.kind === "interface" || document === undefined) return [];
  const word = member.file.text.slice(member.from, member.to);
  const position = offsetToPosition(document.text, member.from, backend.encoding);
  const at = { uri: document.uri, position };
  const found: PossiblePlace[] = [];
  for (const each of (await findDefinitions(at, backend, context, { what: "implementation" })) ?? []) {
    const file = isInWorkspace(each.uri, context) ? undefined : await texts.read(each.uri);
    const offset = file && positionToOffset(file.text, each.position, backend.encoding);
    if (file === undefined || offset === undefined) continue;
    if (file.text.slice(offset, offset + word.length) === word) found.push({ document: file, offset });
  }
  return found;
}
