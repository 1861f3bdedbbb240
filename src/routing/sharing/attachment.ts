/**
 * The messages between the two ends of an attachment besides those of LSP: a session, and the pool
 * of servers that it shares with others. These are notifications; all else on the stream is LSP as
 * between the session and a process of its own.
 */

import type { Companion, RemoteRule, UsedEnvironment } from "../../backend/config/servers.js";
import type { ReadyRule } from "../../backend/readiness/readyRule.js";
import type { ErrorFacts, ErrorKind } from "../../error.js";

/** A server as a session would start it. Those who describe and initialize it alike share it. */
export interface SharedServerSpec {
  /** Its name in servers.json. */
  readonly name: string;
  readonly command: readonly string[];
  /** The URI of its folder. */
  readonly root: string;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The command that installs it, for error messages. */
  readonly install?: string | undefined;
  /** Of one on another file system. */
  readonly mapping?: RemoteRule | undefined;
  readonly ready?: ReadyRule | "at once" | undefined;
  /** The servers beside it, which are one process with it for the sessions. */
  readonly companions: readonly Companion[];
  /** The command by whose results its diagnostics are proven, if it has one. */
  readonly proofCommand?: string | undefined;
  /** What it is told of its settings; a session that has others is no part of it. */
  readonly settings?: unknown;
  /** What was found for its folder: with another content, it is another server. */
  readonly environment?: readonly UsedEnvironment[] | undefined;
  /** The state of the files that it is started again for: so it is for those. */
  readonly configuration: string;
  /** Whether the session's client reads documents that are in no file. */
  readonly readsDocuments: boolean;
  /** LSP's watchers for the files that it does not register for. */
  readonly watchers: readonly { readonly globPattern: string }[];
  /** Whether it checks open documents again only after a `didSave`. */
  readonly fileEventsAsSaved: boolean;
}

/** Sent by the session, first: the server that it wants. Its `initialize` follows. */
export const ATTACH = "sharing/attach";

/** Sent by the session: whether it wants the server for itself until it says otherwise. */
export const ALONE = "sharing/alone";

/** Sent by the session: the server is to be killed, for this error (`SharedError`). */
export const KILL = "sharing/kill";

/** Sent to the session before the response to its `initialize`. */
export const ATTACHED = "sharing/attached";

export interface AttachedParams {
  readonly pid: number | undefined;
  /** Whether the server has loaded its project before. */
  readonly isLoaded: boolean;
}

/** Sent to the session: the file events (LSP's) that the server was notified of. */
export const FILE_EVENTS = "sharing/fileEvents";

/** Sent to the session, last. */
export const DETACHED = "sharing/detached";

export interface DetachedParams {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: SharedError | undefined;
  /** The last lines of the server's stderr. */
  readonly stderr: readonly string[];
}

/** A `LocateError` on the stream. */
export interface SharedError {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly facts: ErrorFacts;
}
