/** Asks a backend where the name at a position, or its type, is declared. */

import { ask } from "../../../ask/ask.js";
import type { Backend } from "../../../ask/backend/backend.js";
import type { FilesOpenedForCheck } from "../../../ask/documents/filesOpenedForCheck.js";
import { partPolicy } from "../../../ask/methodTable.js";
import type { Position } from "../../../text/position.js";
import { pathOfUri } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import { answerPermission } from "../../documents/filePaths.js";
import type { FilePosition } from "../enclosingSymbols.js";

interface DefinitionQuery {
  readonly what?: "definition" | "typeDefinition" | "implementation";
  readonly opened?: FilesOpenedForCheck;
}

/**
 * Returns the places of the declarations; undefined if the backend does not answer. An unopened
 * file is opened as one of `opened`; without that it stays open.
 */
export async function findDefinitions(
  { uri, position }: FilePosition,
  backend: Backend,
  context: RequestContext,
  { what = "definition", opened }: DefinitionQuery = {},
): Promise<readonly FilePosition[] | undefined> {
  if (!backend.capabilities[`${what}Provider`]) return undefined;
  try {
    const path = context.documents.get(uri) ? undefined : pathOfUri(uri);
    const permission = answerPermission(context.client.roots);
    const unopened = path === undefined ? undefined : await context.unopenedFiles.read(path, permission);
    const question = {
      method: `textDocument/${what}`,
      policy: partPolicy,
      backend,
      document: () => unopened,
      ...(opened && { user: opened }),
      params: () => () => ({ textDocument: { uri }, position }),
    };
    const answer = (await ask(question, context)).parse();
    return (Array.isArray(answer) ? answer : [answer]).flatMap(declarationOf);
  } catch {
    return undefined;
  }
}

/** Reads a Location or a LocationLink. */
function declarationOf(item: unknown): readonly FilePosition[] {
  const { uri, range, targetUri, targetSelectionRange } = (item ?? {}) as Record<string, unknown>;
  const file = uri ?? targetUri;
  const { start } = (range ?? targetSelectionRange ?? {}) as { start?: Partial<Position> };
  if (typeof file !== "string" || typeof start?.line !== "number" || typeof start.character !== "number") return [];
  return [{ uri: file, position: { line: start.line, character: start.character } }];
}
