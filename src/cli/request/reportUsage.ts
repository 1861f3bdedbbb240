/** Reports wrong use of the command line. */

import { escapeControls } from "../../text/printable.js";
import type { UsageError } from "../options.js";
import { exitCodes } from "./exitCodes.js";

/** Prints what was wrong and where its usage is explained. Resolves with the exit code. */
export async function reportUsage(
  { message }: UsageError,
  words: readonly string[],
  stderr: NodeJS.WritableStream,
): Promise<number> {
  const { topicOf } = await import("../help/helpTopics.js");
  const topic = words.map(topicOf).find((found) => found !== undefined);
  const command = topic === undefined || topic.name === "help" ? "--help" : `help ${topic.name}`;
  stderr.write(`lsp-locate: ${escapeControls(message)}\nlsp-locate ${command} explains the usage.\n`);
  return exitCodes.usage;
}
