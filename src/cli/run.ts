/** Everything but the proxy in front of a command: which subcommand it is, and what becomes of its failures. What a subcommand needs is loaded when it is chosen. */

import { constants } from "node:os";
import { LocateError } from "../error.js";
import { type Arguments, readOptions, UsageError } from "./options.js";

/** Resolves with the exit code: 0 answered, 1 asked and not found, 2 used wrongly. */
export async function run(argv: readonly string[]): Promise<number> {
  try {
    const split = argv.indexOf("--");
    const command = split < 0 ? undefined : argv.slice(split + 1);
    return await dispatch(readOptions(split < 0 ? argv : argv.slice(0, split)), command, argv);
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof LocateError) && !(error instanceof Interrupted))
      throw error;
    if (error instanceof Interrupted) return error.exitCode;
    const hint = error instanceof UsageError ? "\nlsp-locate --help says how it is used." : "";
    process.stderr.write(`lsp-locate: ${error.message}${hint}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function dispatch(
  { options, words }: Arguments,
  command: readonly string[] | undefined,
  argv: readonly string[],
): Promise<number> {
  if (options.help || options.version || words[0] === "help") {
    const { help, version } = await import("./help.js");
    const { print } = await import("./terminal.js");
    await print(options.version ? version : help());
    return 0;
  }
  const [word] = words;
  if (command?.length === 0) throw new UsageError("Behind -- belongs the command that starts a language server.");
  if (word === undefined && options.language === undefined) {
    if (process.stdin.isTTY) throw new UsageError("By itself lsp-locate is a language server, for an editor to start.");
    const { serveWorkspace } = await import("./serveWorkspace.js");
    return serveWorkspace(options);
  }
  if (word === undefined) {
    const { serveLanguage } = await import("./serveLanguage.js");
    return serveLanguage(argv, options);
  }
  if (word === "embedded") {
    if (command) throw new UsageError("embedded is a server itself; it takes no command.");
    const { embedded } = await import("./embedded.js");
    return embedded(options);
  }
  if (word === "doctor") {
    if (command) throw new UsageError("doctor looks at the servers of servers.json; it takes no command.");
    const { doctor } = await import("./doctor.js");
    return doctor(words.slice(1), options, interruption());
  }
  const { ask } = await import("./ask.js");
  return ask(words, options, command, interruption());
}

/** Somebody pressed Ctrl-C, or ended us otherwise: servers are ended too, and the exit code is the one of shells. */
class Interrupted extends Error {
  readonly exitCode: number;

  constructor(signal: keyof typeof constants.signals) {
    super(`interrupted by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => controller.abort(new Interrupted(signal)));
  }
  return controller.signal;
}
