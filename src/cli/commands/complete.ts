/** `lsp-locate complete <shell>`: the script that lets a shell complete; and `lsp-locate complete -- <words>`, which is what the scripts ask. */

import { readFileSync } from "node:fs";
import { loadServers } from "../../backend/config/servers.js";
import type { ShellCompletion } from "../complete/shellCompletion.js";
import { shells } from "../help/subcommandHelp.js";
import { suggestNames, UsageError } from "../options.js";
import { bundledPath } from "../setup/bundledPath.js";
import { print } from "../terminal.js";
import type { CommandCall } from "./commandCall.js";

/** The scripts, which are of use without us, too. */
const scriptFiles: Readonly<Record<(typeof shells)[number], string>> = {
  bash: "lsp-locate.bash",
  zsh: "_lsp-locate",
  fish: "lsp-locate.fish",
  powershell: "lsp-locate.ps1",
};

/** `words` are those behind `--`, the last one as far as it is written. Resolves with the exit code. */
export async function run({ words: [shell], command, options }: CommandCall): Promise<number> {
  if (command !== undefined) {
    const [{ findCompletions }, servers] = await Promise.all([
      import("../complete/findCompletions.js"),
      loadServers({ path: options.servers }),
    ]);
    await print(formatCandidates(await findCompletions(command, servers, process.cwd())));
    return 0;
  }
  const shellName = shells.find((each) => each === shell);
  if (shellName === undefined) {
    const [near] = shell === undefined ? [] : suggestNames(shell, shells);
    const unknownShell = shell === undefined ? "" : `There is no script for ${JSON.stringify(shell)}. `;
    throw new UsageError(`${unknownShell}complete needs a shell: lsp-locate complete ${near ?? shells.join("|")}.`);
  }
  await print(readFileSync(bundledPath(`../../completions/${scriptFiles[shellName]}`), "utf8"));
  return 0;
}

/**
 * A line for each candidate, with what is said of it behind a tab, and `:<directive>` at the end: the protocol of cobra's and other programs'
 * completion, so that who speaks it completes this command, too.
 */
function formatCandidates({ candidates, fallback, noSpace }: ShellCompletion): string {
  const lines = candidates.map(({ value, description }) =>
    description === undefined ? value : `${value}\t${description}`,
  );
  const directive = { files: 0, nothing: 4, folders: 16 }[fallback] + (noSpace ? 2 : 0);
  return [...lines, `:${directive}`].join("\n");
}
