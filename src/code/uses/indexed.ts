/**
 * Tells what uses mean by an index that was made elsewhere, of files that are as they were then.
 */

import { offsetToPosition, type Position, positionToOffset } from "../../text/position.js";
import { keyOfUri } from "../../uri.js";
import { documentOf } from "../entities/codeFiles.js";
import type { CodeFile } from "../entities/entity.js";
import type { EvidenceSource } from "./use.js";
import type { FindOtherNames } from "./usesOf.js";

/** The places of a name that an index knows in one file. Positions are in UTF-16. */
export interface IndexedPlaces {
  readonly uri: string;
  /** Where the name begins that means the target. */
  readonly target: readonly Position[];
  /** Where it means something else. */
  readonly others: readonly Position[];
}

/** What an index says of the places of a name. */
export interface IndexedUses {
  readonly files: readonly IndexedPlaces[];
  /** The name. */
  readonly word: string;
  /** Where the index has a declaration of it. */
  readonly declaration?: { readonly uri: string; readonly position: Position };
}

/** That as evidence. */
interface IndexedEvidence {
  readonly source: EvidenceSource;
  /** Finds the places of the target that are no names to scopes: keys, labels, types in strings. */
  readonly findOtherNames: FindOtherNames;
}

/** What our own servers count in. */
const ENCODING = "utf-16";

/** Makes the evidence for one target; of nothing, without an index. */
export function createIndexedEvidence({ files, word }: Pick<IndexedUses, "files" | "word">): IndexedEvidence {
  const byUri = new Map(files.map((each) => [keyOfUri(each.uri), each]));
  const targetOffsets = (file: CodeFile) => {
    const { target = [] } = byUri.get(keyOfUri(file.uri)) ?? {};
    const document = documentOf(file);
    return target
      .map((each) => positionToOffset(document, each, ENCODING))
      .filter((from) => file.text.startsWith(word, from));
  };
  return {
    source: {
      find({ file, use }) {
        const known = byUri.get(keyOfUri(file.uri));
        if (known === undefined) return [];
        const { line, character } = offsetToPosition(documentOf(file), use.from, ENCODING);
        const isHere = (each: Position) => each.line === line && each.character === character;
        if (known.target.some(isHere)) return ["indexed as the target"];
        // Of a variable and a property in one word, an index may have one.
        if (use.shorthand !== undefined) return [];
        return known.others.some(isHere) ? ["indexed as something else"] : [];
      },
    },
    async findOtherNames(file) {
      const role = "key";
      return targetOffsets(file).map((from) => ({
        ...{ from, to: from + word.length, role, signs: ["indexed as the target"] },
      }));
    },
  };
}
