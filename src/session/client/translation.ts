/**
 * Answers and requests of the backend that reach the client changed, the few there are: symbols made flat again for a client
 * that knows no others, and versions of documents that only we opened, of which the client knows none.
 */

import { keyOfUri } from "../../uri.js";
import { type Envelope, findTrailingId } from "../../wire/envelope.js";
import { frameOf, type Verdict } from "../../wire/frames.js";
import { findValue, findValues, type Splice, splice, stringAt } from "../../wire/json.js";
import type { UnopenedFiles } from "../documents/unopenedFiles.js";
import { type CapabilityShim, flattenSymbolsAt } from "./capabilityShim.js";

/** By the id of a client's request (JSON text): what its answer has to go through. */
export type Translations = Map<string, Translation>;

/** The versions that the client may not see. */
type OwnVersions = Pick<UnopenedFiles, "hasAny" | "isOnlyOurs">;

/** Requests whose answers hold WorkspaceEdits, and where. */
const editPaths: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "textDocument/rename": [["result"]],
  "textDocument/codeAction": [["result", "*", "edit"]],
  "codeAction/resolve": [["result", "edit"]],
  "workspace/willRenameFiles": [["result"]],
  "workspace/willCreateFiles": [["result"]],
  "workspace/willDeleteFiles": [["result"]],
};

/** The client's side: notes which answers will have to be translated. */
export function recordTranslations(
  { method, id }: Envelope,
  {
    translations,
    capabilityShim,
    unopenedFiles,
  }: {
    readonly translations: Translations;
    readonly capabilityShim: CapabilityShim;
    readonly unopenedFiles: OwnVersions;
  },
): Verdict | undefined {
  if (method === undefined) return undefined;
  const paths = Object.hasOwn(editPaths, method) ? editPaths[method] : undefined;
  if (paths)
    return recordTranslation(id, () => (answer) => withoutOwnVersions(answer, paths, unopenedFiles), translations);
  if (method !== "textDocument/documentSymbol" || !capabilityShim.needsFlatSymbols) return undefined;
  const flatten = (request: Buffer) => {
    const { uri, done } = capabilityShim.beginFlatSymbols(request);
    return (answer: Buffer) => {
      done();
      return flattenSymbolsAt(answer, ["result"], uri);
    };
  };
  return recordTranslation(id, flatten, translations);
}

type Translation = (answer: Buffer) => Buffer;

function recordTranslation(
  id: string | undefined,
  translation: (request: Buffer) => Translation,
  translations: Translations,
): Verdict {
  const see = (body: Buffer) => {
    const requestId = id ?? findTrailingId(body);
    if (requestId !== undefined) translations.set(requestId, translation(body));
  };
  return { kind: "see", see };
}

/** The backend's side. */
export function translateMessages(
  { method, id }: Envelope,
  {
    session: { translations, unopenedFiles },
  }: { readonly session: { readonly translations: Translations; readonly unopenedFiles: OwnVersions } },
): Verdict | undefined {
  if (method === undefined) {
    if (id === undefined || !translations.has(id)) return undefined;
    return rewriteBody((body) => translateResponse(id, body, { translations }));
  }
  if (method !== "workspace/applyEdit" || !unopenedFiles.hasAny) return undefined;
  return rewriteBody((body) => withoutOwnVersions(body, [["params", "edit"]], unopenedFiles));
}

/** The body with null for the version of each document in its WorkspaceEdits that only we have open; the same buffer where there is none. */
export function withoutOwnVersions(
  body: Buffer,
  editsAt: readonly (readonly string[])[],
  unopenedFiles: OwnVersions,
): Buffer {
  if (!unopenedFiles.hasAny) return body;
  const splices: Splice[] = [];
  for (const path of editsAt) {
    for (const document of findValues(body, [...path, "documentChanges", "*", "textDocument"])) {
      const uri = stringAt(body, findValue(body, ["uri"], document.from));
      const version = findValue(body, ["version"], document.from);
      if (uri === undefined || !version || !unopenedFiles.isOnlyOurs(keyOfUri(uri))) continue;
      splices.push({ ...version, bytes: Buffer.from("null") });
    }
  }
  return splices.length > 0 ? splice(body, splices) : body;
}

/** An answer as this client is to see it; the same buffer where nothing in it changes. */
export function translateResponse(
  id: string,
  body: Buffer,
  { translations }: { readonly translations: Translations },
): Buffer {
  const translate = translations.get(id);
  translations.delete(id);
  try {
    return translate ? translate(body) : body;
  } catch {
    return body; // no JSON: the client will say so
  }
}

function rewriteBody(translate: (body: Buffer) => Buffer): Verdict {
  return {
    kind: "take",
    take: ({ bytes, body }) => {
      try {
        const changed = translate(body);
        return changed === body ? bytes : frameOf(changed);
      } catch {
        return bytes; // no JSON: the client will say so
      }
    },
  };
}
