#!/usr/bin/env node
/** argv to one command, nothing else. In front of a server, that server is spawned before anything else is loaded. */

import { startBackend } from "./backend/process.js";

async function main(argv: readonly string[]): Promise<number> {
  const split = argv.indexOf("--");
  const command = split < 0 ? [] : argv.slice(split + 1);
  const options = split < 0 ? argv : argv.slice(0, split);
  if (command.length === 0 || options.includes("--help") || options.includes("--version")) {
    const { run } = await import("./cli/run.js");
    return run(argv);
  }
  const backend = startBackend(command);
  const { serve } = await import("./cli/serve.js");
  return serve(await backend, options);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`lsp-locate: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  },
);
