/**
 * The workspace of a command: the folder that its answers are about. Loaded by each shell command
 * before anything else, so it imports next to nothing.
 */

import { dirname } from "node:path";
import type { ServersChoice } from "../../backend/config/loadServers.js";
import type { LanguageServers, Servers } from "../../backend/config/servers.js";
import { homeFolder } from "../../backend/config/userFolder.js";
import { statIfExists } from "../../workspace/disk/folderEntries.js";
import { findRepository } from "../../workspace/roots/repository.js";

export interface WorkspaceQuery {
  /** `--root`, absolute. */
  readonly root?: string | undefined;
  /** The file or folder that the command names, absolute. */
  readonly file?: string | undefined;
  readonly workingDirectory: string;
}

export interface CommandWorkspace {
  /** An absolute path. */
  readonly folder: string;
  /** Whether the user or a repository says so; otherwise it is a guess. */
  readonly isCertain: boolean;
}

/** Loads the user's servers.json over the shipped one. */
export async function loadServersOf(options: ServersChoice): Promise<Servers> {
  const { loadServersFor } = await import("../../backend/config/loadServers.js");
  return loadServersFor(options);
}

/**
 * Returns `--root`, else the repository around the file or the working directory, else the project
 * around it by the markers in servers.json, which is loaded only for that.
 */
export async function findCommandWorkspace(
  query: WorkspaceQuery,
  loadServers: () => Promise<LanguageServers>,
): Promise<CommandWorkspace> {
  const { root } = query;
  if (root !== undefined) return { folder: root, isCertain: true };
  const start = startFolder(query);
  const home = homeFolder();
  const repository = findRepository(start, home);
  if (repository !== undefined) return { folder: repository, isCertain: true };
  const [{ findProject }, { projectMarkersOf }, servers] = await Promise.all([
    import("../../workspace/roots/rootMarkers.js"),
    import("../../backend/config/servers.js"),
    loadServers(),
  ]);
  return { folder: findProject(start, home, projectMarkersOf(servers)), isCertain: false };
}

function startFolder({ file, workingDirectory }: WorkspaceQuery): string {
  if (file === undefined) return workingDirectory;
  return statIfExists(file)?.isDirectory() ? file : dirname(file);
}
