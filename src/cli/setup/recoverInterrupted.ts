/** The recovery of interrupted changes of files at the start of a session. */

import { errorMessage, type Logger } from "../../error.js";
import { mayNeedRecovery } from "../../files/write/stateFolder.js";

/**
 * Completes or undoes the changes of processes that were ended while they wrote. Logs which of
 * those in `workspace` can't be recovered; absolute paths of folders, undefined for all.
 */
export async function recoverInterrupted(log: Logger, workspace: readonly string[] | undefined): Promise<void> {
  try {
    if (!mayNeedRecovery()) return;
    const { recoverFiles } = await import("../../files/write/writeFiles.js");
    for (const message of await recoverFiles(workspace)) log(message);
  } catch (error) {
    log(`Interrupted changes of files can't be looked for: ${errorMessage(error)}`);
  }
}
