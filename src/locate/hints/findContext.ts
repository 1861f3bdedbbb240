/** A search for a find, as its errors and hints describe it. */
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { describeMarker } from "../find/marker.js";
import type { Pattern } from "../find/pattern.js";
import type { WordRule } from "../languageRules.js";
import type { Locate, PointOrRange } from "../locate.js";
import type { SymbolNode } from "../symbols/symbolNode.js";

/** What was searched, for the words of an error. */
export interface FindContext {
  readonly locate: Locate;
  readonly pattern: Pattern;
  readonly document: Document;
  readonly symbols: readonly SymbolNode[];
  readonly rule: WordRule;
  readonly as: PointOrRange;
  /** Where was searched: the widest stretch, and in words. */
  readonly scope: Stretch;
  readonly scopeName: string;
}

export function describeFindMarker({ locate, as }: FindContext): string {
  return describeMarker(locate.find ?? "", as);
}
