/** Tries the connection to a server on another file system, part by part. */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorMessage, LocateError } from "../../error.js";
import { readWholeFileSync } from "../../files/readFileSync.js";
import { type RemoteRule, remoteRuleOf, type Server } from "../config/servers.js";
import { createPathMapping } from "../remote/pathMapping.js";
import { readRemoteFile } from "../remote/remoteFiles.js";

/** What was found of one part: a sentence without a full stop. */
interface CheckedPart {
  readonly isGood: boolean;
  readonly text: string;
}

/**
 * Returns what was tried of the connection of a server, up to a failure; none without `paths`.
 * `folder` is the one that is asked about: an absolute path.
 */
export async function checkConnection(server: Server, folder: string | undefined): Promise<readonly CheckedPart[]> {
  const rule = remoteRuleOf(server);
  if (!rule) return [];
  const parts: CheckedPart[] = [];
  const pass = (text: string) => void parts.push({ isGood: true, text });
  const fail = (text: string) => [...parts, { isGood: false, text }];
  for (const { local } of rule.paths)
    if (!isFolder(local)) return fail(`paths: there is no folder ${local} here; write one that exists`);
  if (folder !== undefined && createPathMapping(rule.paths).toRemote.path(folder) === undefined)
    pass(`${folder} is in none of the folders of \`paths\`: the server can't see it`);
  if (rule.read === undefined) {
    pass("`read` is not set: places outside of `paths` can't be read, and the folders there are not checked");
    return parts;
  }
  const reached = await tryToRead(EMPTY_FILE, { ...rule, readable: undefined });
  const hasWindowsPaths = rule.paths.some(({ remote }) => !remote.startsWith("/"));
  if (reached.error !== undefined && !hasWindowsPaths) return fail(`the connection fails: ${reached.error}`);
  if (!hasWindowsPaths) pass("the connection works");
  for (const pair of rule.paths) {
    const checked = await checkFolder(pair, rule);
    if (!checked.isGood) return fail(checked.text);
    parts.push(checked);
  }
  return parts;
}

/** Every POSIX system has it. */
const EMPTY_FILE = "/dev/null";
const MAX_SAMPLE_BYTES = 1024 * 1024;

/** Compares a file of a mapped folder with the one there. */
async function checkFolder({ local, remote }: RemoteRule["paths"][number], rule: RemoteRule): Promise<CheckedPart> {
  const name = sampleIn(local);
  if (name === undefined) return { isGood: true, text: `${remote} is not checked: ${local} has no file to compare` };
  const path = createPathMapping([{ local, remote }]).toRemote.path(join(local, name));
  const there =
    path === undefined ? { error: "it has no path there" } : await tryToRead(path, { ...rule, readable: undefined });
  if (there.error !== undefined)
    return { isGood: false, text: `paths: ${remote} is not ${local}, which has ${name}: ${there.error}` };
  const { bytes } = readWholeFileSync(join(local, name), { maxBytes: MAX_SAMPLE_BYTES });
  if (there.bytes?.equals(bytes)) return { isGood: true, text: `${remote} is ${local}` };
  return { isGood: false, text: `paths: ${remote} is not ${local}, or another state of it: ${name} differs` };
}

async function tryToRead(
  path: string,
  rule: RemoteRule,
): Promise<{ readonly bytes?: Buffer; readonly error?: string }> {
  try {
    return { bytes: await readRemoteFile(path, rule) };
  } catch (error) {
    return { error: error instanceof LocateError ? String(error.data["why"]) : errorMessage(error) };
  }
}

/** Returns the name of a file to compare, if possible one that belongs to the code. */
function sampleIn(folder: string): string | undefined {
  const names = readdirSync(folder).sort((one, other) => Number(one[0] === ".") - Number(other[0] === "."));
  return names.find((name) => {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    return stats?.isFile() && stats.size > 0 && stats.size <= MAX_SAMPLE_BYTES;
  });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
