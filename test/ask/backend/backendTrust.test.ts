/** Whether empty results of a backend count. */

import type { Backend } from "../../../src/ask/backend/backend.js";
import { BackendTrust } from "../../../src/ask/backend/backendTrust.js";

/** Makes a backend in a state of its readiness. */
function backendIn(kind: string, reason?: string): Backend {
  return { name: "server", readiness: { state: () => ({ kind, reason }) } } as unknown as Backend;
}

test.each([
  ["loading", undefined, false],
  ["ready", "loaded", true],
  ["ready", "distrusted", false],
])("In the state %s (%s), the empty results of a backend count: %s", (kind, reason, expected) => {
  expect(new BackendTrust().isTrusted(backendIn(kind, reason))).toBe(expected);
});

test("A distrusted backend is trusted after a result, or after five minutes", () => {
  let now = 0;
  jest.spyOn(performance, "now").mockImplementation(() => now);
  const [one, other] = [backendIn("ready", "distrusted"), backendIn("ready", "distrusted")];
  const trust = new BackendTrust();
  const trusted = () => [one, other].map((backend) => trust.isTrusted(backend));
  expect(trusted()).toEqual([false, false]);
  trust.noteResult(one);
  expect(trusted()).toEqual([true, false]);
  now += 5 * 60_000 - 1;
  expect(trusted()).toEqual([true, false]);
  now += 1;
  expect(trusted()).toEqual([true, true]);
  trust.noteTimeout(one);
  expect(trusted()).toEqual([false, true]);
});
