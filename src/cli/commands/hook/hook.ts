/**
 * `lsp-locate hook`: after a harness has searched text for what looks like a symbol, adds one line
 * to the answer: where the symbol is, and what answers completely. It never blocks: it says nothing
 * where that isn't known in time, and whatever happens, it ends with success.
 */

import { mayNeedRecovery } from "../../../files/write/stateFolder.js";
import { print } from "../../terminal.js";
import { readSearch, type SymbolSearch } from "./readSearch.js";

/** From the start of the process, unless the variable says other milliseconds. */
const TIMEOUT_MS = 100;
const MAX_INPUT_LENGTH = 4_000_000;

/** Resolves with the exit code, which is always 0. */
export async function run(): Promise<number> {
  const setting = process.env["LSP_LOCATE_HOOKS"] ?? "";
  if (setting === "off" || process.stdin.isTTY) return 0;
  const timeoutMs = Number(setting) > 0 ? Number(setting) : TIMEOUT_MS;
  // Timers that are late end it, too: whatever is pending is not waited for.
  const timer = setTimeout(() => process.exit(0), Math.max(1, timeoutMs - performance.now()));
  try {
    const search = readSearch(await readInput());
    const isInTime = () => performance.now() < timeoutMs;
    const recovered = search && isInTime() ? await recover(search) : [];
    // What is said once is said, if it takes a little longer.
    if (recovered.length > 0) clearTimeout(timer);
    const advice = search && isInTime() ? await loadAdvice(search) : undefined;
    if (search && ((advice !== undefined && isInTime()) || recovered.length > 0)) {
      clearTimeout(timer);
      const lines = [...recovered, ...(advice === undefined ? [] : [advice])];
      const output = { hookEventName: search.event, additionalContext: lines.join("\n") };
      await print(JSON.stringify({ hookSpecificOutput: output }));
    }
  } catch {
    // Nothing is lost but the line.
  }
  return 0;
}

/** Most searches are for no symbol: what asks the session is loaded for the others alone. */
async function loadAdvice(search: SymbolSearch): Promise<string | undefined> {
  const { adviceFor } = await import("./advice.js");
  return adviceFor(search);
}

/** Ends changes of files that were interrupted. */
async function recover({ workingDirectory }: SymbolSearch): Promise<readonly string[]> {
  if (!mayNeedRecovery()) return [];
  const [{ recoverInterrupted }, { workspaceOf }] = await Promise.all([
    import("../../setup/recoverInterrupted.js"),
    import("./advice.js"),
  ]);
  return recoverInterrupted([await workspaceOf(workingDirectory)]);
}

async function readInput(): Promise<string> {
  let text = "";
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.length > MAX_INPUT_LENGTH) return "";
  }
  return text;
}
