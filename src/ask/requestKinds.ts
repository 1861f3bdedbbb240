/** How requests of the client depend on loading and on other files, by their methods. */

import { lspMethods } from "./policy.js";

/**
 * - `cross-file`: the result depends on other files, so that the request waits for loading.
 * - `single-file`: an empty result of a loading backend may not be the last word.
 * - `text-only`: the result depends on the document's text alone.
 */
export type RequestKind = "cross-file" | "single-file" | "text-only";

const crossFileMethods = /^(?:workspace\/symbol|(?:callHierarchy|typeHierarchy)\/\w+)$/;
/** Their results decide whether another cross-file request is sent. */
const preparingMethods: ReadonlySet<string> = new Set([
  "prepareRename",
  "prepareCallHierarchy",
  "prepareTypeHierarchy",
]);

const MAX_KINDS = 1_000;
/** By method; the methods of one client are few. */
const kinds = new Map<string, RequestKind | undefined>();

/** Returns how a request depends on loading; undefined for one that is never held back. */
export function kindOf(method: string): RequestKind | undefined {
  if (kinds.has(method)) return kinds.get(method);
  const kind = decideKind(method);
  if (kinds.size < MAX_KINDS) kinds.set(method, kind);
  return kind;
}

function decideKind(method: string): RequestKind | undefined {
  if (crossFileMethods.test(method)) return "cross-file";
  const name = shortName(method);
  const row = method.startsWith("textDocument/") && Object.hasOwn(lspMethods, name) ? lspMethods[name] : undefined;
  if (!row || name === "diagnostic" || row.requestMethod !== undefined) return undefined;
  if (row.isCrossFile || preparingMethods.has(name)) return "cross-file";
  return row.isTextOnly && !row.retriesWhenEmpty ? "text-only" : "single-file";
}

/** Returns the last part of a method, by which `locate/*` methods are named. */
export function shortName(method: string): string {
  return method.slice(method.indexOf("/") + 1);
}

/** Whether the result of a request is an edit, which is not requested twice. */
export function isEdit(method: string): boolean {
  return lspMethods[shortName(method)]?.changesText === true;
}
