/** What an index itself says of two places, to tell its gaps from those of the answers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadSources } from "../lib/loadSources.mjs";

/** The text of the lines that were inserted after the index was made. */
export const COMMENT_TEXT = "A line that the index does not have";

/**
 * Reads an index of a folder. `has` tells whether it calls one place a definition or a reference
 * of what it has at the other; both as the files are.
 */
export async function readIndexed(folder, name) {
  const files = ["files/readFileSync", "scip/file/scipMessages", "scip/file/indexStream"];
  const sources = await loadSources(files.map((file) => `src/${file}.ts`));
  const { SpanFile, indexFields, readDocument, readIndexMessages, roles } = sources;
  const byPath = new Map();
  const file = new SpanFile(join(folder, name));
  for (const { field, bytes } of readIndexMessages(file)) {
    if (field !== indexFields.document) continue;
    const { path, occurrences } = readDocument(bytes);
    byPath.set(path, [...(byPath.get(path) ?? []), ...occurrences]);
  }
  file.close();
  const lineOf = ({ path, line }) => {
    const before = readFileSync(join(folder, path), "utf8").split("\n").slice(0, line);
    return line - before.filter((each) => each.includes(COMMENT_TEXT)).length;
  };
  const onLine = (place) => {
    const line = lineOf(place);
    return (byPath.get(place.path) ?? []).filter(({ range }) => range.startLine === line);
  };
  return {
    has(method, place, other) {
      const { character } = place;
      const isAround = ({ range }) => range.startCharacter <= character && character < range.endCharacter;
      const meant = onLine(place).filter(isAround);
      // A local symbol means something in its own file only.
      const shared = meant.filter(({ symbol }) => other.path === place.path || !symbol.startsWith("local "));
      const symbols = new Set(shared.map(({ symbol }) => symbol));
      const isWanted = (each) => method !== "definition" || (each.roles & roles.definition) !== 0;
      return onLine(other).some((each) => symbols.has(each.symbol) && isWanted(each));
    },
  };
}
