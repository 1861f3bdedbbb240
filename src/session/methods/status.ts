/**
 * `locate/status`: the backend of a document and its state, for editors to show. It starts nothing
 * and waits for nothing.
 */

import type { DocumentUri } from "vscode-languageserver-protocol";
import { type Backend, hasIndex } from "../../ask/backend/backend.js";
import { reasonAgainst } from "../../ask/backend/companionDocuments.js";
import { describeEnvironment } from "../../backend/environment/watchedEnvironment.js";
import { LocateError } from "../../error.js";
import { languageOfFile } from "../../files/languageOfFile.js";
import { escapeLine, inlineCode } from "../../text/printable.js";
import { pathOfUri } from "../../uri.js";
import type { RequestContext } from "../client/requestContext.js";
import type { UnwatchedFolders } from "../documents/sessionIndex.js";
import type { RequestParams } from "./params.js";

export interface BackendStatus {
  readonly name: string;
  /** The folder that it serves, where the session has several backends. */
  readonly root?: DocumentUri;
  /** The workspace is not trusted: the server is started so that it runs none of its code. */
  readonly untrusted?: true;
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
  /** For a document: the servers beside it, each with why it is not asked about this one. */
  readonly companions?: readonly { readonly name: string; readonly unused_because?: string }[];
  /** Where it serves the document because a better server did not start: that server, and why. */
  readonly instead_of?: string;
  /** The environment that it was told of, and what was found and is not used: sentences. */
  readonly environment?: readonly string[];
  /** What a user should know of that, or of a better server that is not installed: sentences. */
  readonly notice?: string;
}

type StatusContext = Pick<RequestContext, "backends" | "documents" | "servers" | "agentMode" | "index">;

export interface SessionStatus {
  readonly backends: readonly BackendStatus[];
  /** In agent mode: why the session is in it. */
  readonly agent_mode?: string;
  /**
   * Without a document: where the index looks for changes at each query, and why. Absent if
   * nowhere.
   */
  readonly unwatched?: readonly UnwatchedFolders[];
  readonly markdown: string;
}

/** Params: `textDocument`, or nothing for all backends that run. Errors: `invalid_locate`. */
export function status(params: RequestParams, context: StatusContext): SessionStatus {
  const uri = readUri(params);
  const backends = uri === undefined ? context.backends.all().map(statusOf) : backendsOf(uri, context);
  const { why } = context.agentMode ?? {};
  const emptyText = uri === undefined ? "No language server runs." : "No language server serves it.";
  const lines = backends.length === 0 ? [emptyText] : backends.map(statusText);
  if (why !== undefined) lines.push(`Agent mode is on: ${why}.`);
  const unwatched = uri === undefined ? context.index.unwatched() : [];
  for (const each of unwatched) lines.push(describeUnwatched(each));
  return {
    backends,
    ...(why !== undefined && { agent_mode: why }),
    ...(unwatched.length > 0 && { unwatched }),
    markdown: lines.join("\n"),
  };
}

/** A sentence on folders whose changes the system does not report. */
export function describeUnwatched({ folders, why }: UnwatchedFolders): string {
  return `The system reports no changes in ${folders.map(escapeLine).join(", ")}, so the index looks for them at each query: ${escapeLine(why)}.`;
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

function backendsOf(uri: DocumentUri, { backends, documents, servers }: StatusContext): readonly BackendStatus[] {
  const languageId = documents.get(uri)?.languageId ?? languageOfFile(pathOfUri(uri) ?? uri, servers) ?? "plaintext";
  const backend = backends.find({ uri, languageId });
  if (backend === undefined) return [];
  const { fallbackReason, notice } = backends.fallback?.({ uri, languageId }) ?? {};
  const hasNotice = notice !== undefined && !hasIndex(backend);
  const companions = (backend.serverEntry?.companions ?? [])
    .filter(({ languages }) => languages.includes(languageId))
    .map((each) => {
      const why = reasonAgainst(each, { uri, languageId });
      return { name: each.server.name, ...(why !== undefined && { unused_because: why }) };
    });
  return [
    {
      ...statusOf(backend),
      ...(companions.length > 0 && { companions }),
      ...(fallbackReason !== undefined && { instead_of: fallbackReason }),
      ...(hasNotice && { notice }),
    },
  ];
}

function statusOf({ name, link, readiness, serverEntry }: Backend): BackendStatus {
  const environment = serverEntry ? describeEnvironment(serverEntry) : [];
  const which = {
    name,
    ...(link.root === undefined ? {} : { root: link.root }),
    ...(serverEntry?.restriction === undefined ? {} : { untrusted: true as const }),
    ...(environment.length === 0 ? {} : { environment }),
  };
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

function statusText({
  name,
  state,
  waiting_for,
  why,
  instead_of,
  untrusted,
  companions = [],
  environment = [],
}: BackendStatus): string {
  const words: Readonly<Record<BackendStatus["state"], string>> = {
    idle: "has not been needed yet",
    starting: "is starting",
    loading: `is loading: waiting for ${waiting_for}`,
    ready: "is ready",
    failed: `could not load: ${why}`,
    restarting: "has died and is started again",
    stopped: `is down. ${why}`,
  };
  const reason = instead_of === undefined ? "" : `, because ${instead_of}`;
  const beside = companions.map(({ name, unused_because: reason }) =>
    reason === undefined ? `\n${inlineCode(name)} runs beside it` : `\n${inlineCode(name)} does not: ${reason}`,
  );
  const trust = untrusted ? " (the workspace is untrusted)" : "";
  const found = environment.length === 0 ? "" : `. ${environment.join(" ")}`;
  return `${inlineCode(name)} ${words[state]}${trust}${reason}${found}${beside.join("")}`;
}
