/** By which registration a client may send a message: the table of features, the other way round. */

import { features } from "../backend/features.js";

/** The method that has to be registered for a client to send that message; undefined for messages that LSP does not know. */
export function registrationOf(message: string): string | undefined {
  return registrationsByMessage.get(message);
}

const registrationsByMessage: ReadonlyMap<string, string> = new Map(
  Object.entries(features).flatMap(([method, { messages = { [method]: "" } }]) =>
    Object.keys(messages).map((message) => [message, method] as const),
  ),
);
