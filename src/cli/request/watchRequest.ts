/** `--watch`: repeats a request and reports its outcome whenever the answer is another one. */

import { ResponseError } from "vscode-jsonrpc/node";
import { LocateError } from "../../error.js";
import type { Options } from "../options.js";
import { print } from "../terminal.js";
import { type ReportHost, reportFailure, reportOutcome } from "./reportOutcome.js";
import type { SentRequest } from "./sendRequest.js";

export interface WatchHost extends ReportHost {
  /** Aborted when the command is to end. */
  readonly signal: AbortSignal;
  /** Called before each pause, when everything up to then is printed. */
  onPause(): void;
  /** How long to wait before each repetition. */
  readonly intervalMs?: number;
}

/** Servers keep what they have found, so a repetition in an unchanged workspace costs little. */
const INTERVAL_MS = 1000;

/**
 * Reports the outcome of a request, and again whenever it has changed: until the signal, the end of
 * the reader of standard output, or the end of the server. Resolves with the exit code.
 */
export async function watchRequest(
  { outcome, repeat }: Pick<SentRequest, "outcome" | "repeat">,
  options: Options,
  host: WatchHost,
): Promise<number> {
  const { streams, onPause, intervalMs = INTERVAL_MS } = host;
  const { signal, release } = signalUntilClosed(host.signal, streams.stdout);
  try {
    await reportOutcome(outcome, options, host);
    for (let reported = contentOf(outcome.answer.result); ; ) {
      onPause();
      await pause(intervalMs, signal);
      if (signal.aborted) return 0;
      const next = await settle(repeat());
      if (signal.aborted) return 0;
      const content = "error" in next ? describeFailure(next.error) : contentOf(next.outcome.answer.result);
      if (content !== reported) {
        // A blank line sets the reports apart.
        if (!options.json) await print("\n", streams.stdout);
        if ("error" in next) await reportFailure(next.error, options, streams);
        else await reportOutcome(next.outcome, options, host);
      }
      if ("error" in next && isLasting(next.error)) return 1;
      reported = content;
    }
  } finally {
    release();
  }
}

/** The server's answer as JSON, without what differs between equal answers. */
function contentOf(answered: unknown): string {
  const { result } = answered as { readonly result?: object | null };
  return JSON.stringify({ ...result, resultId: undefined });
}

function describeFailure(error: unknown): string {
  if (!(error instanceof LocateError) && !(error instanceof ResponseError)) throw error;
  return `error ${error.message}`;
}

/** Whether each further request would fail, too: the server has ended. */
function isLasting(error: unknown): boolean {
  return (
    (error instanceof LocateError || error instanceof ResponseError) &&
    (error.data as { kind?: unknown } | undefined)?.kind === "backend_failed"
  );
}

async function settle<Value>(
  outcome: Promise<Value>,
): Promise<{ readonly outcome: Value } | { readonly error: unknown }> {
  try {
    return { outcome: await outcome };
  } catch (error) {
    return { error };
  }
}

/** Returns a signal that is also aborted when nobody reads the stream any more. */
function signalUntilClosed(signal: AbortSignal, stream: NodeJS.WritableStream) {
  const closed = new AbortController();
  const close = () => closed.abort();
  stream.on("error", close).on("close", close);
  return {
    signal: AbortSignal.any([signal, closed.signal]),
    release: () => stream.off("error", close).off("close", close),
  };
}

/** Resolves after a time, or when the signal is aborted. */
function pause(timeMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, timeMs);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
