/**
 * Runs one request of the command line, from its words to its exit code: the same in a shared
 * session and in a process of its own. With `--watch` it is repeated.
 */

import { ResponseError } from "vscode-jsonrpc/node";
import { LocateError } from "../../error.js";
import { type Arguments, type Options, UsageError } from "../options.js";
import { print } from "../terminal.js";
import {
  type ReportHost,
  type RequestOutcome,
  type RequestResult,
  reportFailure,
  reportResult,
} from "./reportOutcome.js";
import { failureKind, isNotReady, type SendHost, type SentRequest, sendCommand } from "./sendCommand.js";

export interface RequestHost extends SendHost, Pick<ReportHost, "writePlan"> {
  /** With `--watch`: called when everything up to then is printed. */
  onPause?(): void;
}

/** Resolves with the exit code. Rejects with UsageError, or the reason of an aborted `signal`. */
export async function runRequest(given: Arguments, host: RequestHost): Promise<number> {
  const { options } = given;
  const { signal, show, streams } = host;
  try {
    const sent = await sendCommand(given, host);
    show("");
    if (!options.watch) return await reportResult(sent.first, options, host);
    const onPause = () => {
      show("");
      host.onPause?.();
    };
    return await watchRequest(sent, options, { ...host, onPause });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    show("");
    if (error instanceof UsageError) throw error;
    return reportFailure(error, options, streams);
  }
}

interface WatchHost extends ReportHost {
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
 * Reports the first result of a request, and further ones whenever they differ from the one before:
 * until the signal, the end of the reader of standard output, or the end of the server. Resolves
 * with the exit code.
 */
export async function watchRequest(
  { first, repeat }: Pick<SentRequest, "first" | "repeat">,
  options: Options,
  host: WatchHost,
): Promise<number> {
  const { streams, onPause, intervalMs = INTERVAL_MS } = host;
  const { signal, release } = signalUntilClosed(host.signal, streams.stdout);
  try {
    await reportResult(first, options, host);
    for (let reported = contentOf(first); ; ) {
      onPause();
      await pause(intervalMs, signal);
      if (signal.aborted) return 0;
      const next = await settle(repeat());
      if (signal.aborted) return 0;
      const content = contentOf(next);
      if (content !== reported) {
        // A blank line sets the reports apart.
        if (!options.json) await print("\n", streams.stdout);
        await reportResult(next, options, host);
      }
      if ("error" in next && isLasting(next.error)) return 3;
      reported = content;
    }
  } finally {
    release();
  }
}

/** The failure, or the server's answer as JSON, without what differs between equal answers. */
function contentOf(settled: RequestResult): string {
  if ("error" in settled) return describeFailure(settled.error);
  const { result } = settled.outcome.answer.result as { readonly result?: object | null };
  return JSON.stringify({ ...result, resultId: undefined });
}

function describeFailure(error: unknown): string {
  if (!(error instanceof LocateError) && !(error instanceof ResponseError)) throw error;
  // Its message says how long the server has been loading, or checking.
  return isNotReady(error) || failureKind(error) === "not_checked" ? "not ready" : `error ${error.message}`;
}

/** Whether each further request would fail, too: the server has ended. */
function isLasting(error: unknown): boolean {
  return failureKind(error) === "backend_failed";
}

async function settle(outcome: Promise<RequestOutcome>): Promise<RequestResult> {
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
