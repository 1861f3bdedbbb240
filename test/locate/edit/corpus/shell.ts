/** The same edits at the shell: a command for each, on a file that it writes. */

import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { LocateError } from "../../../../src/error.js";
import type { Locate } from "../../../../src/locate/locate.js";
import { formatLocate } from "../../../../src/locate/notation/notation.js";
import { minOf } from "../../../../src/text/list.js";
import { pick, randomFrom } from "../../../text/random.js";
import { silentServer } from "./editSession.js";
import type { EditRecord } from "./runCorpus.js";

const run = promisify(execFile);

/** An edit whose result at the shell is not that of the session. */
export interface ShellDifference {
  readonly record: EditRecord;
  /** The file afterwards, or what the command printed where it failed. */
  readonly got: string;
}

/** Chooses an edit of each of some hunks, in each language as evenly over the kinds as it can. */
export function sampleForShell(records: readonly EditRecord[], seed: number, most: number): EditRecord[] {
  const random = randomFrom(seed);
  const hunks = new Map<string, EditRecord[]>();
  for (const record of records) {
    if (record.locate === undefined) continue;
    const key = JSON.stringify([record.package, record.path, record.lineNumber]);
    hunks.set(key, [...(hunks.get(key) ?? []), record]);
  }
  const counts = new Map<string, number>();
  const countOf = ({ language, kind }: EditRecord) => counts.get(`${language} ${kind}`) ?? 0;
  const left = [...hunks.values()];
  return Array.from({ length: Math.min(most, left.length) }, () => {
    const [hunk = []] = left.splice(random(left.length), 1);
    const least = minOf(hunk.map(countOf));
    const record = pick(
      random,
      hunk.filter((each) => countOf(each) === least),
    );
    counts.set(`${record.language} ${record.kind}`, least + 1);
    return record;
  });
}

/** Runs edits with a command each, a few at a time, and returns those with another result. */
export async function runAllInShell(
  records: readonly EditRecord[],
  { command, root }: { readonly command: string; readonly root: string },
): Promise<ShellDifference[]> {
  const differences: ShellDifference[] = [];
  const waiting = records.entries();
  const runNext = async () => {
    for (const [at, record] of waiting) {
      const difference = await runInShell(record, { command, root: join(root, `${at}`) });
      if (difference !== undefined) differences.push(difference);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runNext));
  return differences;
}

/** Runs an edit with a command; undefined where its result is that of the session. */
async function runInShell(
  record: EditRecord,
  { command, root }: { readonly command: string; readonly root: string },
): Promise<ShellDifference | undefined> {
  const { operation, newText, before, verdict, got: expected } = record;
  // The edits of a file may run at the same time.
  const path = join(root, record.path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, before);
  const locate = writtenLocate({ ...record.locate, file_path: record.path });
  const option = operation === "delete" ? "--delete" : `--${operation.replace("_", "-")}=-`;
  const options = [`--root=${root}`, `--language=${record.language}`, "--no-daemon", "--write"];
  const work = run(
    process.execPath,
    [command, "edit", locate, option, ...options, "--", process.execPath, silentServer],
    { cwd: root },
  );
  work.child.stdin?.end(newText);
  const output = await work.then(
    () => undefined,
    (error: { stderr?: string; message: string }) => error.stderr ?? error.message,
  );
  const written = readFileSync(path, "utf8");
  const isRefused = verdict === "refused rightly" || verdict === "refused wrongly";
  if (output !== undefined) return isRefused && written === before ? undefined : { record, got: output };
  return written === expected ? undefined : { record, got: written };
}

/** Returns a Locate in notation, or as JSON where the notation can't express it. */
function writtenLocate(locate: Locate): string {
  try {
    return formatLocate(locate);
  } catch (error) {
    if (error instanceof LocateError) return JSON.stringify(locate);
    throw error;
  }
}
