/**
 * `locate/status`: the backend of a document and its state, for editors to show. It starts nothing
 * and waits for nothing.
 */

import type { DocumentUri } from "vscode-languageserver-protocol";
import { languageOf } from "../../backend/config/servers.js";
import { LocateError } from "../../error.js";
import { pathOfUri } from "../../uri.js";
import type { Backend } from "../backend/backend.js";
import type { RequestContext } from "../client/requestContext.js";
import { inlineCode } from "./markdown.js";
import type { RequestParams } from "./params.js";

export interface BackendStatus {
  readonly name: string;
  /** The folder that it serves, where the session has several backends. */
  readonly root?: DocumentUri;
  /**
   * - `idle`: not needed yet.
   * - `starting`: its process starts.
   * - `loading`: it reads the workspace; requests that depend on that wait.
   * - `ready`: it has loaded.
   * - `failed`: it has reported that it could not load.
   * - `restarting`: its process has died and is started again.
   * - `stopped`: it is down for good.
   */
  readonly state: "idle" | "starting" | "loading" | "ready" | "failed" | "restarting" | "stopped";
  /** While loading: the missing sign of readiness, and the progress in percent. */
  readonly waiting_for?: string;
  readonly percentage?: number;
  /** Where it has failed or stopped: the reason. */
  readonly why?: string;
}

type StatusContext = Pick<RequestContext, "backends" | "documents" | "servers">;

/** Params: `textDocument`, or nothing for all backends that run. Errors: `invalid_locate`. */
export function status(
  params: RequestParams,
  context: StatusContext,
): { readonly backends: readonly BackendStatus[]; readonly markdown: string } {
  const uri = readUri(params);
  const backends = (uri === undefined ? context.backends.all() : backendsOf(uri, context)).map(statusOf);
  const markdown = backends.map(statusText).join("\n");
  return { backends, markdown: markdown === "" ? "No language server serves it." : markdown };
}

function readUri({ textDocument }: RequestParams): DocumentUri | undefined {
  if (textDocument === undefined || textDocument === null) return undefined;
  const { uri } = textDocument as { uri?: unknown };
  if (typeof uri === "string") return uri;
  throw new LocateError(
    "invalid_locate",
    'textDocument must be { "uri": "file:///…" }, or left out for all backends.',
    {
      field: "textDocument",
      expected: "{ uri }",
    },
  );
}

function backendsOf(uri: DocumentUri, { backends, documents, servers }: StatusContext): readonly Backend[] {
  const languageId = documents.get(uri)?.languageId ?? languageOf(servers, pathOfUri(uri) ?? uri) ?? "plaintext";
  const backend = backends.find({ uri, languageId });
  return backend ? [backend] : [];
}

function statusOf({ name, link, readiness }: Backend): BackendStatus {
  const which = { name, ...(link.root === undefined ? {} : { root: link.root }) };
  const state = link.state();
  if (state.kind === "stopped") return { ...which, state: "stopped", why: state.why };
  if (state.kind !== "running") return { ...which, state: state.kind };
  const loading = readiness?.state() ?? { kind: "ready" };
  switch (loading.kind) {
    case "ready":
      return { ...which, state: "ready" };
    case "failed":
      return { ...which, state: "failed", why: loading.message };
    case "overdue":
      return { ...which, state: "loading", waiting_for: loading.waitingFor };
    case "loading": {
      const { waitingFor, percentage } = loading;
      return {
        ...which,
        state: "loading",
        waiting_for: waitingFor,
        ...(percentage === undefined ? {} : { percentage }),
      };
    }
  }
}

function statusText({ name, state, waiting_for, why }: BackendStatus): string {
  const words: Readonly<Record<BackendStatus["state"], string>> = {
    idle: "has not been needed yet",
    starting: "is starting",
    loading: `is loading: waiting for ${waiting_for}`,
    ready: "is ready",
    failed: `could not load: ${why}`,
    restarting: "has died and is started again",
    stopped: `is down. ${why}`,
  };
  return `${inlineCode(name)} ${words[state]}`;
}
