/** The text of the status item, and when to update it. */

import type { BackendStatus } from "./protocol.js";

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

/** Returns `undefined` if no server serves the document, so that nothing is shown. */
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

/** States that last until the user does something. */
const lastingStates: ReadonlySet<BackendStatus["state"]> = new Set(["ready", "failed", "stopped"]);

/** Returns the milliseconds until the next update: few while something is in progress. */
export function refreshDelayMs(backends: readonly BackendStatus[]): number {
  return backends.every(({ state }) => lastingStates.has(state)) ? 10_000 : 1_000;
}
