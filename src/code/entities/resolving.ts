/** How a language finds what imports, modules and packages have. */

import type { ImportOrigin } from "../../syntax/scopes/nameInfo.js";
import type { CodeFiles } from "./codeFiles.js";
import type { CodeFile, DeclaredEntity, Entity, Resolution } from "./entity.js";
import type { Memo } from "./memo.js";

/** What module systems need of the resolver. */
export interface Resolving {
  readonly files: CodeFiles;
  readonly memo: Memo;
  /** Returns what a module, package or type has under a name. */
  memberOf(entity: Entity, name: string, depth: number): Promise<readonly Entity[]>;
}

export interface ModuleSystem {
  /** Returns what an import at an offset of a file takes. */
  importOf(origin: ImportOrigin, file: CodeFile, at: number, depth: number): Promise<Resolution>;
  /** Returns what a module or package has under a name. */
  memberOf(namespace: Entity, name: string, depth: number): Promise<readonly Entity[]>;
  /**
   * Returns all parts of a type, or what each platform declares of anything else, always in the
   * same order.
   */
  partsOf?(declared: DeclaredEntity): Promise<readonly DeclaredEntity[]>;
  /** Returns what a name means at an offset where no scope of the file declares it. */
  unboundAt(name: string, file: CodeFile, at: number, depth: number): Promise<Resolution>;
}

/** Imports lead through so many others. */
export const MAX_DEPTH = 32;
