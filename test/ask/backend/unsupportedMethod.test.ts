/** What is said of a method that a server lacks. */

import type { Backend } from "../../../src/ask/backend/backend.js";
import { unsupportedError, withoutSupported } from "../../../src/ask/backend/supportCheck.js";

const backend = {
  name: "redls",
  capabilities: { hoverProvider: true, definitionProvider: true },
  registrations: new Map<string, string>(),
} as unknown as Backend;

test("The error names another question and what the server can do", () => {
  expect(unsupportedError("outgoingCalls", backend).message).toBe(
    "redls can't do outgoingCalls. Ask for definition instead: ask it for each call in the body. It can do: hover, definition.",
  );
});

test("As one of several reasons, it is told without the list", () => {
  expect(withoutSupported(unsupportedError("outgoingCalls", backend).message)).toBe(
    "redls can't do outgoingCalls. Ask for definition instead: ask it for each call in the body.",
  );
});
