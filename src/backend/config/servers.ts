/** The language servers and languages that servers.json describes, and the look-ups in them. */

import { looseSimilarity } from "../../locate/similarity.js";
import type { PositionEncoding } from "../../text/encoding.js";
import type { ReadyRule } from "../readiness/readyRule.js";

/** A server as servers.json describes it. Without `ready`, the default rule applies. */
export interface Server {
  readonly name: string;
  /** The program and its arguments; never empty. */
  readonly command: readonly string[];
  /**
   * A command that exits with 0 if the server is installed, if the program alone does not show it.
   */
  readonly check?: readonly string[];
  /** Programs that it starts itself, with the commands that install them. */
  readonly requires?: Readonly<Record<string, string>>;
  readonly languages: readonly string[];
  /**
   * File or folder names that mark a root, best first. `*.sln` matches any name that ends with
   * `.sln`, `pyproject.toml#tool.pyright` a file with that table.
   */
  readonly rootMarkers: readonly string[];
  /** The same for files that configure this server alone. */
  readonly configFiles?: readonly string[];
  /** Which folder with a marker is the root; `outermost` by default. */
  readonly root?: "outermost" | "nearest" | "workspace";
  readonly initializationOptions?: unknown;
  /** The documents that are in no file, and how they are read. */
  readonly contents?: readonly ContentRule[];
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Added to this program's environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly ready?: ReadyRule | "at once";
  readonly install?: string;
  /** The version that was measured; true for the embedded server, false if none was. */
  readonly tested: TestedVersion | boolean;
  /** The server runs on another machine or in a container, where this process id is meaningless. */
  readonly remote: boolean;
  /** Folders here and where the server has them, if it runs on another file system. */
  readonly paths?: readonly PathPair[];
  /** How files of that file system are read that are in none of these folders. */
  readonly read?: RemoteRule["read"];
  readonly shell?: RemoteRule["shell"];
  readonly readable?: RemoteRule["readable"];
  readonly encoding?: PositionEncoding;
  readonly match: { readonly words: readonly string[]; readonly serverInfo: readonly string[] };
  readonly methods?: readonly string[];
  /** The server completes only for clients that declare snippets. */
  readonly needsSnippets?: boolean;
  /** The server requests its settings when it starts: it is not notified of them then. */
  readonly requestsSettings?: boolean;
  /** How it learns of files that change on disk. */
  readonly fileEvents?: FileEventsRule;
  /** How its pushed diagnostics settle, in agent mode. */
  readonly diagnostics?: DiagnosticsRule;
  /**
   * Which texts it checks those against that refer to them: those that it was sent (`overlay`), or
   * the files (`disk`). Absent where that was not measured.
   */
  readonly verdict?: "folders" | "files" | "overlay" | "disk" | "none";
  /** Its commands that write files themselves, without an edit for the client. */
  readonly writingCommands?: readonly string[];
  /** Arguments of the command without which `verdict` does not hold. */
  readonly verdictNeeds?: readonly string[];
  /** What it does not check, in other files, of changed ones. */
  readonly verdictGap?: {
    /** Regular expressions for their paths and texts. */
    readonly inFiles: string;
    readonly withText: string;
    /** Why, as a clause. */
    readonly why: string;
  };
  /** A regular expression for the log message by which it tells that its worker has ended. */
  readonly workerExit?: string;
  /** A regular expression for the message of the error that it gives to each further request. */
  readonly brokenError?: string;
  /** A regular expression for the message of an error after which a request may succeed again. */
  readonly transientError?: string;
  /**
   * What keeps the server from running code of an untrusted workspace; a string says why it is not
   * started there. A server without it is not started either.
   */
  readonly untrusted?: Safeguards | string;
  /** Present in an untrusted workspace. */
  readonly restriction?: Restriction;
  /** The server works only beside another one, which it asks through the client. */
  readonly bridge?: BridgeRule;
  /** The methods that it is asked for beside another server; all that it announces by default. */
  readonly offers?: readonly string[];
  /** Beside another server it gets only documents that one of these files is above. */
  readonly when?: readonly string[];
  /** The installed servers that are started beside this one. */
  readonly companions?: readonly Companion[];
  /** What it is told of the environments that are found for its root. */
  readonly detect?: readonly DetectRule[];
  /**
   * Names of files, in its root or above, that it does not read again in time: it is started again
   * when one of them changes.
   */
  readonly restartOn?: readonly string[];
  /** What was found for its root; its settings, options and variables have it already. */
  readonly environment?: Environment;
}

/** What a server is told of an environment. Of one language, the first rule counts. */
export interface DetectRule {
  /** The id of a language, whose `environment` says where to look. */
  readonly find: string;
  /** Files beside which nothing is set, as they say it themselves: `pyrightconfig.json#venv`. */
  readonly unless?: readonly string[];
  /** Settings by dotted path: where the user or the client gives one of them, nothing is set. */
  readonly yields?: readonly string[];
  /** The server then runs a command of the workspace, which the user has to allow. */
  readonly tools?: boolean;
  /**
   * Texts in it have the placeholders of what was found. Absent where the server finds it by
   * itself.
   */
  readonly set?: Settable;
}

/** What servers.json and environments set for a server. */
export interface Settable {
  readonly initializationOptions?: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Where the environment of a project in a language may be. */
export interface EnvironmentRule {
  /** What is found, as a noun. */
  readonly what: string;
  /** The places, best first. */
  readonly places: readonly EnvironmentPlace[];
  /** Paths in such a folder, one of which has to exist. */
  readonly marks: readonly string[];
  /** How it is read: whether it is whole, what is in it, and the values of placeholders. */
  readonly reads?: EnvironmentKind;
  /** Whether folders in a project may each have one of their own, as the packages of a monorepo. */
  readonly nested?: boolean;
  /** The commands that make one, each by the file beside which it is run; best first. */
  readonly make?: Readonly<Record<string, string>>;
}

/** The environments whose content is known, by what they hold. */
export type EnvironmentKind = "packages" | "node packages" | "compilation database" | "jdk";

/** One of: folders, a variable, a file, or folders of the user's; a file with such folders. */
export interface EnvironmentPlace {
  /**
   * Folders in the root or above it, in the workspace, the nearest first. A `*` stands for any part
   * of one name.
   */
  readonly folders?: readonly string[];
  /** A variable with the path of the folder; a relative one is relative to the root. */
  readonly variable?: string;
  /** A file in the same folders with the path of an interpreter: there, or in `outside`. */
  readonly file?: string;
  /**
   * Folders outside, which a tool names after the project: `${cache}`, `${data}` and `${home}` are
   * the user's folders, `${name}` and `${folder}` the names of the project and of its folder,
   * `${hash:<file>}` is a hash of a path in it, by SHA-256, and `${md5:<file>}` one by MD5.
   */
  readonly outside?: readonly string[];
  /**
   * The files that say which of them is wanted, by the version of Java: `<file>`, or
   * `<file>#<key>`.
   */
  readonly version?: readonly string[];
}

/** What was found for a server. */
export interface Environment {
  /** The folder from which it was looked for upwards, and the workspace folder: absolute paths. */
  readonly from: string;
  readonly top: string;
  readonly uses: readonly UsedEnvironment[];
  /** What was found and is not used, with the reason: sentences. */
  readonly refused: readonly string[];
  /** Describes the files of `restartOn`: it differs after a change of one. */
  readonly configuration: string;
}

export interface UsedEnvironment extends Pick<DetectRule, "find" | "yields"> {
  readonly what: string;
  /** An absolute path. */
  readonly path: string;
  readonly set: Settable;
  /** Describes the content: it differs after an installation. Empty for what is noticed. */
  readonly stamp: string;
}

/** A folder here, and the path by which a server sees it. Both are absolute. */
export interface PathPair {
  readonly local: string;
  readonly remote: string;
}

/** What servers.json says of a server that runs on another file system. */
export interface RemoteRule {
  /** The name of the server, for messages. */
  readonly name: string;
  readonly paths: readonly PathPair[];
  /** A command that prints a file; in its words, `{path}` stands for an absolute path. */
  readonly read?: readonly string[] | undefined;
  /** Quotes the path for a shell on the other side, through which the command goes. */
  readonly shell?: "posix" | undefined;
  /** The folders in which files may be read; any by default. */
  readonly readable?: readonly string[] | undefined;
}

/** Returns the rule of a server with `paths`; undefined for one that sees our own paths. */
export function remoteRuleOf({ name, paths, read, shell, readable }: Partial<RemoteRule>): RemoteRule | undefined {
  if (name === undefined || paths === undefined || paths.length === 0) return undefined;
  return { name, paths, read, shell, readable };
}

/** How a server gives the texts of documents that are in no file. */
export interface ContentRule {
  /** That of their URIs, in lower case. */
  readonly scheme: string;
  /** A regular expression that they match, where not all of the scheme are such documents. */
  readonly uriPattern?: string;
  /** The request. */
  readonly method: string;
  /**
   * Its params; in texts, `${uri}` is the URI, and a named group of the pattern what it matches,
   * with dots in place of slashes. By default `{ uri }`.
   */
  readonly params?: Readonly<Record<string, unknown>>;
  /** The field of the result that has the text; absent where the result is the text. */
  readonly result?: string;
  /** What makes the server name such URIs: merged for clients that declare that they read them. */
  readonly initializationOptions?: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** How a server asks the main server that it works beside, and what it answers. */
export interface BridgeRule {
  /** By name of a main server: what it is started with, in addition to its own entry. */
  readonly with: Readonly<Record<string, Pick<Server, "initializationOptions" | "settings">>>;
  /** The notification by which it asks: its params are an id, and the arguments of the command. */
  readonly notification: string;
  /** The notification for the response: its params are the id, and `body` of the result. */
  readonly response: string;
  /** A command of the main server. */
  readonly command: string;
  /** The LSP methods that it answers, about documents of its languages. */
  readonly methods?: readonly string[];
  /** Those that it answers where the main server's result is empty. */
  readonly fallbackMethods?: readonly string[];
}

/** A server beside another one, the main server, with the command that starts it here. */
export interface Companion {
  readonly server: Server;
  readonly command: readonly string[];
  /** The languages of the documents that it gets. */
  readonly languages: readonly string[];
  /** The methods for which it is asked; undefined for all that it announces. */
  readonly offers?: readonly string[] | undefined;
  /** Those for which it is asked before the main server. */
  readonly leads: readonly string[];
  /** How long its answer is waited for there before the main server is asked, if not 10 s. */
  readonly leadTimeoutMs?: number;
  /** The languages whose documents it formats, whatever the main server can do. */
  readonly formats: readonly string[];
  /** How the main server counts positions: this one has to do the same. */
  readonly encoding: PositionEncoding;
  /** How it asks the main server. */
  readonly channel?: Pick<BridgeRule, "notification" | "response" | "command"> | undefined;
}

/** The version of a server that was measured, and the day (`2026-11-23`). */
export interface TestedVersion {
  readonly version: string;
  readonly day: string;
}

/** How to tell that the diagnostics that a server pushes are complete. */
export interface DiagnosticsRule {
  /**
   * `version`: a publication with a version has all diagnostics of that version. `proof`: they are
   * complete when they equal those that tsserver answers with. `quiet`, the default: they are
   * complete after a quiet period.
   */
  readonly strategy?: "version" | "proof" | "quiet";
  /** Seconds without a message after which they are complete; 0.3 by default. */
  readonly quiet?: number;
  /** How the server is made to check a text again: by a `change` to the same text, the default. */
  readonly renew?: "change" | "open";
  /**
   * The server reports progress of its own while texts wait to be checked, and what it publishes
   * meanwhile may be what it knew before. Or it notifies of the `state` of the file with a `uri`:
   * the method, and a regular expression for the state of one that is checked.
   */
  readonly progress?: boolean | { readonly method: string; readonly idle: string };
  /** After a change that leaves the diagnostics as they are, the server publishes none. */
  readonly omitsUnchanged?: boolean;
  /**
   * Languages of whose files the server answers requests for diagnostics, though it does not
   * announce it: `textDocument/diagnostic`, or `tsserverCommand`.
   */
  readonly answers?: readonly string[];
  /** A command that passes requests to tsserver, for `proof`. */
  readonly tsserverCommand?: string;
  /**
   * A regular expression for the token of the progress of a check of the saved files, whose
   * diagnostics the server pushes beside those with which it answers requests.
   */
  readonly check?: string;
  /**
   * A regular expression for the code of a diagnostic about an import, an include or a module that
   * the server does not find; its range is that of the name.
   */
  readonly unresolved?: string;
}

/** How a server learns of files that change on disk, other than by its own registrations. */
export interface FileEventsRule {
  /** Glob patterns of files that it depends on and does not register for; watched in agent mode. */
  readonly watch?: readonly string[];
  /** Only `textDocument/didSave`, of any file, makes it check its open documents again. */
  readonly asSaved?: boolean;
}

/** What is known of a client, by the name that it gives in `initialize`. */
export interface ClientEntry {
  /** Whether sessions of this client are in agent mode. */
  readonly agent?: boolean;
  /** Capabilities that it declares and does not have: dotted paths in ClientCapabilities. */
  readonly falseClaims?: readonly string[];
  /** It answers no requests of servers. */
  readonly silent?: boolean;
  /**
   * How what an answer may leave out reaches its model, as a recorded exchange shows: as a note
   * beside the diagnostics of the document, or in the first item of the answer.
   */
  readonly doubts?: "diagnostics" | "items";
  /** How long it waits for a response, in milliseconds; 60,000 by default. */
  readonly timeoutMs?: number;
}

/** Values that take precedence over those of the client and of the entry. */
export interface Safeguards {
  readonly initializationOptions?: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Further arguments of the command. */
  readonly arguments?: readonly string[];
}

/** How a server is started in an untrusted workspace, or why it is not. */
export type Restriction =
  | ({ readonly kind: "limited" } & Safeguards)
  | { readonly kind: "refused"; readonly reason: string };

export interface Language {
  readonly extensions: readonly string[];
  readonly filenames: readonly string[];
  /** Other ids that editors use for it. */
  readonly aliases: readonly string[];
  /** Names of servers, in order of preference. Invariant: each is in `Servers.servers`. */
  readonly servers: readonly string[];
  /** Names of servers that run beside the one that serves it, in order. */
  readonly companions?: readonly string[];
  /** The companion that formats, whatever the main server can do. */
  readonly formatter?: string;
  /** SCIP indexes of code in this language, as absolute paths. */
  readonly indexes?: readonly string[];
  /** That questions across files go to the indexes also where a server is installed. */
  readonly prefer?: "index";
  /** Names of the files that list the folders of several projects, such as `go.work`. */
  readonly workspaceFiles?: readonly string[];
  readonly environment?: EnvironmentRule;
}

/** A folder of the user's file, with everything in it. */
export interface FolderEntry {
  /**
   * True unless it says false, which exempts a folder inside an untrusted one, or the entry has
   * `tools`.
   */
  readonly untrusted?: boolean;
  /** Whether servers may run commands of the workspace, such as the interpreter in `.venv`. */
  readonly tools?: boolean;
}

export interface GrammarEntry {
  readonly wasm: string;
  readonly queries?: string;
}

/**
 * A mistake in the user's file. `key` is dotted, or empty for the file as a whole; `lineNumber` is
 * 1-based.
 */
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
  /** By absolute path. */
  readonly folders: ReadonlyMap<string, FolderEntry>;
  /** By the name in `clientInfo`. */
  readonly clients: ReadonlyMap<string, ClientEntry>;
  /** The SCIP indexes of the command line, as absolute paths, and the commit that they are of. */
  readonly indexes?: { readonly paths: readonly string[]; readonly commit?: string | undefined };
  /** The mapping of the command line, for the server that it names. */
  readonly commandPaths?: readonly PathPair[];
  /** Whether these are the servers for an untrusted workspace. */
  readonly isUntrusted: boolean;
  /** Names of the servers with an entry in the user's file. */
  readonly own: ReadonlySet<string>;
  /**
   * The user's file, if it exists, and the mistakes in it. An invalid entry is skipped, the others
   * load.
   */
  readonly file?: string;
  readonly problems: readonly ConfigProblem[];
  readonly byFilename: ReadonlyMap<string, string>;
  readonly byExtension: ReadonlyMap<string, string>;
  /** As of FileLanguages. */
  readonly readsNotebooks?: boolean;
  readonly byAlias: ReadonlyMap<string, string>;
}

type Nullable<T> = { readonly [K in keyof T]?: T[K] | null };
export type Section<T> = Readonly<Record<string, Nullable<T> | null>>;
type Match = Nullable<Server["match"]>;

/** The shape of servers.json: everything is optional, and null removes an entry. */
export interface ServersFile {
  readonly servers?: Section<
    Omit<Server, "name" | "match" | "restriction" | "companions" | "environment"> & { match: Match }
  > | null;
  readonly languages?: Section<Language> | null;
  readonly grammars?: Section<GrammarEntry> | null;
  readonly folders?: Section<FolderEntry> | null;
  readonly clients?: Section<ClientEntry> | null;
  /** Names of variables; the key of a shared session reads them from the text. */
  readonly environment?: readonly string[] | null;
}

/** Returns the id in servers.json for an editor's language id, or undefined. */
export function resolveLanguageId(
  servers: Pick<Servers, "languages" | "byAlias">,
  languageId: string,
): string | undefined {
  return servers.languages.has(languageId) ? languageId : servers.byAlias.get(languageId);
}

/** The tables that finding the servers of a language takes. */
export type LanguageServers = Pick<Servers, "servers" | "languages">;

/** Returns the servers for a language, best first, installed or not. */
export function serversFor(servers: LanguageServers, languageId: string): readonly Server[] {
  const names = servers.languages.get(languageId)?.servers ?? [];
  return names.flatMap((name) => servers.servers.get(name) ?? []);
}

/** Returns the servers that run beside the one of a language, in order, installed or not. */
export function companionsFor(servers: LanguageServers, languageId: string): readonly Server[] {
  const names = servers.languages.get(languageId)?.companions ?? [];
  return names.flatMap((name) => servers.servers.get(name) ?? []);
}

/** Returns what marks the roots of a server. */
export function rootRuleOf(
  {
    languages,
    configFiles = [],
    rootMarkers,
    root = "outermost",
  }: Pick<Server, "languages" | "rootMarkers" | "root" | "configFiles">,
  servers: Pick<Servers, "languages">,
) {
  const workspaceFiles = languages.flatMap((id) => servers.languages.get(id)?.workspaceFiles ?? []);
  return { workspaceFiles: [...new Set(workspaceFiles)], configFiles, rootMarkers, root };
}

/** Returns what marks a project of any language. */
export function projectMarkersOf({ servers, languages }: LanguageServers) {
  const rootMarkers = [...servers.values()].flatMap((server) => [...(server.configFiles ?? []), ...server.rootMarkers]);
  const workspaceFiles = [...languages.values()].flatMap((language) => language.workspaceFiles ?? []);
  return { rootMarkers: [...new Set(rootMarkers)], workspaceFiles: [...new Set(workspaceFiles)] };
}

/** The embedded server's name in servers.json. */
export const EMBEDDED_SERVER_NAME = "embedded";

/** The name of the server over SCIP indexes, which runs beside another one. */
export const INDEX_SERVER_NAME = "scip";

/** Suggests the name most similar to an unknown one, as a question. Empty if none is similar. */
export function suggestName(name: string, names: Iterable<string>): string {
  const scored = [...names].map((one) => ({ one, score: looseSimilarity(name, one) }));
  const [best] = scored.filter(({ score }) => score >= 0.6).sort((left, right) => right.score - left.score);
  return best === undefined ? "" : `Did you mean ${best.one}?`;
}
