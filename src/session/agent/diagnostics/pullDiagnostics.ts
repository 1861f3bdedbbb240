/** Diagnostics of a server that does not publish them. */

import type { Backend } from "../../backend/backend.js";
import { neverCancelled } from "../../backend/completenessProof.js";

/**
 * Returns the diagnostics of a document as JSON text; undefined after an error of the server, or if
 * the answer is not a full one.
 */
export async function pullDiagnostics(
  uri: string,
  backend: Backend,
  documents: { applyPending(): void },
): Promise<string | undefined> {
  const request = {
    method: "textDocument/diagnostic",
    params: () => ({ textDocument: { uri } }),
    isRetryable: () => true,
  };
  try {
    const { sendRequest } = await import("../../backend/sendRequest.js");
    const context = { token: neverCancelled, documents };
    const answer = (await sendRequest(request, backend, context)).parse();
    const { kind, items } = (answer ?? {}) as { kind?: unknown; items?: unknown };
    return kind === "full" && Array.isArray(items) ? JSON.stringify(items) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a server answers requests for diagnostics, as far as it has announced. */
export function canPull({ capabilities, registrations }: Pick<Backend, "capabilities" | "registrations">): boolean {
  return (
    capabilities.diagnosticProvider !== undefined || [...registrations.values()].includes("textDocument/diagnostic")
  );
}
