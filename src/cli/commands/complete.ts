/**
 * `lsp-locate complete <shell>` prints a completion script; the scripts run `lsp-locate complete --
 * <words>`.
 */

import { loadServers } from "../../backend/config/loadServers.js";
import { readTextSync } from "../../files/readFileSync.js";
import { workingFolder } from "../../files/workingFolder.js";
import { escapeLine, isPrintable } from "../../text/printable.js";
import type { ShellCompletion } from "../complete/shellCompletion.js";
import { shells } from "../help/subcommands.js";
import { suggestNames, UsageError } from "../options.js";
import { bundledPath } from "../setup/program.js";
import { print } from "../terminal.js";
import type { CommandCall } from "./commandCall.js";

/** The script for each shell, in completions/. */
const scriptFiles: Readonly<Record<(typeof shells)[number], string>> = {
  bash: "lsp-locate.bash",
  zsh: "_lsp-locate",
  fish: "lsp-locate.fish",
  powershell: "lsp-locate.ps1",
};

const MAX_SCRIPT_BYTES = 1024 * 1024;

/**
 * The command is the words of the line that is completed; the last one may be incomplete. Resolves
 * with the exit code.
 */
export async function run({ words: [shell], command, options }: CommandCall): Promise<number> {
  if (command !== undefined) {
    const [{ findCompletions }, servers] = await Promise.all([
      import("../complete/findCompletions.js"),
      loadServers({ path: options.servers }),
    ]);
    await print(formatCandidates(await findCompletions(command, servers, workingFolder())));
    return 0;
  }
  const shellName = shells.find((each) => each === shell);
  if (shellName === undefined) {
    const [near] = shell === undefined ? [] : suggestNames(shell, shells);
    const unknownShell = shell === undefined ? "" : `There is no script for ${JSON.stringify(shell)}. `;
    throw new UsageError(`${unknownShell}complete needs a shell: lsp-locate complete ${near ?? shells.join("|")}.`);
  }
  const script = readTextSync(bundledPath(`../../completions/${scriptFiles[shellName]}`), {
    maxBytes: MAX_SCRIPT_BYTES,
  });
  await print(script);
  return 0;
}

/**
 * Formats candidates in the completion protocol of cobra: a line for each, its description after a
 * tab, and `:<directive>` at the end. A candidate that is not printable can't be typed and is left
 * out.
 */
function formatCandidates({ candidates, fallback, noSpace }: ShellCompletion): string {
  const lines = candidates
    .filter(({ value }) => isPrintable(value))
    .map(({ value, description }) => (description === undefined ? value : `${value}\t${escapeLine(description)}`));
  const directive = { files: 0, nothing: 4, folders: 16 }[fallback] + (noSpace ? 2 : 0);
  return [...lines, `:${directive}`].join("\n");
}
