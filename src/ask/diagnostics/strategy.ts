/** Strategies to recognise a backend's complete diagnostics of a text. */

import { pathOfUri } from "../../uri.js";
import type { Backend } from "../backend/backend.js";

/**
 * - `version`: a publication with the version of the text has all.
 * - `proof`: what is published is all when it equals what the server answers with.
 * - `pull`: the server is asked, as it has never published any.
 * - `quiet`: what is published is all after a quiet period.
 */
export type DiagnosticsStrategy = "version" | "proof" | "pull" | "quiet";

/**
 * A server that has published nothing for this long is taken to have published everything, unless
 * servers.json sets another time for it.
 */
export const QUIET_MS = 300;

/** What has become known of a backend's diagnostics. */
interface Experience {
  /** Whether it has ever published any. */
  readonly hasPublished: boolean;
  /** Whether it could not give a proof for the text. */
  readonly hasProofFailed: boolean;
}

/** Returns the strategy for the present text of a document. */
export function strategyOf(
  backend: Backend,
  uri: string,
  { hasPublished, hasProofFailed }: Experience,
): DiagnosticsStrategy {
  if (!hasProofFailed && canProve(backend, uri)) return "proof";
  if (!hasPublished && canPull(backend)) return "pull";
  return isVersionEnough(backend) ? "version" : "quiet";
}

/** Returns how long a backend is quiet once it has published everything, in ms. */
export function quietMsOf({ serverEntry }: Pick<Backend, "serverEntry">): number {
  const quiet = serverEntry?.diagnostics?.quiet;
  return quiet === undefined ? QUIET_MS : quiet * 1000;
}

/** How long a server may take that reports on each text. */
const SURE_REPORT_TIMEOUT_MS = 30_000;
/** How long one may take of which that is not known. */
const REPORT_TIMEOUT_MS = 10_000;

/** Returns how long to wait for a server to report on a text, in ms. */
export function reportTimeoutMs(backend: Backend, uri: string): number {
  return tellsWhetherAll(backend, uri) ? SURE_REPORT_TIMEOUT_MS : REPORT_TIMEOUT_MS;
}

/** Whether a publication with the version of a text has all its diagnostics. */
export function isVersionEnough({ serverEntry }: Pick<Backend, "serverEntry">): boolean {
  return serverEntry?.diagnostics?.strategy === "version";
}

/** Whether what the server publishes shows whether it is all, so that no quiet period decides. */
export function tellsWhetherAll(backend: Backend, uri: string): boolean {
  return isVersionEnough(backend) || canProve(backend, uri);
}

/** Whether the server checks no text again that is sent as it was, but one that is opened anew. */
export function ignoresSameText({ serverEntry }: Pick<Backend, "serverEntry">): boolean {
  return serverEntry?.diagnostics?.renew === "open";
}

/**
 * Returns for how long nothing may follow what a backend has published until it is taken to be all,
 * in ms. Servers publish syntax errors first and type errors later. Progress is not waited for, so
 * where servers.json does not say it, it is twice the quiet period.
 */
export function settleMsOf({ serverEntry }: Pick<Backend, "serverEntry">): number {
  return serverEntry?.diagnostics?.quiet === undefined ? 2 * QUIET_MS : quietMsOf({ serverEntry });
}

/** Whether the server can prove that the diagnostics of a document are complete. */
export function canProve({ serverEntry, capabilities }: Backend, uri: string): boolean {
  const { strategy, tsserverCommand } = serverEntry?.diagnostics ?? {};
  if (strategy !== "proof" || tsserverCommand === undefined || pathOfUri(uri) === undefined) return false;
  return capabilities.executeCommandProvider?.commands?.includes(tsserverCommand) === true;
}

/** Whether a server answers requests for a document's diagnostics that it does not announce. */
export function answersUnannounced(
  { languageId }: { readonly languageId: string },
  { serverEntry }: Pick<Backend, "serverEntry">,
): boolean {
  return serverEntry?.diagnostics?.answers?.includes(languageId) === true;
}

/** Whether a server answers requests for diagnostics, as far as it has announced. */
export function canPull({ capabilities, registrations }: Pick<Backend, "capabilities" | "registrations">): boolean {
  return (
    capabilities.diagnosticProvider !== undefined || [...registrations.values()].includes("textDocument/diagnostic")
  );
}
