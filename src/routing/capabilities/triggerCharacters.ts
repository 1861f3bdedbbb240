/**
 * Characters that make a client send a request while typing: those announced in advance, and those
 * of each backend.
 */

import { valueAt } from "../../backend/capabilities/features.js";
import { findValue, stringAt } from "../../wire/json.js";
import type { Capability } from "./serverCapabilities.js";

/**
 * Announced for completion to a client without dynamic registration, before any server is started:
 * those of all tested servers, and rust-analyzer's `(`, intelephense's `\` and
 * lua-language-server's `=`. A missing one costs the user a list. One too many costs a request,
 * which only reaches backends that have it (`isTrigger`).
 */
export const completionTriggers: readonly string[] = [...`.:><"'\`/@*#$[({-=\\ `];

/** Those of nearly all servers. */
export const signatureTriggers: readonly string[] = ["(", ","];

/** LSP requires a first one; the order has no meaning. */
export const onTypeTriggers = { firstTriggerCharacter: "}", moreTriggerCharacter: [";", "\n"] } as const;

/** The options that hold the characters, by method. Each is a string or an array of strings. */
const optionNames: Readonly<Record<string, readonly string[]>> = {
  "textDocument/completion": ["triggerCharacters"],
  "textDocument/signatureHelp": ["triggerCharacters", "retriggerCharacters"],
  "textDocument/onTypeFormatting": ["firstTriggerCharacter", "moreTriggerCharacter"],
};

/** Returns the trigger character of a request; `undefined` if it has none. */
export function triggerCharacterIn(method: string, body: Buffer): string | undefined {
  if (!Object.hasOwn(optionNames, method)) return undefined;
  const inContext = stringAt(body, findValue(body, ["params", "context", "triggerCharacter"]));
  return inContext ?? stringAt(body, findValue(body, ["params", "ch"]));
}

/** Whether a backend with these capabilities has this character among the triggers of `method`. */
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
