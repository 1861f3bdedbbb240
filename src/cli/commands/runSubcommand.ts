/**
 * Runs a subcommand and reports its failure. The modules of a subcommand are loaded when it is
 * chosen.
 */

import { Readable } from "node:stream";
import { LocateError } from "../../error.js";
import { escapeControls } from "../../text/printable.js";
import { type SubcommandName, subcommandRows } from "../help/subcommands.js";
import { commonOptions, type OptionName, readOptions, splitAtCommand, UsageError } from "../options.js";
import { exitCodes } from "../request/exitCodes.js";
import { reportUsage } from "../request/reportUsage.js";
import { processStreams } from "../terminal.js";
import { type CommandCall, Interrupted } from "./commandCall.js";

/**
 * `input` is standard input where it was read already. Resolves with the exit code: 0 success, 1 no
 * result or an error, 2 wrong usage.
 */
export async function runSubcommand(argv: readonly string[], input?: Buffer): Promise<number> {
  const { own, command } = splitAtCommand(argv);
  try {
    const streams = input && { ...processStreams, stdin: () => Readable.from([input]) };
    return await dispatch({ ...readOptions(own), command, ...(streams && { streams }) });
  } catch (error) {
    if (error instanceof Interrupted) return error.exitCode;
    if (error instanceof UsageError) return reportUsage(error, own, process.stderr);
    if (!(error instanceof LocateError)) throw error;
    process.stderr.write(`lsp-locate: ${escapeControls(error.message)}\n`);
    return exitCodes.failure;
  }
}

const loaders: Readonly<Record<SubcommandName, () => Promise<{ run(call: CommandCall): Promise<number> }>>> = {
  doctor: () => import("./doctor.js"),
  demo: () => import("./demo.js"),
  init: () => import("./init.js"),
  setup: () => import("./setup.js"),
  mcp: () => import("./mcp.js"),
  undo: () => import("./undo.js"),
  daemon: () => import("./daemon.js"),
  hook: () => import("./hook/hook.js"),
  embedded: () => import("./servers/embedded.js"),
  index: () => import("./index.js"),
  scip: () => import("./servers/scip.js"),
  // In front of a command, main.ts has started it already.
  proxy: () => import("./servers/proxy.js"),
  complete: () => import("./complete.js"),
  help: () => import("./help.js"),
};

async function dispatch(call: CommandCall): Promise<number> {
  const { options, words, command } = call;
  const [word, ...rest] = words;
  if (options.help || word === "help") {
    if (word === "help" && rest.length > 1) throw new UsageError("help takes one topic at a time.");
    const { run } = await import("./help.js");
    return run({ ...call, words: word === "help" ? rest : words });
  }
  const name = word === undefined ? "proxy" : word !== "proxy" && isSubcommand(word) ? word : undefined;
  if ((name === undefined || name === "proxy") && command?.length === 0)
    throw new UsageError("After -- goes the command that starts a language server.");
  if (name === undefined) {
    const { run } = await import("./request.js");
    return run(call);
  }
  const row = subcommandRows[name];
  if (command !== undefined && row.commandError !== undefined) throw new UsageError(row.commandError);
  const extraWord = rest[row.maxWords];
  if (extraWord !== undefined) throw new UsageError(`Unexpected argument ${JSON.stringify(extraWord)} after ${name}.`);
  const given = Object.keys(options) as OptionName[];
  if (!given.every((option) => row.options.includes(option) || commonOptions.includes(option))) {
    const { checkOptions } = await import("../help/optionRules.js");
    checkOptions({ kind: "subcommand", name, row }, options);
  }
  const { run } = await loaders[name]();
  if (row.recovers && rest[0] !== "serve") {
    const { recoverForCommand } = await import("../setup/recoverInterrupted.js");
    await recoverForCommand(options);
  }
  return run({ ...call, words: rest });
}

function isSubcommand(word: string): word is SubcommandName {
  return Object.hasOwn(subcommandRows, word);
}
