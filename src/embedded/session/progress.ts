/** Progress reports to the client, for a request or for the index. */

import { randomUUID } from "node:crypto";
import { type MessageConnection, ProgressType } from "vscode-jsonrpc/node";
import type {
  WorkDoneProgressBegin,
  WorkDoneProgressEnd,
  WorkDoneProgressReport,
} from "vscode-languageserver-protocol";

export interface ProgressReporter {
  begin(title: string): void;
  /** Reports a fraction between 0 and 1. */
  report(fraction: number, message: string): void;
  done(): void;
}

export type ProgressToken = string | number;

const workDone = new ProgressType<WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd>();

/**
 * Reports under a token of the client's, only between `begin` and `done`, and never a lower
 * percentage. Without a token nothing is reported.
 */
export function createProgressReporter(
  connection: MessageConnection,
  token: ProgressToken | undefined,
): ProgressReporter {
  const send = (value: WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd) => {
    if (token !== undefined) void connection.sendProgress(workDone, token, value);
  };
  let state: "new" | "begun" | "done" = "new";
  let percentage = 0;
  return {
    begin(title) {
      if (state !== "new") return;
      state = "begun";
      send({ kind: "begin", title, percentage });
    },
    report(fraction, message) {
      if (state !== "begun") return;
      percentage = Math.max(percentage, Math.min(100, Math.floor(fraction * 100)));
      send({ kind: "report", percentage, message });
    },
    done() {
      if (state === "begun") send({ kind: "end" });
      state = "done";
    },
  };
}

/** Opens a progress report of our own. Nothing is reported if the client does not show them. */
export async function openProgressReport(connection: MessageConnection, isShown: boolean): Promise<ProgressReporter> {
  const token = randomUUID();
  const isCreated =
    isShown &&
    (await connection.sendRequest("window/workDoneProgress/create", { token }).then(
      () => true,
      () => false,
    ));
  return createProgressReporter(connection, isCreated ? token : undefined);
}
