/**
 * Edits of public packages as their next releases did: the bytes must be the release's. The
 * packages are downloaded once into a cache. The short form takes a few of them.
 */

import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCommand } from "../../buildCommand.js";
import { removeFolder } from "../../removeFolder.js";
import { type EditSession, startEditSession } from "./corpus/editSession.js";
import { toFailure } from "./corpus/failureReport.js";
import { corpusLanguages, findReleases, type Releases } from "./corpus/releases.js";
import { type EditRecord, runCorpus, sampleHunks } from "./corpus/runCorpus.js";
import { runAllInShell, sampleForShell } from "./corpus/shell.js";

const isFull = process.env["TEST_SOAK"] === "full";
const seed = 1;
/** The hunks of each language. */
const HUNKS = isFull ? 150 : 3;
/** The hunks of each language that are edited by a command, too. */
const COMMANDS = isFull ? HUNKS : 1;
/** The share of edits whose bytes may differ from the release's: those that have two meanings. */
const MAX_SHARE = 0.002;
const DOWNLOAD_TIMEOUT_MS = 900_000;
const MIN_EDITS = isFull ? 5_000 : 75;

let releases: Releases = { pairs: [], missing: new Map() };
let root = "";
let command = "";
let session: EditSession;
const records: EditRecord[] = [];

beforeAll(async () => {
  releases = await findReleases({ isShort: !isFull });
  for (const [name, why] of releases.missing) console.log(`Skipped: ${name}, which can't be downloaded: ${why}`);
  root = realpathSync(mkdtempSync(join(tmpdir(), "locate-corpus-")));
  command = await buildCommand();
  session = await startEditSession(command, root);
}, DOWNLOAD_TIMEOUT_MS);

afterAll(async () => {
  await session.close();
  removeFolder(root);
});

test.each(corpusLanguages)(
  "Edits that releases made in %s are made as they were, or refused where they break the syntax",
  async (language) => {
    const sampled = sampleHunks(releases, { seed, hunks: HUNKS, languages: [language] });
    const own: EditRecord[] = [];
    for await (const record of runCorpus(sampled, session)) own.push(record);
    records.push(...own);
    const unfit = own.filter(({ verdict, apart }) => apart === undefined && unfitVerdicts.has(verdict));
    expect(unfit.map(toFailure)).toEqual([]);
    const commands = sampleForShell(own, seed, COMMANDS);
    const differences = await runAllInShell(commands, { command, root });
    expect(differences.map(({ record, got }) => ({ ...toFailure(record), got }))).toEqual([]);
  },
  600_000,
);

/** What no edit may come to. */
const unfitVerdicts = new Set<string>(["refused wrongly", "not addressed"]);

test("Few edits that releases made give other bytes", () => {
  const counted = records.filter(({ apart }) => apart === undefined);
  const other = counted.filter(({ verdict }) => verdict === "other bytes");
  console.log(`${counted.length} edits (seed ${seed}), ${other.length} with other bytes`);
  if (releases.missing.size === 0) expect(counted.length).toBeGreaterThan(MIN_EDITS);
  if (other.length > counted.length * MAX_SHARE) expect(other.map(toFailure)).toEqual([]);
});
