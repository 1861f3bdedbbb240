/** The recovery of interrupted changes of files at the start of a session. */

import { errorMessage, type Logger } from "../../error.js";
import { mayNeedRecovery } from "../../files/write/stateFolder.js";

/** Completes or undoes the changes of processes that were ended while they wrote. */
export async function recoverInterrupted(log: Logger): Promise<void> {
  try {
    if (!mayNeedRecovery()) return;
    const { recoverFiles } = await import("../../files/write/writeFiles.js");
    for (const message of await recoverFiles()) log(message);
  } catch (error) {
    log(`Interrupted changes of files can't be looked for: ${errorMessage(error)}`);
  }
}
