/** `lsp-locate --language <id>`: the proxy on stdio, in front of the first installed server of that language. */

import { resolve } from "node:path";
import { loadServers } from "../../backend/config/loadServers.js";
import { type Options, UsageError } from "../options.js";
import { serveBackend } from "../serve/serveBackend.js";
import { chooseServer, startServer } from "../setup/chooseServer.js";

/** Runs until the session is over; resolves with the exit code. Throws UsageError, `no_backend`. */
export async function run(argv: readonly string[], { language, servers: path, root }: Options): Promise<number> {
  if (language === undefined) {
    throw new UsageError(
      "Which server? Give --language <id>, or the command: lsp-locate -- <command>. To ask once: lsp-locate hover 'src/file.py:name'.",
    );
  }
  const servers = await loadServers({ path });
  const workingDirectory = process.cwd();
  const choice = chooseServer(servers, {
    file: undefined,
    language,
    root: root === undefined ? undefined : resolve(workingDirectory, root),
    workingDirectory,
  });
  return serveBackend(await startServer(choice, process.stderr), argv, choice.notice);
}
