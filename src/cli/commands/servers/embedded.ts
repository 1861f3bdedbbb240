/**
 * `lsp-locate embedded`: our own language server on stdio, for every language that has a grammar.
 */

import { loadServers } from "../../../backend/config/loadServers.js";
import type { Servers } from "../../../backend/config/servers.js";
import { limitEnd } from "../../../backend/guard/guard.js";
import { createEndLimit } from "../../../session/endLimit.js";
import { type Options, readMaxFrameBytes } from "../../options.js";
import { type OwnSession, type OwnSessionOptions, openEmbeddedSession } from "../../serve/embeddedSession.js";
import { openLog } from "../../setup/openLog.js";
import { firstEndSignal, pollClientProcess } from "../../setup/sessionEnd.js";
import { createSyntaxLoader } from "../../setup/syntaxLoader.js";
import type { CommandCall } from "../commandCall.js";

/** Runs until the client sends `exit`, closes the streams or ends; resolves with the exit code. */
export function run({ options }: CommandCall): Promise<number> {
  return serveStdio(options, async (session) =>
    openEmbeddedSession({ ...session, syntax: await createSyntaxLoader(session.servers, session.log)() }),
  );
}

/** Runs one of our servers on stdio in the same way. */
export async function serveStdio(
  options: Pick<Options, "max-frame" | "log" | "servers">,
  open: (session: OwnSessionOptions) => Promise<OwnSession>,
): Promise<number> {
  const maxFrameBytes = readMaxFrameBytes(options);
  const { log, flush } = openLog(options.log);
  const servers: Servers = await loadServers({ path: options.servers });
  for (const problem of servers.problems) log(problem.message);
  let watchClient: (processId: number) => void = () => {};
  const clientEnded = new Promise<void>((resolve) => {
    watchClient = (processId) => pollClientProcess(processId, resolve);
  });
  const { ended, end, hasShutDown } = await open({
    input: process.stdin,
    output: process.stdout,
    servers,
    maxFrameBytes,
    log,
    flushLog: flush,
    watchClient: (processId) => watchClient(processId),
  });
  await Promise.race([ended, firstEndSignal(), clientEnded]);
  limitEnd();
  // What is kept is saved for the next session.
  const endLimit = createEndLimit();
  endLimit.begin();
  await endLimit.within(end());
  await endLimit.within(flush());
  // The input may end before the client's `exit` is handled.
  return hasShutDown() ? 0 : 1;
}
