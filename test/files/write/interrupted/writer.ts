/** A process that makes one change, or takes the last one back. Bundled and started by the test. */

import { undoWrite, writeUndoable } from "../../../../src/files/undo/undo.js";
import { pastWrites } from "../../../../src/files/write/transaction/history.js";
import { decodeChanges } from "./changes.js";

async function main([folder = "", act = ""]: readonly string[]): Promise<void> {
  const [last] = pastWrites({ workspace: folder });
  if (act === "undo" && last !== undefined) await undoWrite(last);
  else {
    const origin = { command: "edit ten files", workspace: folder };
    await writeUndoable(decodeChanges(act, folder), { folders: [folder] }, { origin });
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stdout.write(error.message);
  process.exitCode = 1;
});
