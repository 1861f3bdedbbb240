/** The characters that make a client ask by itself: which we announce where we can't know, and whether a backend asked for one. */

import { valueAt } from "../../backend/capabilities/features.js";
import { findValue, stringAt } from "../../wire/json.js";
import type { Capability } from "./serverCapabilities.js";

/**
 * What a client without dynamic registration is told for completion, before any server has started: all that a server we
 * have started asks for, and rust-analyzer's `(`, intelephense's `\` and lua-language-server's `=`. One too few costs the
 * user a list, one too many a question, which need not reach a backend that didn't ask for it (`isTrigger`).
 */
export const completionTriggers: readonly string[] = [...`.:><"'\`/@*#$[({-=\\ `];

/** What nearly all servers ask for. */
export const signatureTriggers: readonly string[] = ["(", ","];

/** LSP wants one first, and it is no better than the others. */
export const onTypeTriggers = { firstTriggerCharacter: "}", moreTriggerCharacter: [";", "\n"] } as const;

/** Where each kind of question has its characters: a string, or an array of them. */
const optionNames: Readonly<Record<string, readonly string[]>> = {
  "textDocument/completion": ["triggerCharacters"],
  "textDocument/signatureHelp": ["triggerCharacters", "retriggerCharacters"],
  "textDocument/onTypeFormatting": ["firstTriggerCharacter", "moreTriggerCharacter"],
};

/** The character that a client asks because of, if it is a question of that kind and there is one. */
export function triggerCharacterIn(method: string, body: Buffer): string | undefined {
  if (!Object.hasOwn(optionNames, method)) return undefined;
  const inContext = stringAt(body, findValue(body, ["params", "context", "triggerCharacter"]));
  return inContext ?? stringAt(body, findValue(body, ["params", "ch"]));
}

/** Whether a backend with these abilities wants to be asked `method` because this character was typed. */
export function isTrigger(capabilities: Iterable<Capability>, method: string, character: string): boolean {
  for (const capability of capabilities) {
    if (capability.method !== method) continue;
    if ((optionNames[method] ?? []).some((option) => hasCharacter(valueAt(capability.options, option), character)))
      return true;
  }
  return false;
}

function hasCharacter(characters: unknown, character: string): boolean {
  return characters === character || (Array.isArray(characters) && characters.includes(character));
}
