/** Everything but the proxy in front of a command: which subcommand it is, and what becomes of its failures. What a subcommand needs is loaded when it is chosen. */

import { constants } from "node:os";
import { LocateError } from "../../error.js";
import { type Arguments, type Options, readOptions, UsageError } from "../options.js";

/** Resolves with the exit code: 0 answered, 1 asked and not found, 2 used wrongly. */
export async function run(argv: readonly string[]): Promise<number> {
  const split = argv.indexOf("--");
  const command = split < 0 ? undefined : argv.slice(split + 1);
  const own = split < 0 ? argv : argv.slice(0, split);
  try {
    return await dispatch(readOptions(own), command, argv);
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof LocateError) && !(error instanceof Interrupted))
      throw error;
    if (error instanceof Interrupted) return error.exitCode;
    const hint = error instanceof UsageError ? `\n${await whereHelpIs(own)}` : "";
    process.stderr.write(`lsp-locate: ${error.message}${hint}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function whereHelpIs(argv: readonly string[]): Promise<string> {
  const { topicOf } = await import("../help/helpTopics.js");
  const topic = argv.map(topicOf).find((found) => found !== undefined);
  return topic === undefined || topic.name === "help"
    ? "lsp-locate --help says how it is used."
    : `lsp-locate help ${topic.name} says how it is used.`;
}

interface Call {
  readonly options: Options;
  /** Behind the subcommand. */
  readonly words: readonly string[];
  /** Behind `--`, if it stands there. */
  readonly command: readonly string[] | undefined;
}

interface Subcommand {
  /** How many words it takes at most. */
  readonly mostWords: number;
  /** Why nothing stands behind a `--`; absent where something may. */
  readonly noCommand?: string;
  run(call: Call): Promise<number>;
}

const subcommands: Readonly<Record<string, Subcommand>> = {
  embedded: {
    mostWords: 0,
    noCommand: "embedded is a server itself; it takes no command.",
    async run({ options }) {
      const { embedded } = await import("./embedded.js");
      return embedded(options);
    },
  },
  mcp: {
    mostWords: 0,
    noCommand: "mcp has a server for each language, from servers.json; it takes no command.",
    async run({ options }) {
      const { mcp } = await import("./mcp.js");
      return mcp(options, interruption());
    },
  },
  doctor: {
    mostWords: Number.POSITIVE_INFINITY, // it says itself what it takes
    noCommand: "doctor looks at the servers of servers.json; it takes no command.",
    async run({ options, words }) {
      const { doctor } = await import("./doctor.js");
      return doctor(words, options, interruption());
    },
  },
  init: {
    mostWords: 0,
    noCommand: "init writes a file; it takes no command.",
    async run({ options }) {
      const { init } = await import("./init.js");
      return init(options);
    },
  },
  complete: {
    mostWords: 1,
    async run({ options, words, command }) {
      const { complete } = await import("./complete.js");
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
    const { help, version } = await import("./help.js");
    const { print } = await import("../terminal.js");
    const [topic, surplus] = word === "help" ? rest : words;
    if (word === "help" && surplus !== undefined) throw new UsageError("help is about one thing at a time.");
    await print(options.version ? version : await help(topic));
    return 0;
  }
  if (word === undefined) return serve(options, argv, command);
  const subcommand = Object.hasOwn(subcommands, word) ? subcommands[word] : undefined;
  if (subcommand === undefined) {
    if (command?.length === 0) throw emptyCommand();
    const { ask } = await import("./request.js");
    return ask(words, options, command, interruption());
  }
  if (command !== undefined && subcommand.noCommand !== undefined) throw new UsageError(subcommand.noCommand);
  const surplus = rest[subcommand.mostWords];
  if (surplus !== undefined)
    throw new UsageError(`Behind ${word} is ${JSON.stringify(surplus)}, which it doesn't take.`);
  await checkOptions(word, options);
  return subcommand.run({ options, words: rest, command });
}

/** The proxy; in front of a command, main.ts has begun already. */
async function serve(
  options: Options,
  argv: readonly string[],
  command: readonly string[] | undefined,
): Promise<number> {
  if (command?.length === 0) throw emptyCommand();
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
  const { serveLanguage } = await import("./proxy.js");
  return serveLanguage(argv, options);
}

function emptyCommand(): UsageError {
  return new UsageError("Behind -- belongs the command that starts a language server.");
}

async function checkOptions(name: string, options: Options): Promise<void> {
  if (Object.keys(options).length === 0) return;
  const { checkOptions } = await import("../misfit.js");
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

function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => controller.abort(new Interrupted(signal)));
  }
  return controller.signal;
}
