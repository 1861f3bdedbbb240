#!/usr/bin/env node
/** argv to one command, nothing else. In front of a server, that server is spawned before anything else is loaded. */

import { startBackend } from "./backend/process.js";
import { readOptions } from "./cli/options.js";

async function main(argv: readonly string[]): Promise<number> {
  const split = argv.indexOf("--");
  const command = split < 0 ? [] : argv.slice(split + 1);
  const before = split < 0 ? argv : argv.slice(0, split);
  const { options, words } = readOptions(before);
  // A word before the `--` is a question to that server, or whatever else run() makes of it.
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
  return serveBackend(await backend, before);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`lsp-locate: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  },
);
