/** What a move of a symbol between modules is about. */

import type { MovedSymbol } from "./movedSymbol.js";
import type { SymbolMovePlan } from "./movePlan.js";
import type { WrittenExport } from "./scriptExports.js";
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
  /** How its file exports it, in JavaScript. */
  readonly ways: readonly WrittenExport[];
  /** The names by which other files import it. */
  readonly exported: readonly string[];
  /** Whether the source goes on exporting it, so that its importers stay. */
  readonly isPassedOn: boolean;
}
