/** The types of values, as far as the workspace declares them. */

import { type CodeFile, type DeclaredEntity, type Entity, keyOf } from "../entities/entity.js";

/**
 * `object`: an object of a declared type. `itself`: a type, module or package, or a function.
 * `structure`: an object of a type without a name. `function`: one without a name. `union`: an
 * object of one of several types. `other`: of a type that the workspace does not declare.
 */
export type TypeValue =
  | {
      readonly kind: "object";
      readonly entity: DeclaredEntity;
      readonly arguments: readonly (TypeValue | undefined)[];
      /** Its own members don't count: `super`. */
      readonly isSuper?: boolean;
    }
  | {
      readonly kind: "itself";
      readonly entity: Entity;
      readonly arguments: readonly (TypeValue | undefined)[];
      /** Of a member, those of the object that it is accessed through. */
      readonly given?: TypeArguments | undefined;
    }
  | { readonly kind: "list"; readonly of: TypeValue | undefined; readonly key: TypeValue | undefined }
  | {
      readonly kind: "function";
      readonly result: TypeValue | undefined;
      readonly parameters: readonly (TypeValue | undefined)[];
    }
  | { readonly kind: "tuple"; readonly items: readonly (TypeValue | undefined)[] }
  | { readonly kind: "union"; readonly types: readonly TypeValue[] }
  | { readonly kind: "structure"; readonly file: CodeFile; readonly from: number; readonly to: number }
  | { readonly kind: "other"; readonly arguments: readonly (TypeValue | undefined)[]; readonly name?: string };

/** What the type parameters of a declaration are. */
export interface TypeArguments {
  readonly names: readonly string[];
  readonly values: readonly (TypeValue | undefined)[];
}

/** Returns an object of a type. */
export function objectOf(type: TypeValue | undefined): TypeValue | undefined {
  if (type?.kind !== "itself") return type;
  const { entity, arguments: given } = type;
  return entity.kind === "symbol" || entity.kind === "local" ? { kind: "object", entity, arguments: given } : undefined;
}

/** Returns the type of a value that has one of several; a type that is not known says nothing. */
export function oneOf(types: readonly (TypeValue | undefined)[]): TypeValue | undefined {
  const known = new Map<string, TypeValue>();
  for (const each of types) if (each) known.set(identityOf(each), each);
  const declared = [...known.values()].filter(({ kind }) => kind !== "other");
  const [first, ...others] = declared.length > 0 ? declared : known.values();
  return first && others.length > 0 ? { kind: "union", types: [first, ...others] } : first;
}

function identityOf(type: TypeValue): string {
  switch (type.kind) {
    case "object":
    case "itself":
      return `${type.kind} ${keyOf(type.entity)}`;
    case "structure":
      return `structure ${type.file.path}:${type.from}`;
    case "other":
      return `other ${type.name ?? ""}`;
    case "list":
    case "function":
    case "tuple":
    case "union":
      return type.kind;
  }
}

/** Whether a type is another name for a type: `type A = B`, `using A = B`, `typedef B A`. */
export function isAlias({ symbol, file, from, to }: DeclaredEntity): boolean {
  if (symbol === undefined || symbol.children.length > 0) return false;
  const before = file.text.slice(symbol.codeFrom, from);
  return (
    /\btypedef\b/.test(before) ||
    (/\b(?:type|typealias|using)\s+$/.test(before) && /^[^;{\n]*=/.test(file.text.slice(to, symbol.to)))
  );
}

/** Whether a type is one of a library, and holds none of the workspace, nor any (`topTypes`). */
export function isOfLibrary(type: TypeValue, topTypes: ReadonlySet<string>): boolean {
  if (type.kind === "list") return true;
  if (type.kind !== "other" || topTypes.has(type.name ?? "")) return false;
  return type.arguments.every((each) => each !== undefined && isOfLibrary(each, topTypes));
}
