/** Takes back the last write of a connection. */

import { pastWrites } from "../../../files/undo/history.js";
import { undoWrite } from "../../../files/undo/undo.js";
import { escapeName } from "../../../text/printable.js";
import { createPathWriter, type ToolCall } from "./toolCall.js";

/** Errors: `content_modified` with the files that were changed since. */
export function undoLast({ connection, folders, signal, runExclusive }: ToolCall): Promise<string> {
  return runExclusive(async () => {
    const [write, ...earlier] = pastWrites({ connection });
    if (write === undefined) return "There is nothing to undo: no write of this connection is kept.";
    const { restored, messages } = await undoWrite(write, { signal });
    const pathOf = createPathWriter(folders);
    const lines = restored.map(({ what, path }) => `${escapeName(pathOf(path))}: ${what}`);
    const next =
      earlier[0] === undefined ? "Nothing earlier is left." : `The next undo takes back: ${earlier[0].command}`;
    return [`Undone: ${write.command}`, ...lines, ...messages, next].join("\n");
  });
}
