/**
 * Embedded fields, which have the name of their type: both are renamed, or neither
 * (https://go.dev/ref/spec#Struct_types).
 */

import { factsOf } from "../../languages/languages.js";
import { type DeclaredEntity, type Entity, isField, isType, keyOf } from "../entities/entity.js";
import type { MemberResolving } from "./members.js";

/** Whether a declaration is a field that is named by its type. */
export async function isEmbeddedField(entity: DeclaredEntity, { files }: MemberResolving): Promise<boolean> {
  const { file, from } = entity;
  if (!factsOf(file.languageId).hasEmbeddedFields || !isField(entity)) return false;
  const name = await files.nameAt(file, from);
  return name?.definitions.every((each) => each.from !== from) ?? false;
}

/** Returns the declarations of the type of an embedded field; none where no file declares it. */
export async function typesOfEmbedded({ file, from }: DeclaredEntity, resolver: MemberResolving): Promise<Entity[]> {
  return (await resolver.resolveAt(file, from)).entities.filter(isType);
}

/** Returns the fields of the workspace that embed a type under its own name. */
export async function fieldsEmbedding(type: DeclaredEntity, resolver: MemberResolving): Promise<Entity[]> {
  const { file, from, to } = type;
  if (!factsOf(file.languageId).hasEmbeddedFields) return [];
  const found: Entity[] = [];
  for (const each of await resolver.files.declared(file.text.slice(from, to), file.languageId)) {
    if (each.kind !== "symbol" || !(await isEmbeddedField(each, resolver))) continue;
    const types = await typesOfEmbedded(each, resolver);
    if (types.some((other) => keyOf(other) === keyOf(type))) found.push(each);
  }
  return found;
}
