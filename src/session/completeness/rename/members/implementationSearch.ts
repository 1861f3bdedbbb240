/** Members in the workspace that implement one, or that it implements, as the server lists them. */

import { offsetToPosition, positionToOffset } from "../../../../text/position.js";
import { fileKeyOf } from "../../../../uri.js";
import { isWholeWordAt } from "../../../../workspace/parse/wordSearch.js";
import { findDefinitions } from "../../definitions/findDefinitions.js";
import type { FilePosition } from "../../enclosingSymbols.js";
import type { PossiblePlace } from "../../searchRun.js";
import { isInWorkspace, type RenameRequest } from "../renameRequest.js";

/** Returns those that have a name: the one of the member at the position. */
export async function findImplementations(
  at: FilePosition,
  word: string,
  { backend, texts, context }: RenameRequest,
): Promise<readonly PossiblePlace[]> {
  const found: PossiblePlace[] = [];
  for (const { uri, position } of (await findDefinitions(at, backend, context, { what: "implementation" })) ?? []) {
    const document = isInWorkspace(uri, context) ? await texts.read(uri) : undefined;
    if (document === undefined) continue;
    const offset = positionToOffset(document.text, position, backend.encoding);
    const isNamed = document.text.slice(offset, offset + word.length) === word;
    if (isNamed && isWholeWordAt(document.text.text, offset, word.length)) found.push({ document, offset });
  }
  return found;
}

/** Returns a search for the members, then for those of the members found by the last call. */
export function createImplementationSearch(first: PossiblePlace, word: string, request: RenameRequest) {
  const seen = new Set<string>();
  let last: readonly PossiblePlace[] = [first];
  return async (): Promise<readonly PossiblePlace[]> => {
    const found = new Map<string, PossiblePlace>();
    for (const { document, offset } of last) {
      const at = { uri: document.uri, position: offsetToPosition(document.text, offset, request.backend.encoding) };
      for (const each of await findImplementations(at, word, request)) {
        const key = `${fileKeyOf(each.document.uri)}:${each.offset}`;
        if (!seen.has(key)) found.set(key, each);
        seen.add(key);
      }
    }
    last = [...found.values()];
    return last;
  };
}
