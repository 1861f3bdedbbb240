/** Files that the check of an answer opens at the server: which are closed, and when. */

import { utimesSync } from "node:fs";
import { join } from "node:path";
import { closePairs, pair } from "../../pair.js";
import { passTimeUntil, useFakeTimers } from "../../passTime.js";

afterEach(closePairs);

const files = {
  "package.json": "{}\n",
  "src/change.ts": "export class Desc {\n  mapPos() {}\n}\n",
  "src/use.ts": 'import { Desc } from "./change.js";\nnew Desc().mapPos();\n',
  "src/more.ts": 'import { Desc } from "./change.js";\nnew Desc().mapPos();\n',
  "packages/view/tsconfig.json": "{}\n",
  "packages/view/one.ts": 'import { Desc } from "../../src/change.js";\nnew Desc().mapPos();\n',
  "packages/view/two.ts": 'import { Desc } from "../../src/change.js";\nnew Desc().mapPos();\n',
};
const locate = "src/change.ts:Desc.mapPos";
const wordAt = (line: number, character: number) => ({
  start: { line, character },
  end: { line, character: character + 6 },
});

interface ServerOptions {
  /** Files of the second answer, while they are open. */
  readonly known?: readonly string[];
  /** The answer to a request for definitions; undefined at a server without. */
  readonly definition?: () => unknown;
  readonly answer?: () => Promise<void>;
}

/** Starts a session of a loaded server that may know a use only while its file is open. */
async function start({ known = [], definition, answer = async () => {} }: ServerOptions = {}) {
  let skewMs = 0;
  let references = 0;
  const now = performance.now.bind(performance);
  jest.spyOn(performance, "now").mockImplementation(() => now() + skewMs);
  /** Returns the paths of the files that are open at the server, and how often each was opened. */
  const opened = () => {
    const counts = new Map<string, number>();
    const open = new Set<string>();
    for (const { method, params } of session.backend.messages) {
      const path = Object.keys(files).find((each) => session.uri(each) === params?.textDocument?.uri);
      if (path === undefined) continue;
      if (method === "textDocument/didOpen") {
        open.add(path);
        counts.set(path, (counts.get(path) ?? 0) + 1);
      }
      if (method === "textDocument/didClose") open.delete(path);
    }
    return { open: [...open].sort(), counts };
  };
  const session = pair({
    files,
    command: ["typescript-language-server", "--stdio"],
    serverCapabilities: { definitionProvider: definition !== undefined },
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/hover": () => null,
      "textDocument/definition": definition ?? (() => null),
      "textDocument/references": async () => {
        if (++references > 1) await answer();
        const { open } = opened();
        const uses = known.filter((path) => open.includes(path));
        return [
          { uri: session.uri("src/change.ts"), range: wordAt(1, 2) },
          ...uses.map((path) => ({ uri: session.uri(path), range: wordAt(1, 11) })),
        ];
      },
    },
  });
  // The index reads a file again that was written a moment ago.
  for (const path of Object.keys(files)) utimesSync(join(session.root, path), 1e9, 1e9);
  await session.open();
  session.reportLoaded();
  let token = 0;
  /** Each request has a token of its own, as those of the shell have. */
  const ask = async () =>
    (await session.request("locate/references", { locate, place: true, workDoneToken: `t${token++}` })).result;
  /** Waits until the server has read all that was sent to it. */
  const settle = () => session.request("locate/hover", { locate });
  return {
    session,
    opened,
    ask,
    settle,
    passTime: (ms: number) => {
      skewMs += ms;
    },
  };
}

test("Files are closed after a second request that has found nothing, but for one of each other project", async () => {
  const { ask, settle, opened } = await start();
  const { unconfirmed } = await ask();
  expect(unconfirmed.count).toBe(4);
  await settle();
  const { open, counts } = opened();
  expect([...counts.keys()]).toHaveLength(5);
  expect(open).toHaveLength(2);
  expect(open[0]).toMatch(/^packages\/view\/(one|two)\.ts$/);
  expect(open[1]).toBe("src/change.ts");
});

test("Files stay open if the answer of the server depends on one of them", async () => {
  const { ask, settle, opened } = await start({ known: ["src/use.ts"] });
  const { result } = await ask();
  expect(result).toHaveLength(2);
  await settle();
  expect(opened().open).toHaveLength(5);
  expect((await ask()).result).toHaveLength(2);
});

test("A file that is needed for another request meanwhile stays open", async () => {
  const { session, ask, settle, opened } = await start({
    answer: async () => {
      await session.request("locate/hover", { locate: "src/use.ts@mapPos" });
    },
  });
  await ask();
  await settle();
  expect(opened().open).toContain("src/use.ts");
  expect(opened().open).not.toContain("src/more.ts");
});

test("A file that the client opens meanwhile is not closed for it", async () => {
  const { session, ask, settle, opened } = await start({
    answer: async () => {
      session.didOpen("src/use.ts", files["src/use.ts"], "typescript");
      await session.request("locate/hover", { locate: "src/use.ts@mapPos" });
    },
  });
  await ask();
  await settle();
  expect(opened().open).toContain("src/use.ts");
});

test("Files stay open until a late answer, after which they are closed", async () => {
  useFakeTimers();
  let respond = () => {};
  const late = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const { session, ask, opened } = await passTimeUntil(start({ answer: () => late }));
  const { unconfirmed } = await passTimeUntil(ask());
  expect(unconfirmed.why).toContain("could not be asked again with their files open within 3 s");
  expect(opened().open).toHaveLength(5);
  respond();
  const isClosed = session.backend.until(({ method }) => method === "textDocument/didClose", "the files to be closed");
  await passTimeUntil(isClosed);
});

test("Files that were opened for definitions alone are closed, too", async () => {
  const { ask, settle, opened, passTime } = await start({ definition: () => null });
  await ask();
  passTime(3_000);
  await ask();
  passTime(61_000);
  await ask();
  await settle();
  expect(opened().counts.get("src/use.ts")).toBe(3);
  expect(opened().open).toHaveLength(2);
});

test("Files without an effect are opened again only after a text has changed", async () => {
  const { session, ask, opened, passTime } = await start();
  const openings = () => opened().counts.get("src/use.ts");
  await ask();
  passTime(3_000);
  await ask();
  expect(openings()).toBe(2);
  await ask();
  await ask();
  expect(openings()).toBe(2);
  session.write("src/other.ts", "export const x = 1;\n");
  passTime(3_000);
  await ask();
  expect(openings()).toBe(3);
});

test("Files without an effect are opened again after ten minutes", async () => {
  const { ask, opened, passTime } = await start();
  passTime(3_000);
  await ask();
  passTime(3_000);
  await ask();
  const before = opened().counts.get("src/use.ts");
  passTime(9 * 60_000);
  await ask();
  expect(opened().counts.get("src/use.ts")).toBe(before);
  passTime(61_000);
  await ask();
  expect(opened().counts.get("src/use.ts")).toBe((before ?? 0) + 1);
});
