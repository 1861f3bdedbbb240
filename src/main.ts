#!/usr/bin/env node
/**
 * Reads argv and runs one command. In front of a server, that server is spawned before the
 * proxy is loaded; a command that a shared session answers, and a harness' hook, load only what
 * asks the session.
 */

import { readOptions, splitAtCommand, UsageError } from "./cli/options.js";
import { exitCodes } from "./cli/request/exitCodes.js";
import { VERSION } from "./cli/setup/program.js";
import { errorMessage } from "./error.js";
import { escapeControls } from "./text/printable.js";

async function main(argv: readonly string[]): Promise<number> {
  const { own, command } = splitAtCommand(argv);
  const { options, words } = readOptions(own);
  // A word before the `--` is a subcommand or a request to that server.
  if (command?.length && words.length === 0 && !options.help && !options.version) {
    const { serveCommand } = await import("./cli/serve/serveCommand.js");
    return serveCommand(command, options);
  }
  if (options.map !== undefined && command === undefined && !options.help)
    throw new UsageError(
      "--map is for the server after --: lsp-locate --map=.=/workspace -- ssh my-host gopls. For a server of servers.json, write `paths` in its entry.",
    );
  if (options.version) {
    const { print } = await import("./cli/terminal.js");
    await print(VERSION);
    return exitCodes.success;
  }
  // A character in place of bytes that are not UTF-8.
  if (argv.some((word) => word.includes("\ufffd"))) {
    const { assertDecodedTexts } = await import("./cli/request/argumentBytes.js");
    assertDecodedTexts(words, options);
  }
  if (argv.length === 1 && argv[0] === "hook") {
    const { run } = await import("./cli/commands/hook/hook.js");
    return run();
  }
  let input: Buffer | undefined;
  if (command === undefined && words.length > 0) {
    const { answerShared } = await import("./cli/daemon/answerShared.js");
    const outcome = await answerShared(argv);
    if (outcome.kind === "done") return outcome.code;
    input = outcome.input;
  }
  const { runSubcommand } = await import("./cli/commands/runSubcommand.js");
  return runSubcommand(argv, input);
}

// A command that waits for what never happens ends when nothing else is left to do, and by default
// with success.
process.exitCode = exitCodes.notAnswered;
process.once("beforeExit", () => {
  process.stderr.write(
    "lsp-locate: the command ended before it was done; this is a bug of its own. Run it again; with --no-daemon it uses no shared session.\n",
  );
});

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`lsp-locate: ${escapeControls(errorMessage(error))}\n`);
    process.exit(error instanceof UsageError ? exitCodes.usage : exitCodes.failure);
  },
);
