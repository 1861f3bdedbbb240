/**
 * Damaged texts at each place that takes one, but for frames: Locates, servers.json, journals and
 * the handshake of a session. Each is read, or refused as that place promises.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Duplex } from "node:stream";
import { loadServers } from "../src/backend/config/loadServers.js";
import { HandshakeError, shakeAsClient, shakeAsSession } from "../src/daemon/handshake.js";
import { LocateError } from "../src/error.js";
import { recoverAll } from "../src/files/write/recovery.js";
import { writeResolved } from "../src/files/write/writeFiles.js";
import { parseLocateReadings } from "../src/locate/notation/notation.js";
import { parseSymbolPath } from "../src/locate/notation/symbolPath.js";
import { createFaultyDisk, createProcess, Killed } from "./files/write/faults.js";
import { createMemoryDisk } from "./files/write/memoryDisk.js";
import { root } from "./sourceTree.js";
import { pick, type Random, randomFrom } from "./text/random.js";
import { damaged } from "./wire/mutatedFrames.js";

const seed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 1e9));
const isFull = process.env["TEST_SOAK"] === "full";
/** In full, each place is tried for a quarter of an hour. */
const FULL_MS = 15 * 60_000;

jest.setTimeout(3_600_000);

/** Declares a test that tries `count` texts, or more in the full form. */
function fuzz(name: string, count: number, body: (random: Random) => void | Promise<void>): void {
  test(`${name} (FUZZ_SEED=${seed})`, async () => {
    const end = performance.now() + FULL_MS;
    const rounds = Number(process.env["FUZZ_COUNT"]) || count;
    for (let round = 0; round < rounds || (isFull && performance.now() < end); round++)
      await body(randomFrom(seed + round));
  });
}

/** Damages a text of the corpus, often several times. */
function mutant(random: Random, corpus: readonly string[]): string {
  let bytes: Buffer = Buffer.from(pick(random, corpus));
  for (let times = 1 + random(4); times > 0; times--) bytes = damaged(bytes, random);
  return bytes.toString("utf8");
}

const notations = [...readFileSync(join(root, "docs/notation.md"), "utf8").matchAll(/`([^`\n]{3,200})`/g)].map(
  ([, text]) => text as string,
);

fuzz("A damaged Locate is read or refused", 20_000, (random) => {
  const text = mutant(random, notations);
  try {
    expect(parseLocateReadings(text).length).toBeGreaterThan(0);
  } catch (error) {
    expect({ text, error }).toEqual({ text, error: expect.any(LocateError) });
  }
  parseSymbolPath(text);
});

const configurations = [
  readFileSync(join(root, "servers.json"), "utf8").slice(0, 6_000),
  '{ "servers": { "mine": { "command": ["mine", "--stdio"], "languages": ["python"], "rootMarkers": ["a"] } } }',
  '// mine\n{ "languages": { "python": { "extensions": [".py"], "servers": ["mine", "pyright"] }, }, "folders": [] }',
  '{ "servers": { "pyright": { "ready": { "progress": "^Loading" }, "env": { "A": "b" }, "settings": { "a": [1] } } } }',
  '{ "grammars": { "mylang": { "wasm": "mylang.wasm", "queries": "queries/mylang" } } }',
];

describe("servers.json", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "locate-fuzz-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  fuzz("A damaged servers.json is loaded, and what is skipped is named", 400, async (random) => {
    const path = join(folder, "servers.json");
    writeFileSync(path, mutant(random, configurations));
    const { servers, problems } = await loadServers({ path });
    expect(servers.size).toBeGreaterThan(10);
    for (const { message } of problems) expect(message).toMatch(/servers\.json/);
  });
});

const contents = { "/files/a": "one", "/files/b": "two" };

/** Writes two files, and ends the process at a call of the disk; returns what is left. */
async function interrupted(killAt: number) {
  const disk = createMemoryDisk();
  disk.operations.mkdirSync("/files");
  disk.operations.mkdirSync("/state");
  for (const [path, text] of Object.entries(contents)) disk.write(path, text);
  const changes = Object.entries(contents).map(([path, text]) => ({
    path,
    before: Buffer.from(text),
    after: Buffer.from(`${text} new`),
  }));
  const faulty = createFaultyDisk("kill", killAt, disk.operations);
  const context = createProcess("/state", faulty.operations);
  await writeResolved({ contents: changes, moves: [], creations: [] }, { signal: undefined, context }).catch(
    (error) => {
      if (!(error instanceof Killed)) throw error;
    },
  );
  faulty.closeAll();
  return disk;
}

fuzz("A damaged journal loses no text, and keeps no later change from being made", 400, async (random) => {
  const disk = await interrupted(20 + random(60));
  const journals = Object.entries(disk.tree("/state")).filter(([name]) => name.endsWith(".journal"));
  for (const [name, text] of journals) disk.write(`/state/${name}`, mutant(random, [text]));
  await recoverAll(createProcess("/state", disk.operations));
  const left = Object.entries(disk.tree("/files"));
  for (const [path, text] of Object.entries(contents)) {
    const texts = left.filter(([name]) => name !== "(folder)").map(([, each]) => each);
    expect({ path, isKept: texts.includes(text) || texts.includes(`${text} new`) }).toEqual({ path, isKept: true });
  }
  disk.write("/files/other", "old");
  const change = { path: "/files/other", before: Buffer.from("old"), after: Buffer.from("new") };
  const context = createProcess("/state", disk.operations);
  await writeResolved({ contents: [change], moves: [], creations: [] }, { signal: undefined, context });
  expect(disk.tree("/files")["other"]).toBe("new");
});

/** Two ends of a connection that damages what the client sends, or the session. */
function damagedPair(random: Random, damagesClient: boolean): readonly [client: Duplex, session: Duplex] {
  const connect = (other: () => Duplex, damages: boolean): Duplex =>
    new Duplex({
      read() {},
      write(chunk: Buffer, _encoding, done) {
        if (!other().readableEnded && !other().destroyed) other().push(damages ? damaged(chunk, random) : chunk);
        done();
      },
      final(done) {
        if (!other().readableEnded && !other().destroyed) other().push(null);
        done();
      },
      destroy(error, done) {
        if (!other().readableEnded && !other().destroyed) other().push(null);
        done(error);
      },
    });
  const client: Duplex = connect(() => session, damagesClient);
  const session: Duplex = connect(() => client, !damagesClient);
  return [client, session];
}

fuzz("A damaged handshake is refused, or ends", 300, async (random) => {
  const [client, session] = damagedPair(random, random(2) === 0);
  const options = { secret: "5".repeat(64), timeoutMs: 50 };
  const ends = await Promise.allSettled([shakeAsClient(client, "client", options), shakeAsSession(session, options)]);
  for (const end of ends) if (end.status === "rejected") expect(end.reason).toBeInstanceOf(HandshakeError);
  client.destroy();
  session.destroy();
});
