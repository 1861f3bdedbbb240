/** The settings that package.json contributes under `lspLocate`. */

import { workspace } from "vscode";

/** The section, and the id of the language client, which reads `trace.server` in it by itself. */
export const section = "lspLocate";

export interface Settings {
  /** Language ids, `*`, and `!id` for excluded ones. */
  readonly languages: readonly string[];
  /** A path, with `~/` for the home folder; empty for lsp-locate's default. */
  readonly servers: string;
  /** Program and arguments, each as `servers`; empty for the proxy inside the extension. */
  readonly command: readonly string[];
}

export function settings(): Settings {
  const read = workspace.getConfiguration(section);
  const command = read.get<string | readonly string[]>("command", []);
  return {
    languages: read.get("languages", ["*"]),
    servers: read.get("servers", "").trim(),
    // A string is the path of a program, including any spaces.
    command: (typeof command === "string" ? [command.trim()] : command).filter((word) => word !== ""),
  };
}
