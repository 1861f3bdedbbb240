/** `lsp-locate embedded`: our own language server on stdio, for every language there is a grammar for. */

import { StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { loadServers } from "../../backend/config/loadServers.js";
import { languageOf } from "../../backend/config/servers.js";
import { serveEmbedded } from "../../embedded/server.js";
import type { Options } from "../options.js";
import { createIndexLoader } from "../setup/indexLoader.js";
import { openLog } from "../setup/openLog.js";
import { createSyntaxLoader } from "../setup/syntaxLoader.js";
import { VERSION } from "./help.js";

/** Runs until the client says `exit`, which ends the process, or is gone; then resolves with the exit code. */
export async function run({ servers: path, log: logPath }: Options): Promise<number> {
  const log = openLog(logPath);
  const servers = await loadServers({ path });
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
  await waitForClientEnd();
  // What the index has found is to be there when the next session starts.
  await end();
  return 1;
}

/** The client has closed its end without a word, or somebody ends us. */
function waitForClientEnd(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once("end", resolve).once("close", resolve);
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}
