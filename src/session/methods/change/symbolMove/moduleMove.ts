/** What a move of a symbol between modules is about. */

import type { ModelImport } from "./moduleSources.js";
import type { MovedSymbol } from "./movedSymbol.js";
import type { SymbolMovePlan } from "./movePlan.js";
import type { TextDraft } from "./textDraft.js";

export interface ModuleMove {
  readonly moved: MovedSymbol;
  readonly source: TextDraft;
  readonly target: TextDraft;
  readonly plan: SymbolMovePlan;
  /** Whether the modules name others by dots, and export all that they declare. */
  readonly hasNamedModules: boolean;
  /** Of CommonJS. */
  readonly isRequired: boolean;
  /** Only types can be meant by it. */
  readonly isType: boolean;
  /** The names by which other files import it. */
  readonly exported: readonly string[];
  /** Whether the source goes on exporting it, so that its importers stay. */
  readonly isPassedOn: boolean;
}

/** The import of the moved symbol as an importer had it, as a model for the new one. */
export function modelOf(source: string, { source: { path } }: ModuleMove): ModelImport {
  return { source, target: path };
}
