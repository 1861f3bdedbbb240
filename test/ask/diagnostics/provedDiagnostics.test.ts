/** Diagnostics of servers that tell when they are complete: no quiet period decides then. */

import { useFakeTimersFor } from "../../jest.js";
import { closePairs, ErrorReply, type Pair } from "../../session/pair.js";
import { passTimeUntil } from "../../session/passTime.js";
import { opened, publish, published, roundTrip, untilPublished } from "./publications.js";

afterEach(closePairs);

/** No test lasts as long: what is published before that has not waited for quiet. */
const quiet = 10;

const COMMAND = "test.command";
const serverCapabilities = { executeCommandProvider: { commands: [COMMAND] } };

/** A server in front of a tsserver that answers with these messages: "unused" is a suggestion. */
const openedTsserver = (messages: () => readonly string[], quietPeriod = quiet): Promise<Pair> =>
  opened({
    server: { diagnostics: { quiet: quietPeriod, strategy: "proof", tsserverCommand: COMMAND } },
    serverCapabilities,
    handlers: {
      "workspace/executeCommand": ({ arguments: [name] }: { arguments: readonly [string] }) => ({
        body: messages()
          .filter((text) => name === (text === "unused" ? "suggestionDiagnosticsSync" : "semanticDiagnosticsSync"))
          .map(tsserverDiagnostic),
      }),
    },
  });

const tsserverDiagnostic = (text: string) => ({
  start: { line: 1, offset: 1 },
  end: { line: 1, offset: 4 },
  text,
  ...(text === "unused" ? { code: 6133 } : {}),
});

const requestsOf = ({ backend }: Pair) =>
  backend.messages.filter(({ method }) => method === "workspace/executeCommand");

/** Resolves when the server has been sent the last request for a proof. */
const untilProof = ({ backend }: Pair, name = "suggestionDiagnosticsSync") =>
  backend.until(({ params }) => params?.arguments?.[0] === name, `the request ${name}`);

/** Resolves when the server has been sent this many of the last requests for a proof. */
const untilProofs = ({ backend }: Pair, count: number) =>
  backend.until(
    () =>
      backend.messages.filter(({ params }) => params?.arguments?.[0] === "suggestionDiagnosticsSync").length >= count,
    "the proofs",
  );

describe("A server whose publications are complete", () => {
  const complete = { diagnostics: { quiet, strategy: "version" as const } };

  test("Each publication with the last version passes at once, though the server reports progress", async () => {
    const session = await opened({ server: complete });
    session.fromBackend({ method: "$/progress", params: { token: "p", value: { kind: "begin", title: "Indexing" } } });
    publish(session, 1, "first");
    await untilPublished(session, "first");
    publish(session, 1, "second");
    await untilPublished(session, "second");
    expect(published(session).map(({ version }) => version)).toEqual([1, 1]);
  });

  test("Publications without a version, or of an older one, do not", async () => {
    const session = await opened({ server: complete });
    session.didChange("a.txt", [{ text: "two" }]);
    await roundTrip(session);
    publish(session, undefined, "unknown");
    publish(session, 1, "old");
    publish(session, 2, "new");
    await untilPublished(session, "new");
    expect(published(session)).toEqual([{ version: 2, messages: ["new"] }]);
  });
});

describe("A server in front of tsserver", () => {
  test("What is published passes when it equals what tsserver answers, and not before", async () => {
    const session = await openedTsserver(() => ["types"]);
    publish(session, undefined, "syntax");
    await untilProof(session);
    publish(session, undefined, "types");
    await untilPublished(session, "types");
    expect(published(session)).toEqual([{ version: 1, messages: ["types"] }]);
  });

  test("What it publishes again passes once", async () => {
    const session = await openedTsserver(() => ["types"]);
    publish(session, undefined, "types");
    await untilPublished(session, "types");
    publish(session, undefined, "types");
    await roundTrip(session);
    expect(published(session)).toEqual([{ version: 1, messages: ["types"] }]);
  });

  test("Diagnostics that change with another file pass, too", async () => {
    let messages = ["types"];
    const session = await openedTsserver(() => messages);
    publish(session, undefined, "types");
    await untilPublished(session, "types");
    messages = ["other types"];
    publish(session, undefined, "other types");
    await untilPublished(session, "other types");
    expect(published(session)).toHaveLength(2);
  });

  test("Diagnostics of the text before are not taken for those of a new one", async () => {
    let messages = ["first"];
    const session = await openedTsserver(() => messages);
    publish(session, undefined, "first");
    await untilPublished(session, "first");
    messages = ["second"];
    session.didChange("a.txt", [{ text: "two" }]);
    await roundTrip(session);
    publish(session, undefined, "first", "syntax");
    publish(session, undefined, "second");
    await untilPublished(session, "second");
    expect(published(session)).toEqual([
      { version: 1, messages: ["first"] },
      { version: 2, messages: ["second"] },
    ]);
  });

  test("While it refuses the proof, what is published does not pass by quiet", async () => {
    const session = await openedTsserver(() => ["types"], 0.03);
    const prove = session.handlers["workspace/executeCommand"];
    session.handlers["workspace/executeCommand"] = () => new ErrorReply({ code: -32802, message: "not yet" });
    useFakeTimersFor("setTimeout", "clearTimeout", "performance");
    publish(session, undefined, "old");
    await passTimeUntil(untilProofs(session, 7));
    publish(session, undefined, "types");
    session.handlers["workspace/executeCommand"] = prove!;
    await passTimeUntil(untilPublished(session, "types"));
    expect(published(session)).toEqual([{ version: 1, messages: ["types"] }]);
  });

  test("A text whose diagnostics stay the same gets them, though the server publishes nothing", async () => {
    const session = await openedTsserver(() => [], 0.03);
    publish(session, undefined);
    await session.client.until(({ params }) => params?.version === 1, "the first diagnostics");
    session.didChange("a.txt", [{ text: "two" }]);
    await session.client.until(({ params }) => params?.version === 2, "the diagnostics once more");
    expect(published(session).at(-1)).toEqual({ version: 2, messages: [] });
  });

  test("That is so, too, after it has been busy for longer than diagnostics are held back", async () => {
    const session = await openedTsserver(() => [], 0.3);
    publish(session, undefined);
    await session.client.until(({ params }) => params?.version === 1, "the first diagnostics");
    useFakeTimersFor("setTimeout", "clearTimeout", "performance");
    const progress = (kind: string) =>
      session.fromBackend({ method: "$/progress", params: { token: "p", value: { kind, title: "Loading" } } });
    progress("begin");
    session.didChange("a.txt", [{ text: "two" }]);
    await roundTrip(session);
    await jest.advanceTimersByTimeAsync(12_000);
    progress("end");
    await roundTrip(session);
    await jest.advanceTimersByTimeAsync(1_000);
    await session.client.until(({ params }) => params?.version === 2, "the diagnostics once more");
  });

  test("It is asked once for a publication, and suggestions that it filters out are not waited for again", async () => {
    useFakeTimersFor("setTimeout", "clearTimeout", "performance");
    const session = await openedTsserver(() => ["types", "unused"], 0.3);
    publish(session, undefined, "types");
    await untilProof(session);
    await roundTrip(session);
    await jest.advanceTimersByTimeAsync(9_000);
    expect([published(session), requestsOf(session).length]).toEqual([[], 3]);
    await jest.advanceTimersByTimeAsync(2_000); // it has been 10 s
    await untilPublished(session, "types");
    session.didChange("a.txt", [{ text: "two" }]);
    await roundTrip(session);
    publish(session, undefined, "types");
    await session.client.until(({ params }) => params?.version === 2, "the diagnostics of the second text");
    expect(published(session).at(-1)).toEqual({ version: 2, messages: ["types"] });
  });

  test("Errors that it has not published are waited for, as those before may be of an older text", async () => {
    useFakeTimersFor("setTimeout", "clearTimeout", "performance");
    const session = await openedTsserver(() => ["types"], 0.3);
    publish(session, undefined);
    await untilProof(session);
    await roundTrip(session);
    for (let second = 0; second < 15; second++) await jest.advanceTimersByTimeAsync(1_000);
    expect(published(session)).toEqual([]);
    publish(session, undefined, "types");
    await untilPublished(session, "types");
  });

  test("If its answer can't be read, a quiet period decides", async () => {
    const session = await opened({
      server: { diagnostics: { quiet: 0.03, strategy: "proof", tsserverCommand: COMMAND } },
      serverCapabilities,
      handlers: { "workspace/executeCommand": () => ({ type: "noServer" }) },
    });
    publish(session, undefined, "types");
    await untilPublished(session, "types");
  });

  test("A server that does not announce the command is not sent it", async () => {
    const session = await opened({
      server: { diagnostics: { quiet: 0.03, strategy: "proof", tsserverCommand: COMMAND } },
    });
    publish(session, undefined, "types");
    await untilPublished(session, "types");
    expect(requestsOf(session)).toEqual([]);
  });
});
