/** The language servers and languages that servers.json describes, and the look-ups in them. */

import { looseSimilarity } from "../../locate/similarity.js";
import type { PositionEncoding } from "../../text/encoding.js";
import type { ReadyRule } from "../readiness.js";

/** A server as servers.json describes it. Absent `ready` means the rule for servers we don't know. */
export interface Server {
  readonly name: string;
  /** The program and its arguments; never empty. */
  readonly command: readonly string[];
  /** A command that ends with 0 where the server is installed, for one whose program may be there without it. */
  readonly check?: readonly string[];
  readonly languages: readonly string[];
  /** File or folder names that mark a root, best first; `*.sln` stands for any such name. */
  readonly rootMarkers: readonly string[];
  /** It finds the projects in a workspace folder itself, and would miss what lies between them: in a session, that folder is the root. */
  readonly wholeFolder?: boolean;
  readonly initializationOptions?: unknown;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Added to our own environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly ready?: ReadyRule | "at once";
  readonly install?: string;
  readonly tested: boolean;
  /** It runs on another machine or in a container, where our process id means nothing. */
  readonly remote: boolean;
  readonly encoding?: PositionEncoding;
  readonly match: { readonly words: readonly string[]; readonly serverInfo: readonly string[] };
  readonly methods?: readonly string[];
}

export interface Language {
  readonly extensions: readonly string[];
  readonly filenames: readonly string[];
  /** Other ids that editors have for it. */
  readonly aliases: readonly string[];
  /** Names of servers, in order of preference. Invariant: each is in `Servers.servers`. */
  readonly servers: readonly string[];
}

export interface GrammarEntry {
  readonly wasm: string;
  readonly queries?: string;
}

/** Something in the user's file that can't be used. `key` is dotted, empty where it is the file as a whole; `lineNumber` is 1-based. */
export interface ConfigProblem {
  readonly file: string;
  readonly lineNumber: number;
  readonly key: string;
  readonly expected: string;
  readonly message: string;
}

export interface Servers {
  readonly servers: ReadonlyMap<string, Server>;
  readonly languages: ReadonlyMap<string, Language>;
  readonly grammars: ReadonlyMap<string, GrammarEntry>;
  /** Names of servers that the user's file has an entry for. */
  readonly own: ReadonlySet<string>;
  /** The user's file, if there is one, and what is wrong with it; what is wrong is left out, the rest holds. */
  readonly file?: string;
  readonly problems: readonly ConfigProblem[];
  readonly byFilename: ReadonlyMap<string, string>;
  readonly byExtension: ReadonlyMap<string, string>;
  readonly byAlias: ReadonlyMap<string, string>;
}

type Nullable<T> = { readonly [K in keyof T]?: T[K] | null };
export type Section<T> = Readonly<Record<string, Nullable<T> | null>>;
type Match = Nullable<Server["match"]>;

/** The shape of servers.json: all of it optional, null where something is taken away. */
export interface ServersFile {
  readonly servers?: Section<Omit<Server, "name" | "match"> & { match: Match }> | null;
  readonly languages?: Section<Language> | null;
  readonly grammars?: Section<GrammarEntry> | null;
}

/** The language of a file, by its name, then by the longest of its extensions; as written first, then in lower case. */
export function languageOf(servers: Pick<Servers, "byFilename" | "byExtension">, path: string): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const language = servers.byFilename.get(name);
  if (language !== undefined) return language;
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
    const extension = name.slice(dot);
    const found = servers.byExtension.get(extension) ?? servers.byExtension.get(extension.toLowerCase());
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The id under which servers.json knows a language that an editor calls so; undefined where it doesn't. */
export function resolveLanguageId(
  servers: Pick<Servers, "languages" | "byAlias">,
  languageId: string,
): string | undefined {
  return servers.languages.has(languageId) ? languageId : servers.byAlias.get(languageId);
}

/** What it takes to find the servers of a language. */
export type LanguageServers = Pick<Servers, "servers" | "languages">;

/** The servers for a language, best first, installed or not. */
export function serversFor(servers: LanguageServers, languageId: string): readonly Server[] {
  const names = servers.languages.get(languageId)?.servers ?? [];
  return names.flatMap((name) => servers.servers.get(name) ?? []);
}

/** What the embedded server is called in servers.json. */
export const EMBEDDED_SERVER_NAME = "embedded";

/** The name that is most like one that there isn't, as a question; empty where none is like it. */
export function suggestName(name: string, names: Iterable<string>): string {
  const scored = [...names].map((one) => ({ one, score: looseSimilarity(name, one) }));
  const [best] = scored.filter(({ score }) => score >= 0.6).sort((left, right) => right.score - left.score);
  return best === undefined ? "" : `Did you mean ${best.one}?`;
}
