/** The state of a shared session, as it tells it over its socket. */

/** The state of a session, a value of JSON. Sizes are in bytes, times in ms since the epoch. */
export interface DaemonStatus {
  readonly pid: number;
  readonly workspace: string;
  readonly version: string;
  readonly startedAt: number;
  /** How many clients are connected. */
  readonly clients: number;
  /** Resident memory of the session's own process. */
  readonly memoryBytes: number;
  readonly servers: readonly DaemonServer[];
  /**
   * The folders (absolute paths) in which the system reports no changes, and why. Its indexes look
   * for them at each query. Absent if there are none.
   */
  readonly unwatched?: readonly { readonly folders: readonly string[]; readonly why: string }[];
}

/** A server of a session. */
export interface DaemonServer {
  readonly name: string;
  readonly root: string;
  /** Absent while it is not running. */
  readonly pid?: number | undefined;
  /** Resident memory; absent where the system doesn't tell it. */
  readonly memoryBytes?: number | undefined;
  readonly startedAt?: number | undefined;
  readonly lastRequestAt?: number | undefined;
  /** The requests that it has not answered yet. */
  readonly pendingRequests?: number | undefined;
}
