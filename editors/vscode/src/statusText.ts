/** What the status bar says of the servers of a document, and when to look again. */

import type { BackendStatus } from "./locates.js";

export interface StatusText {
  /** With VS Code's `$(icon)`s. */
  readonly text: string;
  readonly warns: boolean;
}

const icons: Readonly<Record<BackendStatus["state"], string>> = {
  idle: "circle-outline",
  starting: "sync~spin",
  loading: "sync~spin",
  ready: "check",
  failed: "warning",
  restarting: "sync~spin",
  stopped: "error",
};

/** Undefined where nobody serves the document: then there is nothing to show. */
export function statusText(backends: readonly BackendStatus[]): StatusText | undefined {
  if (backends.length === 0) return undefined;
  const text = backends.map(({ name, state, percentage }) => {
    const progress = state === "loading" && percentage !== undefined ? ` ${Math.round(percentage)} %` : "";
    return `$(${icons[state]}) ${name}${progress}`;
  });
  return {
    text: text.join("  "),
    warns: backends.some(({ state }) => state === "failed" || state === "stopped"),
  };
}

/** States that last: what failed or stopped needs somebody to do something. */
const lasting: ReadonlySet<BackendStatus["state"]> = new Set(["ready", "failed", "stopped"]);

/** Milliseconds until a look again: soon while something is under way, seldom where nothing is. */
export function lookAgainIn(backends: readonly BackendStatus[]): number {
  return backends.every(({ state }) => lasting.has(state)) ? 10_000 : 1_000;
}
