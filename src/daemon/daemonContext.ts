/** Which shared session a command belongs to. */

import { type DaemonOptions, daemonKey, daemonWorkspace, type WorkspaceQuery } from "./daemonKey.js";

export interface DaemonContext {
  /** The real path of the workspace. */
  readonly workspace: string;
  /** 16 hex digits. */
  readonly key: string;
  /** The options that a session is started with; `servers` is absolute. */
  readonly options: DaemonOptions;
  /** The path of main.js, which a session is started with; absent for the one next to this code. */
  readonly program?: string;
}

export interface ContextQuery extends WorkspaceQuery {
  readonly options: DaemonOptions;
  readonly version: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Returns the workspace and the key. Reads the user's servers.json. */
export function daemonContext(query: ContextQuery): DaemonContext {
  const { options, workingDirectory, version, env = process.env } = query;
  const workspace = daemonWorkspace(query);
  return { workspace, ...daemonKey({ workspace, options, workingDirectory, version, env }) };
}
