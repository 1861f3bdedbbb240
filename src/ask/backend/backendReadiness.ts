/** Waiting until the backend has loaded, and the progress that the client sees meanwhile. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { ReadyRule } from "../../backend/readiness/readyRule.js";
import type { Envelope } from "../../wire/envelope.js";
import type { Decision } from "../../wire/frames.js";
import { Deadline } from "../deadline.js";
import { analysisProgressOf, statusMethodOf } from "./analysisProgress.js";
import { type Backend, notificationFrame } from "./backend.js";
import { BackendLost, type LossCounter, MAX_LOSSES } from "./backendConversation.js";
import { checkProgressOf } from "./checkProgress.js";

/** How often a server is nudged whose progress ends only when it gets a further message. */
const NUDGE_INTERVAL_MS = 500;

export function isReady({ readiness }: Pick<Backend, "readiness">): boolean {
  return readiness?.state().kind === "ready";
}

/**
 * Returns the milliseconds for which the backend may still analyse a document that was opened or
 * changed at `sentAt`, as of `performance.now()`; 0 for most servers.
 */
export function analysisTimeLeft({ sentAt }: { readonly sentAt: number }, backend: Backend): number {
  const { analysis = 0 } = ruleOf(backend) ?? {};
  return Math.max(0, sentAt + analysis * 1000 - performance.now());
}

/**
 * Resolves when the backend has loaded or says that it can't. `onProgress` gets the values of a
 * work-done progress. Errors: `not_ready`, the reason it can't be started.
 */
export async function waitUntilReady(
  backend: Backend,
  token: CancellationToken,
  onProgress?: (value: object) => void,
  losses: LossCounter = { count: 0 },
): Promise<void> {
  for (;;) {
    try {
      return await waitOnce(backend, token, onProgress);
    } catch (error) {
      if (!(error instanceof BackendLost) || token.isCancellationRequested) throw error;
      // A backend that dies while it loads is started again, and loads again.
      if (++losses.count >= MAX_LOSSES) throw error.why;
    }
  }
}

/**
 * How long a question waits for a server that still reads texts which it was sent; longer on a busy
 * machine.
 */
const MAX_READING_MS = 20_000;

/**
 * Resolves when a server that lists its files again after file events has done so, and one that
 * says when it has read a text has read those that have changed: until then, clangd's references
 * lack what it has of the text before.
 */
export async function waitUntilSettled(backend: Backend, token: CancellationToken): Promise<void> {
  if (ruleOf(backend)?.relists && !isReady(backend)) await waitUntilReady(backend, token);
  await analysisProgressOf(backend)?.untilRead(Deadline.ofWork(MAX_READING_MS).leftMs, token);
}

async function waitOnce(
  backend: Backend,
  token: CancellationToken,
  onProgress: (value: object) => void = () => {},
): Promise<void> {
  await backend.link.ensureRunning();
  const { readiness } = backend;
  if (!readiness || isReady(backend)) return;
  const aborter = new AbortController();
  const cancelled = token.onCancellationRequested(() => aborter.abort(new Error("cancelled")));
  let begun = false;
  const nudgeTimer = ruleOf(backend)?.nudge ? setInterval(() => nudge(backend), NUDGE_INTERVAL_MS) : undefined;
  try {
    await readiness.wait({
      signal: aborter.signal,
      onProgress: ({ waitingFor, percentage }) => {
        const message = `waiting for ${waitingFor}`;
        const title = `${backend.name} is loading`;
        onProgress({
          ...(begun ? { kind: "report" } : { kind: "begin", title }),
          message,
          ...(percentage === undefined ? {} : { percentage }),
        });
        begun = true;
      },
    });
  } finally {
    clearInterval(nudgeTimer);
    if (begun) onProgress({ kind: "end" });
    cancelled.dispose();
  }
}

/** Sends a message without effect: the cancellation of a request that was never sent. */
function nudge({ link }: Backend): void {
  link.between(() => link.send(notificationFrame("$/cancelRequest", { id: "lsp-locate:none" })));
}

/**
 * Step for backend messages: observes progress, status and log messages that show how far it has
 * loaded.
 */
export function observeReadiness(
  { method }: Envelope,
  { backend }: { readonly backend: Backend },
): Decision | undefined {
  const watch = backend.readiness;
  if (!watch || method === undefined) return undefined;
  const isOwn = method === ruleOf(backend)?.notification || method === statusMethodOf(backend);
  if (!readinessMethods.has(method) && !isOwn) return undefined;
  return {
    kind: "see",
    see: (body) => {
      // a partial result; messages about loading are small
      if (body.length > MAX_MESSAGE_BYTES) return;
      try {
        const { params } = JSON.parse(body.toString("utf8")) as { params?: unknown };
        analysisProgressOf(backend)?.handleMessage(method, params);
        if (method === "$/progress") checkProgressOf(backend)?.handleProgress(params ?? {}, performance.now());
        watch.handleMessage(method, params);
      } catch {
        // no JSON: says nothing about loading
      }
    },
  };
}

const readinessMethods: ReadonlySet<string> = new Set([
  "$/progress",
  "window/workDoneProgress/create",
  "window/logMessage",
  "window/showMessage",
]);

/**
 * Whether the backend may give a wrong response to that method now, because it guesses while it
 * loads.
 */
export function mayGuess(name: string, backend: Backend): boolean {
  const { guesses = false } = ruleOf(backend) ?? {};
  return (guesses === true || (guesses !== false && guesses.includes(name))) && !isReady(backend);
}

function ruleOf({ serverEntry }: Backend): ReadyRule | undefined {
  const rule = serverEntry?.ready;
  return rule === "at once" ? undefined : rule;
}

const MAX_MESSAGE_BYTES = 64 * 1024;
