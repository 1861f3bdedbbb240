/** Requests for diagnostics in agent mode, to a server that publishes them by itself. */

import { opened, problem, publish, roundTrip, untilPublished } from "../../ask/diagnostics/publications.js";
import { useFakeTimersFor } from "../../jest.js";
import { closePairs, type Pair } from "../pair.js";

afterEach(closePairs);

const pull = (session: Pair) =>
  session.request("textDocument/diagnostic", { textDocument: { uri: session.uri("a.txt") } });
const messagesOf = ({ result }: Awaited<ReturnType<typeof pull>>) => [
  result.kind,
  ...result.items.map(({ message }: { message: string }) => message),
];
const diagnosticProvider = { interFileDependencies: false, workspaceDiagnostics: false };

test("A request gets the settled diagnostics, before and after they are published", async () => {
  const session = await opened();
  const early = pull(session);
  publish(session, 1, "syntax");
  publish(session, 1, "syntax", "types");
  expect(messagesOf(await early)).toEqual(["full", "syntax", "types"]);
  expect(messagesOf(await pull(session))).toEqual(["full", "syntax", "types"]);
  expect(session.backend.messages.filter(({ method }) => method === "textDocument/diagnostic")).toEqual([]);
});

test("After a change, a request waits for the diagnostics of the new text", async () => {
  const session = await opened();
  publish(session, 1, "old");
  await untilPublished(session, "old");
  session.didChange("a.txt", [{ text: "two" }]);
  const later = pull(session);
  await roundTrip(session);
  publish(session, 2, "new");
  expect(messagesOf(await later)).toEqual(["full", "new"]);
});

test("If the server publishes none, the error says so, and not that there are none", async () => {
  const session = await opened();
  useFakeTimersFor("setTimeout", "clearTimeout");
  const pulled = pull(session);
  await roundTrip(session);
  await jest.advanceTimersByTimeAsync(15_000);
  const { error } = await pulled;
  expect(error).toMatchObject({ data: { kind: "not_checked", known: null } });
  expect(error.message).toContain("has not reported on the present text of");
});

test("A waiting request can be cancelled", async () => {
  const session = await opened();
  session.fromClient({
    id: "p",
    method: "textDocument/diagnostic",
    params: { textDocument: { uri: session.uri("a.txt") } },
  });
  session.fromClient({ method: "$/cancelRequest", params: { id: "p" } });
  const { error } = await session.client.until(({ id }) => id === "p", "the response");
  expect(error.code).toBe(-32800);
});

test.each([
  ["a client that declares it and a server that can", { textDocument: { diagnostic: {} } }, "on request"],
  ["a client that does not declare it", {}, "published"],
])("The request of %s is answered with what is %s", async (_, capabilities, expected) => {
  const session = await opened({
    capabilities,
    serverCapabilities: { diagnosticProvider },
    handlers: { "textDocument/diagnostic": () => ({ kind: "full", items: [problem("on request")] }) },
  });
  publish(session, 1, "published");
  await untilPublished(session, "published");
  expect(messagesOf(await pull(session))).toEqual(["full", expected]);
});
