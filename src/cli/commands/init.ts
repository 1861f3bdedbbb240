/**
 * `lsp-locate init`: writes a servers.json with commented examples. An existing file is never
 * changed.
 */

import { writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { userServersFile } from "../../backend/config/userFolder.js";
import { makeFolders } from "../../files/write/makeFolders.js";
import { UsageError } from "../options.js";
import { bundledPath } from "../setup/program.js";
import { quoteForShell } from "../show/locateText.js";
import { print } from "../terminal.js";
import type { CommandCall } from "./commandCall.js";

/** Resolves with the exit code: 1 if the file exists or can't be written. */
export async function run({ options: { servers } }: CommandCall): Promise<number> {
  const { path: named } = userServersFile({ path: servers });
  if (named === undefined)
    throw new UsageError("You have no home folder, so name the file: lsp-locate init --servers=<file>.");
  const path = resolve(named);
  const doctor = `lsp-locate doctor${servers === undefined ? "" : ` --servers=${quoteForShell(servers)}`}`;
  try {
    makeFolders(dirname(path));
    writeFileSync(path, starterFile(schema), { flag: "wx" });
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    const reason =
      code === "EEXIST" && syscall === "open"
        ? `${path} exists already and is left unchanged. To check it: ${doctor}.`
        : `Can't write ${path}: ${message}.`;
    await print(`lsp-locate: ${reason}`, process.stderr);
    return 1;
  }
  await print(`wrote ${path}`);
  await print(`lsp-locate: remove the // from the lines that you want. To check the file: ${doctor}.`, process.stderr);
  return 0;
}

/** A URI, which editors accept on every platform. */
const schema = pathToFileURL(bundledPath("../../schema/servers.schema.json")).href;

/** Each commented line is valid without its `//`, alone and together with the others. */
export function starterFile(schema: string): string {
  return `// Your language servers, merged over those that lsp-locate includes: a field replaces the included one, null removes it.
// Well-known servers need no entry: \`lsp-locate doctor\` lists them.
{
  "$schema": ${JSON.stringify(schema)},

  "servers": {
    // Settings of a server:
    // "pyright": { "settings": { "python": { "analysis": { "typeCheckingMode": "strict" } } } },

    // A server that lsp-locate does not include, and the language that it serves:
    // "my-server": { "command": ["my-server", "--stdio"], "languages": ["my-language"] },
  },

  "languages": {
    // The servers of a language, best first:
    // "python": { "servers": ["basedpyright", "pylsp"] },

    // A language of your own, and its file names:
    // "my-language": { "extensions": [".mine"] },
  },
}
`;
}
