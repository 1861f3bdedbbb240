/** Reads the files of a client, and writes planned changes, all or none, with their records. */

import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "../../files/isInside.js";
import { isMissing } from "../../files/readErrors.js";
import { readWholeFileSync } from "../../files/readFileSync.js";
import { diskOperations } from "../../files/write/fileOperations.js";
import { acquireLocks } from "../../files/write/locks.js";
import { systemProcesses } from "../../files/write/processIdentity.js";
import { openStateFolder, stateFolders } from "../../files/write/stateFolder.js";
import { type FileChanges, releaseQuietly, toLocateError, writeFiles } from "../../files/write/writeFiles.js";
import { SetupError } from "./clientFile.js";
import type { FilePlan } from "./planFile.js";
import { type FileRecord, formatRecords, parseRecords, recordChange } from "./setupRecord.js";

/** A larger file of settings is not changed. */
const MAX_SETTINGS_BYTES = 16 * 1024 * 1024;

/** The name of the file of records, in the folder of states. */
const RECORDS = "setup.json";

/** How long to wait for other `setup` commands, each of which takes a moment. */
const LOCK_TIMEOUT_MS = 10_000;

/**
 * Calls `act`, which reads, plans and writes, while no other `setup` command writes: each of them
 * changes the file of records. Errors: `file_unwritable` if another one takes too long.
 */
export async function withSetupLock<Result>(act: () => Promise<Result>): Promise<Result> {
  const context = { stateFolder: openStateFolder(), operations: diskOperations, processes: systemProcesses };
  // The file of records itself is locked by the writer.
  const options = { timeoutMs: LOCK_TIMEOUT_MS };
  const locks = await acquireLocks([join(context.stateFolder, "setup")], context, options).catch((error: unknown) => {
    throw toLocateError(error);
  });
  try {
    return await act();
  } finally {
    releaseQuietly(locks);
  }
}

/** Reads a text file; undefined if there is none. Throws SetupError for bytes that are no text. */
export function readSettings(path: string): string | undefined {
  try {
    const { bytes } = readWholeFileSync(path, { maxBytes: MAX_SETTINGS_BYTES });
    const text = bytes.toString("utf8");
    if (Buffer.from(text).equals(bytes)) return text;
  } catch (error) {
    if (!isMissing(error)) throw error;
    const target = linkTarget(path);
    if (target === undefined) return undefined;
    throw new SetupError(
      `${path} is a link to ${target}, which does not exist. Nothing was written. Make that file or remove the link, and run the command again.`,
    );
  }
  throw new SetupError(`${path} is not in UTF-8, and is left as it is. Convert it and run the command again.`);
}

/** Returns where a link leads; undefined for what is none. */
function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** Reads the records of earlier changes. */
export function readRecords(): readonly FileRecord[] {
  return stateFolders().flatMap((folder) => parseRecords(readSettings(join(folder, RECORDS)) ?? ""));
}

/** Writes the plans. Resolves with the paths of changed files. */
export async function changeFiles(
  plans: readonly FilePlan[],
  records: readonly FileRecord[],
  command: string,
): Promise<readonly string[]> {
  const changed = plans.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return [];
  const recordOf = (path: string) => records.find((record) => record.path === path);
  const newRecords = changed.flatMap(({ path, original, after, values }) =>
    after === undefined || after === original
      ? []
      : [recordChange(path, original, after, recordOf(path)?.madeFolders ?? missingFolders(path), values)],
  );
  const folders = emptiedFolders(changed, records);
  const kept = keepFolders(records, changed, folders);
  const recordFile = join(openStateFolder(), RECORDS);
  const before = readSettings(recordFile);
  const files = [...kept, ...newRecords];
  const recordPlan = { path: recordFile, before, after: files.length === 0 ? undefined : formatRecords(files) };
  const changes = toChanges([...changed, recordPlan]);
  await writeFiles(
    { ...changes, moves: [...changes.moves, ...folders.map((from) => ({ from, to: undefined }))] },
    { folders: undefined },
    { origin: { command } },
  );
  return changed.map(({ path }) => path);
}

/**
 * Returns the records of other files. They take over the folders that were made for deleted files
 * and still hold them.
 */
function keepFolders(
  records: readonly FileRecord[],
  changed: readonly FilePlan[],
  emptied: readonly string[],
): readonly FileRecord[] {
  const isDropped = ({ path }: FileRecord) => changed.some((plan) => plan.path === path);
  const left = records
    .filter(isDropped)
    .flatMap(({ madeFolders }) => madeFolders)
    .filter((folder) => !emptied.includes(folder));
  return records
    .filter((record) => !isDropped(record))
    .map((record) => {
      const around = left.filter((folder) => isInside(record.path, folder));
      return { ...record, madeFolders: [...new Set([...around, ...record.madeFolders])] };
    });
}

function toChanges(plans: readonly Pick<FilePlan, "path" | "before" | "after">[]): FileChanges {
  const bytes = (text: string) => Buffer.from(text);
  return {
    contents: plans.flatMap(({ path, before, after }) =>
      before !== undefined && after !== undefined ? [{ path, before: bytes(before), after: bytes(after) }] : [],
    ),
    moves: plans.flatMap(({ path, before, after }) =>
      before !== undefined && after === undefined ? [{ from: path, to: undefined, content: bytes(before) }] : [],
    ),
    creations: plans.flatMap(({ path, before, after }) =>
      before === undefined && after !== undefined ? [{ path, after: bytes(after) }] : [],
    ),
  };
}

/** Returns the folders that a new file needs, the outermost first. */
function missingFolders(path: string): readonly string[] {
  const folder = dirname(path);
  return existsSync(folder) || folder === path ? [] : [...missingFolders(folder), folder];
}

/** Returns the folders that were made for deleted files and hold nothing else, innermost first. */
function emptiedFolders(changed: readonly FilePlan[], records: readonly FileRecord[]): readonly string[] {
  const deleted = new Set(changed.filter(({ after }) => after === undefined).map(({ path }) => path));
  const made = records.filter(({ path }) => deleted.has(path)).flatMap(({ madeFolders }) => madeFolders);
  const emptied: string[] = [];
  for (const folder of [...new Set(made)].sort((left, right) => right.length - left.length)) {
    const entries = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
    if (entries.length === 0 || !entries.every((path) => deleted.has(path))) continue;
    deleted.add(folder);
    emptied.push(folder);
  }
  return emptied;
}
