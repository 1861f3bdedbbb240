/**
 * Finds the types of values: by annotations, constructors, results and assigned values, one step
 * each.
 */

import { factsOf } from "../../languages/languages.js";
import type { Declared, Expression } from "../../syntax/values/expression.js";
import { reachingDefinitions } from "../entities/assignments.js";
import {
  type CodeFile,
  type DeclaredEntity,
  type Entity,
  isBlock,
  isCallable,
  isNamespace,
  isType,
  keyOf,
  type TypeEntity,
} from "../entities/entity.js";
import { MAX_DEPTH } from "../entities/resolving.js";
import { elementOf, returnedBy } from "./collections.js";
import { givenTo, wantedAt } from "./functionTypes.js";
import { argumentsIn, typeArgumentsOf } from "./typeArguments.js";
import type { TypeLookup, TypeResolving } from "./typeResolving.js";
import { hasBody, wordAt } from "./typeSymbols.js";
import { isAlias, objectOf, oneOf, type TypeArguments, type TypeValue } from "./typeValue.js";

export class Types implements TypeLookup {
  readonly #resolving: TypeResolving;

  constructor(resolving: TypeResolving) {
    this.#resolving = resolving;
  }

  /**
   * Returns the type of a value, or the type that an expression names; undefined where it is not
   * known. `given` says what the type parameters in it are.
   */
  async valueOf(
    expression: Expression,
    file: CodeFile,
    depth: number,
    given?: TypeArguments | undefined,
  ): Promise<TypeValue | undefined> {
    if (depth > MAX_DEPTH) return undefined;
    const inner = (each: Expression) => this.valueOf(each, file, depth + 1, given);
    switch (expression.kind) {
      case "name":
        return this.#ofName(expression, file, depth, given);
      case "path":
      case "module": {
        const system = this.#resolving.systemOf(file.languageId);
        const source = expression.kind === "path" ? expression.text : expression.source;
        const found = await system?.importOf({ source }, file, expression.from, depth + 1);
        const [entity] = found?.entities ?? [];
        return entity && { kind: "itself", entity, arguments: [] };
      }
      case "instance":
        return objectOf((await inner(expression.of)) ?? (await this.#typeOfLibrary(expression.of, file)));
      case "typeof":
        return this.#functionOf(await inner(expression.of), depth);
      case "call": {
        const { of } = expression;
        const called = of.kind === "name" ? await this.#ofName(of, file, depth, given, true) : await inner(of);
        return this.#ofCall(of, called, file, depth);
      }
      case "outer": {
        const { entities } = await this.#resolving.resolveOuter(file, expression.from, depth + 1);
        const [entity] = entities;
        const isVariable = entity && entity.kind !== "module" && entity.kind !== "package" && !isType(entity);
        return isVariable ? this.ofDeclaration(entity, depth + 1) : undefined;
      }
      case "argument":
        return wantedAt(expression, file, depth, this.#resolving);
      case "given":
        return givenTo(expression, file, depth, this.#resolving);
      case "element":
        return elementOf(await inner(expression.of));
      case "entry": {
        const { entities } = await this.#resolving.resolveAt(file, expression.from, depth + 1);
        const [member] = entities;
        const isMember =
          member && member.kind !== "module" && member.kind !== "package" && member.from !== expression.from;
        return isMember ? objectOf(await this.ofDeclaration(member, depth + 1)) : elementOf(await inner(expression.of));
      }
      case "key": {
        const map = await inner(expression.of);
        return map?.kind === "list" ? map.key : undefined;
      }
      case "list": {
        const of = objectOf(await inner(expression.of));
        return { kind: "list", of, key: expression.key && objectOf(await inner(expression.key)) };
      }
      case "payload":
        return this.#payloadOf(expression, file, depth);
      case "function":
        return {
          kind: "function",
          result: expression.result && objectOf(await inner(expression.result)),
          parameters: await this.#objectsOf(expression.parameters ?? [], file, depth, given),
        };
      case "tuple":
        return { kind: "tuple", items: await this.#objectsOf(expression.items, file, depth, given) };
      case "union": {
        const types = await this.#objectsOf(expression.of, file, depth, given);
        return { kind: "union", types: types.filter((each) => each !== undefined) };
      }
      case "item": {
        const tuple = await inner(expression.of);
        return tuple && this.#itemOf(tuple, expression.at, depth);
      }
      case "associated":
        return this.#associatedType(expression, file, depth);
      case "self":
      case "super": {
        const { from, isName } = expression;
        if (isName && (await this.#isDeclaredName(from, file))) return inner({ kind: "name", from });
        return this.#ownType(expression, file, depth);
      }
      case "structure":
        return { kind: "structure", file, from: expression.from, to: expression.to };
      case "other":
        return { kind: "other", arguments: [], ...(expression.name === undefined ? {} : { name: expression.name }) };
    }
  }

  /** Returns the type that an implementation gives to a name, or what the trait declares. */
  async #associatedType(
    { of, from }: Extract<Expression, { readonly kind: "associated" }>,
    file: CodeFile,
    depth: number,
  ): Promise<TypeValue | undefined> {
    const type = objectOf(await this.valueOf(of, file, depth + 1));
    const word = wordAt(file, from);
    const found = type?.kind === "object" && word ? await this.#resolving.memberOf(type.entity, word, depth + 1) : [];
    const given = found.filter((each): each is TypeEntity => isType(each) && isAlias(each));
    const [only] = given;
    return only && given.length === 1
      ? this.#throughAlias(only, [], depth)
      : this.#ofName({ kind: "name", from }, file, depth, undefined);
  }

  /** Returns what a variant holds at a place; of one that is not declared, the element. */
  async #payloadOf(
    { of, at, from }: Extract<Expression, { readonly kind: "payload" }>,
    file: CodeFile,
    depth: number,
  ): Promise<TypeValue | undefined> {
    if (of.kind !== "name") return undefined;
    const { entities } = await this.#resolving.resolveAt(file, of.from, depth + 1);
    const [variant] = entities;
    if (variant === undefined)
      return from && at === 0 ? elementOf(await this.valueOf(from, file, depth + 1)) : undefined;
    if (variant.kind !== "symbol") return undefined;
    const held = (await this.declared(variant)).payload?.[at];
    return held && objectOf(await this.valueOf(held, variant.file, depth + 1));
  }

  /** Returns objects of several types, found one after the other. */
  async #objectsOf(
    types: readonly (Expression | undefined)[],
    file: CodeFile,
    depth: number,
    given?: TypeArguments,
  ): Promise<readonly (TypeValue | undefined)[]> {
    const found: (TypeValue | undefined)[] = [];
    for (const each of types) found.push(each && objectOf(await this.valueOf(each, file, depth + 1, given)));
    return found;
  }

  async #ofName(
    { from, arguments: written = [] }: Extract<Expression, { readonly kind: "name" }>,
    file: CodeFile,
    depth: number,
    given: TypeArguments | undefined,
    isCalled = false,
  ): Promise<TypeValue | undefined> {
    const word = wordAt(file, from);
    const argument = given?.values[given.names.indexOf(word ?? "")];
    if (argument) return argument.kind === "object" ? { ...argument, kind: "itself" } : argument;
    const { entities, certainty } = await this.#resolving.resolveAt(file, from, depth + 1);
    let args = await this.#objectsOf(written, file, depth, given);
    if (entities.length === 0) {
      const ofLibrary = word && !isCalled ? await this.#propertyOfLibrary(word, from, file, depth) : undefined;
      if (ofLibrary) return ofLibrary;
      if (word && factsOf(file.languageId).collections.wrappers.has(word)) args = args.slice(0, 1);
      if (word && factsOf(file.languageId).unionTypes.has(word))
        return { kind: "union", types: args.filter((each) => each !== undefined) };
      // `Box<T>` has the members of T.
      if (word && args[0] && factsOf(file.languageId).transparentTypes.has(word)) return args[0];
      if (word && args[0] && factsOf(file.languageId).resultTypes.has(word)) return this.#resultOf(args[0], depth);
      // What nothing declares may be the first word of a package.
      if (certainty === "unknown" && word && args.length === 0 && factsOf(file.languageId).modules === "names")
        return { kind: "itself", entity: { kind: "package", name: word }, arguments: [] };
      return certainty === "shown" || args.length > 0 || factsOf(file.languageId).hasImplBlocks
        ? { kind: "other", arguments: args, name: word ?? "" }
        : undefined;
    }
    const types = entities.filter((each) => isType(each) || isNamespace(each));
    const entity = types.find(hasBody) ?? types[0] ?? (entities[0] as Entity);
    const variables = entities.filter(
      (each): each is DeclaredEntity => each.kind === "local" || each.kind === "symbol",
    );
    if (variables.length > 1 && !isType(entity) && !isNamespace(entity) && variables.every((each) => !isCallable(each)))
      return this.#ofVariable(variables, from, file, depth);
    if (entity.kind === "module" || entity.kind === "package") return { kind: "itself", entity, arguments: args };
    if (isType(entity) || isNamespace(entity)) return this.#throughAlias(entity, args, depth);
    const ofReceiver = await this.#givenByReceiver(entity, from, file, depth);
    if (isCallable(entity)) return { kind: "itself", entity, arguments: args, given: ofReceiver };
    return ofReceiver ? this.#ofDeclaration(entity, depth + 1, ofReceiver) : this.ofDeclaration(entity, depth + 1);
  }

  /** Returns what a property of a collection of the library is: Swift's `list.first`. */
  async #propertyOfLibrary(word: string, from: number, file: CodeFile, depth: number): Promise<TypeValue | undefined> {
    const { receiver } = await this.#resolving.valueAt(file, from);
    if (receiver === undefined || receiver.isKey) return undefined;
    const value = await this.valueOf(receiver.expression, file, depth + 1);
    return returnedBy(word, value, factsOf(file.languageId).collections);
  }

  /** Returns the type of an instance, if nothing in the workspace has its name. */
  async #typeOfLibrary(of: Expression, file: CodeFile): Promise<TypeValue | undefined> {
    const name = of.kind === "name" ? wordAt(file, of.from) : undefined;
    if (name === undefined || (await this.#resolving.files.declared(name, file.languageId)).length > 0)
      return undefined;
    return { kind: "other", arguments: [], name };
  }

  /** Returns what the type parameters around a member are, by the object it is accessed through. */
  async #givenByReceiver(
    { file: declaring, owners }: DeclaredEntity,
    from: number,
    file: CodeFile,
    depth: number,
  ): Promise<TypeArguments | undefined> {
    const owner = owners.at(-1);
    if (owner === undefined || argumentsIn(owner, declaring).length === 0) return undefined;
    const { receiver } = await this.#resolving.valueAt(file, from);
    const value = receiver && (await this.valueOf(receiver.expression, file, depth + 1));
    if (value?.kind !== "object" || value.arguments.length === 0) return undefined;
    // What a type inherits has the parameters of another.
    const isOwn = isBlock(owner, declaring) || value.entity.symbol?.nameFrom === owner.nameFrom;
    return isOwn ? typeArgumentsOf(owner, declaring, value.arguments) : undefined;
  }

  /** Returns an item of a tuple, of a list, or of a struct without names for its fields. */
  async #itemOf(of: TypeValue, at: number, depth: number): Promise<TypeValue | undefined> {
    if (of.kind === "tuple") return of.items[at];
    if (of.kind === "list") return of.of;
    if (of.kind !== "object") return undefined;
    const { file, symbol } = of.entity;
    const held = (await this.declared(of.entity)).payload?.[at];
    const given = typeArgumentsOf(symbol, file, of.arguments);
    return held && objectOf(await this.valueOf(held, file, depth + 1, given));
  }

  /** Returns what a call returns: of a method of the library, by its receiver. */
  async #ofCall(
    method: Expression,
    called: TypeValue | undefined,
    file: CodeFile,
    depth: number,
  ): Promise<TypeValue | undefined> {
    const isOfLibrary = called?.kind === "other" || (called?.kind === "itself" && called.entity.kind === "package");
    if (called && !isOfLibrary) return this.#resultOf(called, depth);
    if (method.kind !== "name") return undefined;
    const { collections } = factsOf(file.languageId);
    const { receiver, to } = await this.#resolving.valueAt(file, method.from);
    if (receiver === undefined) return undefined;
    const value = await this.valueOf(receiver.expression, file, depth + 1);
    return returnedBy(file.text.slice(method.from, to), value, collections);
  }

  /** Returns the types of what is assigned to a variable where it is used, or to a member. */
  async #ofVariable(
    variables: readonly DeclaredEntity[],
    from: number,
    file: CodeFile,
    depth: number,
  ): Promise<TypeValue | undefined> {
    const isHere = variables.every((each) => each.file.path === file.path);
    const isOfOne = new Set(variables.map(({ owners }) => owners.at(-1)?.nameFrom)).size < 2;
    const { files } = this.#resolving;
    const reaching = isHere && isOfOne ? await reachingDefinitions(variables, from, file, files) : variables;
    const types: (TypeValue | undefined)[] = [];
    for (const each of reaching.slice(0, MAX_TYPES)) types.push(await this.ofDeclaration(each, depth + 1));
    return oneOf(types);
  }

  /** Returns the type that an alias stands for; any other type itself. */
  async #throughAlias(
    entity: DeclaredEntity,
    args: readonly (TypeValue | undefined)[],
    depth: number,
  ): Promise<TypeValue | undefined> {
    const itself: TypeValue = { kind: "itself", entity, arguments: args };
    if (!isAlias(entity)) return itself;
    const { type } = await this.declared(entity);
    const given = typeArgumentsOf(entity.symbol, entity.file, args);
    return (type && (await this.valueOf(type, entity.file, depth + 1, given))) ?? itself;
  }

  /** Returns the type of what is declared. */
  ofDeclaration(entity: DeclaredEntity, depth: number): Promise<TypeValue | undefined> {
    const find = () => this.#ofDeclaration(entity, depth);
    return this.#resolving.memo.get<TypeValue | undefined>(`type ${keyOf(entity)}`, undefined, find);
  }

  async #ofDeclaration(entity: DeclaredEntity, depth: number, given?: TypeArguments): Promise<TypeValue | undefined> {
    const { file, symbol } = entity;
    const { type, value } = await this.declared(entity);
    if (type) {
      const found = await this.valueOf(type, file, depth + 1, given);
      return objectOf(found);
    }
    if (value) return this.valueOf(value, file, depth + 1);
    if (symbol?.kind === "enum_member") return objectOf(await this.ownerOf(entity, depth));
    return this.#receiverParameter(entity, depth);
  }

  /** Returns what the declaration says. */
  async declared({ file, from, to }: DeclaredEntity): Promise<Declared> {
    return this.#resolving.files.sources.syntax.declaredAt(file, { from, to }).catch(() => ({}));
  }

  /**
   * Returns the type of the first parameter of a method, where that is the object: Python's `self`.
   */
  async #receiverParameter({ file, from, owners }: DeclaredEntity, depth: number): Promise<TypeValue | undefined> {
    const method = owners.at(-1);
    const { receiverParameter } = factsOf(file.languageId);
    if (method === undefined || receiverParameter === undefined) return undefined;
    const before = file.text.slice(method.nameTo, from);
    if (!/^\s*\(\s*$/.test(before) || !/^(?:method|constructor|function|property)$/.test(method.kind)) return undefined;
    const type = await this.#ownType({ kind: "self", from: method.nameFrom }, file, depth);
    return type;
  }

  /** Returns the type of a value: a function without its name; undefined of a type itself. */
  async #functionOf(value: TypeValue | undefined, depth: number): Promise<TypeValue | undefined> {
    if (value?.kind !== "itself") return value;
    if (!isCallable(value.entity)) return undefined;
    return { kind: "function", result: await this.#resultOf(value, depth), parameters: [] };
  }

  async #resultOf(called: TypeValue | undefined, depth: number): Promise<TypeValue | undefined> {
    if (called?.kind === "function") return called.result;
    if (called?.kind !== "itself") return undefined;
    const { entity } = called;
    if (entity.kind === "module" || entity.kind === "package") return undefined;
    if (isType(entity)) return objectOf(called);
    if (entity.symbol?.kind === "enum_member") return objectOf(await this.ownerOf(entity, depth));
    if (entity.symbol?.kind === "constructor") return objectOf(await this.ownerOf(entity, depth));
    const { result, returned, value } = await this.declared(entity);
    if (value?.kind === "function") return this.#resultOf(await this.valueOf(value, entity.file, depth + 1), depth + 1);
    if (result) return objectOf(await this.valueOf(result, entity.file, depth + 1, called.given));
    const types: (TypeValue | undefined)[] = [];
    for (const each of returned?.slice(0, MAX_TYPES) ?? [])
      types.push(await this.valueOf(each, entity.file, depth + 1));
    return oneOf(types);
  }

  /** Returns the type that declares a member. */
  async ownerOf(entity: DeclaredEntity, depth: number): Promise<TypeValue | undefined> {
    const owner = await this.#resolving.members.ownerOf(entity, depth + 1);
    return owner && { kind: "itself", entity: owner, arguments: [] };
  }

  /** Whether a word is a name that the text declares, and none that every method has: Python's. */
  async #isDeclaredName(from: number, file: CodeFile): Promise<boolean> {
    const name = await this.#resolving.files.nameAt(file, from);
    return (name?.definitions.length ?? 0) > 0 && name?.name !== factsOf(file.languageId).receiverParameter;
  }

  /** Returns the object, or the type, that a method at an offset belongs to. */
  async #ownType(
    { kind, from }: { readonly kind: "self" | "super"; readonly from: number },
    file: CodeFile,
    depth: number,
  ): Promise<TypeValue | undefined> {
    const type = await this.#resolving.members.typeAround(file, from, depth + 1);
    if (type === undefined) return undefined;
    const block = (await this.#resolving.files.around(file, from)).findLast((each) => isBlock(each, file));
    // Only what an `impl` says of the type's parameters: `impl A<B>`.
    const heads = block ? argumentsIn(block, file) : [];
    const names = heads.map(({ from: start, to }): Expression | undefined => {
      const argument = file.text.slice(start, to);
      const word = /[<([]/.test(argument) ? undefined : argument.match(/[\p{ID_Continue}$]+/gu)?.at(-1);
      return word === undefined ? undefined : { kind: "name", from: start + argument.lastIndexOf(word) };
    });
    const object: TypeValue = {
      kind: "object",
      entity: type,
      arguments: await this.#objectsOf(names, file, depth),
      ...(kind === "super" ? { isSuper: true } : {}),
    };
    return /^(?:Self|static)\b/.test(file.text.slice(from, from + 6)) ? { ...object, kind: "itself" } : object;
  }
}

/** Of more values than these, the first are read. */
const MAX_TYPES = 20;
