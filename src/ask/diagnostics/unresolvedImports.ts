/** The imports that a server does not find, as its diagnostics say, and what its environment is. */

import type { Diagnostic } from "vscode-languageserver-protocol";
import type { Servers } from "../../backend/config/servers.js";
import { explainUnresolved, mayHideCode } from "../../backend/environment/explainEnvironment.js";
import type { Document } from "../../text/document.js";
import { rangeToOffsets } from "../../text/position.js";
import { keyOfUri } from "../../uri.js";
import type { Backend } from "../backend/backend.js";
import type { AnswerNote } from "./answerNotes.js";
import type { DiagnosticsContext } from "./diagnosticsContext.js";

/** What is imported or included, perhaps in quotes; not what else the range of an old text has. */
const importedName = /^["'`<]?([\w@./+-]+)["'`>]?$/;

/**
 * Returns sentences on the environment of a server that does not find what a text imports;
 * undefined where it finds all, or nothing is known of its environment.
 */
export function explainUnresolvedImports(
  diagnostics: readonly Diagnostic[],
  text: Document,
  backend: Pick<Backend, "serverEntry" | "encoding">,
  servers: Pick<Servers, "languages">,
): string | undefined {
  return explainNames(unresolvedNames(diagnostics, text, backend), backend, servers);
}

function explainNames(
  names: readonly string[],
  { serverEntry }: Pick<Backend, "serverEntry">,
  servers: Pick<Servers, "languages">,
): string | undefined {
  return serverEntry && names.length > 0 ? explainUnresolved(names, serverEntry, servers) : undefined;
}

/**
 * Returns what a server does not find of what a text imports, and may be code of the workspace
 * itself, or hide it from the server.
 */
export function hiddenImports(
  diagnostics: readonly Diagnostic[],
  text: Document,
  backend: Pick<Backend, "serverEntry" | "encoding">,
  servers: Pick<Servers, "languages">,
): readonly string[] {
  const { serverEntry } = backend;
  if (serverEntry === undefined) return [];
  return unresolvedNames(diagnostics, text, backend).filter((each) => mayHideCode(each, serverEntry, servers));
}

/** Returns sentences on the environment of a server that does not find such imports. */
export function explainHidden(
  hidden: readonly string[],
  { name, serverEntry }: Pick<Backend, "name" | "serverEntry">,
  servers: Pick<Servers, "languages">,
): string {
  const explained = serverEntry && explainUnresolved(hidden, serverEntry, servers);
  return explained ?? `${name} does not find "${hidden[0]}", which is imported.`;
}

function unresolvedNames(
  diagnostics: readonly Diagnostic[],
  text: Document,
  { serverEntry, encoding }: Pick<Backend, "serverEntry" | "encoding">,
): readonly string[] {
  return ofImports(diagnostics, serverEntry).flatMap(({ range }) => {
    const { from, to } = rangeToOffsets(text, range, encoding);
    return importedName.exec(text.slice(from, to))?.[1] ?? [];
  });
}

/** Returns the diagnostics of what is imported and not found. */
function ofImports(diagnostics: readonly Diagnostic[], serverEntry: Backend["serverEntry"]): readonly Diagnostic[] {
  const codes = serverEntry?.diagnostics?.unresolved;
  if (codes === undefined) return [];
  const pattern = new RegExp(codes);
  return diagnostics.filter(({ code }) => code !== undefined && pattern.test(String(code)));
}

/** Returns the same sentences as a note at the first such import. */
export function noteUnresolvedImports(
  diagnostics: readonly Diagnostic[],
  text: Document,
  backend: Pick<Backend, "serverEntry" | "encoding">,
  servers: Pick<Servers, "languages">,
): AnswerNote | undefined {
  const [first] = ofImports(diagnostics, backend.serverEntry);
  if (first === undefined) return undefined;
  const message = explainUnresolvedImports(diagnostics, text, backend, servers);
  return message === undefined ? undefined : { position: first.range.start, message };
}

/** The same by the diagnostics of documents that the server has published so far. */
export function explainPublishedUnresolved(
  documents: readonly { readonly uri: string; readonly text: Document }[],
  backend: Pick<Backend, "serverEntry" | "encoding">,
  { diagnostics, servers }: Pick<DiagnosticsContext, "diagnostics"> & { readonly servers: Pick<Servers, "languages"> },
): string | undefined {
  const names = documents.flatMap(({ uri, text }) =>
    unresolvedNames(diagnostics.of(keyOfUri(uri)) ?? [], text, backend),
  );
  return explainNames(names, backend, servers);
}
