/** The servers and languages of this user: servers.json as shipped, with the user's own laid over it. Nothing is read from the workspace. */

import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import shippedFile from "../../../servers.json" with { type: "json" };
import { errorMessage } from "../../error.js";
import {
  type GrammarEntry,
  type Language,
  type Section,
  type Server,
  type Servers,
  type ServersFile,
  suggestName,
} from "./servers.js";
import type { ProblemDetails } from "./serversFile.js";

export interface LoadServersOptions {
  /** `--servers`. */
  readonly path?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
}

/** The servers there are for this user. Never throws: what is wrong with the user's file is in `problems`. */
export async function loadServers(options: LoadServersOptions = {}): Promise<Servers> {
  const home = options.home ?? homedir();
  const { path, isExplicit } = userServersFile(options, home);
  if (!isExplicit && !existsSync(path)) return shippedServers();
  // The checker costs more to load than all the rest together: only who has a file pays for it.
  const { checkServersFile, configProblem } = await import("./serversFile.js");
  let text: string;
  try {
    text = decodeText(readFileSync(path));
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

/** UTF-8, or what its byte order mark says: PowerShell 5 writes UTF-16 when told `>`. */
function decodeText(bytes: Buffer): string {
  const mark = bytes.toString("latin1", 0, 2);
  const encoding = mark === "\xff\xfe" ? "utf-16le" : mark === "\xfe\xff" ? "utf-16be" : "utf-8";
  // It takes the mark away.
  return new TextDecoder(encoding).decode(bytes);
}

function reasonOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
      return "no file of that name";
    case "EISDIR":
      return "a folder";
    case "EACCES":
    case "EPERM":
      return "one whose permissions don't allow it";
    default:
      return errorMessage(error);
  }
}

/** Only what is shipped: no file is looked for, nothing is awaited. */
export function shippedServers(): Servers {
  const { inconsistencies: _, ...servers } = mergeConfigs(shipped, {});
  return { ...servers, problems: [] };
}

// JSON's inferred type is one of literals without optional fields; that the file fits the schema is a test.
const shipped = shippedFile as unknown as ServersFile;

/** Which file is the user's, and whether it was asked for by name, so that its absence is worth a word. */
export function userServersFile(
  options: LoadServersOptions = {},
  home = options.home ?? homedir(),
): { readonly path: string; readonly isExplicit: boolean } {
  const env = options.env ?? process.env;
  const named = options.path ?? env["LSP_LOCATE_SERVERS"];
  if (named) return { path: named, isExplicit: true };
  const isWindows = (options.platform ?? process.platform) === "win32";
  const folder = isWindows
    ? env["APPDATA"] || join(home, "AppData", "Roaming")
    : env["XDG_CONFIG_HOME"] || join(home, ".config");
  return { path: join(folder, "lsp-locate", "servers.json"), isExplicit: false };
}

/** What fits the schema and still makes no sense. */
interface ConfigInconsistency extends ProblemDetails {
  readonly keys: readonly string[];
}

function mergeConfigs(
  base: ServersFile,
  user: ServersFile,
): Omit<Servers, "file" | "problems"> & { readonly inconsistencies: readonly ConfigInconsistency[] } {
  const inconsistencies: ConfigInconsistency[] = [];
  const servers = new Map<string, Server>();
  for (const [name, entry] of mergeSections(base.servers, user.servers)) {
    const { command, match, ...rest } = entry;
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
        remote: false,
        ...rest,
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
    languages.set(id, {
      extensions: [],
      filenames: [],
      aliases: [],
      ...entry,
      servers: names.filter((name) => servers.has(name)),
    });
  }
  // The last one goes in front of the others first, so that they stand in the order of the file.
  for (const name of Object.keys(user.servers ?? {}).reverse()) {
    const server = servers.get(name);
    if (server !== undefined && user.servers?.[name]?.languages) addToLanguages(server, languages, user);
  }

  const grammars = new Map<string, GrammarEntry>();
  for (const [id, { wasm, ...rest }] of mergeSections(base.grammars, user.grammars)) {
    if (!wasm)
      inconsistencies.push({ keys: ["grammars", id], expected: "a wasm", actual: "none", skippedPart: "this grammar" });
    else grammars.set(id, { ...rest, wasm });
  }
  const indexes = buildLookups(languages, new Set(Object.keys(user.languages ?? {})));
  const own = new Set(Object.keys(user.servers ?? {}).filter((name) => servers.has(name)));
  return { servers, languages, grammars, own, inconsistencies, ...indexes };
}

/**
 * A server whose languages the user names serves them without being listed there a second time, before those that are shipped: somebody took the
 * trouble. A list of servers that the user wrote stays as it is.
 */
function addToLanguages(server: Server, languages: Map<string, Language>, user: ServersFile): void {
  for (const id of server.languages) {
    if (user.languages?.[id] === null || user.languages?.[id]?.servers) continue;
    const language = languages.get(id) ?? { extensions: [], filenames: [], aliases: [], servers: [] };
    const others = language.servers.filter((name) => name !== server.name);
    languages.set(id, { ...language, servers: [server.name, ...others] });
  }
}

/** Field by field; null takes a field or a whole entry away. */
function mergeSections<T extends object>(
  base: Section<T> | null | undefined,
  user: Section<T> | null | undefined,
): Map<string, Partial<T>> {
  const merged = new Map<string, Partial<T>>();
  // A section that is null as a whole is taken away as a whole.
  const layers = user === null ? [] : [base ?? {}, user ?? {}];
  for (const layer of layers) {
    for (const [key, entry] of Object.entries(layer)) {
      if (entry === null) merged.delete(key);
      else {
        const fields = Object.entries({ ...merged.get(key), ...entry }).filter(([, value]) => value !== null);
        merged.set(key, Object.fromEntries(fields) as Partial<T>);
      }
    }
  }
  return merged;
}

/** What the user's own languages claim, they get: they are entered last. */
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
