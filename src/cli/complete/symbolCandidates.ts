/**
 * Completes the symbols of a file after `<file>:`, from its syntax tree, which is quicker than a
 * server.
 */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Servers } from "../../backend/config/servers.js";
import { LocateError } from "../../error.js";
import { languageOfFile } from "../../files/fileLanguage.js";
import { readWholeFileSync } from "../../files/readFileSync.js";
import { factsOf } from "../../languages/languages.js";
import { formatSymbolPath } from "../../locate/notation/symbolPath.js";
import { symbolIndexOf } from "../../locate/symbols/symbolIndex.js";
import { type SymbolNode, symbolKindName } from "../../locate/symbols/symbolNode.js";
import { uniquePathOf } from "../../locate/symbols/uniquePath.js";
import { viewOfOutline } from "../../session/place/outlineView.js";
import { decode } from "../../text/decode.js";
import { statIfExists } from "../../workspace/disk/folderEntries.js";
import { createSyntaxLoader } from "../setup/syntaxLoader.js";
import type { CompletionCandidate } from "./shellCompletion.js";

/** Longer files take too long to parse for completion. */
const MAX_FILE_BYTES = 2_000_000;

/**
 * Returns the symbols that can follow, one level of nesting at a time; `undefined` if the word does
 * not begin with an existing file and a colon.
 */
export async function findSymbolCandidates(
  word: string,
  servers: Servers,
  workingDirectory: string,
): Promise<readonly CompletionCandidate[] | undefined> {
  const file = filePrefixOf(word, workingDirectory);
  if (file === undefined) return undefined;
  const written = word.slice(file.length + 1);
  const paths = await readReachableSymbols(resolve(workingDirectory, file), servers);
  return paths
    .filter(({ text, parent }) => text.startsWith(written) && isNextLevel(parent, written))
    .map(({ text, kind }) => ({ value: `${file}:${text}`, description: kind }));
}

/** Returns the path before the first colon that follows an existing file. */
function filePrefixOf(word: string, workingDirectory: string): string | undefined {
  for (let at = word.indexOf(":"); at > 0; at = word.indexOf(":", at + 1)) {
    const path = resolve(workingDirectory, word.slice(0, at));
    if (statIfExists(path)?.isFile()) return word.slice(0, at);
  }
  return undefined;
}

function isNextLevel(parent: string, written: string): boolean {
  return parent === "" || parent === written || written.startsWith(`${parent}.`);
}

interface ReachableSymbol {
  /** As it is written in a Locate. */
  readonly text: string;
  /** The path of its parent; empty at the top level. */
  readonly parent: string;
  readonly kind: string;
}

/**
 * Returns every symbol that a path can name, in source order; none if the file has no grammar or
 * can't be read.
 */
async function readReachableSymbols(path: string, servers: Servers): Promise<readonly ReachableSymbol[]> {
  const languageId = languageOfFile(path, servers);
  const text = readText(path);
  if (languageId === undefined || text === undefined) return [];
  const syntax = await createSyntaxLoader(servers, () => {})();
  try {
    const { symbols } = viewOfOutline(await syntax.outline({ uri: pathToFileURL(path).href, languageId, text }));
    return reachableSymbols(symbols, languageId, path, text);
  } catch (error) {
    if (error instanceof LocateError) return [];
    throw error;
  } finally {
    syntax.close();
  }
}

function readText(path: string): string | undefined {
  try {
    const decoded = decode(readWholeFileSync(path, { maxBytes: MAX_FILE_BYTES }).bytes);
    return "text" in decoded ? decoded.text : undefined;
  } catch {
    return undefined; // too large, or not readable
  }
}

function reachableSymbols(
  roots: readonly SymbolNode[],
  language: string,
  path: string,
  text: string,
): readonly ReachableSymbol[] {
  const { entryOf } = symbolIndexOf(roots, factsOf(language).nameRule);
  const context = { language, path, text };
  const collect = (nodes: readonly SymbolNode[]): readonly ReachableSymbol[] =>
    nodes.flatMap((node) => {
      const entry = entryOf.get(node);
      const names = entry && node.isLocal !== true ? uniquePathOf(entry, roots, context) : null;
      const own =
        names === null
          ? []
          : [
              {
                text: formatSymbolPath(names),
                parent: names.length > 1 ? formatSymbolPath(names.slice(0, -1)) : "",
                kind: symbolKindName(node.kind),
              },
            ];
      return [...own, ...collect(node.children)];
    });
  return collect(roots);
}
