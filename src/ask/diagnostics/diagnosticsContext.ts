/** The parts of a RequestContext that waiting for diagnostics, and asking for them, needs. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { DiskChangeTracker } from "../documents/diskChanges.js";
import type { DiagnosticsStore } from "./diagnosticsStore.js";

export interface DiagnosticsContext {
  readonly token: CancellationToken;
  readonly diagnostics: DiagnosticsStore;
  readonly diskChanges: Pick<DiskChangeTracker, "notifiedAt">;
  readonly documents: { applyPending(): void };
}
