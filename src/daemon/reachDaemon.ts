/**
 * Connects a command to the shared session of its key. Every command at the shell loads this, so
 * what starts a session is imported only when none runs.
 */

import type { Duplex } from "node:stream";
import { connectDaemon } from "./connect.js";
import type { DaemonContext } from "./daemonContext.js";
import { checkDaemonFolder, DaemonRefusal, daemonFiles, daemonFolder, thisFolderQuery } from "./daemonFolder.js";
import { daemonOffReason } from "./daemonSettings.js";
import type { ClientPurpose } from "./handshake.js";

export interface ReachOptions {
  /** `--no-daemon`. */
  readonly isDisabled?: boolean;
  /** "client" by default. */
  readonly purpose?: ClientPurpose;
  /** Called before this command starts a session. */
  readonly onStart?: () => void;
}

export type DaemonConnection =
  /** An error of the stream shows as its `close` only. */
  | { readonly kind: "connected"; readonly stream: Duplex }
  /** The user wants none. */
  | { readonly kind: "off"; readonly reason: string }
  /** None can be used; the reason is one or two sentences for the user. */
  | { readonly kind: "refused"; readonly reason: string };

const ABSENT = { kind: "absent" } as const;

/** Connects to the session, and starts one if need be. */
export async function reachDaemon(
  context: DaemonContext,
  { isDisabled = false, purpose = "client", onStart = () => {} }: ReachOptions = {},
): Promise<DaemonConnection> {
  const offReason = daemonOffReason(process.env, isDisabled);
  if (offReason !== undefined) return { kind: "off", reason: offReason };
  try {
    const files = daemonFiles(daemonFolder(thisFolderQuery()), context.key);
    const connect = () => connectDaemon(files, purpose);
    const found = checkDaemonFolder(files.folder) ? await connect() : ABSENT;
    if (found.kind === "connected") return found;
    const { startDaemon } = await import("./start.js");
    return { kind: "connected", stream: await startDaemon(context, files, { found, connect, onStart }) };
  } catch (error) {
    if (!(error instanceof DaemonRefusal)) throw error;
    return { kind: "refused", reason: error.message };
  }
}
