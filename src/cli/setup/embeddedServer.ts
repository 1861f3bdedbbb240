/**
 * The embedded server as a choice, for languages with a grammar: this program as a second process,
 * or, for a session that ends soon, in the same one.
 */

import { realpathSync } from "node:fs";
import { EMBEDDED_SERVER_NAME, type Servers } from "../../backend/config/servers.js";
import type { EmbeddedServer } from "../../backend/installation/selectServer.js";
import { bundledPath } from "./program.js";
import { createGrammars } from "./syntaxLoader.js";

/** The name of this program in the commands of servers.json. */
const OWN_PROGRAM = "lsp-locate";
/** Its subcommand that is the embedded server. */
const EMBEDDED_COMMAND = "embedded";

/** Returns whether the embedded server can serve a language; never if servers.json removes it. */
function isEmbeddable(servers: Servers): (languageId: string) => boolean {
  if (!servers.servers.has(EMBEDDED_SERVER_NAME)) return () => false;
  const grammars = createGrammars(servers);
  return (languageId) => grammars.of(languageId) !== undefined;
}

/**
 * Returns a command that runs this program, which need not be on PATH, with the same servers.json;
 * `undefined` for a command of another program.
 */
function ownCommand(command: readonly string[], { file }: Servers): readonly string[] | undefined {
  const [program, ...rest] = command;
  if (program !== OWN_PROGRAM) return undefined;
  const main = bundledPath("./main.js");
  return [process.execPath, main, ...rest, ...(file === undefined ? [] : ["--servers", file])];
}

/**
 * Whether a command runs the embedded server of this program: by its name, or by Node and its path.
 * Its options may only name the same servers.json.
 */
export function isOwnEmbedded(words: readonly string[], { file }: Servers): boolean {
  const [program, ...rest] = words;
  const [main = "", ...others] = rest;
  const isNode = program === "node" || program === process.execPath;
  const args = program === OWN_PROGRAM ? rest : isNode && isOwnMain(main) ? others : [];
  const [subcommand, ...options] = args;
  const isSameFile = options.length === 2 && options[0] === "--servers" && options[1] === file;
  return subcommand === EMBEDDED_COMMAND && (isSameFile || options.length === 0);
}

function isOwnMain(path: string): boolean {
  try {
    return realpathSync(path) === realpathSync(bundledPath("./main.js"));
  } catch {
    return false;
  }
}

/** Returns the embedded server in the form that `selectServer` takes. */
export function embeddingOf(servers: Servers): EmbeddedServer {
  return { serves: isEmbeddable(servers), ownCommand: (command) => ownCommand(command, servers) };
}
