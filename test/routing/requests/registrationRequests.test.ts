/**
 * Tests of the registrations at the client: for the backend's documents alone, once each, and only
 * differences later.
 */

import { noReply } from "../../session/pair.js";
import { advanceTimers, useFakeTimers } from "../fakeTimers.js";
import {
  eventLoopTurns,
  fullClient,
  minimalClient,
  type RoutedSession,
  type RoutedSessionOptions,
  routedSession,
} from "../routedSession.js";
import type { Handlers, ScriptedBackend } from "../scriptedBackend.js";

let session: RoutedSession;
afterEach(() => session.close());

const hovering = { textDocumentSync: 2, hoverProvider: true };
/** All servers have hover, and those named have more. */
const able = (more: Readonly<Record<string, object>> = {}): Record<string, Handlers> =>
  Object.fromEntries(
    ["redls", "greenls", "bluels"].map((name) => [
      name,
      { initialize: () => ({ capabilities: { ...hovering, ...more[name] } }) },
    ]),
  );

const open = async (options: RoutedSessionOptions = {}, ...paths: string[]) => {
  session = routedSession({ handlers: able(), ...options });
  await session.open();
  for (const path of paths) {
    session.didOpen(path);
    await session.hover(path);
  }
};

const changes = () => session.client.messages.flatMap(({ method }) => (method?.startsWith("client/") ? [method] : []));

/** Registers capabilities of a backend and resolves with the response. */
const register = async (backend: ScriptedBackend, ...registrations: readonly object[]) => {
  const before = backend.messages.filter(({ id }) => id === "r").length;
  backend.send({ id: "r", method: "client/registerCapability", params: { registrations } });
  return backend.until(({ id, method }) => id === "r" && !method, "the answer", before + 1);
};
const unregister = async (backend: ScriptedBackend, ...unregisterations: readonly object[]) => {
  backend.send({ id: "u", method: "client/unregisterCapability", params: { unregisterations } });
  return backend.until(({ id, method }) => id === "u" && !method, "the answer");
};

describe("capabilities from the response to initialize", () => {
  test("A capability is registered for the backend's documents when that has started, and not before", async () => {
    await open({}, "a.red");
    expect(session.registered).toEqual(["hover red"]);
    session.didOpen("b.green");
    await session.hover("b.green");
    expect(session.registered).toEqual(["hover green", "hover red"]);
  });

  test("A capability is registered for all languages that the backend serves", async () => {
    const languages = { green: { servers: ["redls"] } };
    await open({ languages, servers: { redls: { languages: ["red", "green", "blue"] } } }, "a.red");
    expect(session.registered).toEqual(["hover red green"]);
  });

  test("A language that is not in the server's entry is registered with its first document", async () => {
    await open({ languages: { green: { servers: ["redls"] } } }, "a.red", "b.green");
    expect(session.registered).toEqual(["hover red green"]);
  });

  test("A capability is registered for a language id that only the client uses", async () => {
    await open();
    session.didOpen("a.red", "", "crimson");
    await session.hover("a.red");
    expect(session.registered).toEqual(["hover red crimson"]);
  });

  test("A capability is registered again for such an id that comes later", async () => {
    await open({}, "a.red");
    session.didOpen("b.red", "", "crimson");
    await session.hover("b.red");
    expect(session.registered).toEqual(["hover red crimson"]);
  });

  test("An equal capability of several processes is registered once", async () => {
    await open(
      { servers: { redls: { rootMarkers: ["mark"] } }, files: { "x/mark": "", "y/mark": "" } },
      "x/a.red",
      "y/b.red",
    );
    expect(session.started).toEqual(["redls", "redls"]);
    expect(session.registered).toEqual(["hover red"]);
    expect(changes()).toEqual(["client/registerCapability"]);
  });

  test("A command is registered once, by its name alone", async () => {
    const commands = (...names: string[]) => ({ executeCommandProvider: { commands: names } });
    await open(
      { handlers: able({ redls: commands("fix", "red.only"), greenls: commands("fix", "green.only") }) },
      "a.red",
      "b.green",
    );
    expect(session.registered.filter((line) => line.startsWith("executeCommand"))).toEqual([
      "executeCommand fix",
      "executeCommand green.only",
      "executeCommand red.only",
    ]);
  });

  test("Workspace symbols are announced at once and not registered", async () => {
    const can = { workspaceSymbolProvider: true };
    await open({ handlers: able({ redls: can, greenls: can }) }, "a.red", "b.green");
    expect(session.registered.filter((line) => line === "symbol")).toEqual([]);
  });

  test("Document sync is announced at once and not registered", async () => {
    const textDocumentSync = { openClose: true, change: 2, save: { includeText: true }, willSave: true };
    await open({ handlers: able({ redls: { textDocumentSync } }) }, "a.red");
    expect(session.registered).toEqual(["hover red", "willSave red"]);
  });

  test("A capability that the client does not accept is not registered", async () => {
    const capabilities = { ...fullClient, textDocument: { ...fullClient.textDocument, hover: {} } };
    await open({ capabilities, handlers: able({ redls: { monikerProvider: true } }) }, "a.red");
    expect(session.registered).toEqual(["moniker red"]);
  });

  test("An error of the client in response to a registration changes nothing", async () => {
    await open({}, "a.red");
    const { id } = await session.client.got("client/registerCapability");
    session.fromClient({ id, error: { code: -32601, message: "no" } });
    expect((await session.hover("a.red")).result.contents).toBe("redls a.red");
    expect((await session.backend("redls")).messages.filter(({ method }) => method === undefined)).toEqual([]);
  });
});

describe("a backend that is restarted", () => {
  const again = async (first: object, second: object) => {
    await open({
      handlers: {
        redls: {
          initialize: (_params, { nth }) => ({ capabilities: { ...hovering, ...(nth === 1 ? first : second) } }),
        },
      },
    });
    session.didOpen("a.red");
    await session.hover("a.red");
    const red = await session.backend("redls");
    const before = changes().length;
    red.die();
    await session.hover("a.red");
    return changes().slice(before);
  };

  test("The same capabilities cause no message", async () => {
    const can = { monikerProvider: true, executeCommandProvider: { commands: ["fix"] } };
    expect(await again(can, can)).toEqual([]);
    expect(session.registered).toEqual(["executeCommand fix", "hover red", "moniker red"]);
  });

  test("Of other capabilities the difference is sent", async () => {
    const said = await again({ monikerProvider: true }, { declarationProvider: true });
    expect(said).toEqual(["client/unregisterCapability", "client/registerCapability"]);
    expect(session.registered).toEqual(["declaration red", "hover red"]);
    expect(session.client.all("client/unregisterCapability")[0]?.params.unregisterations).toHaveLength(1);
    expect(session.client.all("client/registerCapability").at(-1)?.params.registrations).toHaveLength(1);
  });
});

describe("dynamic registrations of a backend", () => {
  const moniker = { id: "1", method: "textDocument/moniker", registerOptions: { documentSelector: null } };

  test("A registration is answered with null at once and registered for the backend's documents", async () => {
    await open({}, "a.red");
    expect((await register(await session.backend("redls"), moniker)).result).toBeNull();
    expect(session.registered).toEqual(["hover red", "moniker red"]);
  });

  test.each<[string, unknown, string[]]>([
    ["any document", [{ pattern: "**" }], ["moniker red"]],
    ["its own", [{ language: "red" }], ["moniker red"]],
    ["its own and another's", [{ language: "red" }, { language: "green" }], ["moniker red"]],
  ])("A registration for %s is restricted to the backend's languages", async (_what, documentSelector, registered) => {
    await open({}, "a.red", "b.green");
    await register(await session.backend("redls"), { ...moniker, registerOptions: { documentSelector } });
    expect(session.registered.filter((line) => line.startsWith("moniker"))).toEqual(registered);
  });

  test.each(["client/registerCapability", "client/unregisterCapability"])(
    "%s is answered, whatever its params",
    async (method) => {
      await open({}, "a.red");
      const red = await session.backend("redls");
      const odd = [null, {}, { registrations: {}, unregisterations: {} }, { registrations: null }, [], 7];
      for (const [n, params] of odd.entries()) {
        red.send({ id: `odd ${n}`, method, params });
        await red.until(
          ({ id, method: asked }) => id === `odd ${n}` && !asked,
          `the answer to ${JSON.stringify(params)}`,
        );
      }
      expect(session.registered).toEqual(["hover red"]);
      expect((await session.hover("a.red")).result.contents).toBe("redls a.red");
    },
  );

  test("Entries of a registration list that are no registrations are skipped", async () => {
    await open({}, "a.red");
    const odd = [null, 7, {}, { id: "1", method: 1 }] as object[];
    expect((await register(await session.backend("redls"), ...odd, moniker)).result).toBeNull();
    expect(session.registered).toEqual(["hover red", "moniker red"]);
    expect(session.logged.join("\n")).not.toContain("internal error");
  });

  test("Equal ids of two backends are two registrations", async () => {
    await open({}, "a.red", "b.green");
    const [red, green] = await Promise.all([session.backend("redls"), session.backend("greenls")]);
    await register(red, moniker);
    await register(green, moniker);
    const monikers = () => session.registered.filter((line) => line.startsWith("moniker"));
    expect(monikers()).toEqual(["moniker green", "moniker red"]);
    expect((await unregister(green, { id: "1", method: "textDocument/moniker" })).result).toBeNull();
    expect(monikers()).toEqual(["moniker red"]);
  });

  test("An equal registration after a restart causes no message", async () => {
    await open({}, "a.red");
    const red = await session.backend("redls");
    await register(red, moniker);
    const before = changes();
    red.die();
    await session.hover("a.red");
    await register(await session.backend("redls", 2), { ...moniker, id: "another" });
    expect(changes()).toEqual(before);
    expect(session.registered).toEqual(["hover red", "moniker red"]);
  });

  test("A registration that is missing after a restart is removed after the grace period", async () => {
    useFakeTimers();
    await open({}, "a.red");
    const red = await session.backend("redls");
    await register(red, moniker);
    red.die();
    await advanceTimers(60);
    await session.hover("a.red");
    expect(session.registered).toContain("moniker red");
    await advanceTimers(11_000);
    expect(session.registered).toEqual(["hover red"]);
  });

  test("The grace period after a second exit is as long as after the first", async () => {
    useFakeTimers();
    await open({}, "a.red");
    await register(await session.backend("redls"), moniker);
    for (const nth of [1, 2]) {
      (await session.backend("redls", nth)).die();
      await advanceTimers(60);
      await session.hover("a.red");
      if (nth === 1) await advanceTimers(9_000);
    }
    // Ten seconds after the second process began to run.
    await advanceTimers(2_000);
    expect(session.registered).toContain("moniker red");
  });
});

describe("a backend that exits twice within the grace period", () => {
  test("Its registrations stay while it is down", async () => {
    useFakeTimers();
    await open(
      { handlers: { redls: { initialize: (_params, { nth }) => (nth < 3 ? { capabilities: hovering } : noReply) } } },
      "a.red",
    );
    const moniker = { id: "1", method: "textDocument/moniker" };
    await register(await session.backend("redls"), moniker);
    const before = changes();
    for (const nth of [1, 2]) {
      (await session.backend("redls", nth)).die();
      await advanceTimers(60);
      if (nth === 1) await session.hover("a.red");
      // Less than ten seconds each, more in all.
      await advanceTimers(9_000);
    }
    const third = await session.backend("redls", 3);
    third.answer(await third.got("initialize"), { capabilities: hovering });
    await session.hover("a.red");
    await register(third, moniker);
    expect(changes()).toEqual(before);
    expect(session.registered).toEqual(["hover red", "moniker red"]);
  });
});

describe("a client that accepts no registrations", () => {
  test("It gets no registration", async () => {
    await open({ capabilities: minimalClient }, "a.red");
    await register(await session.backend("redls"), { id: "1", method: "textDocument/moniker" });
    expect(changes()).toEqual([]);
  });

  test("It gets responses for registered methods, and null after they are unregistered", async () => {
    await open(
      { capabilities: minimalClient, handlers: { redls: { ...able()["redls"], "textDocument/moniker": () => "a" } } },
      "a.red",
    );
    const red = await session.backend("redls");
    const ask = async () => (await session.request("textDocument/moniker", session.about("a.red"))).result;
    expect(await ask()).toBeNull();
    await register(red, { id: "1", method: "textDocument/moniker" });
    expect(await ask()).toBe("a");
    await unregister(red, { id: "1", method: "textDocument/moniker" });
    expect(await ask()).toBeNull();
  });
});

describe("floods", () => {
  test("More than 1,000 registrations of one process are refused with an error", async () => {
    await open({}, "a.red");
    const red = await session.backend("redls");
    const many = Array.from({ length: 1_001 }, (_, n) => ({ id: `h${n}`, method: "textDocument/hover" }));
    const { error } = await register(red, ...many);
    expect(error).toMatchObject({
      code: -32803,
      message: "redls#1 has 1000 registrations; 1 more are refused. Put several into one, or unregister others first.",
    });
    await unregister(red, { id: "h0", method: "textDocument/hover" });
    expect((await register(red, { id: "again", method: "textDocument/hover" })).result).toBeNull();
  });
});

describe("watching files", () => {
  const watching = {
    id: "w",
    method: "workspace/didChangeWatchedFiles",
    registerOptions: { watchers: [{ globPattern: "**/*.lock" }] },
  };

  test("The client watches the files if it can", async () => {
    await open({}, "a.red", "b.green");
    expect((await register(await session.backend("redls"), watching)).result).toBeNull();
    expect(session.registered).toContain("didChangeWatchedFiles **/*.lock");
    session.write("x.lock", "");
    session.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: session.uri("x.lock"), type: 1 }] });
    for (const name of ["redls", "greenls"]) {
      const { params } = await (await session.backend(name)).got("workspace/didChangeWatchedFiles");
      expect(params.changes).toEqual([{ uri: session.uri("x.lock"), type: 1 }]);
    }
  });

  /** File times are in milliseconds, so this makes later writes younger than the registration. */
  const tick = async () => {
    const since = Date.now();
    while (Date.now() < since + 20) await eventLoopTurns(1);
  };

  test.each<[string, object]>([
    ["declares nothing", minimalClient],
    [
      "knows no relative patterns",
      { ...fullClient, workspace: { ...fullClient.workspace, didChangeWatchedFiles: { dynamicRegistration: true } } },
    ],
  ])("The proxy watches the files if the client %s", async (_what, capabilities) => {
    await open({ capabilities }, "a.red", "b.green");
    const [red, green] = await Promise.all([session.backend("redls"), session.backend("greenls")]);
    const globPattern = { baseUri: session.uri("."), pattern: "**/*.lock" };
    await register(red, { ...watching, registerOptions: { watchers: [{ globPattern }] } });
    expect(session.registered.filter((line) => line.startsWith("didChangeWatchedFiles"))).toEqual([]);
    await tick();
    session.write("x.lock", "1");
    const { params } = await red.got("workspace/didChangeWatchedFiles");
    expect(params.changes).toEqual([{ uri: session.uri("x.lock"), type: 1 }]);
    await session.hover("b.green");
    expect(green.all("workspace/didChangeWatchedFiles")).toEqual([]);
  });

  test("File events are sent before a request across files", async () => {
    const answers = { "textDocument/references": () => [] };
    const can = { redls: { referencesProvider: true } };
    await open({ capabilities: minimalClient, can, handlers: { redls: answers } }, "a.red");
    const red = await session.backend("redls");
    await register(red, { ...watching, registerOptions: { watchers: [{ globPattern: "**/*.red" }] } });
    await session.hover("a.red");
    await tick();
    session.write("new.red", "one");
    await session.request("locate/references", { locate: "a.red@one" });
    const told = red.heard.filter((line) => /Watched|references/.test(line));
    expect(told).toEqual(["workspace/didChangeWatchedFiles", "references a.red"]);
  });

  test("A restarted process gets file events again after its own registration", async () => {
    await open({ capabilities: minimalClient }, "a.red");
    const red = await session.backend("redls");
    await register(red, watching);
    red.die();
    await session.hover("a.red");
    const second = await session.backend("redls", 2);
    await register(second, { ...watching, registerOptions: { watchers: [{ globPattern: "**/*.mod" }] } });
    await tick();
    session.write("x.lock", "1");
    session.write("x.mod", "1");
    const { params } = await second.got("workspace/didChangeWatchedFiles");
    expect(params.changes).toEqual([{ uri: session.uri("x.mod"), type: 1 }]);
  });
});

test("Requests queued while a backend registers are not lost", async () => {
  session = routedSession({ handlers: { redls: { initialize: () => noReply } } });
  await session.open();
  session.didOpen("a.red");
  const { answer } = session.asking("textDocument/hover", session.about("a.red"));
  const red = await session.backend("redls");
  red.answer(await red.got("initialize"), { capabilities: { textDocumentSync: 2 } });
  await register(red, { id: "h", method: "textDocument/hover" });
  expect((await answer).result.contents).toBe("redls a.red");
  expect(session.registered).toEqual(["hover red"]);
});
