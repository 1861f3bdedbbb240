/** Connects a session that lives longer than a command to the shared session of its workspace. */

import type { Duplex } from "node:stream";
import { daemonContext } from "../../daemon/daemonContext.js";
import type { ClientPurpose } from "../../daemon/handshake.js";
import { reachDaemon } from "../../daemon/reachDaemon.js";
import type { Logger } from "../../error.js";
import type { Options } from "../options.js";
import { findCommandWorkspace, loadServersOf } from "../setup/commandWorkspace.js";
import { VERSION } from "../setup/program.js";

interface ConnectOptions {
  readonly purpose: ClientPurpose;
  readonly log: Logger;
}

/**
 * Connects to the session of the workspace that a folder (absolute path) is in, or starts one.
 * Resolves with undefined if there is none to be had.
 */
export async function connectWorkspaceDaemon(
  options: Options,
  workingDirectory: string,
  { purpose, log }: ConnectOptions,
): Promise<Duplex | undefined> {
  // With --root, that is the only folder.
  const root = options.root === undefined ? undefined : workingDirectory;
  const workspace = await findCommandWorkspace({ root, workingDirectory }, () => loadServersOf(options));
  // Agent mode is this process's own.
  const { agent: _agent, "no-agent": _noAgent, ...shared } = options;
  const context = daemonContext({ options: shared, workspace: workspace.folder, workingDirectory, version: VERSION });
  const connection = await reachDaemon(context, { isDisabled: options["no-daemon"] === true, purpose });
  if (connection.kind === "refused") log(connection.reason);
  return connection.kind === "connected" ? connection.stream : undefined;
}
