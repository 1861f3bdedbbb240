/**
 * Resolves names across files: by scopes, imports, packages, and the types of receivers that syntax
 * shows. One resolver serves one request, and keeps what it has found.
 */

import { factsOf } from "../../languages/languages.js";
import type { NameInfo } from "../../syntax/scopes/nameInfo.js";
import type { Expression, NameValue } from "../../syntax/values/expression.js";
import { appendAll } from "../../text/list.js";
import { CodeFiles, type CodeSources } from "../entities/codeFiles.js";
import {
  areOneSymbol,
  areTwins,
  type CodeFile,
  type DeclaredEntity,
  type Entity,
  isConstantOfEnum,
  isField,
  isMacro,
  isNamespace,
  isNoValue,
  isOtherName,
  isType,
  type Resolution,
  shown,
  shownIfAny,
  type TypeEntity,
  unknown,
} from "../entities/entity.js";
import { Memo } from "../entities/memo.js";
import { MAX_DEPTH, type ModuleSystem, type Resolving } from "../entities/resolving.js";
import { FileModules } from "../modules/fileModules.js";
import { FolderPackages } from "../modules/folderPackages.js";
import { visibleFrom } from "../modules/includes.js";
import { QualifiedNames } from "../modules/qualifiedNames.js";
import { mayReachMacro, RustModules } from "../modules/rustModules.js";
import { ambiguityOf, Members } from "../types/members.js";
import { isUnnamed } from "../types/typeSymbols.js";
import { Types } from "../types/types.js";
import { isOfLibrary, type TypeValue } from "../types/typeValue.js";
import { meantByOwnWord } from "./constructions.js";
import { delegateOf } from "./delegates.js";
import { inheritedAt } from "./inherited.js";
import {
  areOverloads,
  isStatic,
  narrow,
  placedMembers,
  placeName,
  withoutMacros,
  withoutObjectMembers,
} from "./narrow.js";
import { parameterNamed } from "./parameterNamed.js";

export class Resolver implements Resolving {
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
      : withoutMacros(await this.#resolveName(name, value, file, depth), name, file);
    if (await this.#isBuiltinType(name, value, found, { file, depth })) return shown([]);
    // A pattern of one word declares it, unless that is a value.
    if (value.isPattern && found.entities.length > 0 && found.entities.every(isNoValue))
      return shown([await this.files.entityAt(file, name.from, name.to)]);
    if (name.shorthand === undefined || value.receiver === undefined) return found;
    // `Item { size }` is a field and a variable.
    const member = await this.#memberOfReceiver(name, value.receiver.expression, file, depth);
    const field = narrow(member, placeName(name, value, file));
    return { ...found, entities: [...field.entities, ...found.entities] };
  }

  /** Returns the module that the path of an import leads to. */
  async #moduleNamed(source: string, file: CodeFile, at: number, depth: number): Promise<Resolution> {
    return (await this.systemOf(file.languageId)?.importOf({ source }, file, at, depth + 1)) ?? unknown;
  }

  /** Returns the macro of a name; without `use`, one that the workspace declares once. */
  async #macroNamed(name: NameInfo, value: NameValue, file: CodeFile, depth: number): Promise<Resolution> {
    const found = await this.#resolveName(name, value, file, depth);
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
    if (name && name.definitions.length > 0) return shown(await this.#definitionsOf(name, file, depth));
    const type = own && (await this.types.valueOf(own, file, depth + 1));
    if (type?.kind === "itself") return shown([type.entity]);
    return type?.kind === "object" ? meantByOwnWord(type, argumentCount, depth + 1, this.members) : unknown;
  }

  async #resolveName(name: NameInfo, value: NameValue, file: CodeFile, depth: number): Promise<Resolution> {
    const { reach } = name;
    const { receiver } = value;
    const placed = placeName(name, value, file);
    // An initialiser of C++'s constructors names a member, or a type that is extended.
    if (value.isInitialiser && name.definitions.length === 0)
      return (await inheritedAt(name, file, depth, this)) ?? this.#onlyDeclared({ ...placed, isType: true }, file);
    if (value.compared) {
      const constant = await this.#memberOfReceiver(name, value.compared, file, depth);
      // A constant of an enum takes precedence over what is declared around.
      const isBound = name.definitions.length > 0 && !constant.entities.every(isConstantOfEnum);
      if (constant.entities.length > 0 && !isBound) return constant;
    }
    if (value.callee) return parameterNamed(name.name, value.callee, { file, depth }, this);
    if (reach === "import" && name.import && !(receiver && name.definitions.length === 0)) {
      const system = this.systemOf(file.languageId);
      // C++'s `using a::b` names what the file includes.
      if (system === undefined) return this.#onlyDeclared({ ...placed, name: name.import.original ?? name.name }, file);
      return narrow(await system.importOf(name.import, file, name.from, depth + 1), placed);
    }
    if (reach !== "free" && name.definitions.length > 0) {
      const declared = shown([
        ...(await this.#definitionsOf(name, file, depth)),
        ...(reach === "file" ? await this.#mergedWith(name, file) : []),
      ]);
      const parts = await this.#partsOf(declared.entities, file);
      if (parts) return shown(parts);
      const itself = declared.entities.find((each) => "from" in each && each.from === name.from);
      // Of overloads, each declaration is one of its own.
      const isMixed = new Set(declared.entities.map(isStatic)).size > 1;
      if (itself && (isMixed || areOverloads(declared.entities))) return shown([itself]);
      if (isMixed && receiver) return this.#memberOfReceiver(name, receiver.expression, file, depth);
      return narrow(declared, placed);
    }
    if (receiver) {
      const found = await this.#memberOfReceiver(name, receiver.expression, file, depth);
      // A key that the type lacks declares itself.
      if (value.isKeyOfLiteral && found.entities.length === 0 && found.certainty === "shown")
        return shown([await this.files.entityAt(file, name.from, name.to)]);
      const delegate = await delegateOf(name, { value, found }, file, this);
      return delegate ?? narrow(found, placed);
    }
    // Without a declaration, it is that of the module.
    if (!name.isMember && factsOf(file.languageId).moduleAttribute?.test(name.name))
      return shown([{ kind: "module", file }]);
    const declared = await this.files.entityAt(file, name.from, name.to);
    if (name.isMember) return this.#implementedBy(declared, depth);
    const isEmbedded = isField(declared) && factsOf(file.languageId).hasEmbeddedFields;
    // A class without a name is shown by the type that it names.
    const isNamed = declared.symbol !== undefined && !isUnnamed(declared.symbol);
    if (isNamed && !isEmbedded) return shown([declared]);
    if (!factsOf(file.languageId).hasExplicitReceivers) {
      const inherited = await inheritedAt(name, file, depth, this);
      if (inherited) return inherited;
    }
    const system = this.systemOf(file.languageId);
    if (system === undefined) return this.#onlyDeclared(placed, file);
    const found = narrow(await system.unboundAt(name.name, file, name.from, depth + 1), placed);
    return isEmbedded && found.entities.length === 0 ? shown([declared]) : found;
  }

  /** Returns what a file declares of a name, types and values, where they are one symbol. */
  async #mergedWith({ name }: NameInfo, file: CodeFile): Promise<readonly Entity[]> {
    if (!factsOf(file.languageId).mergesDeclarations) return [];
    const same = (await this.files.outline(file)).filter((each) => each.name === name && !each.isLocal);
    return same.length < 2
      ? []
      : Promise.all(same.map((each) => this.files.entityAt(file, each.nameFrom, each.nameTo)));
  }

  /** Returns all parts of a type that is declared in parts. */
  async #partsOf([type]: readonly Entity[], { languageId }: CodeFile): Promise<readonly Entity[] | undefined> {
    if (type === undefined || !isType(type) || !factsOf(languageId).hasPartialTypes) return undefined;
    return this.systemOf(languageId)?.partsOf?.(type);
  }

  /**
   * Returns what a name means that the workspace declares once, where names need no imports. Types
   * without a body are only announced.
   */
  async #onlyDeclared({ name, isType: wantsType, isMember }: NameInfo, file: CodeFile): Promise<Resolution> {
    const { hasPrototypes, hasIncludes, hasPreprocessor } = factsOf(file.languageId);
    const all = await this.files.declared(name, file.languageId);
    const declared = hasIncludes ? await visibleFrom(file, all, this.files) : all;
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
    if (known.length === 1 || areTwins(known)) return shown(known);
    // A header announces a type whose body only one source has.
    const bodies = known.length === 0 ? all.filter((each) => isType(each) && hasBody(each)) : [];
    if (bodies.length === 1) return shown(bodies);
    return hasPrototypes && areOneSymbol(declared) ? shown(declared) : unknown;
  }

  /**
   * Returns the member of a trait that a member of its implementation is for, or else what is
   * declared.
   */
  async #implementedBy(declared: DeclaredEntity, depth: number): Promise<Resolution> {
    if (declared.kind !== "symbol") return unknown;
    const { types: traits } = await this.members.traitsOfBlock(declared, depth + 1);
    const found: Entity[] = [];
    const word = declared.file.text.slice(declared.from, declared.to);
    for (const each of traits) {
      const { entities } = await this.members.ofType(each, word, depth + 1);
      appendAll(
        found,
        entities.filter((member) => isType(member) === isType(declared)),
      );
    }
    return shown(found.length > 0 ? found : [declared]);
  }

  /**
   * Returns what declares a name in its file; of an import among several assignments, what it
   * takes.
   */
  async #definitionsOf(
    { definitions, import: taken }: NameInfo,
    file: CodeFile,
    depth: number,
  ): Promise<readonly Entity[]> {
    const imports = taken ? (await this.files.facts(file)).imports : [];
    const found: Entity[] = [];
    for (const { from, to } of definitions) {
      const own = imports.find((each) => each.from === from);
      const imported = own
        ? await this.systemOf(file.languageId)?.importOf(own.import, file, from, depth + 1)
        : undefined;
      appendAll(
        found,
        imported && imported.entities.length > 0 ? imported.entities : [await this.files.entityAt(file, from, to)],
      );
    }
    return found;
  }

  async #memberOfReceiver(name: NameInfo, expression: Expression, file: CodeFile, depth: number): Promise<Resolution> {
    const type = await this.types.valueOf(expression, file, depth + 1);
    return type ? this.memberOfValue(type, name.name, file.languageId, depth + 1) : unknown;
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

const MAX_PATH_LENGTH = 200;
