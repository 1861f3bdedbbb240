/** The parameters of every subcommand. */

import { constants } from "node:os";
import { limitEnd } from "../../backend/guard/guard.js";
import type { Arguments } from "../options.js";
import { type EndSignalName, onEndSignal } from "../setup/sessionEnd.js";
import type { CommandStreams } from "../terminal.js";

/** `words` are those after the subcommand; of a request, all words. */
export interface CommandCall extends Arguments {
  /** The words after `--`; `undefined` without a `--`. */
  readonly command: readonly string[] | undefined;
  /** Where a request reads and prints, if not at the streams of this process. */
  readonly streams?: CommandStreams;
}

/**
 * A signal has asked this process to end. Servers are ended first; the exit code is the one of
 * shells.
 */
export class Interrupted extends Error {
  readonly exitCode: number;

  constructor(signal: EndSignalName) {
    super(`interrupted by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** Returns a signal that is aborted, with `Interrupted`, when this process is asked to end. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  onEndSignal((signal) => {
    limitEnd();
    controller.abort(new Interrupted(signal));
  });
  return controller.signal;
}
