/** The embedded server as a choice: this very program, started once more, for the languages that it has a grammar for, unless servers.json takes it away. */

import { EMBEDDED_SERVER_NAME, type Servers } from "../../backend/config/servers.js";
import type { EmbeddedServer } from "../../backend/installation/selectServer.js";
import { bundledPath } from "./bundledPath.js";
import { createGrammars } from "./syntaxLoader.js";

/** What stands for this program in servers.json. */
const OWN_PROGRAM = "lsp-locate";

/** Whether the embedded server can serve a language. */
export function isEmbeddable(servers: Servers): (languageId: string) => boolean {
  if (!servers.servers.has(EMBEDDED_SERVER_NAME)) return () => false;
  const grammars = createGrammars(servers);
  return (languageId) => grammars.of(languageId) !== undefined;
}

/** A command that names this program as one that can be run: it need not be on PATH. It reads the same servers.json. Undefined for any other. */
export function ownCommand(command: readonly string[], { file }: Servers): readonly string[] | undefined {
  const [program, ...rest] = command;
  if (program !== OWN_PROGRAM) return undefined;
  const main = bundledPath("./main.js");
  return [process.execPath, main, ...rest, ...(file === undefined ? [] : ["--servers", file])];
}

/** The embedded server as something that can be selected. */
export function embeddingOf(servers: Servers): EmbeddedServer {
  return { serves: isEmbeddable(servers), ownCommand: (command) => ownCommand(command, servers) };
}
