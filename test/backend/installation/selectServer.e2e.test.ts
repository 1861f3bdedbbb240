/** Which server serves a language: the first that is there, and what is said where none is. */

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

/** A server whose program is there, and whose check leaves a trace. */
async function checked() {
  const folder = mkdtempSync(join(tmpdir(), "selection-"));
  folders.push(folder);
  const [path, trace] = [join(folder, "servers.json"), join(folder, "trace")];
  const check = [process.execPath, "-e", `fs.writeFileSync(${JSON.stringify(trace)}, ""); process.exit(1)`];
  const stub = { command: [process.execPath], check, languages: ["made-up"], install: "get it" };
  writeFileSync(path, JSON.stringify({ servers: { stub }, languages: { "made-up": { servers: ["stub"] } } }));
  return { servers: await loadServers({ path }), trace };
}

test("one whose check fails does not serve, and it is said why", async () => {
  const { servers } = await checked();
  const found = selectServer(servers, "made-up", alone);
  expect(found).toMatchObject({ kind: "no_backend" });
  expect((found as Error).message).toMatch(/stub is not usable: .*Install one of them:\n {2}stub: get it/s);
});

test("who will probably serve is told without a check, which can take seconds", async () => {
  const { servers, trace } = await checked();
  expect(selectLikelyServer(servers, "made-up", alone)?.name).toBe("stub");
  expect(existsSync(trace)).toBe(false);
});

test("where none is there, the embedded one will", async () => {
  const { servers } = await checked();
  expect(selectLikelyServer(servers, "nobody's", { ...alone, serves: () => true })?.name).toBe("embedded");
  expect(selectLikelyServer(servers, "nobody's", alone)).toBeUndefined();
});
