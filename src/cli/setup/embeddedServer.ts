/**
 * The embedded server as a choice: this program as a second process, for languages with a grammar.
 */

import { EMBEDDED_SERVER_NAME, type Servers } from "../../backend/config/servers.js";
import type { EmbeddedServer } from "../../backend/installation/selectServer.js";
import { bundledPath } from "./bundledPath.js";
import { createGrammars } from "./syntaxLoader.js";

/** The name of this program in the commands of servers.json. */
const OWN_PROGRAM = "lsp-locate";

/** Returns whether the embedded server can serve a language; never if servers.json removes it. */
export function isEmbeddable(servers: Servers): (languageId: string) => boolean {
  if (!servers.servers.has(EMBEDDED_SERVER_NAME)) return () => false;
  const grammars = createGrammars(servers);
  return (languageId) => grammars.of(languageId) !== undefined;
}

/**
 * Returns a command that runs this program, which need not be on PATH, with the same servers.json;
 * `undefined` for a command of another program.
 */
export function ownCommand(command: readonly string[], { file }: Servers): readonly string[] | undefined {
  const [program, ...rest] = command;
  if (program !== OWN_PROGRAM) return undefined;
  const main = bundledPath("./main.js");
  return [process.execPath, main, ...rest, ...(file === undefined ? [] : ["--servers", file])];
}

/** Returns the embedded server in the form that `selectServer` takes. */
export function embeddingOf(servers: Servers): EmbeddedServer {
  return { serves: isEmbeddable(servers), ownCommand: (command) => ownCommand(command, servers) };
}
