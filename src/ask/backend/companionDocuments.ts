/**
 * What a session knows of the companions of a backend: the documents that they get, and their
 * diagnostics. These have the server that they are of in `data`, which clients return unchanged: a
 * request for code actions shows each server its own alone.
 */

import { dirname } from "node:path";
import type { Diagnostic } from "vscode-languageserver-protocol";
import type { Companion } from "../../backend/config/servers.js";
import { isObject } from "../../backend/isObject.js";
import { pathOfUri, uriOfFile } from "../../uri.js";
import { hasFileAbove } from "../../workspace/roots/serverRoot.js";
import type { Backend, NamedDocument } from "./backend.js";
import { sendUncancelled } from "./sendRepeatable.js";

/**
 * A request `{ textDocument }` of the session: the result has, in `items`, what companions alone
 * have found, and in `why` what is missing.
 */
export const COMPANION_DIAGNOSTICS = "lsp-locate/companionDiagnostics";

const MARK = "lsp-locate";

/** Why a companion does not get a document of the backend; undefined for one that it gets. */
export function reasonAgainst(
  { languages, server: { when } }: Pick<Companion, "languages" | "server">,
  { uri, languageId }: NamedDocument,
): string | undefined {
  if (!languageId || !languages.includes(languageId)) return "it is for other languages";
  const path = when && pathOfUri(uriOfFile(uri));
  const isConfigured = when === undefined || (path !== undefined && hasFileAbove(dirname(path), when));
  return isConfigured ? undefined : `none of its files is above: ${when.join(", ")}`;
}

/**
 * Returns what the companions of a backend have found in the present text of a document. Errors:
 * one of them has not checked it.
 */
export async function requestCompanionDiagnostics(
  document: NamedDocument,
  backend: Backend,
  documents: { applyPending(): void },
): Promise<readonly Diagnostic[]> {
  const companions = backend.serverEntry?.companions ?? [];
  if (companions.every((each) => reasonAgainst(each, document) !== undefined)) return [];
  const params = { textDocument: { uri: document.uri } };
  const answer = await sendUncancelled(COMPANION_DIAGNOSTICS, params, backend, documents);
  const { items, why } = (answer ?? {}) as { readonly items?: readonly Diagnostic[]; readonly why?: string };
  if (!items || why !== undefined) throw new Error(why ?? "The companions have not answered.");
  return items;
}

/** Returns diagnostics with their server in `data`, and as their source where they have none. */
export function markWithOrigin(name: string, diagnostics: readonly unknown[]): readonly unknown[] {
  return diagnostics.filter(isObject).map(({ data, ...diagnostic }) => ({
    source: name,
    ...diagnostic,
    data: { [MARK]: name, ...(data === undefined ? {} : { data }) },
  }));
}

/** Returns the server that marked diagnostics are of; undefined for one of the main server. */
export function originOf(diagnostic: unknown): string | undefined {
  const data = isObject(diagnostic) ? diagnostic["data"] : undefined;
  const name = isObject(data) ? data[MARK] : undefined;
  return typeof name === "string" ? name : undefined;
}

/** Returns those of a server (undefined: the main one) among diagnostics, as it has sent them. */
export function ownDiagnostics(name: string | undefined, diagnostics: readonly unknown[]): readonly unknown[] {
  const own = diagnostics.filter((each) => originOf(each) === name);
  return name === undefined ? own : own.map(withoutMark);
}

function withoutMark(diagnostic: unknown): unknown {
  const { data, ...rest } = diagnostic as { readonly data: { readonly data?: unknown } };
  return data.data === undefined ? rest : { ...rest, data: data.data };
}
