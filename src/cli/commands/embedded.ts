/**
 * `lsp-locate embedded`: our own language server on stdio, for every language that has a grammar.
 */

import { StreamMessageWriter } from "vscode-languageserver/node";
import { loadServers } from "../../backend/config/loadServers.js";
import { languageOf } from "../../backend/config/servers.js";
import { limitEnd } from "../../backend/guard/guard.js";
import { serveEmbedded } from "../../embedded/server.js";
import { createEndLimit } from "../../session/endLimit.js";
import { ConversationReader } from "../../wire/conversationReader.js";
import { describeOversized } from "../../wire/frames.js";
import { quoteBytes } from "../../wire/steps.js";
import { readMaxFrameBytes } from "../options.js";
import { createIndexLoader } from "../setup/indexLoader.js";
import { openLog } from "../setup/openLog.js";
import { firstEndSignal } from "../setup/sessionEnd.js";
import { createSyntaxLoader } from "../setup/syntaxLoader.js";
import { VERSION } from "../setup/version.js";
import type { CommandCall } from "./commandCall.js";

/**
 * Runs until the client sends `exit`, which ends the process, or closes the streams; then resolves
 * with the exit code.
 */
export async function run({ options }: CommandCall): Promise<number> {
  const maxFrameBytes = readMaxFrameBytes(options);
  const { log, flush } = openLog(options.log);
  const servers = await loadServers({ path: options.servers });
  for (const problem of servers.problems) log(problem.message);
  const reader = new ConversationReader({
    from: process.stdin,
    maxFrameBytes,
    onStray: (bytes) => log(`the client sent bytes that are not a message: ${quoteBytes(bytes)}`),
    onOversized: (frame) => log(`the client announces ${describeOversized(frame)}; the session ends`),
  });
  const { end, hasShutDown } = serveEmbedded({
    reader,
    writer: new StreamMessageWriter(process.stdout),
    syntax: await createSyntaxLoader(servers, log)(),
    startIndex: createIndexLoader(servers, log),
    languageOf: (file) => languageOf(servers, file),
    version: VERSION,
    log,
    flushLog: flush,
  });
  // After the client's `exit`, the threads must end within the limit too.
  process.once("exit", limitEnd);
  await Promise.race([reader.ended, firstEndSignal()]);
  limitEnd();
  // The index is saved for the next session.
  const endLimit = createEndLimit();
  endLimit.begin();
  await endLimit.within(end());
  await endLimit.within(flush());
  // The input may end before the client's `exit` is handled.
  return hasShutDown() ? 0 : 1;
}
