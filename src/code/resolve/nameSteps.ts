/**
 * How a name is resolved in its place: by steps in order, of which the first that has an answer
 * decides. A step returns undefined where it says nothing of the name.
 */

import { factsOf } from "../../languages/languages.js";
import type { NameInfo } from "../../syntax/scopes/nameInfo.js";
import type { Expression, NameValue } from "../../syntax/values/expression.js";
import { appendAll } from "../../text/list.js";
import { areOneSymbol } from "../entities/builds.js";
import {
  type CodeFile,
  type DeclaredEntity,
  type Entity,
  isBlock,
  isConstantOfEnum,
  isField,
  isOtherName,
  isSymbol,
  isType,
  type Resolution,
  shown,
  type TypeEntity,
  unknown,
} from "../entities/entity.js";
import { optionsOfComponent } from "../modules/componentMembers.js";
import { visibleFrom } from "../modules/includes.js";
import { type MemberResolving, withoutDefaults } from "../types/members.js";
import { extendedBefore, isUnnamed, symbolEntity } from "../types/typeSymbols.js";
import { objectOf, type TypeValue } from "../types/typeValue.js";
import { areOverloads, isStatic, narrow, type PlacedName } from "./narrow.js";

/** A name, and what syntax shows of its place. */
export interface PlacedUse {
  readonly name: NameInfo & PlacedName;
  readonly value: NameValue;
  readonly file: CodeFile;
  readonly depth: number;
}

/** What the steps need of the resolver. */
export interface NameResolving extends MemberResolving {
  /** Returns what `value.name` means. */
  memberOfValue(type: TypeValue, name: string, languageId: string, depth: number): Promise<Resolution>;
}

type NameStep = (use: PlacedUse, resolver: NameResolving) => Promise<Resolution | undefined>;

const steps: readonly NameStep[] = [
  initialised,
  comparedConstant,
  namedParameter,
  imported,
  declaredInScope,
  optionOfComponent,
  memberOfItsReceiver,
  memberOfWantedType,
  attributeOfModule,
  memberOfTrait,
  declaredHere,
  inherited,
  declaredOnce,
  unboundInModule,
];

/** Returns what a name means. */
export async function resolveName(use: PlacedUse, resolver: NameResolving): Promise<Resolution> {
  for (const step of steps) {
    const found = await step(use, resolver);
    if (found) return found;
  }
  return unknown;
}

/** An initialiser of a constructor names a member, or a type that is extended. */
async function initialised(use: PlacedUse, resolver: NameResolving): Promise<Resolution | undefined> {
  const { name, value, file } = use;
  if (!value.isInitialiser || name.definitions.length > 0) return undefined;
  return (await inheritedBy(use, resolver)) ?? onlyDeclared({ ...name, isType: true }, file, resolver);
}

/** A constant of the type that a value is compared with. */
async function comparedConstant(use: PlacedUse, resolver: NameResolving): Promise<Resolution | undefined> {
  const { name, value } = use;
  if (value.compared === undefined) return undefined;
  const constant = await memberOfReceiver(use, value.compared, resolver);
  // A constant of an enum takes precedence over what is declared around.
  const isBound = name.definitions.length > 0 && !constant.entities.every(isConstantOfEnum);
  return constant.entities.length > 0 && !isBound ? constant : undefined;
}

/** The parameter that an argument names. */
async function namedParameter(
  { name: { name }, value: { callee }, file, depth }: PlacedUse,
  { files, members, types }: NameResolving,
): Promise<Resolution | undefined> {
  if (callee === undefined) return undefined;
  const called = await types.valueOf(callee, file, depth + 1);
  if (called?.kind !== "itself" || called.entity.kind === "module" || called.entity.kind === "package") return unknown;
  const { entity } = called;
  const callables = isType(entity) ? await members.constructorsOf(entity, depth + 1) : [entity];
  const parameters = await Promise.all(callables.map((each) => parameterOf(each, name, files)));
  const found = parameters.filter((each) => each !== undefined);
  if (callables.length > 0 || !isType(entity)) return callables.length > 0 ? shown(found) : unknown;
  // A type without a constructor of its own takes its fields: a record, a dataclass.
  const fields = await members.ofType(entity, name, depth + 1);
  if (fields.entities.length > 0) return { ...fields, certainty: "shown" };
  // A class of Python without a constructor, whose supertypes are known, has no parameters.
  const isClosed = (await members.supertypesOf(entity, depth + 1)).isComplete;
  return isClosed && factsOf(file.languageId).hasRebinding ? shown([]) : unknown;
}

/** Returns a parameter by its name; undefined if the function has none of that name. */
async function parameterOf(
  { file, symbol, owners }: DeclaredEntity,
  name: string,
  files: NameResolving["files"],
): Promise<DeclaredEntity | undefined> {
  if (symbol === undefined) return undefined;
  const head = file.text.slice(symbol.nameTo, Math.min(symbol.to, symbol.nameTo + MAX_HEAD_LENGTH));
  for (const { 0: word, index } of head.matchAll(/[\p{ID_Continue}$]+/gu)) {
    if (word.replace(/^\$/, "") !== name) continue;
    const to = symbol.nameTo + index + word.length;
    const { kind, definitions = [] } = (await files.nameAt(file, to - name.length)) ?? {};
    const isDeclared = definitions.some((each) => each.from <= to - name.length && each.to === to);
    if (kind === "parameter" && isDeclared)
      return { kind: "local", file, from: to - name.length, to, owners: [...owners, symbol] };
  }
  return undefined;
}

const MAX_HEAD_LENGTH = 5_000;

/** What an import takes, where that declares the name. */
async function imported(use: PlacedUse, resolver: NameResolving): Promise<Resolution | undefined> {
  const { name, value, file, depth } = use;
  const { import: taken, reach } = name;
  if (reach !== "import" || taken === undefined || (value.receiver && name.definitions.length === 0)) return undefined;
  const system = resolver.systemOf(file.languageId);
  // Where files are included, `using a::b` names what one of them declares.
  if (system === undefined) return onlyDeclared({ ...name, name: taken.original ?? name.name }, file, resolver);
  return narrow(await system.importOf(taken, file, name.from, depth + 1), name);
}

/** What a scope of the file declares. */
async function declaredInScope(use: PlacedUse, resolver: NameResolving): Promise<Resolution | undefined> {
  const { name, value, file } = use;
  if (name.reach === "free" || name.definitions.length === 0) return undefined;
  const merged = name.reach === "file" ? await mergedWith(name, file, resolver) : [];
  const declared = shown([...(await definitionsOf(use, resolver)), ...merged]);
  const parts = await partsOf(declared.entities, file, resolver);
  if (parts) return shown(parts);
  const itself = declared.entities.find((each) => "from" in each && each.from === name.from);
  // Of overloads, each declaration is one of its own.
  const isMixed = new Set(declared.entities.map(isStatic)).size > 1;
  const isOfBlocks = declared.entities.length > 1 && factsOf(file.languageId).blockKind !== undefined;
  if (itself && (isMixed || isOfBlocks || areOverloads(declared.entities))) return shown([itself]);
  if (isOfBlocks) return narrow(shown(withoutDefaults(declared.entities)), name);
  if (isMixed && value.receiver) return memberOfReceiver(use, value.receiver.expression, resolver);
  return narrow(declared, name);
}

/** What the type of its receiver has, or what a method of the library calls. */
async function memberOfItsReceiver(use: PlacedUse, resolver: NameResolving): Promise<Resolution | undefined> {
  const { name, value, file } = use;
  if (value.receiver === undefined) return undefined;
  const found = await memberOfReceiver(use, value.receiver.expression, resolver);
  // A key that the type lacks declares itself.
  if (value.isKeyOfLiteral && found.entities.length === 0 && found.certainty === "shown")
    return shown([await resolver.files.entityAt(file, name.from, name.to)]);
  return (await delegateOf(use, found, resolver)) ?? narrow(found, name);
}

/** An option of Vue's object, in whose functions `this` has all of them; what is watched is one. */
async function optionOfComponent(
  { name: { name, from, to }, value, file }: PlacedUse,
  { files }: NameResolving,
): Promise<Resolution | undefined> {
  if (factsOf(file.languageId).grammar?.template === undefined) return undefined;
  const { owners } = value.receiver ? { owners: [] } : await files.entityAt(file, from, to);
  if (value.receiver?.expression.kind !== "self" && owners.at(-1)?.name !== "watch") return undefined;
  const found = await optionsOfComponent(name, file, files);
  return found.length > 0 ? shown(found) : undefined;
}

/** A member of a type that the place wants, which syntax does not show: `.red`. */
async function memberOfWantedType({ value }: PlacedUse): Promise<Resolution | undefined> {
  return value.isImplied ? unknown : undefined;
}

/** What every module has: without a declaration, it is that of the module. */
async function attributeOfModule({ name, file }: PlacedUse): Promise<Resolution | undefined> {
  const isAttribute = !name.isMember && factsOf(file.languageId).moduleAttribute?.test(name.name);
  return isAttribute ? shown([{ kind: "module", file }]) : undefined;
}

/** The member of a trait that a member of its implementation is for, or else what is declared. */
async function memberOfTrait(
  { name, file, depth }: PlacedUse,
  { files, members }: NameResolving,
): Promise<Resolution | undefined> {
  if (!name.isMember) return undefined;
  const declared = await files.entityAt(file, name.from, name.to);
  if (declared.kind !== "symbol") return unknown;
  const { types: traits } = await members.traitsOfBlock(declared, depth + 1);
  const found: Entity[] = [];
  for (const each of traits) {
    const { entities } = await members.ofType(each, file.text.slice(name.from, name.to), depth + 1);
    appendAll(
      found,
      entities.filter((member) => isType(member) === isType(declared)),
    );
  }
  return shown(found.length > 0 ? found : [declared]);
}

/** What the outline declares at the name itself. */
async function declaredHere({ name, file }: PlacedUse, { files }: NameResolving): Promise<Resolution | undefined> {
  const declared = await files.entityAt(file, name.from, name.to);
  // A class without a name is shown by the type that it names.
  const isNamed = declared.symbol !== undefined && !isUnnamed(declared.symbol);
  return isNamed && !isEmbedded(declared) ? shown([declared]) : undefined;
}

/** Whether a field has the name of the type that it embeds. */
function isEmbedded(declared: DeclaredEntity): boolean {
  return isField(declared) && factsOf(declared.file.languageId).hasEmbeddedFields;
}

/** A member that is named without a receiver, where a language allows it. */
async function inherited(use: PlacedUse, resolver: NameResolving): Promise<Resolution | undefined> {
  return factsOf(use.file.languageId).hasExplicitReceivers ? undefined : inheritedBy(use, resolver);
}

/** What the workspace declares once, where names need no imports. */
async function declaredOnce({ name, file }: PlacedUse, resolver: NameResolving): Promise<Resolution | undefined> {
  return resolver.systemOf(file.languageId) === undefined ? onlyDeclared(name, file, resolver) : undefined;
}

/** What the module or package of the file has, or an embedded field whose type is not known. */
async function unboundInModule(
  { name, file, depth }: PlacedUse,
  resolver: NameResolving,
): Promise<Resolution | undefined> {
  const system = resolver.systemOf(file.languageId);
  const found = system && narrow(await system.unboundAt(name.name, file, name.from, depth + 1), name);
  const declared = await resolver.files.entityAt(file, name.from, name.to);
  return isEmbedded(declared) && found?.entities.length === 0 ? shown([declared]) : found;
}

/** Returns what the type of a receiver has under a name. */
export async function memberOfReceiver(
  { name, file, depth }: Pick<PlacedUse, "name" | "file" | "depth">,
  receiver: Expression,
  resolver: NameResolving,
): Promise<Resolution> {
  const type = await resolver.types.valueOf(receiver, file, depth + 1);
  return type ? resolver.memberOfValue(type, name.name, file.languageId, depth + 1) : unknown;
}

/**
 * Returns what declares a name in its file; of an import among several assignments, what it takes.
 */
export async function definitionsOf(
  { name, file, depth }: Pick<PlacedUse, "file" | "depth"> & { readonly name: NameInfo },
  resolver: NameResolving,
): Promise<readonly Entity[]> {
  const { files } = resolver;
  const imports = name.import ? (await files.facts(file)).imports : [];
  const found: Entity[] = [];
  for (const { from, to } of name.definitions) {
    const own = imports.find((each) => each.from === from);
    const entities = own
      ? (await resolver.systemOf(file.languageId)?.importOf(own.import, file, from, depth + 1))?.entities
      : undefined;
    appendAll(found, entities && entities.length > 0 ? entities : [await files.entityAt(file, from, to)]);
  }
  return found;
}

/** Returns what a file declares of a name, types and values, where they are one symbol. */
async function mergedWith({ name }: NameInfo, file: CodeFile, { files }: NameResolving): Promise<readonly Entity[]> {
  if (!factsOf(file.languageId).mergesDeclarations) return [];
  const same = (await files.outline(file)).filter((each) => each.name === name && !each.isLocal);
  return same.length < 2 ? [] : Promise.all(same.map((each) => files.entityAt(file, each.nameFrom, each.nameTo)));
}

/** Returns all parts of a type that is declared in parts, or of what each platform declares. */
async function partsOf(
  [first]: readonly Entity[],
  { languageId }: CodeFile,
  resolver: NameResolving,
): Promise<readonly Entity[] | undefined> {
  const { hasPartialTypes, platforms } = factsOf(languageId);
  if (first === undefined || !isSymbol(first) || first.symbol?.isLocal) return undefined;
  if (isType(first)) return hasPartialTypes ? resolver.systemOf(languageId)?.partsOf?.(first) : undefined;
  const parts = platforms && (await resolver.systemOf(languageId)?.partsOf?.(first));
  return parts && parts.length > 1 ? parts : undefined;
}

/** Returns a member of a type around a place, or of one that such a type extends. */
async function inheritedBy(
  { name: { name, from }, file, depth }: PlacedUse,
  { files, members }: NameResolving,
): Promise<Resolution | undefined> {
  const around = await files.around(file, from);
  for (let at = around.length - 1; at >= 0; at--) {
    const symbol = around[at];
    if (symbol === undefined || symbol.nameFrom === from) continue;
    const isElsewhere =
      symbol.name.includes("::") || extendedBefore(symbol, file) !== undefined || isBlock(symbol, file);
    const isOutside = from >= symbol.nameTo && isElsewhere;
    const type = isOutside
      ? await members.typeAround(file, symbol.nameTo, depth + 1)
      : symbolEntity(file, symbol, around.slice(0, at));
    if (type === undefined || !isType(type)) continue;
    const found = await members.ofType(type, name, depth + 1);
    // Constructors are not inherited, and only `this` and `super` call them.
    const entities = found.entities.filter((each) => each.kind !== "symbol" || each.symbol?.kind !== "constructor");
    if (entities.length > 0) return { ...found, entities };
  }
  return undefined;
}

/**
 * Returns what a name means that the workspace declares once, where names need no imports. Types
 * without a body are only announced.
 */
async function onlyDeclared(
  { name, isType: wantsType, isMember }: NameInfo,
  file: CodeFile,
  { files }: NameResolving,
): Promise<Resolution> {
  const { hasPrototypes, hasIncludes, hasPreprocessor } = factsOf(file.languageId);
  const all = await files.declared(name, file.languageId);
  const declared = hasIncludes ? await visibleFrom(file, all, files) : all;
  const hasBody = ({ file: { text }, symbol }: TypeEntity) => {
    const code = text.slice(symbol.codeFrom, symbol.to);
    return code.includes("{") || isOtherName(code);
  };
  const defined = declared.filter((each) => !isType(each) || hasBody(each));
  const types = wantsType ? defined.filter(isType) : [];
  // A type in another one is named by a path.
  const outer = types.filter((each) => !/^(?:class|struct)$/.test(each.owners.at(-1)?.kind ?? ""));
  const known = outer.length > 0 ? outer : types.length > 0 ? types : defined;
  // A field is named alone only by what a macro makes of it.
  const isFieldAlone = hasPreprocessor && !isMember && known.some(isField);
  if (known.length === 1 && isFieldAlone) return { entities: known, certainty: "unknown" };
  // A member of a type that is not around the name.
  if (!isMember && !wantsType && !hasIncludes && known.some(isMemberOfType))
    return { entities: [], certainty: "unknown" };
  if (known.length === 1 || (hasPreprocessor && areOneSymbol(known))) return shown(known);
  // A header announces a type whose body only one source has.
  const bodies = known.length === 0 ? all.filter((each) => isType(each) && hasBody(each)) : [];
  if (bodies.length === 1) return shown(bodies);
  return hasPrototypes && areOneSymbol(declared) ? shown(declared) : unknown;
}

function isMemberOfType(entity: Entity): boolean {
  if (entity.kind !== "symbol" || isType(entity)) return false;
  const owner = entity.owners.at(-1);
  return owner !== undefined && (isBlock(owner, entity.file) || isType({ ...entity, symbol: owner }));
}

/**
 * Returns what a method of the standard library calls: Rust's `into` calls `from`. Undefined if it
 * is another method, or what the workspace declares under its name, `found`, is shown to be meant.
 */
async function delegateOf(
  { name: { name }, value, file }: PlacedUse,
  found: Resolution,
  { types, members }: NameResolving,
): Promise<Resolution | undefined> {
  const row = factsOf(file.languageId).delegatingMethods.get(name);
  if (row === undefined || (found.entities.length > 0 && found.certainty === "shown")) return undefined;
  const expression = row.of === "wanted" ? value.wanted : value.receiver?.expression;
  const object = objectOf(expression && (await types.valueOf(expression, file, 0)));
  // The type, and the first of its arguments: that of `Result<T, E>`.
  for (const each of object && "arguments" in object ? [object, object.arguments[0]] : [object]) {
    if (each?.kind !== "object") continue;
    const { entities } = await members.ofType(each.entity, row.method, 0);
    const fitting = entities.filter((entity) => {
      if (row.supertype === undefined) return true;
      const block = entity.kind === "symbol" ? entity.owners.at(-1)?.name : undefined;
      return block?.split(/\W+/).includes(row.supertype) === true;
    });
    if (fitting.length === 1) return shown(fitting);
    if (fitting.length > 1) return { entities: fitting, certainty: "unknown" };
  }
  return undefined;
}
