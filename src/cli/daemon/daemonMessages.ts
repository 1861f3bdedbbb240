/**
 * The messages between a client and the session process: JSON-RPC in the frames of LSP. Shells send
 * command lines; the session reads and prints at the shell's streams, and leaves writing to it.
 */

import type { DaemonStatus } from "../../daemon/daemonControl.js";
import type { WriteOrigin } from "../../files/write/transaction/history.js";
import type { SessionStatus } from "../../session/methods/status.js";
import type { WorkspaceFolder } from "../../uri.js";
import type { AnswerEdit } from "../edit/planAnswer.js";

/** What the session needs to know of a stream of the client. */
export interface StreamInfo {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
}

/** Params of `shell/run`, a request of the client. */
export interface ShellCommand {
  readonly argv: readonly string[];
  /** An absolute path. */
  readonly workingDirectory: string;
  /** The variables of the client that decide about colours. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdout: StreamInfo;
  readonly stderr: StreamInfo;
}

export const colourVariables = ["NO_COLOR", "FORCE_COLOR", "TERM"] as const;

/** Result of `shell/run`. */
export interface ShellResult {
  /** The exit code. */
  readonly code: number;
}

/** Params of `shell/print`, a notification of the session. */
export interface ShellOutput {
  /** `status` is the line on stderr that tells what a command waits for. */
  readonly stream: "stdout" | "stderr" | "status";
  readonly text: string;
}

/**
 * A notification of the session, without params: the client prints what it holds back until the
 * command is done. The command goes on until its client ends.
 */
export const FLUSH_METHOD = "shell/flush";

/** Result of `shell/readInput`, a request of the session: all of standard input, in base64. */
export interface ShellInput {
  readonly base64: string;
}

/**
 * Params of `shell/writeEdit`, a request of the session. The client plans the edit for its files,
 * if they have the texts that it was computed for, writes them as files/write does, and answers
 * with its messages.
 */
export interface ShellWrite {
  readonly planned: AnswerEdit;
  readonly scope: {
    readonly folders?: readonly string[] | undefined;
    readonly namedFiles?: readonly string[];
    readonly advice?: string;
  };
  readonly origin: WriteOrigin;
}

/** Params of `session/request`, of `lsp-locate mcp`: a request to the router of these folders. */
export interface SessionRequest {
  readonly folders: readonly WorkspaceFolder[];
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Result of `locate/status` without a document, from a shared session. */
export interface SharedSessionStatus extends SessionStatus {
  readonly session: DaemonStatus;
}

/** Params of `session/progress`, a notification of the session. */
export interface SessionProgress {
  readonly token: unknown;
  readonly text: string;
}
