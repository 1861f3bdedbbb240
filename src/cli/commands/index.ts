/** `lsp-locate index`: what SCIP indexes hold, and how to make one. */

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { homeFolder } from "../../backend/config/userFolder.js";
import { findProgram } from "../../backend/installation/findProgram.js";
import { SourceTexts } from "../../embedded/session/documents.js";
import { errorClause, LocateError } from "../../error.js";
import { fileReader } from "../../files/fileReader.js";
import { languageOfFile } from "../../files/languageOfFile.js";
import { MAX_TEXT_BYTES } from "../../files/readFileSync.js";
import { workingFolder } from "../../files/workingFolder.js";
import { describeIndex, type IndexDescription } from "../../scip/describeIndex.js";
import { ScipIndex } from "../../scip/file/scipIndex.js";
import { indexersFor, type ScipIndexer } from "../../scip/indexers.js";
import { escapeName, formatCount, groupDigits } from "../../text/printable.js";
import { uriOfPath } from "../../uri.js";
import { cacheFolder } from "../../workspace/cache/cacheFolder.js";
import { readDifferingPaths, readGitCommit } from "../../workspace/disk/gitChanges.js";
import { type Options, UsageError } from "../options.js";
import { exitCodes } from "../request/exitCodes.js";
import { findCommandWorkspace, loadServersOf } from "../setup/commandWorkspace.js";
import { readRootOption } from "../setup/workspaceRoot.js";
import { print } from "../terminal.js";
import type { CommandCall } from "./commandCall.js";

const INDEX_FILE = "index.scip";
const GIT_TIMEOUT_MS = 20_000;

/** Resolves with the exit code. Rejects with `file_unreadable`. */
export async function run({ options, words }: CommandCall): Promise<number> {
  const workingDirectory = workingFolder();
  const root = readRootOption(options, workingDirectory);
  const { folder } = await findCommandWorkspace({ root, workingDirectory }, () => loadServersOf(options));
  if (options.write && words.length > 0) throw new UsageError("index --write makes index.scip; it takes no file.");
  if (options.write) await writeIndex(folder, options);
  const own = join(folder, INDEX_FILE);
  const isThere = await fileReader.stat(own).then(
    ({ isFile }) => isFile,
    () => false,
  );
  const paths = words.length > 0 ? words.map((word) => resolve(workingDirectory, word)) : isThere ? [own] : [];
  const descriptions: IndexDescription[] = [];
  for (const path of paths) descriptions.push(await describe(path, folder, options));
  const offers = paths.length > 0 ? [] : indexersIn(folder).map(offerOf);
  if (options.json) await print(JSON.stringify({ indexes: descriptions, indexers: offers }, null, 2));
  else if (descriptions.length > 0) for (const each of descriptions) await print(textOf(each));
  else await print(offersText(folder, offers));
  return exitCodes.success;
}

async function describe(path: string, folder: string, options: Options): Promise<IndexDescription> {
  const servers = await loadServersOf(options);
  const languageOf = (each: string) => languageOfFile(each, servers);
  return withIndex(path, folder, options, (index) => {
    const folders = [...new Set([folder, index.root])].map((each) => uriOfPath(each, []));
    return describeIndex(index, new SourceTexts({ languageOf, folders: () => folders, log }));
  });
}

const log = (message: string) => void process.stderr.write(`lsp-locate: ${message}\n`);

/** Opens an index for the time of `use`. Rejects with `file_unreadable`. */
async function withIndex<Result>(
  path: string,
  folder: string,
  { commit }: Pick<Options, "commit">,
  use: (index: ScipIndex) => Promise<Result>,
): Promise<Result> {
  const index = await ScipIndex.open(path, { commit, cacheFolder: cacheFolder(homeFolder()), folders: [folder], log });
  try {
    return await use(index);
  } finally {
    index.close();
  }
}

function textOf(description: IndexDescription): string {
  const { path, tool, tool_version: version, commit, problem, root, written, languages, files } = description;
  const { documents, symbols, occurrences, left_out: leftOut } = description;
  const byLanguage = Object.entries(languages).map(([name, count]) => `${escapeName(name || "not named")} ${count}`);
  const of = commit === null ? "of an unknown commit" : `of commit ${commit}`;
  const states = [
    [files.unchanged, "as indexed"],
    [files.assumed, "as indexed, as far as their definitions show"],
    [files.changed, "changed since"],
    [files.missing, "missing"],
  ].filter(([count]) => count !== 0);
  return [
    escapeName(path),
    `  made by ${escapeName(`${tool} ${version}`.trim())} ${of}, written ${new Date(written).toISOString()}`,
    ...(problem === undefined ? [] : [`  ${problem}`]),
    `  of ${escapeName(root)}`,
    `  ${formatCount(documents, "document")} (${byLanguage.join(", ")}), ${groupDigits(symbols)} symbols, ${groupDigits(occurrences)} occurrences`,
    ...(leftOut > 0 ? [`  ${formatCount(leftOut, "document")} left out, whose paths lead out of the project`] : []),
    `  files: ${states.map(([count, state]) => `${count} ${state}`).join(", ") || "none"}`,
  ].join("\n");
}

interface IndexerOffer {
  readonly name: string;
  readonly languages: readonly string[];
  readonly installed: boolean;
  readonly command: string;
  readonly install: string;
}

function indexersIn(folder: string): readonly { readonly indexer: ScipIndexer; readonly folder: string }[] {
  try {
    return indexersFor(readdirSync(folder)).map((indexer) => ({ indexer, folder }));
  } catch (error) {
    const why = errorClause(error);
    throw new LocateError("file_unreadable", `Can't list ${escapeName(folder)}: ${why}.`, { path: folder, why });
  }
}

function commandOf({ command }: ScipIndexer, folder: string): readonly string[] {
  return command.map((word) => (word === "<name>" ? basename(folder) : word));
}

function offerOf({ indexer, folder }: { readonly indexer: ScipIndexer; readonly folder: string }): IndexerOffer {
  const { name, languages, install } = indexer;
  const [program = name] = indexer.command;
  const installed = findProgram(program).kind === "installed";
  return { name, languages, installed, command: commandOf(indexer, folder).join(" "), install };
}

function offersText(folder: string, offers: readonly IndexerOffer[]): string {
  const where = escapeName(folder);
  if (offers.length === 0) return `There is no ${INDEX_FILE} in ${where}, and no indexer is known for what is there.`;
  const lines = offers.map(({ name, languages, installed, command, install }) => {
    const how = installed ? `lsp-locate index --write runs ${command}` : `not installed: ${install}`;
    return `  ${name} (${languages.join(", ")}): ${how}`;
  });
  const ci = "To make one of each commit in CI, see docs/indexes.md.";
  return [`There is no ${INDEX_FILE} in ${where}. One is made by`, ...lines, ci].join("\n");
}

/** Runs the one indexer that fits and is installed. Rejects with `no_backend`, `backend_failed`. */
async function writeIndex(folder: string, { language }: Options): Promise<void> {
  const all = indexersIn(folder).filter(({ indexer }) => !language || indexer.languages.includes(language));
  const installed = all.filter((each) => offerOf(each).installed);
  const [first, second] = installed;
  if (first === undefined) {
    const offers = all.map(offerOf).map(({ name, install }) => `${name}: ${install}`);
    const advice =
      offers.length === 0 ? "none is known for what is there" : `install one of them: ${offers.join("; ")}`;
    throw new LocateError("no_backend", `No indexer for ${escapeName(folder)} is installed; ${advice}.`);
  }
  if (second !== undefined) {
    const ids = installed.map(({ indexer }) => indexer.languages[0]).join(" or ");
    throw new UsageError(`Several indexers fit; write --language with ${ids}.`);
  }
  const [program = "", ...words] = commandOf(first.indexer, folder);
  await print(`lsp-locate: ${[program, ...words].join(" ")}`, process.stderr);
  await runProgram(program, words, folder);
  const record = await withIndex(join(folder, INDEX_FILE), folder, {}, recordOf);
  writeFileSync(join(folder, `${INDEX_FILE}.json`), `${JSON.stringify(record)}\n`);
}

/**
 * Returns the commit that is checked out, if there is one, the files that differ from it, and the
 * digests of what was indexed.
 */
async function recordOf(index: ScipIndex): Promise<object> {
  const signal = AbortSignal.timeout(GIT_TIMEOUT_MS);
  const commit = await readGitCommit("HEAD", index.root, signal).catch(() => undefined);
  const differing = commit && (await readDifferingPaths(commit.id, index.root, signal).catch(() => undefined));
  const dirty = differing?.filter((path) => index.documentsOf(join(index.root, path)).length > 0);
  const digests: Record<string, string> = {};
  for (const [number, name] of index.tables.paths.entries()) {
    const path = index.pathOf(number);
    const file = path && (await fileReader.read(path, { maxBytes: MAX_TEXT_BYTES }).catch(() => undefined));
    if (file) digests[name] = createHash("sha256").update(file.bytes).digest("hex");
  }
  return { ...(commit && { commit: commit.id }), ...(dirty && { dirty }), digests };
}

function runProgram(program: string, words: readonly string[], cwd: string): Promise<void> {
  return new Promise((done, reject) => {
    const child = spawn(program, words, { cwd, stdio: ["ignore", 2, 2], windowsHide: true });
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) done();
      else reject(new LocateError("backend_failed", `${program} ended with exit code ${code}.`, { program, code }));
    });
  });
}
