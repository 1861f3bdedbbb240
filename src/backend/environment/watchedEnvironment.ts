/** The environment and the configuration of a server at a root, and whether they have changed. */

import { isDeepStrictEqual } from "node:util";
import { escapeLine } from "../../text/printable.js";
import type { Environment, Server } from "../config/servers.js";
import { mergeOptions } from "../config/settings.js";
import { searchScope } from "./candidateFolders.js";
import { type DetectOptions, detectEnvironment, stampOf } from "./detectEnvironment.js";

type KnownEnvironment = Pick<Environment, "uses" | "configuration">;

interface WatchedFolder {
  /** The folder from which it is looked for, and the workspace folder: absolute paths. */
  readonly root: string;
  readonly top: string;
}

export class WatchedEnvironment {
  readonly #entry: Server;
  readonly #folder: WatchedFolder;
  readonly #options: () => DetectOptions;
  /** The paths that the result depends on, and how they were. */
  #looked: ReadonlySet<string> = new Set();
  #stamp = "";
  /** What the server and its companions were told and have read. */
  #known: readonly KnownEnvironment[] = [];
  #revision = 0;
  #server: Server;

  /** `entry` is the server's in servers.json. */
  constructor(entry: Server, folder: WatchedFolder, options: () => DetectOptions) {
    this.#entry = entry;
    this.#folder = folder;
    this.#options = options;
    this.#server = this.#detect();
  }

  /** The entry with what was found. */
  get server(): Server {
    return this.#server;
  }

  /** The number of changes for which the server has to be started again. */
  get revision(): number {
    return this.#revision;
  }

  /** Looks again. Returns what has changed for which the server has to be started again. */
  review(): "environment" | "configuration" | undefined {
    if (stampOf(this.#looked) === this.#stamp) return undefined;
    const before = this.#known;
    this.#server = this.#detect();
    if (isDeepStrictEqual(this.#known, before)) return undefined;
    this.#revision++;
    const uses = (known: readonly KnownEnvironment[]) => known.map((each) => each.uses);
    return isDeepStrictEqual(uses(this.#known), uses(before)) ? "configuration" : "environment";
  }

  #detect(): Server {
    const looked = new Set<string>();
    const scope = searchScope(this.#folder.root, this.#folder.top, (path) => looked.add(path));
    const options = this.#options();
    const detect = (entry: Server) => withEnvironment(entry, detectEnvironment(entry, scope, options));
    const { companions } = this.#entry;
    const told = companions?.map((each) => ({ ...each, server: detect(each.server) }));
    const server = { ...detect(this.#entry), ...(told && { companions: told }) };
    this.#looked = looked;
    this.#stamp = stampOf(looked);
    this.#known = [server, ...(told ?? []).map((each) => each.server)].map(({ environment }) => ({
      uses: environment?.uses ?? [],
      configuration: environment?.configuration ?? "",
    }));
    return server;
  }
}

/** Returns the entry with what was found below its own values. */
export function withEnvironment(server: Server, environment: Environment): Server {
  const found = (name: "settings" | "initializationOptions" | "env") => {
    const values = environment.uses.map(({ set }) => set[name]).filter((value) => value !== undefined);
    const own: unknown = server[name];
    const merged = [...values, own].reduce((base: unknown, value) => mergeOptions(base, value), undefined);
    return merged === undefined ? {} : { [name]: merged };
  };
  return { ...server, ...found("settings"), ...found("initializationOptions"), ...found("env"), environment };
}

/** Whether two servers are told the same of their environments. */
export function hasSameEnvironment(one: Pick<Server, "environment">, other: Pick<Server, "environment">): boolean {
  return isDeepStrictEqual(one.environment?.uses ?? [], other.environment?.uses ?? []);
}

/** Returns what was found for a server, and what is not used of it: sentences. */
export function describeEnvironment({ environment }: Pick<Server, "environment">): readonly string[] {
  const uses = environment?.uses.map(({ what, path }) => `The ${what} is ${escapeLine(path)}.`) ?? [];
  return [...uses, ...(environment?.refused.map(escapeLine) ?? [])];
}
