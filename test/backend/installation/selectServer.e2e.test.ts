/** The selection of a server: the first installed one, and the messages if there is none. */

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadServers } from "../../../src/backend/config/loadServers.js";
import { selectLikelyServer, selectServer } from "../../../src/backend/installation/selectServer.js";

const alone = { serves: () => false, ownCommand: () => undefined };

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A server with an installed program, and a check that leaves a trace. */
async function checked() {
  const folder = mkdtempSync(join(tmpdir(), "selection-"));
  folders.push(folder);
  const [path, trace] = [join(folder, "servers.json"), join(folder, "trace")];
  const check = [process.execPath, "-e", `fs.writeFileSync(${JSON.stringify(trace)}, ""); process.exit(1)`];
  const stub = { command: [process.execPath], check, languages: ["made-up"], install: "get it" };
  writeFileSync(path, JSON.stringify({ servers: { stub }, languages: { "made-up": { servers: ["stub"] } } }));
  return { servers: await loadServers({ path }), trace };
}

test("A server whose check fails is not selected, and the message has the reason", async () => {
  const { servers } = await checked();
  const found = selectServer(servers, "made-up", alone);
  expect(found).toMatchObject({ kind: "no_backend" });
  expect((found as Error).message).toMatch(/stub is not usable: .*Install one of them:\n {2}stub: get it/s);
});

test("The likely server is selected without a check", async () => {
  const { servers, trace } = await checked();
  expect(selectLikelyServer(servers, "made-up", alone)?.name).toBe("stub");
  expect(existsSync(trace)).toBe(false);
});

test("Without an installed server, the embedded one is likely", async () => {
  const { servers } = await checked();
  expect(selectLikelyServer(servers, "nobody's", { ...alone, serves: () => true })?.name).toBe("embedded");
  expect(selectLikelyServer(servers, "nobody's", alone)).toBeUndefined();
});
