/** What is to be said of the subcommands that are no methods, and of the proxy, which is what there is without one. One table, as for methods. */

export interface SubcommandHelp {
  /** How it is written, a form a line. */
  readonly usages: readonly string[];
  /** For lists, so without a full stop. */
  readonly summary: string;
  /** Sentences. */
  readonly details: readonly string[];
  readonly exitCodes: string;
  readonly examples: readonly string[];
  readonly aliases?: readonly string[];
}

export const shells = ["bash", "zsh", "fish", "powershell"] as const;

export const subcommandHelp: Readonly<Record<string, SubcommandHelp>> = {
  doctor: {
    usages: ["lsp-locate doctor [<language>]"],
    summary: "which language servers there are, and whether they work",
    details: [
      "Starts every server that is installed once, asks what it can do, and ends it. Of a language that is named it says all there is, also how to install what is missing.",
    ],
    exitCodes: "0 all is well; 1 a server that would serve fails, or your servers.json has a fault; 2 used wrongly.",
    examples: ["lsp-locate doctor", "lsp-locate doctor python", "lsp-locate doctor --json"],
    aliases: ["status", "servers", "languages", "health", "install"],
  },
  init: {
    usages: ["lsp-locate init"],
    summary: "a servers.json of your own to begin with",
    details: [
      "Writes one with examples, all of them commented out, into your settings folder, where every session finds it; --servers names another file. One that is there already is left as it is. Nothing has to be written for servers that are well known.",
    ],
    exitCodes: "0 written; 1 there is one already, or it can't be written; 2 used wrongly.",
    examples: ["lsp-locate init", "lsp-locate init --servers=servers.json"],
    aliases: ["setup", "config", "configure"],
  },
  mcp: {
    usages: ["lsp-locate mcp"],
    summary: "a server for agents: Model Context Protocol, on stdio",
    details: [
      "An agent harness starts it. It has a server for each language of the workspace, started when first needed; the workspace is --root, what the harness names, or the working directory.",
    ],
    exitCodes: "0 the harness has closed it; 2 used wrongly.",
    examples: ["lsp-locate mcp", "lsp-locate mcp --root=."],
    aliases: ["agent"],
  },
  embedded: {
    usages: ["lsp-locate embedded"],
    summary: "a language server that needs no other installed, on stdio",
    details: [
      "It answers by syntax alone, for every language that there is a grammar for. The proxy starts it by itself where no other server is installed; an editor can be given it, too.",
    ],
    exitCodes: "0 the client has said shutdown and exit; 1 it is gone without; 2 used wrongly.",
    examples: ["lsp-locate embedded"],
  },
  proxy: {
    usages: [
      "lsp-locate [options]                       a server for each language",
      "lsp-locate [options] -- <command> [args…]  in front of that server",
      "lsp-locate --language <id> [options]       in front of one for that language",
    ],
    summary: "a language server on stdio for your editor, by writing no method",
    details: [
      "What an editor and its servers say to each other passes as it is; in addition, locate/* is answered. An editor starts it, wherever the command for a language server is configured.",
    ],
    exitCodes: "that of the server; 0 where there are many.",
    examples: ["lsp-locate", "lsp-locate --restart -- pyright-langserver --stdio", "lsp-locate --language python"],
    aliases: ["serve", "server", "start", "lsp", "run"],
  },
  complete: {
    usages: ["lsp-locate complete <shell>"],
    summary: "completion for bash, zsh, fish and powershell",
    details: [
      "Prints the script that lets a shell complete methods, options and files, and behind <file>: the symbols of that file. For good:",
    ],
    exitCodes: "0 printed; 2 used wrongly.",
    examples: [
      "echo 'eval \"$(lsp-locate complete bash)\"' >> ~/.bashrc",
      "echo 'eval \"$(lsp-locate complete zsh)\"' >> ~/.zshrc      # behind compinit",
      "lsp-locate complete fish > ~/.config/fish/completions/lsp-locate.fish",
      "lsp-locate complete powershell >> $PROFILE",
    ],
    aliases: ["completion-script", "autocomplete"],
  },
  help: {
    usages: ["lsp-locate help [<method>]"],
    summary: "all there is to say of a method; of Locates: help locate",
    details: [
      "The same as --help behind it. help methods lists all methods, help locate says how a Locate is written.",
    ],
    exitCodes: "0; 2 there is nothing of that name.",
    examples: ["lsp-locate help references", "lsp-locate help locate", "lsp-locate help methods"],
    aliases: ["man", "usage"],
  },
};

/** What `help` knows besides: no commands. */
export const otherTopics = ["locate", "notation", "methods"] as const;
