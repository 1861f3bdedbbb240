/**
 * Completes a rename that keeps the old name by aliases, as some servers do: with `export { new as
 * old }`, files that import it stay as they are. The server is asked for a rename at each alias,
 * too, and the answers are joined. An alias remains where a package.json makes the name public, and
 * where the server has no answer.
 */

import { ask } from "../../../../ask/ask.js";
import { keepToWorktree, otherWorktreeTest } from "../../../../ask/documents/worktreeFilter.js";
import { partPolicy } from "../../../../ask/methodTable.js";
import { comparePositions, type Position, type Range, rangeToOffsets } from "../../../../text/position.js";
import { fileKeyOf, pathOfUri } from "../../../../uri.js";
import { RawJson } from "../../../../wire/rawJson.js";
import type { RequestContext } from "../../../client/requestContext.js";
import { withoutOwnVersions } from "../../../client/translatedMessages.js";
import { answerPermission } from "../../../documents/filePaths.js";
import { codeFilesOf } from "../../codeTexts.js";
import { findDefinitions } from "../../definitions/findDefinitions.js";
import {
  aliasIn,
  hasRepeats,
  isPlainEdit,
  joinRenames,
  keyOfRange,
  type RenamedRange,
  type RenameEdits,
  rangesOfRename,
  readRenameEdits,
  splitLongEdits,
  writeRenameEdits,
} from "../renameEdits.js";
import {
  isInWorkspace,
  type KeptAlias,
  type RenameRequest,
  renameBudgets,
  withoutLibraries,
} from "../renameRequest.js";
import { keepUsesOfAliases } from "./aliasRoutes.js";
import { isPublicFile } from "./publicNames.js";

/** A rename as far as the server can be made to do it. */
export interface CompletedRename {
  /** The server's own bytes where nothing was added. */
  readonly result: RawJson;
  readonly edits: RenameEdits;
  /** The aliases that remain for other files. */
  readonly kept: readonly KeptAlias[];
  /** Uses that may need the new name or, through such an alias, the old one. They keep the old. */
  readonly unclear: readonly RenamedRange[];
  /** The first place in each file outside of the workspace that the server would change. */
  readonly outside: readonly RenamedRange[];
}

const MAX_REQUESTS = 50;

/** Returns undefined for an answer without edits. */
export async function completeRename(result: RawJson, request: RenameRequest): Promise<CompletedRename | undefined> {
  const answer = result.parse();
  const { newName, context, texts, backend } = request;
  const readText = async (uri: string) => (await texts.read(uri))?.text;
  const { own, outside } = withoutLibraries(readRenameEdits(answer), request);
  const first = await splitLongEdits(own, newName, readText, backend.encoding);
  if (first.size === 0) return undefined;
  if (!isPlainEdit(answer)) return { result, edits: first, kept: [], unclear: [], outside };
  const deadline = request.deadline.within(renameBudgets.aliases);
  const seen = new Set<string>();
  const kept: KeptAlias[] = [];
  let edits = first;
  let requestCount = 0;
  for (;;) {
    const place = rangesOfRename(edits).find((each) => aliasIn(each.newText, newName) && !seen.has(keyOfRange(each)));
    if (place === undefined) break;
    seen.add(keyOfRange(place));
    const alias = await specifierAt(place, request);
    if (alias === undefined) continue;
    const keep = (isPublic: boolean) => {
      if (alias.keeps === "outside") kept.push({ place, oldName: alias.oldName, isPublic });
    };
    if (requestCount >= MAX_REQUESTS || deadline.isOver || context.token.isCancellationRequested) {
      keep(false);
      continue;
    }
    if (alias.keeps === "outside" && request.keepsPublic && (await isPublic(place, request))) {
      keep(true);
      continue;
    }
    requestCount++;
    const other =
      alias.keeps === "outside" ? await renameAt(place, request) : await renameOrigin(place, alias, request);
    const joined = other && joinRenames(edits, other, newName);
    // An answer that leaves the alias for other files as it is renames something else. That of an
    // import may end at an alias of the module that is imported from, which comes next.
    if (joined && (alias.keeps === "inside" || hasPlainName(joined, place, newName)))
      edits = alias.oldName === "" ? withoutInsertion(joined, place) : joined;
    else keep(false);
  }
  // The other requests may also have renamed what a kept alias refers to.
  const left = kept.filter(({ place }) => !hasPlainName(edits, place, newName));
  const routed = await keepUsesOfAliases(edits, left, request);
  const isUnchanged = routed.edits === first && outside.length === 0 && !hasRepeats(answer);
  const changed = isUnchanged ? result : RawJson.of(writeRenameEdits(answer, routed.edits));
  return { ...routed, result: changed, kept: left, outside };
}

/** Returns the alias of an edit whose old name is what the text has there. */
async function specifierAt({ uri, range, newText }: RenamedRange, { newName, texts, backend }: RenameRequest) {
  const alias = aliasIn(newText, newName);
  const text = (await texts.read(uri))?.text;
  if (alias === undefined || text === undefined) return undefined;
  const { from, to } = rangeToOffsets(text, range, backend.encoding);
  return text.slice(from, to) === alias.oldName ? alias : undefined;
}

/** Returns edits without the ` as new` that is inserted after a name which becomes the new one. */
function withoutInsertion(edits: RenameEdits, { uri, newText }: RenamedRange): RenameEdits {
  const file = edits.get(fileKeyOf(uri));
  return file
    ? new Map(edits).set(fileKeyOf(uri), { ...file, edits: file.edits.filter((each) => each.newText !== newText) })
    : edits;
}

function hasPlainName(edits: RenameEdits, { uri, range: { start } }: RenamedRange, newName: string): boolean {
  const isThere = (each: { readonly range: Range }) => comparePositions(each.range.start, start) === 0;
  return edits.get(fileKeyOf(uri))?.edits.find(isThere)?.newText === newName;
}

async function isPublic({ uri }: RenamedRange, { texts, context }: RenameRequest): Promise<boolean> {
  const path = pathOfUri(uri);
  return path !== undefined && isPublicFile(path, await codeFilesOf(path, texts, context));
}

/**
 * Returns the server's rename at the other end of an import; undefined if that is not in the
 * workspace.
 */
async function renameOrigin(
  { uri, range }: RenamedRange,
  { oldName }: { readonly oldName: string },
  request: RenameRequest,
): Promise<RenameEdits | undefined> {
  const { texts, backend, context } = request;
  const origins = await findDefinitions({ uri, position: range.start }, backend, context);
  for (const origin of origins ?? []) {
    if (!isInWorkspace(origin.uri, context)) continue;
    const text = (await texts.read(origin.uri))?.text;
    if (text === undefined) continue;
    const { from } = rangeToOffsets(text, { start: origin.position, end: origin.position }, backend.encoding);
    if (text.slice(from, from + oldName.length) !== oldName) continue;
    return renameAt({ uri: origin.uri, range: { start: origin.position } }, request);
  }
  return undefined;
}

/** Returns the server's rename of what is at the start of a range; undefined if it has none. */
export async function renameAt(
  { uri, range: { start } }: { readonly uri: string; readonly range: { readonly start: Position } },
  request: RenameRequest,
): Promise<RenameEdits | undefined> {
  const { newName, backend, texts, context } = request;
  try {
    const path = pathOfUri(uri);
    const permission = answerPermission(context.client.roots);
    const isUnopened = path !== undefined && !isOpen(uri, context);
    const unopened = isUnopened ? await context.unopenedFiles.read(path, permission) : undefined;
    const question = {
      method: "textDocument/rename",
      policy: { ...partPolicy, changesText: true } as const,
      backend,
      document: () => unopened,
      params: () => () => ({ textDocument: { uri }, position: start, newName }),
    };
    const { bytes: all } = await ask(question, context);
    const bytes = keepToWorktree("rename", all, otherWorktreeTest(path));
    const answer = new RawJson(withoutOwnVersions(bytes, [[]], context.unopenedFiles)).parse();
    if (!isPlainEdit(answer)) return undefined;
    const readText = async (uri: string) => (await texts.read(uri))?.text;
    const { own, outside } = withoutLibraries(readRenameEdits(answer), request);
    return outside.length > 0 ? undefined : await splitLongEdits(own, newName, readText, backend.encoding);
  } catch {
    // Refused, gone, or deleted meanwhile: the alias remains.
    return undefined;
  }
}

function isOpen(uri: string, { documents }: Pick<RequestContext, "documents">): boolean {
  return documents.get(uri) !== undefined;
}
