/** The process group of a server: on POSIX, the processes that it starts belong to it too. */

import { isGroupEmpty, signalGroup } from "./groupSignals.js";
import { addGroup, removeGroup } from "./guard.js";

/** Milliseconds until SIGTERM and SIGKILL. */
export interface StopTimeouts {
  readonly end: number;
  readonly kill: number;
}

export interface ProcessGroup {
  /** Sends SIGTERM and SIGKILL after the timeouts, unless the group is empty by then. */
  end(timeoutsMs: StopTimeouts): void;
  /** Sends SIGKILL at once. */
  kill(): void;
  /** To be called when the leader has exited: what it has left is ended too. */
  handleLeaderExit(timeoutsMs: StopTimeouts): void;
}

const POLL_INTERVAL_MS = 100;

/** Records the group of a server's process, its leader, with the guard. */
export function openProcessGroup(pid: number): ProcessGroup {
  let timers: readonly NodeJS.Timeout[] = [];
  let isEnding = false;
  let isClosed = false;
  addGroup(pid);
  const close = () => {
    isEnding = true;
    isClosed = true;
    for (const timer of timers) clearTimeout(timer);
    removeGroup(pid);
  };
  const end = ({ end, kill }: StopTimeouts) => {
    if (isEnding) return;
    isEnding = true;
    timers = [setTimeout(() => signalGroup(pid, "SIGTERM"), end), setTimeout(() => signalGroup(pid, "SIGKILL"), kill)];
  };
  return {
    end,
    kill() {
      // The id of a group that is gone may be that of another one.
      if (!isClosed) signalGroup(pid, "SIGKILL");
    },
    handleLeaderExit(timeoutsMs) {
      if (isGroupEmpty(pid)) return close();
      end(timeoutsMs);
      // This process may end meanwhile; the guard then ends the group.
      for (const timer of timers) timer.unref();
      const poll = setInterval(() => {
        // After SIGKILL only the kernel keeps a process.
        if (Date.now() < killedAt && !isGroupEmpty(pid)) return;
        clearInterval(poll);
        close();
      }, POLL_INTERVAL_MS).unref();
      const killedAt = Date.now() + timeoutsMs.kill + POLL_INTERVAL_MS;
    },
  };
}
