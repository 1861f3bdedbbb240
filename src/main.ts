#!/usr/bin/env node
/**
 * Reads argv and runs one command. In front of a server, that server is spawned before anything
 * else is loaded.
 */

import { MAX_SERVERS_FILE_BYTES, userServersFile } from "./backend/config/userServersFile.js";
import { startBackend } from "./backend/process.js";
import { readAgentOption, readMaxFrameBytes, readOptions, splitAtCommand } from "./cli/options.js";
import { errorMessage } from "./error.js";
import { readWholeFileSync } from "./files/readFileSync.js";
import { escapeControls } from "./text/printable.js";

async function main(argv: readonly string[]): Promise<number> {
  const { own, command = [] } = splitAtCommand(argv);
  const { options, words } = readOptions(own);
  // A word before the `--` is a subcommand or a request to that server.
  if (command.length === 0 || words.length > 0 || options.help || options.version) {
    const { runCommand } = await import("./cli/commands/runCommand.js");
    return runCommand(argv);
  }
  if (options.restart) {
    const { serveRestarting } = await import("./cli/serve/serveWorkspace.js");
    return serveRestarting(command, options);
  }
  readMaxFrameBytes(options); // errors in them come before any process
  readAgentOption(options);
  if (options.untrusted || mayHaveUntrustedFolders(options.servers)) {
    const { serveRestricted } = await import("./cli/serve/serveBackend.js");
    return serveRestricted(command, options);
  }
  const backend = startBackend(command);
  const { serveBackend } = await import("./cli/serve/serveBackend.js");
  return serveBackend(await backend, options);
}

/** Whether the user's servers.json mentions trust; reading it whole would delay every server. */
function mayHaveUntrustedFolders(path: string | undefined): boolean {
  const { path: file } = userServersFile({ path });
  try {
    // A file in UTF-16 has a NUL in each letter.
    if (file === undefined) return false;
    const { bytes } = readWholeFileSync(file, { maxBytes: MAX_SERVERS_FILE_BYTES });
    return bytes.toString("latin1").replaceAll("\0", "").includes('"folders"');
  } catch {
    return false;
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`lsp-locate: ${escapeControls(errorMessage(error))}\n`);
    process.exit(2);
  },
);
