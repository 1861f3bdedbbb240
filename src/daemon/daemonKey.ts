/**
 * The key of a shared session: everything that may change its answers. Commands share a session
 * only if their keys are equal.
 */

import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { MAX_SERVERS_FILE_BYTES, userServersFile } from "../backend/config/userServersFile.js";
import { readWholeFileSync } from "../files/readFileSync.js";

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
const sessionOptionNames = ["servers", "untrusted", "language", "agent", "no-agent"] as const;

/** The values of these options; others may be present. */
export type DaemonOptions = {
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
 * user's servers.json.
 */
export function daemonKey({ workspace, options: given, workingDirectory, version, env }: KeyQuery): {
  readonly key: string;
  readonly options: DaemonOptions;
} {
  const named = typeof given.servers === "string" ? resolve(workingDirectory, given.servers) : undefined;
  const set = sessionOptionNames.map((name) => [name, name === "servers" ? named : given[name]] as const);
  const { path } = userServersFile({ path: named, env });
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
