/**
 * Resolves names across files: by scopes, imports, packages, and the types of receivers that syntax
 * shows. One resolver serves one request, and keeps what it has found.
 */

import { factsOf } from "../../languages/languages.js";
import type { NameInfo } from "../../syntax/scopes/nameInfo.js";
import type { NameValue } from "../../syntax/values/expression.js";
import { appendAll } from "../../text/list.js";
import { CodeFiles, type CodeSources } from "../entities/codeFiles.js";
import {
  type CodeFile,
  type Entity,
  isConstantOfEnum,
  isMacro,
  isNamespace,
  isNoValue,
  isType,
  type Resolution,
  shown,
  shownIfAny,
  unknown,
} from "../entities/entity.js";
import { Memo } from "../entities/memo.js";
import { MAX_DEPTH, type ModuleSystem } from "../entities/resolving.js";
import { FileModules } from "../modules/fileModules.js";
import { FolderPackages } from "../modules/folderPackages.js";
import { QualifiedNames } from "../modules/qualifiedNames.js";
import { mayReachMacro, RustModules } from "../modules/rustModules.js";
import { ambiguityOf, Members } from "../types/members.js";
import { Types } from "../types/types.js";
import { isOfLibrary, type TypeValue } from "../types/typeValue.js";
import { meantByOwnWord } from "./constructions.js";
import { definitionsOf, memberOfReceiver, type NameResolving, resolveName } from "./nameSteps.js";
import { narrow, placedMembers, placeName, withoutMacros, withoutObjectMembers } from "./narrow.js";

export class Resolver implements NameResolving {
  readonly files: CodeFiles;
  readonly memo = new Memo();
  readonly members: Members;
  readonly types: Types;
  readonly #systems = new Map<string, ModuleSystem | undefined>();
  readonly #values = new Map<string, Promise<NameValue>>();

  constructor(sources: CodeSources) {
    this.files = new CodeFiles(sources);
    this.members = new Members(this);
    this.types = new Types(this);
  }

  /** Returns what the name at an offset means. */
  resolveAt(file: CodeFile, offset: number, depth = 0): Promise<Resolution> {
    if (depth > MAX_DEPTH) return Promise.resolve(unknown);
    this.files.add(file);
    return this.memo.get(`name ${file.path}:${offset}`, unknown, () => this.#resolve(file, offset, depth));
  }

  /** Returns what a name means around the place where it is declared: `if let a`. */
  resolveOuter(file: CodeFile, offset: number, depth = 0): Promise<Resolution> {
    if (depth > MAX_DEPTH) return Promise.resolve(unknown);
    return this.memo.get(`outer ${file.path}:${offset}`, unknown, async () => {
      const name = (await this.files.nameAt(file, offset))?.outer;
      if (name === undefined) return unknown;
      const value = await this.valueAt(file, offset);
      return resolveName({ name: placeName(name, value, file), value, file, depth }, this);
    });
  }

  /** Returns what syntax shows of the name at an offset. */
  valueAt(file: CodeFile, offset: number): Promise<NameValue> {
    const key = `${file.path}:${offset}`;
    const value =
      this.#values.get(key) ??
      this.files.sources.syntax.valueAt(file, offset).catch(() => ({ from: offset, to: offset, isType: false }));
    this.#values.set(key, value);
    return value;
  }

  async memberOf(entity: Entity, name: string, depth: number): Promise<readonly Entity[]> {
    if (depth > MAX_DEPTH) return [];
    if (entity.kind === "module")
      return (await this.systemOf(entity.file.languageId)?.memberOf(entity, name, depth)) ?? [];
    if (entity.kind === "package") return this.#memberOfPackage(entity, name, depth);
    const { file, symbol: inner } = entity;
    // An inner module of Rust has what it imports, too.
    if (inner?.kind === "module" && factsOf(file.languageId).modules === "tree")
      return this.memberOf({ kind: "module", file, inner }, name, depth);
    if (isType(entity) || isNamespace(entity)) return (await this.members.ofType(entity, name, depth)).entities;
    return [];
  }

  /** Returns the module system of a language; undefined if its names need no imports. */
  systemOf(languageId: string): ModuleSystem | undefined {
    if (this.#systems.has(languageId)) return this.#systems.get(languageId);
    const system = this.#createSystem(languageId);
    this.#systems.set(languageId, system);
    return system;
  }

  #createSystem(languageId: string): ModuleSystem | undefined {
    switch (factsOf(languageId).modules) {
      case "tree":
        return new RustModules(this);
      case "folders":
        return new FolderPackages(this, languageId);
      case "names":
        return new QualifiedNames(this, languageId);
      case "files":
        return new FileModules(this);
      case undefined:
        return undefined;
    }
  }

  async #memberOfPackage(entity: Entity, name: string, depth: number): Promise<readonly Entity[]> {
    for (const system of this.#systems.values()) {
      const found = (await system?.memberOf(entity, name, depth)) ?? [];
      if (found.length > 0) return found;
    }
    return [];
  }

  async #resolve(file: CodeFile, offset: number, depth: number): Promise<Resolution> {
    const value = await this.valueAt(file, offset);
    if (value.module !== undefined) return this.#moduleNamed(value.module, file, offset, depth);
    if (value.own) return this.#resolveOwn(value, file, depth);
    const name = await this.files.nameAt(file, offset);
    if (name === undefined) return unknown;
    if (value.isMemberOfType && name.definitions.length === 0)
      return shown([await this.files.entityAt(file, name.from, name.to)]);
    const found = value.isMacro
      ? await this.#macroNamed(name, value, file, depth)
      : withoutMacros(await resolveName({ name: placeName(name, value, file), value, file, depth }, this), name, file);
    if (name.isUnscoped && !found.entities.some((each) => isAt(each, file, name.from)))
      return { ...found, certainty: "unknown" };
    if (await this.#isBuiltinType(name, value, found, { file, depth })) return shown([]);
    // A pattern of one word declares it, unless that is a value.
    if (value.isPattern && found.entities.length > 0 && found.entities.every(isNoValue))
      return shown([await this.files.entityAt(file, name.from, name.to)]);
    if (name.shorthand === undefined || value.receiver === undefined) return found;
    // `Item { size }` is a field and a variable.
    const placed = placeName(name, value, file);
    const member = await memberOfReceiver({ name: placed, file, depth }, value.receiver.expression, this);
    const field = narrow(member, placed);
    return { ...found, entities: [...field.entities, ...found.entities] };
  }

  /** Returns the module that the path of an import leads to. */
  async #moduleNamed(source: string, file: CodeFile, at: number, depth: number): Promise<Resolution> {
    return (await this.systemOf(file.languageId)?.importOf({ source }, file, at, depth + 1)) ?? unknown;
  }

  /** Returns the macro of a name; without `use`, one that the workspace declares once. */
  async #macroNamed(name: NameInfo, value: NameValue, file: CodeFile, depth: number): Promise<Resolution> {
    const found = await resolveName({ name: placeName(name, value, file), value, file, depth }, this);
    const macros = found.entities.filter(isMacro);
    if (macros.length > 0) return { ...found, entities: macros };
    if (value.receiver) return found.entities.length > 0 ? shown([]) : found;
    const all = await this.files.declared(name.name, file.languageId);
    const declared = all.filter((each) => isMacro(each) && mayReachMacro(each, file, name.from));
    return declared.length === 1 ? shown(declared) : declared.length === 0 ? shown([]) : unknown;
  }

  /** Whether a name is that of a type of the language, though a module has it, too. */
  async #isBuiltinType(
    { name, from, to, isType, definitions }: NameInfo,
    value: NameValue,
    { entities }: Resolution,
    { file, depth }: { readonly file: CodeFile; readonly depth: number },
  ): Promise<boolean> {
    if (!factsOf(file.languageId).builtinTypes.has(name) || value.receiver || !entities.every(isNamespace))
      return false;
    if (entities.length === 0 || definitions.some((each) => each.from === from)) return false;
    const next = /^\s*::\s*(\w+)/.exec(file.text.slice(to, to + MAX_PATH_LENGTH))?.[1];
    if (next === undefined) return isType || value.isType;
    for (const each of entities) if ((await this.memberOf(each, next, depth + 1)).length > 0) return false;
    return true;
  }

  /** Returns the type that `self`, `Self` or `this` belongs to. */
  async #resolveOwn({ own, from, to, argumentCount }: NameValue, file: CodeFile, depth: number): Promise<Resolution> {
    const name = file.text.slice(from, to) === "Self" ? undefined : await this.files.nameAt(file, from);
    if (name && name.definitions.length > 0) return shown(await definitionsOf({ name, file, depth }, this));
    const type = own && (await this.types.valueOf(own, file, depth + 1));
    if (type?.kind === "itself") return shown([type.entity]);
    return type?.kind === "object" ? meantByOwnWord(type, argumentCount, depth + 1, this.members) : unknown;
  }

  /** Returns what `value.name` means. */
  async memberOfValue(type: TypeValue, name: string, languageId: string, depth: number): Promise<Resolution> {
    switch (type.kind) {
      case "object":
        if (await this.members.isKeyed(type.entity, depth)) return shown([]);
        return placedMembers(await this.members.ofType(type.entity, name, depth, type.isSuper === true), false);
      case "itself": {
        const { entity } = type;
        // A constant of an enum is an object of it.
        if (isConstantOfEnum(entity)) {
          const constant = await this.types.ofDeclaration(entity, depth + 1);
          return constant && constant.kind !== "itself"
            ? this.memberOfValue(constant, name, languageId, depth + 1)
            : unknown;
        }
        if (isType(entity))
          return placedMembers(withoutObjectMembers(await this.members.ofType(entity, name, depth)), true);
        // A package is of the language that asks.
        this.systemOf(languageId);
        const found = await this.memberOf(entity, name, depth);
        const isGuess = found.every(({ kind }) => kind === "package");
        if (found.length > 0) return isGuess ? { entities: found, certainty: "unknown" } : shown(found);
        // A module may have what it takes from modules that are not known.
        const isOpen = entity.kind === "module" && (await this.files.facts(entity.file)).wildcards.length > 0;
        return isNamespace(entity) && !isOpen ? shown([]) : unknown;
      }
      case "structure":
        return shown(await this.members.inStructure(type, name));
      case "list":
      case "function":
      case "other": {
        if (type.kind === "other" && type.name !== undefined) {
          const added = await this.members.addedTo(type.name, name, languageId, depth);
          if (added.length > 0) return { ...shown(added), ...ambiguityOf(added) };
        }
        const { hasForeignMembers, overriding, topTypes } = factsOf(languageId);
        if (type.kind === "other" && topTypes.has(type.name ?? "")) return unknown;
        // Traits and extensions give members to any type, and arguments may: `DeepPartial<A>`.
        const isComputed = type.kind === "other" && overriding.isStructural && !isOfLibrary(type, topTypes);
        return hasForeignMembers || isComputed ? unknown : shown([]);
      }
      case "union": {
        const found: Entity[] = [];
        for (const each of type.types)
          appendAll(found, (await this.memberOfValue(each, name, languageId, depth)).entities);
        return shownIfAny(found);
      }
      case "tuple":
        return unknown;
    }
  }
}

function isAt(entity: Entity, { path }: CodeFile, from: number): boolean {
  return "from" in entity && entity.from === from && entity.file.path === path;
}

const MAX_PATH_LENGTH = 200;
