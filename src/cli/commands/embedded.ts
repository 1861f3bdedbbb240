/** `lsp-locate embedded`: our own language server on stdio, for every language there is a grammar for. */

import { StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { languageOf, loadServers } from "../../backend/config/servers.js";
import { serveEmbedded } from "../../embedded/server.js";
import type { Options } from "../options.js";
import { indexFor } from "../setup/indexLoader.js";
import { logTo } from "../setup/openLog.js";
import { syntaxFor } from "../setup/syntaxLoader.js";
import { version } from "./help.js";

/** Runs until the client says `exit`, which ends the process, or is gone; then resolves with the exit code. */
export async function embedded({ servers: path, log: logPath }: Options): Promise<number> {
  const log = logTo(logPath);
  const servers = await loadServers({ path });
  for (const problem of servers.problems) log(problem.message);
  const { end } = serveEmbedded({
    reader: new StreamMessageReader(process.stdin),
    writer: new StreamMessageWriter(process.stdout),
    syntax: await syntaxFor(servers, log)(),
    startIndex: indexFor(servers, log),
    languageOf: (file) => languageOf(servers, file),
    version,
    log,
  });
  await gone();
  // What the index has found is to be there when the next session starts.
  await end();
  return 1;
}

/** The client has closed its end without a word, or somebody ends us. */
function gone(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once("end", resolve).once("close", resolve);
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}
