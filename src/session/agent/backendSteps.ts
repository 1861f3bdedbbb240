/** The steps for a backend's messages that only agent mode has. */

import type { Envelope } from "../../wire/envelope.js";
import type { Frame, Verdict } from "../../wire/frames.js";
import type { Backend } from "../backend/backend.js";
import type { PublishedDiagnostics } from "../documents/publishedDiagnostics.js";
import type { AgentMode } from "./agentMode.js";

interface AgentStepContext {
  readonly backend: Backend;
  readonly session: { readonly agent: AgentMode | undefined; readonly diagnostics: PublishedDiagnostics };
}

/** Step for backend messages: observes progress. */
export function observeProgress(
  { method }: Envelope,
  { backend, session: { agent } }: AgentStepContext,
): Verdict | undefined {
  if (!agent || method !== "$/progress") return undefined;
  return { kind: "see", see: (body) => agent.noteProgress(body, backend) };
}

/** Step for backend messages: records published diagnostics, and takes those for the client. */
export function settleDiagnostics(
  { method }: Envelope,
  { backend, session: { agent, diagnostics } }: AgentStepContext,
): Verdict | undefined {
  if (!agent || method !== "textDocument/publishDiagnostics") return undefined;
  return {
    kind: "take",
    take(frame: Frame) {
      if (diagnostics.record(frame.body, backend)) agent.publish(frame, backend);
      return undefined;
    },
  };
}
