/**
 * `lsp-locate hook`: after a harness has searched text for what looks like a symbol, adds one line
 * to the answer: where the symbol is, and what answers completely. It never blocks: it says nothing
 * where that isn't known in time, and whatever happens, it ends with success.
 */

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
    const advice = search && (await loadAdvice(search));
    if (search && advice !== undefined && performance.now() < timeoutMs) {
      clearTimeout(timer);
      const output = { hookEventName: search.event, additionalContext: advice };
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

async function readInput(): Promise<string> {
  let text = "";
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.length > MAX_INPUT_LENGTH) return "";
  }
  return text;
}
