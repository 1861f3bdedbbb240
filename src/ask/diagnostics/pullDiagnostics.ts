/** Diagnostics of a server that does not publish them. */

import type { Backend } from "../backend/backend.js";
import { sendUncancelled } from "../backend/sendUncancelled.js";

/**
 * Returns the diagnostics of a document as JSON text; undefined after an error of the server, or if
 * the answer is not a full one.
 */
export async function pullDiagnostics(
  uri: string,
  backend: Backend,
  documents: { applyPending(): void },
): Promise<string | undefined> {
  try {
    const answer = await sendUncancelled("textDocument/diagnostic", { textDocument: { uri } }, backend, documents);
    const { kind, items } = (answer ?? {}) as { kind?: unknown; items?: unknown };
    return kind === "full" && Array.isArray(items) ? JSON.stringify(items) : undefined;
  } catch {
    return undefined;
  }
}
