/** A search for a find, as errors and hints need it. */

import type { WordEnds } from "../../languages/facts.js";
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { describeMarker } from "../find/marker.js";
import type { Pattern } from "../find/pattern.js";
import type { Locate, PointOrRange } from "../locate.js";
import type { SymbolNode } from "../symbols/symbolNode.js";

/** The find, the document and the scope of a search. */
export interface FindContext {
  readonly locate: Locate;
  readonly pattern: Pattern;
  readonly document: Document;
  readonly symbols: readonly SymbolNode[];
  readonly rule: WordEnds;
  readonly as: PointOrRange;
  /** The widest stretch that was searched, and its description for a message. */
  readonly scope: Stretch;
  readonly scopeName: string;
}

export function describeFindMarker({ locate, as }: FindContext): string {
  return describeMarker(locate.find ?? "", as);
}
