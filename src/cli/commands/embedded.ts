/**
 * `lsp-locate embedded`: our own language server on stdio, for every language that has a grammar.
 */

import { StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { loadServers } from "../../backend/config/loadServers.js";
import { languageOf } from "../../backend/config/servers.js";
import { serveEmbedded } from "../../embedded/server.js";
import { createIndexLoader } from "../setup/indexLoader.js";
import { openLog } from "../setup/openLog.js";
import { firstEndSignal, inputEnd } from "../setup/sessionEnd.js";
import { createSyntaxLoader } from "../setup/syntaxLoader.js";
import { VERSION } from "../setup/version.js";
import type { CommandCall } from "./commandCall.js";

/**
 * Runs until the client sends `exit`, which ends the process, or closes the streams; then resolves
 * with the exit code.
 */
export async function run({ options }: CommandCall): Promise<number> {
  const log = openLog(options.log);
  const servers = await loadServers({ path: options.servers });
  for (const problem of servers.problems) log(problem.message);
  const { end } = serveEmbedded({
    reader: new StreamMessageReader(process.stdin),
    writer: new StreamMessageWriter(process.stdout),
    syntax: await createSyntaxLoader(servers, log)(),
    startIndex: createIndexLoader(servers, log),
    languageOf: (file) => languageOf(servers, file),
    version: VERSION,
    log,
  });
  await Promise.race([inputEnd(), firstEndSignal()]);
  // The index is saved for the next session.
  await end();
  return 1;
}
