/** The steps for a backend's messages that only agent mode has. */

import type { Backend } from "../../ask/backend/backend.js";
import type { DiagnosticsStore } from "../../ask/diagnostics/diagnosticsStore.js";
import { isWrongUri, notServedTest } from "../../ask/documents/worktreeFilter.js";
import type { Envelope } from "../../wire/envelope.js";
import type { Decision, Frame } from "../../wire/frames.js";
import { findValue, stringAt } from "../../wire/json.js";
import type { ClientState } from "../client/clientState.js";
import type { AgentMode } from "./agentMode.js";

interface AgentStepContext {
  readonly backend: Backend;
  readonly session: {
    readonly agent: AgentMode | undefined;
    readonly diagnostics: DiagnosticsStore;
    readonly client: Pick<ClientState, "roots">;
    readonly documents: { all(): Iterable<{ readonly uri: string }> };
  };
}

/** Step for backend messages: observes progress. */
export function observeProgress(
  { method }: Envelope,
  { backend, session: { agent } }: AgentStepContext,
): Decision | undefined {
  if (!agent || method !== "$/progress") return undefined;
  return { kind: "see", see: (body) => agent.handler.noteProgress(body, backend) };
}

/**
 * Step for backend messages: records published diagnostics, and takes those for the client. Those
 * about files in other worktrees than the backend serves are dropped.
 */
export function settleDiagnostics(
  { method }: Envelope,
  { backend, session: { agent, diagnostics, client, documents } }: AgentStepContext,
): Decision | undefined {
  if (!agent || method !== "textDocument/publishDiagnostics") return undefined;
  return {
    kind: "take",
    take(frame: Frame) {
      const uri = stringAt(frame.body, findValue(frame.body, ["params", "uri"]));
      const { root } = backend.link;
      if (isWrongUri(uri, notServedTest({ root, folders: client.roots.folders, documents: documents.all() })))
        return undefined;
      if (diagnostics.record(frame.body, backend)) agent.handler.publish(frame, backend);
      return undefined;
    },
  };
}
