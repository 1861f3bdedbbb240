/** Which shared session a command belongs to: its key and its files. */

import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { MAX_SERVERS_FILE_BYTES, userServersFile } from "../backend/config/userFolder.js";
import { readWholeFileSync } from "../files/readFileSync.js";

export interface DaemonContext {
  /** The real path of the workspace. */
  readonly workspace: string;
  /** 16 hex digits. */
  readonly key: string;
  /** The options that a session is started with; `servers` is absolute. */
  readonly options: DaemonOptions;
  /** The path of main.js, which a session is started with; absent for the one next to this code. */
  readonly program?: string;
}

export interface ContextQuery {
  /** An absolute path. */
  readonly workspace: string;
  readonly options: DaemonOptions;
  /** An absolute path; `--servers` and `--scip` are relative to it. */
  readonly workingDirectory: string;
  readonly version: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Returns the real path of the workspace, and the key. Reads the user's servers.json. */
export function daemonContext(query: ContextQuery): DaemonContext {
  const { options, workingDirectory, version, env = process.env } = query;
  const workspace = realPath(query.workspace);
  return { workspace, ...daemonKey({ workspace, options, workingDirectory, version, env }) };
}

/** A folder that can't be resolved is named by its path. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that language servers depend on. */
const serverVariables: readonly string[] = [
  ...["PATH", "HOME", "LANG"],
  ...["VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONPATH", "PYENV_VERSION"],
  ...["GOPATH", "GOROOT", "GOFLAGS", "GOOS", "GOARCH", "GOWORK"],
  ...["JAVA_HOME", "JDK_HOME"],
  ...["CARGO_HOME", "RUSTUP_TOOLCHAIN", "RUSTFLAGS"],
  ...["NODE_PATH", "NODE_OPTIONS"],
  ...["CC", "CXX"],
];

/** Our own variables that change no answer; all others with our prefix belong to the key. */
const OWN_PREFIX = "LSP_LOCATE_";
const ownVariablesWithoutEffect: readonly string[] = [
  "LSP_LOCATE_DAEMON",
  "LSP_LOCATE_DAEMON_IDLE",
  "LSP_LOCATE_GUARD",
  "LSP_LOCATE_HOOKS",
];

/** The options that change the answers of a session; it is started with the same ones. */
const sessionOptionNames = [
  ...(["servers", "untrusted", "no-companions", "language", "agent", "no-agent", "scip", "commit"] as const),
] as const;
/** Those that are paths, relative to the working directory. */
const pathOptionNames: readonly string[] = ["servers", "scip"];

/** The values of these options; others may be present. */
type DaemonOptions = {
  readonly [Name in (typeof sessionOptionNames)[number]]?: string | boolean | undefined;
};

export interface KeyQuery {
  /** The real path of the workspace. */
  readonly workspace: string;
  readonly options: DaemonOptions;
  /** An absolute path; `--servers` is relative to it. */
  readonly workingDirectory: string;
  readonly version: string;
  readonly env: Environment;
}

/**
 * Returns the key, 16 hex digits, and the options with which its session is started. Reads the
 * user's servers.json. Commands share a session only if their keys are equal.
 */
export function daemonKey({ workspace, options: given, workingDirectory, version, env }: KeyQuery): {
  readonly key: string;
  readonly options: DaemonOptions;
} {
  const optionValue = (name: (typeof sessionOptionNames)[number]) => {
    const value = given[name];
    return typeof value === "string" && pathOptionNames.includes(name) ? resolve(workingDirectory, value) : value;
  };
  const set = sessionOptionNames.map((name) => [name, optionValue(name)] as const);
  const named = optionValue("servers");
  const { path } = userServersFile({ path: typeof named === "string" ? named : undefined, env });
  const content = path === undefined ? undefined : readIfPossible(path);
  const variables = [...serverVariables, ...ownVariables(env), ...variablesOf(content)];
  const facts = [
    workspace,
    version,
    set,
    [...new Set(variables)].sort().map((name) => [name, env[name] ?? null]),
    path ?? null,
  ];
  const hash = createHash("sha256").update(JSON.stringify(facts));
  if (content !== undefined) hash.update("\0").update(content);
  const options = Object.fromEntries(set.filter(([, value]) => value !== undefined));
  return { key: hash.digest("hex").slice(0, 16), options };
}

function readIfPossible(path: string): Buffer | undefined {
  try {
    return readWholeFileSync(path, { maxBytes: MAX_SERVERS_FILE_BYTES }).bytes;
  } catch {
    // The session reports what is wrong with it.
    return undefined;
  }
}

function ownVariables(env: Environment): readonly string[] {
  return Object.keys(env).filter((name) => name.startsWith(OWN_PREFIX) && !ownVariablesWithoutEffect.includes(name));
}

/**
 * Returns the names in `environment` of a servers.json. Does not parse it, which would take longer
 * than all the rest: lists in comments count, too.
 */
function variablesOf(content: Buffer | undefined): readonly string[] {
  if (content === undefined) return [];
  // A file in UTF-16 has a NUL in each letter.
  const text = content.toString("latin1").replaceAll("\0", "");
  const lists = [...text.matchAll(/"environment"\s*:\s*\[([^\]]*)\]/g)];
  return lists.flatMap(([, list = ""]) => [...list.matchAll(/"([^"\\]+)"/g)].map(([, name]) => name as string));
}
