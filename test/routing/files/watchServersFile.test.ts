/**
 * The user's servers.json is watched: its changes are reported. Each turn of the clock is one poll
 * of the file.
 */

import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadServers, shippedServers } from "../../../src/backend/config/loadServers.js";
import type { Servers } from "../../../src/backend/config/servers.js";
import { watchServersFile } from "../../../src/routing/files/watchServersFile.js";
import { temporaryFolder } from "../../folders.js";
import { ManualClock } from "../manualClock.js";

const folder = temporaryFolder();

const withServer = (name: string) => `{ "servers": { "mine": { "command": ["${name}"], "languages": ["mine"] } } }`;
const half = withServer("half").slice(0, 30);
/** The rest of this file is valid. */
const wrong = `{ "servers": { "mine": { "command": ["rest"], "colour": 3 } } }`;
/** The file does not exist. */
const gone = null;

let count = 0;

/**
 * Watches a file that begins with `text`; `named` is the value of --servers. Returns the reported
 * programs of the server `mine`, and the log.
 */
async function follow(text: string | null, { named = false } = {}) {
  const home = join(folder, String(count++));
  const path = join(home, "lsp-locate", "servers.json");
  mkdirSync(join(home, "lsp-locate"), { recursive: true });
  const write = (next: string | null) => (next === gone ? rmSync(path, { force: true }) : writeFileSync(path, next));
  write(text);
  const clock = new ManualClock();
  const told: string[] = [];
  const logged: string[] = [];
  const options = named ? { path, env: {} } : { env: { XDG_CONFIG_HOME: home }, platform: "linux" as const };
  let loads = 0;
  const load = () => {
    loads++;
    return loadServers(options);
  };
  const program = ({ servers }: Servers) => servers.get("mine")?.command.join(" ") ?? "none";
  const current = await loadServers(options);
  const changed = (servers: Servers) => told.push(program(servers));
  const watch = watchServersFile(load, current, { changed, log: (line) => logged.push(line), clock });
  return { path, write, clock, told, logged, end: watch.end, loads: () => loads };
}

/** The file at first, and before each poll; the programs reported after all of them. */
test.each<[string | null, (string | null)[], string[]]>([
  [withServer("a"), [withServer("a")], []],
  [withServer("a"), [withServer("bb")], ["bb"]],
  [withServer("a"), [withServer("bb"), withServer("ccc")], ["bb", "ccc"]],
  // The file is created and removed.
  [gone, [gone, gone], []],
  [gone, [withServer("a")], ["a"]],
  [gone, [withServer("a"), withServer("bb"), gone, gone], ["a", "bb", "none"]],
  [withServer("a"), [gone, gone], ["none"]],
  // Only changes of the servers count.
  [withServer("a"), [`// mine\n${withServer("a")}`], []],
  [gone, ["{}"], []],
  [withServer("a"), [withServer("bb"), `${withServer("bb")}\n`], ["bb"]],
  // The file is half-written, or missing for a moment.
  [withServer("a"), [half, withServer("bb")], ["bb"]],
  [withServer("a"), ["", withServer("bb")], ["bb"]],
  [withServer("a"), [gone, withServer("bb")], ["bb"]],
  [gone, [half, withServer("bb")], ["bb"]],
  [withServer("a"), [half, withServer("a")], []],
  // An unusable file changes nothing, however long it stays.
  [withServer("a"), [half, half, half, withServer("bb")], ["bb"]],
  [withServer("a"), ["[]", "[]", "[]"], []],
  [half, [half, withServer("bb")], ["bb"]],
])("A file %j that becomes %j is reported as %j", async (first, looks, expected) => {
  const { write, clock, told, end } = await follow(first);
  let before = first;
  for (const text of looks) {
    if (text !== before) write(text);
    before = text;
    await clock.turn();
  }
  expect(told).toEqual(expected);
  end();
});

test("A file with a problem counts at the second poll, with its valid entries", async () => {
  const { write, clock, told, logged, path } = await follow(withServer("a"));
  write(wrong);
  await clock.turn();
  expect([told, logged]).toEqual([[], []]);
  await clock.turn();
  await clock.turn();
  expect(told).toEqual(["rest"]);
  expect(logged).toEqual([expect.stringContaining(`${path}:1: \`servers.mine.colour\``)]);
});

test("An unusable file is logged once, with the servers that stay in use", async () => {
  const { write, clock, logged, path } = await follow(withServer("a"));
  write(`{\n${half}`);
  for (let look = 0; look < 4; look++) await clock.turn();
  expect(logged).toEqual([
    `${path}:2: expected JSON with comments. Until this is fixed, the previous servers stay in use.`,
  ]);
});

test("The removal of a file given by --servers changes nothing", async () => {
  const { write, clock, told, logged } = await follow(withServer("a"), { named: true });
  write(gone);
  for (let look = 0; look < 3; look++) await clock.turn();
  expect([told, logged]).toEqual([[], [expect.stringContaining("the previous servers stay in use")]]);
  write(withServer("bb"));
  await clock.turn();
  expect(told).toEqual(["bb"]);
});

test("A file that is replaced by another one of the same length has changed", async () => {
  const { path, clock, told } = await follow(withServer("a"));
  writeFileSync(`${path}.new`, withServer("b"));
  renameSync(`${path}.new`, path);
  await clock.turn();
  expect(told).toEqual(["b"]);
});

test("A file that does not change is not read again", async () => {
  const { clock, loads } = await follow(withServer("a"));
  for (let look = 0; look < 3; look++) await clock.turn();
  expect(loads()).toBe(0);
});

test("A failure is logged, and the next poll follows", async () => {
  const clock = new ManualClock();
  const logged: string[] = [];
  const outcomes = [Promise.reject(new Error("no such luck")), Promise.resolve(shippedServers())];
  outcomes[0]?.catch(() => {});
  const load = () => outcomes.shift() ?? Promise.reject(new Error("a third look"));
  watchServersFile(load, shippedServers(), { changed: () => {}, log: (line) => logged.push(line), clock });
  await clock.turn();
  expect(logged).toEqual(["servers.json can't be watched: Error: no such luck"]);
  await clock.turn();
  expect(logged).toHaveLength(1);
});

test("After its end, the watcher polls no more", async () => {
  const { clock, end } = await follow(withServer("a"));
  await clock.turn();
  end();
  expect(clock.alarms).toBe(0);
});

test("A watcher that is ended during a poll reports nothing and polls no more", async () => {
  const path = join(folder, "ended.json");
  writeFileSync(path, withServer("a"));
  const current = await loadServers({ path, env: {} });
  writeFileSync(path, withServer("bb"));
  const next = await loadServers({ path, env: {} });
  let give: (servers: Servers) => void = () => {};
  const clock = new ManualClock();
  const told: Servers[] = [];
  const asked = new Promise<void>((resolve) => {
    const load = () => {
      resolve();
      return new Promise<Servers>((loaded) => (give = loaded));
    };
    const { end } = watchServersFile(load, current, { changed: (to) => told.push(to), log: () => {}, clock });
    writeFileSync(path, withServer("ccc"));
    clock.advance(1500);
    queueMicrotask(end);
  });
  await asked;
  give(next);
  await new Promise(setImmediate);
  expect([told, clock.alarms]).toEqual([[], 0]);
});
