/**
 * Runs one request of the command line, from its words to its exit code: the same in a shared
 * session and in a process of its own.
 */

import { type Arguments, UsageError } from "../options.js";
import { type ReportHost, reportFailure, reportResult } from "./reportOutcome.js";
import { type SendHost, sendRequest } from "./sendRequest.js";
import { watchRequest } from "./watchRequest.js";

export interface RequestHost extends SendHost, Pick<ReportHost, "writePlan"> {
  /** With `--watch`: called when everything up to then is printed. */
  onPause?(): void;
}

/** Resolves with the exit code. Rejects with UsageError, or the reason of an aborted `signal`. */
export async function runRequest(given: Arguments, host: RequestHost): Promise<number> {
  const { options } = given;
  const { signal, show, streams } = host;
  try {
    const sent = await sendRequest(given, host);
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
