/** The subcommands, a row each, and the proxy, which has no word: what each takes, and its help. */

import type { OptionName } from "../options.js";

export interface SubcommandRow {
  /** How many words it takes at most. */
  readonly maxWords: number;
  /** Why it takes no command after `--`; absent if it takes one. */
  readonly commandError?: string;
  readonly options: readonly OptionName[];
  /** A line for each form. */
  readonly usages: readonly string[];
  /** A phrase without a full stop. */
  readonly summary: string;
  /** Sentences. */
  readonly details: readonly string[];
  readonly exitCodes: string;
  readonly examples: readonly string[];
  readonly aliases?: readonly string[];
  /** Whether it first ends changes of files that were interrupted, as each request does. */
  readonly recovers?: true;
}

export const shells = ["bash", "zsh", "fish", "powershell"] as const;
export const daemonActions = ["status", "stop", "restart", "log"] as const;

/** The clients of `setup`. A list of its own, since their files are loaded with the subcommand. */
export const setupNames = [
  ...["claude-code", "opencode", "crush", "copilot-cli", "oh-my-pi", "qwen-code", "codex", "gemini-cli", "cursor"],
  ...["vscode", "zed", "neovim", "helix", "emacs"],
] as const;

export type SubcommandName =
  | "doctor"
  | "demo"
  | "init"
  | "setup"
  | "mcp"
  | "undo"
  | "daemon"
  | "hook"
  | "index"
  | "embedded"
  | "scip"
  | "proxy"
  | "complete"
  | "help";

/** In the order of lists. */
export const subcommandRows: Readonly<Record<SubcommandName, SubcommandRow>> = {
  doctor: {
    maxWords: Number.POSITIVE_INFINITY, // its own error for a second language says more
    recovers: true,
    commandError: "doctor checks the servers of servers.json; it takes no command.",
    options: ["json", "language", "servers", "untrusted", "no-companions", "timeout"],
    usages: ["lsp-locate doctor [<language>]"],
    summary: "check which language servers are installed and work",
    details: [
      "Starts every installed server once, reads its capabilities, and ends it. For a single language it prints every detail, and how to install missing servers.",
    ],
    exitCodes: "0 no problem; 1 a server in use fails, or your servers.json has an error; 2 wrong usage.",
    examples: ["lsp-locate doctor", "lsp-locate doctor python", "lsp-locate doctor --json"],
    aliases: ["status", "servers", "languages", "health", "install"],
  },
  demo: {
    maxWords: 0,
    recovers: true,
    commandError: "demo asks the embedded server; it takes no command.",
    options: [],
    usages: ["lsp-locate demo"],
    summary: "run some commands in a small project of its own",
    details: [
      "Prints each command, and what it answers. It asks the embedded server, so that nothing but Node is needed, and writes only into a temporary folder, which it removes.",
    ],
    exitCodes: "0 all commands have answered; 1 one has not; 2 wrong usage.",
    examples: ["lsp-locate demo"],
    aliases: ["try", "tour"],
  },
  init: {
    maxWords: 0,
    recovers: true,
    commandError: "init writes a file; it takes no command.",
    options: ["servers"],
    usages: ["lsp-locate init"],
    summary: "write a servers.json with examples",
    details: [
      "Writes the file into your settings folder, with all examples commented out; --servers names another file. An existing file is left unchanged. Well-known servers need no entry.",
    ],
    exitCodes: "0 written; 1 the file exists or can't be written; 2 wrong usage.",
    examples: ["lsp-locate init", "lsp-locate init --servers=servers.json"],
    aliases: ["config"],
  },
  setup: {
    maxWords: 1,
    recovers: true,
    commandError: "setup changes the settings of a client; it takes no command.",
    options: ["json", "write", "remove", "project", "hooks"],
    usages: ["lsp-locate setup [<client>]"],
    summary: "connect an editor or an agent: Claude Code, Neovim …",
    details: [
      "Prints what the client needs to start lsp-locate, and in which file; --write writes it, and --remove takes it back. Other settings and comments in the file stay as they are. An entry for lsp-locate that you have written yourself is replaced with --write=anyway only.",
      `Without a client, it lists those that it finds on this machine. It knows ${setupNames.slice(0, -1).join(", ")} and ${setupNames.at(-1)}.`,
    ],
    exitCodes: "0 printed, written or removed; 1 a file can't be changed; 2 wrong usage.",
    examples: [
      "lsp-locate setup",
      "lsp-locate setup claude-code",
      "lsp-locate setup claude-code --write",
      "lsp-locate setup claude-code --hooks --write",
      "lsp-locate setup opencode --project --write",
    ],
    aliases: ["configure", "connect"],
  },
  mcp: {
    maxWords: 0,
    commandError: "mcp has a server for each language, from servers.json; it takes no command.",
    options: [
      "root",
      "servers",
      "untrusted",
      "no-companions",
      "scip",
      "commit",
      "allow-read",
      "read-only",
      "no-daemon",
      "log",
      "trace",
      "max-frame",
    ],
    usages: ["lsp-locate mcp"],
    summary: "a server for agents: Model Context Protocol on stdio",
    details: [
      "An agent starts it. Each language of the workspace has its own server, which is started when first needed. The workspace is --root, else the roots of the agent, else the working directory. Files outside of it are read if the answer of a language server has named them, or with --allow-read; links that lead out of it are not followed without that.",
    ],
    exitCodes: "0 closed by the agent; 2 wrong usage.",
    examples: ["lsp-locate mcp", "lsp-locate mcp --root=.", "lsp-locate mcp --read-only"],
    aliases: ["agent"],
  },
  undo: {
    maxWords: 1,
    recovers: true,
    commandError: "undo takes back what a command has written; it takes no command.",
    options: ["json", "list", "root"],
    usages: ["lsp-locate undo [<id>]"],
    summary: "take back the last --write in the workspace",
    details: [
      "The files become what they were before the write, all of them or none. If one was changed since, nothing is written, and it is named. A write that was taken back is forgotten: undo once more takes back the one before. --list shows the last twenty, with the ids by which undo takes back another one than the last.",
      "What is needed is kept for a day, at most 64 MB, in a folder that only you can read. Writes of agents over MCP are among them.",
    ],
    exitCodes: "0 taken back; 1 there is nothing to take back, or a file was changed since; 2 wrong usage.",
    examples: ["lsp-locate undo", "lsp-locate undo --list", "lsp-locate undo 3fa21c"],
    aliases: ["revert", "rollback"],
  },
  hook: {
    maxWords: 0,
    commandError: "hook is called by an agent harness after a search; it takes no command.",
    options: [],
    usages: ["lsp-locate hook"],
    summary: "what an agent harness calls after a search for text",
    details: [
      "Reads on stdin what the harness has done, as Claude Code and Codex tell their PostToolUse hooks, and Gemini CLI its AfterTool hooks. If that was a search (grep, rg, the harness's own) for what looks like a symbol, it prints one line for the model: where the symbol is declared, and the command that lists all its uses. It asks the session that runs and starts none, takes at most 100 ms, and never fails; LSP_LOCATE_HOOKS=off silences it, and a number there is another limit in milliseconds.",
      "lsp-locate setup claude-code --hooks --write has Claude Code call it; codex and gemini-cli have it, too.",
    ],
    exitCodes: "0 always.",
    examples: ["lsp-locate hook < event.json"],
  },
  daemon: {
    maxWords: 2,
    recovers: true,
    commandError: "daemon has a server for each language, from servers.json; it takes no command.",
    options: [
      "json",
      "language",
      "root",
      "servers",
      "untrusted",
      "no-companions",
      "scip",
      "commit",
      "agent",
      "no-agent",
      "all",
      "everywhere",
    ],
    usages: ["lsp-locate daemon <action>"],
    summary: "the sessions that are shared by commands",
    details: [
      "status lists the sessions that run and their servers; stop ends those of the workspace, or with --all those of all workspaces, within 5 s, and leaves the sessions of another HOME alone, except with --everywhere; restart ends them and starts one; log prints the log of the workspace's session.",
      "The first command in a workspace starts a session, which answers later commands at once. It ends after 15 minutes without a client; LSP_LOCATE_DAEMON_IDLE=2h (s, m or h) changes the time. LSP_LOCATE_DAEMON=off or --no-daemon answers without a session, as is the case where CI is set; LSP_LOCATE_DAEMON=on uses one there, too.",
      "The workspace is --root, else the repository around the working directory, else the project. A session is shared only by commands with the same version, servers.json, --untrusted, --language and environment for servers (PATH, VIRTUAL_ENV, GOFLAGS …).",
    ],
    exitCodes: "0 done; 1 a session doesn't end or start, or there is no log; 2 wrong usage.",
    examples: ["lsp-locate daemon status", "lsp-locate daemon stop --all", "lsp-locate daemon status --json"],
    aliases: ["session", "sessions", "warm", "background"],
  },
  index: {
    maxWords: Number.POSITIVE_INFINITY,
    recovers: true,
    commandError: "index shows and makes SCIP indexes; it takes no command.",
    options: ["json", "write", "language", "root", "commit"],
    usages: ["lsp-locate index [<index>…]"],
    summary: "SCIP indexes: what one holds, and how to make one",
    details: [
      "Shows of each index, by default of index.scip in the workspace, which indexer made it, its languages, documents and symbols, and how many files have changed since. Without an index it says which indexer fits the workspace, and how to install it.",
      "--write runs the indexer that is installed; of several, --language chooses one. It writes index.scip, and beside it the commit and the digests of its files. See docs/indexes.md for a workflow that does so in CI.",
    ],
    exitCodes: "0 shown or written; 1 an index can't be read, or no indexer is installed; 2 wrong usage.",
    examples: ["lsp-locate index", "lsp-locate index ../library/index.scip --json", "lsp-locate index --write"],
    aliases: ["scip-index", "indexes"],
  },
  embedded: {
    maxWords: 0,
    commandError: "embedded is a server itself; it takes no command.",
    options: ["servers", "log", "max-frame"],
    usages: ["lsp-locate embedded"],
    summary: "a language server without types, built in, on stdio",
    details: [
      "It answers by syntax alone, for every language that has a grammar. The proxy starts it if no other server is installed; an editor can also start it directly.",
    ],
    exitCodes: "0 the client has sent shutdown and exit; 1 it ended without them; 2 wrong usage.",
    examples: ["lsp-locate embedded"],
  },
  scip: {
    maxWords: Number.POSITIVE_INFINITY,
    commandError: "scip is a server itself; it takes no command.",
    options: ["commit", "servers", "log", "max-frame"],
    usages: ["lsp-locate scip <index>…"],
    summary: "a language server over SCIP indexes, on stdio",
    details: [
      "It answers from indexes that compilers' indexers have written elsewhere (scip-typescript, scip-python, scip-go, rust-analyzer scip …), with no toolchain and nothing to load. Several indexes are one code base: a use in one leads to the definition in another.",
      "Texts that have changed since are compared with those that were indexed, as far as these are known: by the texts in the index, by --commit, or by <index>.json beside it. See docs/indexes.md.",
    ],
    exitCodes: "0 the client has sent shutdown and exit; 1 it ended without them; 2 wrong usage.",
    examples: ["lsp-locate scip index.scip", "lsp-locate scip --commit=v2.1.0 index.scip ../library/index.scip"],
  },
  proxy: {
    maxWords: 0,
    options: [
      "language",
      "root",
      "servers",
      "untrusted",
      "no-companions",
      "scip",
      "commit",
      "map",
      "agent",
      "no-agent",
      "no-daemon",
      "restart",
      "log",
      "trace",
      "max-frame",
    ],
    usages: [
      "lsp-locate [options]                       a server for each language",
      "lsp-locate [options] -- <command> [args…]  that server",
      "lsp-locate --language <id> [options]       a server for that language",
    ],
    summary: "a language server on stdio for your editor",
    details: [
      "A proxy between an editor and its servers: messages pass unchanged, and locate/* requests are answered. An editor starts it like a language server.",
    ],
    exitCodes: "that of the server; 0 with several servers.",
    examples: ["lsp-locate", "lsp-locate --restart -- pyright-langserver --stdio", "lsp-locate --language python"],
    aliases: ["serve", "server", "start", "lsp", "run"],
  },
  complete: {
    maxWords: 1,
    options: [],
    usages: ["lsp-locate complete <shell>"],
    summary: "completion for bash, zsh, fish and PowerShell",
    details: [
      "Prints the script that completes methods, options and files, and the symbols of a file after <file>:. To install it:",
    ],
    exitCodes: "0 printed; 2 wrong usage.",
    examples: [
      "echo 'eval \"$(lsp-locate complete bash)\"' >> ~/.bashrc",
      "echo 'eval \"$(lsp-locate complete zsh)\"' >> ~/.zshrc      # after compinit",
      "lsp-locate complete fish > ~/.config/fish/completions/lsp-locate.fish",
      "lsp-locate complete powershell >> $PROFILE",
    ],
    aliases: ["completion-script", "autocomplete"],
  },
  help: {
    maxWords: 1,
    options: [],
    usages: ["lsp-locate help [<method>]"],
    summary: "show the help page of a method; see also help locate",
    details: [
      "The same as --help after the method. help methods lists all methods, help locate explains how to write a Locate.",
    ],
    exitCodes: "0 printed; 2 no such topic.",
    examples: ["lsp-locate help references", "lsp-locate help locate", "lsp-locate help methods"],
    aliases: ["man", "usage"],
  },
};

/** The topics of help that are not commands. */
export const otherTopics = ["locate", "notation", "methods"] as const;
