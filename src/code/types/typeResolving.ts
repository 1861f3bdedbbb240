/** What types and members need of the resolver, and of each other. */

import type { Declared, Expression, NameValue } from "../../syntax/values/expression.js";
import type { CodeFile, DeclaredEntity, Resolution } from "../entities/entity.js";
import type { ModuleSystem, Resolving } from "../entities/resolving.js";
import type { TypeArguments, TypeValue } from "./typeValue.js";

export interface TypeResolving extends Resolving {
  readonly members: MemberLookup;
  readonly types: TypeLookup;
  /** Returns what the name at an offset means. */
  resolveAt(file: CodeFile, offset: number, depth?: number): Promise<Resolution>;
  /** Returns what a name means around the place where it is declared: `if let a`. */
  resolveOuter(file: CodeFile, offset: number, depth?: number): Promise<Resolution>;
  /** Returns what syntax shows of the name at an offset. */
  valueAt(file: CodeFile, offset: number): Promise<NameValue>;
  /** Returns the module system of a language; undefined if its names need no imports. */
  systemOf(languageId: string): ModuleSystem | undefined;
}

export interface MemberLookup {
  /** Returns the members of a type with a name. */
  ofType(type: DeclaredEntity, name: string, depth: number): Promise<Resolution>;
  /** Returns the type that declares a member; undefined if it is no member. */
  ownerOf(member: DeclaredEntity, depth?: number): Promise<DeclaredEntity | undefined>;
  /** Returns the constructors of a type, or of the first type that it extends. */
  constructorsOf(type: DeclaredEntity, depth: number): Promise<readonly DeclaredEntity[]>;
  /** Returns the methods that a type declares. */
  methodsOf(type: DeclaredEntity): Promise<readonly DeclaredEntity[]>;
  /** Returns the type around an offset. */
  typeAround(file: CodeFile, offset: number, depth: number): Promise<DeclaredEntity | undefined>;
}

export interface TypeLookup {
  /** Returns the type of a value, or the type that an expression names. */
  valueOf(
    expression: Expression,
    file: CodeFile,
    depth: number,
    given?: TypeArguments | undefined,
  ): Promise<TypeValue | undefined>;
  /** Returns what the declaration says. */
  declared(entity: DeclaredEntity): Promise<Declared>;
}
