/** Everything but the proxy in front of a command: which subcommand it is, and what becomes of its failures. What a subcommand needs is loaded when it is chosen. */

import { constants } from "node:os";
import { LocateError } from "../../error.js";
import { type Arguments, type Options, readOptions, UsageError } from "../options.js";

/** Resolves with the exit code: 0 answered, 1 asked and not found, 2 used wrongly. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  const split = argv.indexOf("--");
  const command = split < 0 ? undefined : argv.slice(split + 1);
  const ownArguments = split < 0 ? argv : argv.slice(0, split);
  try {
    return await dispatch(readOptions(ownArguments), command, argv);
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof LocateError) && !(error instanceof Interrupted))
      throw error;
    if (error instanceof Interrupted) return error.exitCode;
    const hint = error instanceof UsageError ? `\n${await helpHint(ownArguments)}` : "";
    process.stderr.write(`lsp-locate: ${error.message}${hint}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function helpHint(argv: readonly string[]): Promise<string> {
  const { topicOf } = await import("../help/helpTopics.js");
  const topic = argv.map(topicOf).find((found) => found !== undefined);
  return topic === undefined || topic.name === "help"
    ? "lsp-locate --help says how it is used."
    : `lsp-locate help ${topic.name} says how it is used.`;
}

interface CommandCall {
  readonly options: Options;
  /** Behind the subcommand. */
  readonly words: readonly string[];
  /** Behind `--`, if it stands there. */
  readonly command: readonly string[] | undefined;
}

interface Subcommand {
  /** How many words it takes at most. */
  readonly maxWords: number;
  /** Why nothing stands behind a `--`; absent where something may. */
  readonly commandError?: string;
  run(call: CommandCall): Promise<number>;
}

const subcommands: Readonly<Record<string, Subcommand>> = {
  embedded: {
    maxWords: 0,
    commandError: "embedded is a server itself; it takes no command.",
    async run({ options }) {
      const { run: embedded } = await import("./embedded.js");
      return embedded(options);
    },
  },
  mcp: {
    maxWords: 0,
    commandError: "mcp has a server for each language, from servers.json; it takes no command.",
    async run({ options }) {
      const { run: mcp } = await import("./mcp.js");
      return mcp(options, interruptSignal());
    },
  },
  doctor: {
    maxWords: Number.POSITIVE_INFINITY, // it says itself what it takes
    commandError: "doctor looks at the servers of servers.json; it takes no command.",
    async run({ options, words }) {
      const { run: doctor } = await import("./doctor.js");
      return doctor(words, options, interruptSignal());
    },
  },
  init: {
    maxWords: 0,
    commandError: "init writes a file; it takes no command.",
    async run({ options }) {
      const { run: init } = await import("./init.js");
      return init(options);
    },
  },
  complete: {
    maxWords: 1,
    async run({ options, words, command }) {
      const { run: complete } = await import("./complete.js");
      return complete(words[0], command, options);
    },
  },
};

async function dispatch(
  { options, words }: Arguments,
  command: readonly string[] | undefined,
  argv: readonly string[],
): Promise<number> {
  const [word, ...rest] = words;
  if (options.help || options.version || word === "help") {
    const { renderHelp, VERSION } = await import("./help.js");
    const { print } = await import("../terminal.js");
    const [topic, extraWord] = word === "help" ? rest : words;
    if (word === "help" && extraWord !== undefined) throw new UsageError("help is about one thing at a time.");
    await print(options.version ? VERSION : await renderHelp(topic));
    return 0;
  }
  if (word === undefined) return runProxy(options, argv, command);
  const subcommand = Object.hasOwn(subcommands, word) ? subcommands[word] : undefined;
  if (subcommand === undefined) {
    if (command?.length === 0) throw emptyCommandError();
    const { run: ask } = await import("./request.js");
    return ask(words, options, command, interruptSignal());
  }
  if (command !== undefined && subcommand.commandError !== undefined) throw new UsageError(subcommand.commandError);
  const extraWord = rest[subcommand.maxWords];
  if (extraWord !== undefined)
    throw new UsageError(`Behind ${word} is ${JSON.stringify(extraWord)}, which it doesn't take.`);
  await checkOptions(word, options);
  return subcommand.run({ options, words: rest, command });
}

/** The proxy; in front of a command, main.ts has begun already. */
async function runProxy(
  options: Options,
  argv: readonly string[],
  command: readonly string[] | undefined,
): Promise<number> {
  if (command?.length === 0) throw emptyCommandError();
  await checkOptions("proxy", options);
  if (options.language === undefined) {
    if (process.stdin.isTTY) {
      throw new UsageError(
        "By itself lsp-locate is a language server, for an editor to start. To ask something: lsp-locate hover 'src/file.py:name'.",
      );
    }
    const { serveWorkspace } = await import("../serve/serveWorkspace.js");
    return serveWorkspace(options);
  }
  const { run: serveLanguage } = await import("./proxy.js");
  return serveLanguage(argv, options);
}

function emptyCommandError(): UsageError {
  return new UsageError("Behind -- belongs the command that starts a language server.");
}

async function checkOptions(name: string, options: Options): Promise<void> {
  if (Object.keys(options).length === 0) return;
  const { checkOptions } = await import("../help/optionRules.js");
  checkOptions({ kind: "subcommand", name }, options);
}

/** Somebody pressed Ctrl-C, or ended us otherwise: servers are ended too, and the exit code is the one of shells. */
class Interrupted extends Error {
  readonly exitCode: number;

  constructor(signal: keyof typeof constants.signals) {
    super(`interrupted by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => controller.abort(new Interrupted(signal)));
  }
  return controller.signal;
}
