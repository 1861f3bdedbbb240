/** What `locate/resolve` says of a place: for people and models 1-based, for LSP ready to be sent. */

import { offsetsToRange, offsetToPosition, type Position } from "../text/position.js";
import { writtenPath } from "./files.js";
import type { Place } from "./placing.js";
import type { Session } from "./session.js";

export function placeReport(place: Place, as: "point" | "range", { client, backend }: Session): unknown {
  const document = place.document();
  const { uri, text } = document;
  const { from, to } = place.now();
  const file_path = writtenPath(uri, client.roots);
  const start = oneBased(offsetToPosition(text, from, "utf-16"));
  const { match, symbol } = place.resolution ?? {};
  const found = {
    ...(match ? { match: { reading: match.reading, count: match.count, index: match.index } } : {}),
    ...(symbol ? { symbol: { path: symbol.path, source: "backend", count: symbol.count } } : {}),
  };
  if (as === "point") {
    const position = offsetToPosition(text, from, backend.encoding);
    return {
      file_path,
      position: start,
      markdown: `Located \`${file_path}\` at ${start.line}:${start.character}`,
      target: { textDocument: { uri }, position },
      ...found,
    };
  }
  const end = oneBased(offsetToPosition(text, to, "utf-16"));
  return {
    file_path,
    range: { start, end },
    markdown: `Located \`${file_path}\` range ${start.line}:${start.character}-${end.line}:${end.character}`,
    target: { textDocument: { uri }, range: offsetsToRange(text, { from, to }, backend.encoding) },
    ...found,
  };
}

function oneBased({ line, character }: Position): Position {
  return { line: line + 1, character: character + 1 };
}
