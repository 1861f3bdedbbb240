/** `lsp-locate init`: a servers.json for the user to begin with, where every session finds it. One that is there is never touched. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { userServersFile } from "../../backend/config/servers.js";
import { bundledPath } from "../setup/bundledPath.js";
import { quoteForShell } from "../show/locateText.js";
import { print } from "../terminal.js";
import type { CommandCall } from "./commandCall.js";

/** Resolves with the exit code: 1 where there is one already, or it can't be written. */
export async function run({ options: { servers } }: CommandCall): Promise<number> {
  const path = resolve(userServersFile({ path: servers }).path);
  const doctor = `lsp-locate doctor${servers === undefined ? "" : ` --servers=${quoteForShell(servers)}`}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, starterFile(schema), { flag: "wx" });
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    const why =
      code === "EEXIST" && syscall === "open"
        ? `There is ${path} already; it is left as it is. What is wrong with it, if anything, says: ${doctor}.`
        : `Can't write ${path}: ${message}.`;
    await print(`lsp-locate: ${why}`, process.stderr);
    return 1;
  }
  await print(`wrote ${path}`);
  await print(`lsp-locate: take the // from what you want. Whether it works, says: ${doctor}.`, process.stderr);
  return 0;
}

/** As a URI, which editors take on every system. */
const schema = pathToFileURL(bundledPath("../../schema/servers.schema.json")).href;

/** Each line that is commented out makes sense with the `//` taken away, alone and together with the others. */
export function starterFile(schema: string): string {
  return `// Your language servers, laid over those that lsp-locate comes with: a field that stands here replaces that field, null takes it away.
// Nothing has to be written for servers that are well known: \`lsp-locate doctor\` lists them.
{
  "$schema": ${JSON.stringify(schema)},

  "servers": {
    // What a server wants to know of you:
    // "pyright": { "settings": { "python": { "analysis": { "typeCheckingMode": "strict" } } } },

    // One that lsp-locate does not know, and the language that it serves:
    // "my-server": { "command": ["my-server", "--stdio"], "languages": ["my-language"] },
  },

  "languages": {
    // Which server serves, best first:
    // "python": { "servers": ["basedpyright", "pylsp"] },

    // A language of your own, and the files that are of it:
    // "my-language": { "extensions": [".mine"] },
  },
}
`;
}
