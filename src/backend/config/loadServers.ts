/**
 * Loads servers.json: the shipped one, with the user's own merged over it. Nothing is read from the
 * workspace.
 */

import { existsSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import shippedFile from "../../../servers.json" with { type: "json" };
import { errorMessage, LocateError } from "../../error.js";
import { isMissing } from "../../files/readErrors.js";
import { readWholeFileSync } from "../../files/readFileSync.js";
import type { ProblemDetails } from "./checkServersFile.js";
import { parsePathPair, pathPairsProblem, readingProblem, remoteContents } from "./pathPairs.js";
import {
  type GrammarEntry,
  type Language,
  type Section,
  type Server,
  type Servers,
  type ServersFile,
  suggestName,
} from "./servers.js";
import { untrustedServers } from "./trust.js";
import { homeFolder, MAX_SERVERS_FILE_BYTES, type UserFileOptions, userServersFile } from "./userFolder.js";

export interface LoadServersOptions extends UserFileOptions {
  /** `--untrusted`: no workspace is trusted. */
  readonly untrusted?: boolean | undefined;
  /** Whether servers run beside others; true by default. */
  readonly companions?: boolean | undefined;
}

/** The options of a command line that choose the servers. */
export interface ServersChoice {
  readonly servers?: string | undefined;
  readonly untrusted?: boolean | undefined;
  readonly "no-companions"?: boolean | undefined;
  /** A SCIP index, relative to the working directory. */
  readonly scip?: string | undefined;
  readonly commit?: string | undefined;
  /** Folders of the server that the command line names, a line each, as `local=remote`. */
  readonly map?: string | undefined;
}

/** Loads the servers that a command line chooses. */
export async function loadServersFor(options: ServersChoice): Promise<Servers> {
  const { servers: path, untrusted, scip, commit } = options;
  const commandPaths = (options.map?.split("\n") ?? []).flatMap((text) => parsePathPair(text) ?? []);
  const loaded = await loadServers({ path, untrusted, companions: !options["no-companions"] });
  const servers = commandPaths.length === 0 ? loaded : { ...loaded, commandPaths };
  return scip === undefined && commit === undefined
    ? servers
    : { ...servers, indexes: { paths: scip === undefined ? [] : [resolve(scip)], commit } };
}

/**
 * Loads the shipped file and the user's. Never throws: mistakes in the user's file are in
 * `problems`.
 */
export async function loadServers(options: LoadServersOptions = {}): Promise<Servers> {
  const all = await loadTrusted(options);
  const servers = options.companions === false ? withoutCompanions(all) : all;
  return options.untrusted ? untrustedServers(servers) : servers;
}

function withoutCompanions(servers: Servers): Servers {
  const alone = [...servers.languages].map(([id, language]) => [id, { ...language, companions: [] }] as const);
  return { ...servers, languages: new Map(alone) };
}

async function loadTrusted(options: LoadServersOptions): Promise<Servers> {
  const home = options.home ?? homeFolder();
  const { path, isExplicit } = userServersFile(options, home);
  if (path === undefined || (!isExplicit && !existsSync(path))) return shippedServers();
  // Loading the checker costs more than all the rest: only users with a file pay for it.
  const { checkServersFile, configProblem } = await import("./checkServersFile.js");
  if (options.path === undefined && !isAbsolute(path)) {
    const details = { expected: "an absolute path in LSP_LOCATE_SERVERS", actual: path, skippedPart: "the file" };
    return { ...shippedServers(), problems: [configProblem(path, 1, [], details)] };
  }
  let text: string;
  try {
    text = decodeText(readWholeFileSync(path, { maxBytes: MAX_SERVERS_FILE_BYTES }).bytes);
  } catch (error) {
    const details = { expected: "a file that can be read", actual: reasonOf(error), skippedPart: "the file" };
    return { ...shippedServers(), file: path, problems: [configProblem(path, 1, [], details)] };
  }
  const { file, problems, lineNumberOf } = checkServersFile(path, text, home);
  const { inconsistencies, ...servers } = mergeConfigs(shipped, file);
  const conflicts = inconsistencies.map(({ keys, ...details }) =>
    configProblem(path, lineNumberOf(keys), keys, details),
  );
  return { ...servers, file: path, problems: [...problems, ...conflicts] };
}

/** Decodes UTF-8, or by the byte order mark: PowerShell 5 writes UTF-16 for `>`. */
function decodeText(bytes: Buffer): string {
  const mark = bytes.toString("latin1", 0, 2);
  const encoding = mark === "\xff\xfe" ? "utf-16le" : mark === "\xfe\xff" ? "utf-16be" : "utf-8";
  // TextDecoder removes the mark.
  return new TextDecoder(encoding).decode(bytes);
}

function reasonOf(error: unknown): string {
  if (isMissing(error)) return "no file of that name";
  return `one that can't be: ${error instanceof LocateError ? error.data["why"] : errorMessage(error)}`;
}

let shippedOnce: Servers | undefined;

/** Returns the shipped servers, synchronously and without looking for a file. */
export function shippedServers(): Servers {
  if (shippedOnce === undefined) {
    const { inconsistencies: _, ...servers } = mergeConfigs(shipped, {});
    shippedOnce = { ...servers, problems: [] };
  }
  return shippedOnce;
}

// The type inferred from JSON lacks the optional fields. A test checks the file against the schema.
const shipped = shippedFile as unknown as ServersFile;

/** A mistake that the schema can't detect. */
interface ConfigInconsistency extends ProblemDetails {
  readonly keys: readonly string[];
}

/** Merges the user's file over the shipped one. */
function mergeConfigs(
  base: ServersFile,
  user: ServersFile,
): Omit<Servers, "file" | "problems"> & { readonly inconsistencies: readonly ConfigInconsistency[] } {
  const inconsistencies: ConfigInconsistency[] = [];
  const servers = new Map<string, Server>();
  for (const [name, entry] of mergeSections(base.servers, user.servers)) {
    const { command, match, ...all } = entry;
    const rest = withoutRemoteMistakes(name, all, inconsistencies);
    if (command === undefined)
      inconsistencies.push({
        keys: ["servers", name],
        expected: "a command",
        actual: "none",
        skippedPart: "this server",
      });
    else {
      const words = match?.words ?? [];
      const serverInfo = match?.serverInfo ?? [];
      servers.set(name, {
        languages: [],
        rootMarkers: [],
        tested: false,
        remote: (rest.paths ?? []).length > 0,
        ...rest,
        ...((rest.paths ?? []).length > 0 && { contents: [...(rest.contents ?? []), remoteContents(name)] }),
        name,
        command,
        match: { words, serverInfo },
      });
    }
  }

  const languages = new Map<string, Language>();
  for (const [id, entry] of mergeSections(base.languages, user.languages)) {
    const names = entry.servers ?? [];
    for (const name of user.languages?.[id]?.servers ?? []) {
      if (servers.has(name)) continue;
      const keys = ["languages", id, "servers"];
      const advice = suggestName(name, servers.keys());
      inconsistencies.push({
        keys,
        expected: "names of servers",
        actual: `"${name}"`,
        skippedPart: "that name",
        advice,
      });
    }
    const companions = entry.companions ?? [];
    for (const name of user.languages?.[id]?.companions ?? []) {
      if (servers.has(name)) continue;
      const keys = ["languages", id, "companions"];
      const advice = suggestName(name, servers.keys());
      const details = { expected: "names of servers", actual: `"${name}"`, skippedPart: "that name" };
      inconsistencies.push({ keys, ...details, advice });
    }
    const [main, ...others] = names;
    if (main !== undefined && others.length === 0 && user.languages?.[id]?.companions?.includes(main)) {
      const details = { expected: "servers beside the only one of the language", actual: `"${main}"` };
      inconsistencies.push({ keys: ["languages", id, "companions"], ...details, skippedPart: "that name" });
    }
    const { formatter } = user.languages?.[id] ?? {};
    if (formatter && !companions.includes(formatter)) {
      const expected = "one of the companions of the language";
      const details = { expected, actual: `"${formatter}"`, skippedPart: "the formatter" };
      inconsistencies.push({ keys: ["languages", id, "formatter"], ...details });
    }
    languages.set(id, {
      extensions: [],
      filenames: [],
      aliases: [],
      ...entry,
      servers: names.filter((name) => servers.has(name)),
    });
  }
  // In reverse, as each server is put in front of the previous ones: the order of the file results.
  for (const name of Object.keys(user.servers ?? {}).reverse()) {
    const server = servers.get(name);
    if (server !== undefined && user.servers?.[name]?.languages) addToLanguages(server, languages, user);
  }
  for (const [id, entry] of Object.entries(user.languages ?? {}))
    for (const name of entry?.servers ?? []) addLanguage(id, name, servers);

  const grammars = new Map<string, GrammarEntry>();
  for (const [id, { wasm, ...rest }] of mergeSections(base.grammars, user.grammars)) {
    if (!wasm)
      inconsistencies.push({ keys: ["grammars", id], expected: "a wasm", actual: "none", skippedPart: "this grammar" });
    else grammars.set(id, { ...rest, wasm });
  }
  const indexes = buildLookups(languages, new Set(Object.keys(user.languages ?? {})));
  const folders = mergeSections(base.folders, user.folders);
  const clients = mergeSections(base.clients, user.clients);
  const own = new Set(Object.keys(user.servers ?? {}).filter((name) => servers.has(name)));
  return { servers, languages, grammars, folders, clients, isUntrusted: false, own, inconsistencies, ...indexes };
}

/** Leaves out `paths` and `read` with mistakes, which it adds to `found`. */
function withoutRemoteMistakes(
  name: string,
  entry: Partial<Server>,
  found: ConfigInconsistency[],
): Partial<Omit<Server, "command" | "match">> {
  const { paths, read, ...rest } = entry;
  const wrongPaths = paths && pathPairsProblem(paths);
  if (wrongPaths) {
    const details = { ...wrongPaths, skippedPart: "that field" };
    found.push({ keys: ["servers", name, "paths"], ...details });
  }
  const wrongRead = readingProblem(entry);
  if (wrongRead) found.push({ keys: ["servers", name, "read"], ...wrongRead, skippedPart: "that field" });
  return { ...rest, ...(paths && !wrongPaths && { paths }), ...(read && !wrongRead && { read }) };
}

/**
 * Puts a user's server in front of the others for its languages, so that it need not be listed
 * there, too. A list of servers that the user wrote stays as it is.
 */
function addToLanguages(server: Server, languages: Map<string, Language>, user: ServersFile): void {
  for (const id of server.languages) {
    if (user.languages?.[id] === null || user.languages?.[id]?.servers) continue;
    const language = languages.get(id) ?? { extensions: [], filenames: [], aliases: [], servers: [] };
    const others = language.servers.filter((name) => name !== server.name);
    languages.set(id, { ...language, servers: [server.name, ...others] });
  }
}

/** Adds a language to those of a server that the user has listed for it. */
function addLanguage(languageId: string, name: string, servers: Map<string, Server>): void {
  const server = servers.get(name);
  if (server === undefined || server.languages.includes(languageId)) return;
  servers.set(name, { ...server, languages: [...server.languages, languageId] });
}

/** Merges entries field by field. Null removes a field, an entry or a section. */
function mergeSections<T extends object>(
  base: Section<T> | null | undefined,
  user: Section<T> | null | undefined,
): Map<string, Partial<T>> {
  const merged = new Map<string, Partial<T>>();
  const layers = user === null ? [] : [base ?? {}, user ?? {}];
  for (const layer of layers) {
    for (const [key, entry] of Object.entries(layer)) {
      if (entry === null) merged.delete(key);
      else merged.set(key, withoutNulls<T>({ ...merged.get(key), ...entry }));
    }
  }
  return merged;
}

function withoutNulls<T extends object>(entry: { readonly [Key in keyof T]?: T[Key] | null }): Partial<T> {
  if (!Object.values(entry).includes(null)) return entry as Partial<T>;
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)) as Partial<T>;
}

/** Builds the look-up tables. The user's languages are entered last and so take precedence. */
function buildLookups(
  languages: ReadonlyMap<string, Language>,
  own: ReadonlySet<string>,
): Pick<Servers, "byFilename" | "byExtension" | "byAlias"> {
  const byFilename = new Map<string, string>();
  const byExtension = new Map<string, string>();
  const byAlias = new Map<string, string>();
  const ordered = [...languages].sort(([left], [right]) => Number(own.has(left)) - Number(own.has(right)));
  for (const [id, { filenames, extensions, aliases }] of ordered) {
    for (const name of filenames) byFilename.set(name, id);
    for (const extension of extensions) byExtension.set(extension, id);
    for (const alias of aliases) byAlias.set(alias, id);
  }
  return { byFilename, byExtension, byAlias };
}
