#!/usr/bin/env node
/**
 * Reads argv and runs one command. In front of a server, that server is spawned before anything
 * else is loaded.
 */

import { startBackend } from "./backend/process.js";
import { readOptions, splitAtCommand } from "./cli/options.js";
import { errorMessage } from "./error.js";

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
  const backend = startBackend(command);
  const { serveBackend } = await import("./cli/serve/serveBackend.js");
  return serveBackend(await backend, options);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`lsp-locate: ${errorMessage(error)}\n`);
    process.exit(2);
  },
);
