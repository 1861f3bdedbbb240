/** The shared sessions of this user, with their states. */

import {
  mayRun,
  otherHomeOf,
  type RecordedDaemon,
  readStatus,
  recordedDaemons,
  removeDeadDaemon,
} from "../../daemon/daemonControl.js";
import type { DaemonReport } from "./daemonReport.js";

export interface DaemonSession extends RecordedDaemon {
  readonly report: DaemonReport;
}

/** Resolves with the sessions that run, by workspace; those that were killed are removed. */
export async function findDaemons(): Promise<readonly DaemonSession[]> {
  const found = await Promise.all(recordedDaemons().map(findDaemon));
  return found.filter((session) => session !== undefined);
}

async function findDaemon(daemon: RecordedDaemon): Promise<DaemonSession | undefined> {
  const home = otherHomeOf(daemon.record);
  const homeFact = home === undefined ? {} : { home };
  const status = await readStatus(daemon);
  if (typeof status !== "string") return { ...daemon, report: { ...status, ...homeFact } };
  const { workspace, version, startedAt } = daemon.record;
  if (!mayRun(daemon.record)) {
    removeDeadDaemon(daemon);
    return undefined;
  }
  return {
    ...daemon,
    report: { workspace, pid: daemon.record.process.pid, version, startedAt, ...homeFact, error: status },
  };
}
