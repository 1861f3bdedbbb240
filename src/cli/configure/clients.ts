/** The clients that `setup` knows, and what their files depend on: user, machine and project. */

import type { Servers } from "../../backend/config/servers.js";
import { homeFolder } from "../../backend/config/userFolder.js";
import { findProgram } from "../../backend/findProgram.js";
import { readTextSync } from "../../files/readFileSync.js";
import { workingFolder } from "../../files/workingFolder.js";
import { bundledPath } from "../setup/bundledPath.js";
import { VERSION } from "../setup/version.js";
import { type ClientContext, type SetupClient, SetupError } from "./clientFile.js";
import { editors } from "./editors.js";
import { harnesses } from "./harnesses.js";
import { languagesByExtension } from "./listedLanguages.js";

/** In the order of lists. */
export const setupClients: readonly SetupClient[] = [...harnesses, ...editors];

const MAX_BUNDLED_BYTES = 1024 * 1024;

/** Returns what the files depend on. Throws SetupError for a user without a home folder. */
export function openClientContext({ languages }: Pick<Servers, "languages">): ClientContext {
  const home = homeFolder();
  if (home === undefined)
    throw new SetupError("You have no home folder, in which clients keep their settings. Set HOME and try again.");
  return {
    home,
    project: workingFolder(),
    env: process.env,
    platform: process.platform,
    version: VERSION,
    command: findCommand(),
    languageByExtension: languagesByExtension(languages),
    readBundled: (path) => readTextSync(bundledPath(`../../${path}`), { maxBytes: MAX_BUNDLED_BYTES }),
  };
}

/** Whether a command starts whatever lsp-locate is on PATH, not one installation by its path. */
export function isOnPath({ command }: Pick<ClientContext, "command">): boolean {
  return command.length === 1;
}

/**
 * Returns the command's name if it is on PATH, else Node and this installation. On Windows many
 * clients can't start the `.cmd` file that npm makes.
 */
function findCommand(): ClientContext["command"] {
  if (process.platform !== "win32" && findProgram("lsp-locate").kind === "installed") return ["lsp-locate"];
  return [process.execPath, bundledPath("./main.js")];
}
