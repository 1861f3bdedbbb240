/**
 * `lsp-locate/filesToSearch`: which files have to be searched for what an answer of the indexes may
 * leave out. In a large code base these are the ones that are not known to be as they were indexed.
 */

import { join } from "node:path";
import type { SourceTexts } from "../embedded/session/documents.js";
import { isInside } from "../files/isInside.js";
import { type CodeBase, type FoundSymbol, isKeyOfLiteral } from "./codeBase.js";
import type { ScipIndex } from "./file/scipIndex.js";

/** The answer to `lsp-locate/filesToSearch`. */
export interface FilesToSearch {
  /** Absolute. They may have any text. */
  readonly paths: readonly string[];
  /** The number of files that are as they were indexed. */
  readonly unsearched: number;
}

interface AskedFiles {
  readonly base: CodeBase;
  readonly symbols: readonly FoundSymbol[];
  /** The files' languages. */
  readonly languages: readonly string[];
  readonly texts: SourceTexts;
  /** The folders of the workspace, absolute. */
  readonly roots: readonly string[];
}

/** The text of fewer files is searched in less time than it takes to open an index. */
const MIN_DOCUMENTS = 10_000;
/** Beside more files than that, all are searched by the index of words. */
const MAX_FILES = 2_000;

/**
 * Returns undefined if all files are to be searched: in a small code base, if an index has no
 * commit, and for names of which indexes lack uses.
 */
export async function findFilesToSearch(asked: AskedFiles): Promise<FilesToSearch | undefined> {
  const { base, symbols, roots, texts, languages } = asked;
  const indexes = new Map(roots.map((root) => [root, base.indexes.find((each) => isAround(each, root))]));
  const count = [...new Set(indexes.values())].reduce((sum, index) => sum + (index?.tables.paths.length ?? 0), 0);
  if (count < MIN_DOCUMENTS) return undefined;
  if (symbols.some((each) => isKeyOfLiteral(each.symbol, each.file) || base.isLocalName(each))) return undefined;
  const isWanted = (path: string) =>
    languages.includes(texts.languageOf(path) ?? "") && roots.some((root) => isInside(path, root));
  const paths = new Set(texts.all().flatMap(({ path }) => (path !== undefined && isWanted(path) ? [path] : [])));
  let unsearched = 0;
  for (const index of new Set(indexes.values())) {
    const differences = await index?.baseline.compareFiles();
    if (index === undefined || differences === undefined) return undefined;
    const { committed, differing } = differences;
    const isKnown = (inside: string) => committed.has(inside) && !differing.has(inside) && index.hasDocument(inside);
    for (const inside of new Set([...committed.keys(), ...differing, ...index.tables.paths])) {
      const path = join(index.root, inside);
      if (!isWanted(path)) continue;
      if (isKnown(inside)) unsearched++;
      else paths.add(path);
      if (paths.size > MAX_FILES) return undefined;
    }
  }
  return { paths: [...paths], unsearched };
}

/** Whether an index is of a folder, or of one around it. */
function isAround({ root }: ScipIndex, folder: string): boolean {
  return isInside(folder, root);
}
