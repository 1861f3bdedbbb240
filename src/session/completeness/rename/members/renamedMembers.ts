/** The members of types that a rename declares anew, and how their supertypes are found. */

import type { Deadline } from "../../../../ask/deadline.js";
import { documentOf } from "../../../../code/entities/codeFiles.js";
import {
  type CodeFile,
  type DeclaredEntity,
  isSymbol,
  isType,
  type TypeEntity,
} from "../../../../code/entities/entity.js";
import type { TypesElsewhere } from "../../../../code/families/supertypes.js";
import { isMember } from "../../../../code/rename/memberConflicts.js";
import type { Resolver } from "../../../../code/resolve/resolver.js";
import { factsOf } from "../../../../languages/languages.js";
import { getOrInsert } from "../../../../text/list.js";
import { offsetToPosition, positionToOffset, rangeToOffsets } from "../../../../text/position.js";
import { fileKeyOf, pathOfUri, uriOfPath } from "../../../../uri.js";
import type { WorkspaceDeclaration } from "../../../../workspace/declaration.js";
import { findDefinitions } from "../../definitions/findDefinitions.js";
import type { PossiblePlace } from "../../searchRun.js";
import { type RenameEdits, renamedWord } from "../renameEdits.js";
import { isInWorkspace, type RenameRequest } from "../renameRequest.js";

/** The members, and what they are called before. */
export interface RenamedMembers {
  /** The old name. */
  readonly word: string;
  readonly languageId: string;
  readonly members: readonly DeclaredEntity[];
}

/**
 * Returns the members whose declarations are renamed; undefined where none is one of a type, or
 * types don't name what they extend: then the server has compared their members.
 */
export async function findRenamedMembers(
  edits: RenameEdits,
  resolver: Resolver,
  { newName, texts, backend, context }: RenameRequest,
): Promise<RenamedMembers | undefined> {
  const { word, file } = (await renamedWord(edits, newName, texts.read, backend.encoding)) ?? {};
  if (word === undefined || file === undefined) return undefined;
  if (!factsOf(file.languageId).overriding.namesSupertypes) return undefined;
  const declared = new Map<string, WorkspaceDeclaration[]>();
  for (const each of await resolver.files.declarations(word, file.languageId)) {
    const key = fileKeyOf(uriOfPath(each.path, context.client.roots.folders));
    if (each.container.length > 0) getOrInsert(declared, key, () => []).push(each);
  }
  const members: DeclaredEntity[] = [];
  for (const [key, { edits: own }] of edits) {
    const inFile = declared.get(key) ?? [];
    const file = inFile[0] && (await resolver.files.read(inFile[0].path));
    if (file === undefined) continue;
    const text = documentOf(file);
    const offsets = new Set(inFile.map(({ line, character }) => text.lineFrom(line) + character));
    for (const { range } of own) {
      const { from, to } = rangeToOffsets(text, range, backend.encoding);
      const member = offsets.has(from) ? await resolver.files.entityAt(file, from, to) : undefined;
      if (member?.kind === "symbol" && (await isMember(member, resolver))) members.push(member);
    }
  }
  return members.length === 0 ? undefined : { word, languageId: file.languageId, members };
}

/** Returns the member that is declared at an offset, or meant there, and its type. */
export async function memberAt(
  file: CodeFile,
  offset: number,
  resolver: Resolver,
): Promise<{ readonly member: DeclaredEntity; readonly owner: DeclaredEntity } | undefined> {
  const { entities } = await resolver.resolveAt(file, offset);
  const member = entities.find(isSymbol);
  const owner = member && (await resolver.members.ownerOf(member));
  return member && owner && { member, owner };
}

/** After this number of requests for definitions, further names in heads are not resolved. */
const MAX_QUESTIONS = 200;

/** Finds types that only the server knows. */
interface ServerTypes {
  readonly of: TypesElsewhere;
  /** Whether some names were not resolved, because there are too many or it was late. */
  readonly isCut: boolean;
}

/** Makes a search for types that names in heads mean, by the server's definitions. */
export function createServerTypes(
  { files }: Resolver,
  { backend, context }: RenameRequest,
  deadline: Deadline,
): ServerTypes {
  let count = 0;
  let isCut = false;
  return {
    get isCut() {
      return isCut;
    },
    async of({ file, from }) {
      if (count++ >= MAX_QUESTIONS || deadline.isOver) {
        isCut = true;
        return [];
      }
      const uri = uriOfPath(file.path, context.client.roots.folders);
      const position = offsetToPosition(documentOf(file), from, backend.encoding);
      const found: TypeEntity[] = [];
      for (const each of (await findDefinitions({ uri, position }, backend, context)) ?? []) {
        const path = pathOfUri(each.uri);
        const other = path === undefined ? undefined : await files.read(path);
        if (other === undefined) continue;
        const offset = positionToOffset(documentOf(other), each.position, backend.encoding);
        const around = await files.around(other, offset);
        const { nameFrom, nameTo } = around.at(-1) ?? { nameFrom: offset, nameTo: offset };
        const type = offset <= nameTo ? await files.entityAt(other, nameFrom, nameTo) : undefined;
        if (type && isType(type)) found.push(type);
      }
      return found;
    },
  };
}

/** Whether a declaration is in a file of the workspace. */
export function isOwn({ file }: DeclaredEntity, { context }: RenameRequest): boolean {
  return isInWorkspace(uriOfPath(file.path, context.client.roots.folders), context);
}

/** Returns where members are declared. */
export async function placesOfMembers(
  members: readonly DeclaredEntity[],
  { texts }: RenameRequest,
): Promise<readonly PossiblePlace[]> {
  const places: PossiblePlace[] = [];
  for (const { file, from } of members) {
    const document = await texts.readPath(file.path);
    if (document) places.push({ document, offset: from });
  }
  return places;
}
