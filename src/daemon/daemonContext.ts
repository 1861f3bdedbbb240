/** Which shared session a command belongs to. */

import { realpathSync } from "node:fs";
import { type DaemonOptions, daemonKey } from "./daemonKey.js";

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

export interface ContextQuery {
  /** An absolute path. */
  readonly workspace: string;
  readonly options: DaemonOptions;
  /** An absolute path; `--servers` is relative to it. */
  readonly workingDirectory: string;
  readonly version: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Returns the real path of the workspace, and the key. Reads the user's servers.json. */
export function daemonContext(query: ContextQuery): DaemonContext {
  const { options, workingDirectory, version, env = process.env } = query;
  const workspace = realPath(query.workspace);
  return { workspace, ...daemonKey({ workspace, options, workingDirectory, version, env }) };
}

/** A folder that can't be resolved is named by its path. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
