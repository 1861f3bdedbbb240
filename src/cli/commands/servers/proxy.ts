/**
 * `lsp-locate`: the proxy on stdio, in front of the servers of servers.json; with `--language`, in
 * front of one of them.
 */

import { resolve } from "node:path";
import { loadServersFor } from "../../../backend/config/loadServers.js";
import { workingFolder } from "../../../files/workingFolder.js";
import { type Options, UsageError } from "../../options.js";
import type { CommandCall } from "../commandCall.js";

/** Runs until the session is over; resolves with the exit code. Throws UsageError, `no_backend`. */
export async function run({ options }: CommandCall): Promise<number> {
  const { language } = options;
  if (language !== undefined) return serveLanguage(language, options);
  if (process.stdin.isTTY) throw new UsageError(NO_CLIENT_TEXT);
  const { serveWorkspace } = await import("../../serve/serveWorkspace.js");
  const code = await serveWorkspace(options);
  // A client may end so; a script or an agent that ran it without a terminal has seen nothing.
  if (process.stdin.bytesRead === 0) process.stderr.write(`lsp-locate: ${NO_CLIENT_TEXT}\n`);
  return code;
}

const NO_CLIENT_TEXT =
  "Without arguments lsp-locate is a language server, for an editor to start. To send one request: lsp-locate hover 'src/file.py:name'.";

/** Serves the first installed server of a language. */
async function serveLanguage(language: string, options: Options): Promise<number> {
  const [{ chooseServer, startServer }, { serveBackend }] = await Promise.all([
    import("../../setup/languageOption.js"),
    import("../../serve/serveBackend.js"),
  ]);
  const servers = await loadServersFor(options);
  const workingDirectory = workingFolder();
  const workspace = options.root === undefined ? workingDirectory : resolve(workingDirectory, options.root);
  // The client gets the server as it is, and asks another one for it where that is needed.
  const choice = chooseServer(servers, language, workspace);
  return serveBackend(await startServer(choice, process.stderr), options, { ...choice, servers });
}
