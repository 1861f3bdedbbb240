/**
 * Runs a subcommand and reports its failure. The modules of a subcommand are loaded when it is
 * chosen.
 */

import { Readable } from "node:stream";
import { LocateError } from "../../error.js";
import { escapeControls } from "../../text/printable.js";
import { type Options, readOptions, splitAtCommand, UsageError } from "../options.js";
import { exitCodes } from "../request/exitCodes.js";
import { processStreams } from "../terminal.js";
import { type CommandCall, Interrupted } from "./commandCall.js";

/**
 * `input` is standard input where it was read already. Resolves with the exit code: 0 success, 1 no
 * result or an error, 2 wrong usage.
 */
export async function runCommand(argv: readonly string[], input?: Buffer): Promise<number> {
  const { own, command } = splitAtCommand(argv);
  try {
    const streams = input && { ...processStreams, stdin: () => Readable.from([input]) };
    return await dispatch({ ...readOptions(own), command, ...(streams && { streams }) });
  } catch (error) {
    if (error instanceof Interrupted) return error.exitCode;
    if (!(error instanceof UsageError) && !(error instanceof LocateError)) throw error;
    const hint = error instanceof UsageError ? `\n${await helpHint(own)}` : "";
    process.stderr.write(`lsp-locate: ${escapeControls(error.message)}${hint}\n`);
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failure;
  }
}

async function helpHint(argv: readonly string[]): Promise<string> {
  const { topicOf } = await import("../help/helpTopics.js");
  const topic = argv.map(topicOf).find((found) => found !== undefined);
  return topic === undefined || topic.name === "help"
    ? "lsp-locate --help explains the usage."
    : `lsp-locate help ${topic.name} explains the usage.`;
}

interface Subcommand {
  /** How many words it takes at most. */
  readonly maxWords: number;
  /** Why it takes no command after `--`; absent if it takes one. */
  readonly commandError?: string;
  readonly load: () => Promise<{ run(call: CommandCall): Promise<number> }>;
}

const subcommands: Readonly<Record<string, Subcommand>> = {
  embedded: {
    maxWords: 0,
    commandError: "embedded is a server itself; it takes no command.",
    load: () => import("./embedded.js"),
  },
  mcp: {
    maxWords: 0,
    commandError: "mcp has a server for each language, from servers.json; it takes no command.",
    load: () => import("./mcp.js"),
  },
  doctor: {
    maxWords: Number.POSITIVE_INFINITY, // its own error for a second language says more
    commandError: "doctor checks the servers of servers.json; it takes no command.",
    load: () => import("./doctor.js"),
  },
  init: {
    maxWords: 0,
    commandError: "init writes a file; it takes no command.",
    load: () => import("./init.js"),
  },
  setup: {
    maxWords: 1,
    commandError: "setup changes the settings of a client; it takes no command.",
    load: () => import("./setup.js"),
  },
  daemon: {
    maxWords: 2,
    commandError: "daemon has a server for each language, from servers.json; it takes no command.",
    load: () => import("./daemon.js"),
  },
  complete: {
    maxWords: 1,
    load: () => import("./complete.js"),
  },
};

/**
 * The proxy, in front of servers of servers.json. In front of a command, main.ts has started it
 * already.
 */
const proxy: Subcommand = { maxWords: 0, load: () => import("./proxy.js") };

async function dispatch(call: CommandCall): Promise<number> {
  const { options, words, command } = call;
  const [word, ...rest] = words;
  if (options.help || options.version || word === "help") {
    if (word === "help" && rest.length > 1) throw new UsageError("help takes one topic at a time.");
    const { run } = await import("./help.js");
    return run({ ...call, words: word === "help" ? rest : words });
  }
  const subcommand = word === undefined ? proxy : Object.hasOwn(subcommands, word) ? subcommands[word] : undefined;
  if (subcommand === undefined || subcommand === proxy) {
    if (command?.length === 0) throw new UsageError("After -- goes the command that starts a language server.");
  }
  if (subcommand === undefined) {
    const { run } = await import("./request.js");
    return run(call);
  }
  if (command !== undefined && subcommand.commandError !== undefined) throw new UsageError(subcommand.commandError);
  const extraWord = rest[subcommand.maxWords];
  if (extraWord !== undefined) throw new UsageError(`Unexpected argument ${JSON.stringify(extraWord)} after ${word}.`);
  await checkSubcommandOptions(word ?? "proxy", options);
  const { run } = await subcommand.load();
  return run({ ...call, words: rest });
}

async function checkSubcommandOptions(name: string, options: Options): Promise<void> {
  if (Object.keys(options).length === 0) return;
  const { checkOptions } = await import("../help/optionRules.js");
  checkOptions({ kind: "subcommand", name }, options);
}
