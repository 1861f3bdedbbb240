/**
 * Finds the environment of a project, as its developers have it, and what a server is told of it:
 * the rows `detect` of the server and `environment` of the language in servers.json. It reads only;
 * no program is run to find anything out.
 */

import { existsSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { groupDigits } from "../../text/printable.js";
import type {
  DetectRule,
  Environment,
  EnvironmentRule,
  Server,
  Servers,
  Settable,
  UsedEnvironment,
} from "../config/servers.js";
import { settingsIn } from "../config/settings.js";
import { isObject } from "../isObject.js";
import {
  type CandidateFolder,
  candidatesAt,
  foldersUpwards,
  isInWorkspace,
  realFolder,
  type SearchScope,
} from "./candidateFolders.js";
import { environmentReaders, type PlaceholderValues, type ReadEnvironment } from "./environmentReaders.js";
import { hasMark } from "./projectMarks.js";

/** What decides whether the rows of a server are used. */
export interface DetectOptions {
  readonly languages: Servers["languages"];
  /** Whether the user lets servers run commands of this workspace. */
  readonly mayRunTools: boolean;
}

/** Returns the environment of a server at a root: nothing in an untrusted workspace. */
export function detectEnvironment(server: Server, scope: SearchScope, options: DetectOptions): Environment {
  const { detect = [], restriction } = server;
  const { root: from, top } = scope;
  const uses: UsedEnvironment[] = [];
  const refused = new Set<string>();
  for (const row of restriction === undefined ? detect : []) {
    const rule = options.languages.get(row.find)?.environment;
    if (!rule || uses.some(({ find }) => find === row.find)) continue;
    if ((row.tools && !options.mayRunTools) || saidElsewhere(row, server, scope) !== undefined) continue;
    const found = findEnvironment(rule, scope, { isTold: row.set !== undefined });
    for (const each of found.refused) refused.add(each);
    if (!found.environment) continue;
    const { path, values, stamp } = found.environment;
    const set = filled(row.set ?? {}, values) as Settable | undefined;
    if (!set) continue;
    const { find, yields } = row;
    const own = { find, ...(yields && { yields }) };
    uses.push({ ...own, what: rule.what, path, set, stamp });
  }
  return { from, top, uses, refused: [...refused], configuration: configurationOf(server, scope) };
}

/** Describes the files whose change the server is started again for. */
function configurationOf({ restartOn = [] }: Pick<Server, "restartOn">, scope: SearchScope): string {
  const files = foldersUpwards(scope).flatMap((folder) => restartOn.map((name) => join(folder, name)));
  for (const file of files) scope.look(file);
  return stampOf(files);
}

/**
 * Returns the nearest folder, from that of a document up to the root of its server, that has an
 * environment of its own; the root if there is none below it, or a variable of the caller names one
 * for all. `scope.root` is the document's folder, and `scope.top` the root.
 */
export function nearestEnvironmentFolder(
  { detect = [], restriction }: Pick<Server, "detect" | "restriction">,
  scope: SearchScope,
  languages: DetectOptions["languages"],
): string {
  const rules = detect.flatMap(({ find }) => languages.get(find)?.environment ?? []).filter(({ nested }) => nested);
  const places = rules.flatMap((rule) => rule.places.map((place) => ({ ...place, marks: rule.marks })));
  const isNamed = places.some(({ variable }) => variable !== undefined && scope.env[variable]);
  if (restriction !== undefined || isNamed) return scope.top;
  const hasOwn = (folder: string) =>
    places.some(({ marks, ...place }) => {
      const candidates = candidatesAt(place, { ...scope, root: folder, top: folder }).flat();
      const paths = candidates.flatMap(({ path }) => marks.map((mark) => join(path, mark)));
      for (const path of paths) scope.look(path);
      return paths.some((path) => existsSync(path));
    });
  return foldersUpwards(scope).slice(0, -1).find(hasOwn) ?? scope.top;
}

/** Returns which settings of the user, or which file of the tool's own, say where it is. */
export function saidElsewhere(
  { yields = [], unless = [] }: Pick<DetectRule, "yields" | "unless">,
  server: Pick<Server, "name" | "settings">,
  scope: SearchScope,
): string | undefined {
  const setting = yields.find((path) => settingsIn(server.settings, path) !== undefined);
  if (setting !== undefined) return nameOfSetting(setting, server);
  for (const folder of foldersUpwards(scope)) {
    for (const mark of unless) scope.look(join(folder, mark.split("#", 1)[0] ?? ""));
    const found = unless.find((mark) => hasMark(folder, mark, scope.top));
    if (found !== undefined) return nameOfMark(found);
  }
  return undefined;
}

/** Names a setting of a server for its user. */
export function nameOfSetting(setting: string, { name }: Pick<Server, "name">): string {
  return `\`${setting}\` in the settings of ${name} in servers.json`;
}

/** Names the file of a mark, or its key. */
export function nameOfMark(mark: string): string {
  const [file = "", key] = mark.split("#", 2);
  return key === undefined ? file : `\`${key}\` in ${file}`;
}

interface FoundEnvironment {
  readonly path: string;
  readonly values: PlaceholderValues;
  readonly stamp: string;
}

/** Returns the first whole environment, and why others before it are not used. */
export function findEnvironment(
  rule: EnvironmentRule,
  scope: SearchScope,
  { isTold }: { readonly isTold: boolean },
): { readonly environment?: FoundEnvironment; readonly refused: readonly string[] } {
  const refused: string[] = [];
  for (const place of rule.places)
    for (const group of candidatesAt(place, scope)) {
      const marked = newestFirst(group, rule, scope);
      for (const [n, candidate] of marked.entries()) {
        // What a server finds by itself it uses, wherever that leads.
        const read = readCandidate(isTold ? candidate : { ...candidate, isInWorkspace: false }, rule, scope);
        if (read.kind === "broken") {
          refused.push(refusal(candidate.path, rule, read.why, scope));
          continue;
        }
        const marks = rule.marks.filter((mark) => mark !== ".").map((mark) => join(candidate.path, mark));
        const paths = [...new Set([...read.reads, ...marks])];
        for (const path of paths) scope.look(path);
        const environment = { path: candidate.path, values: read.values, stamp: stampOf(paths) };
        const others = othersBeside(candidate, marked.slice(n + 1), rule, scope);
        return { environment, refused: [...refused, ...others] };
      }
    }
  return { refused };
}

/** The maximum number of other environments that are named. */
const MAX_OTHERS = 2;

/** Says which environments of the workspace are beside the one that is used. */
function othersBeside(
  { path, isInWorkspace }: CandidateFolder,
  others: readonly CandidateFolder[],
  { reads, ...rule }: EnvironmentRule,
  { top }: SearchScope,
): readonly string[] {
  if (others.length === 0 || !isInWorkspace) return [];
  const named = others.slice(0, MAX_OTHERS).map((each) => displayPath(each.path, top));
  const left = others.length - named.length;
  const all = left > 0 ? `${named.join(", ")} and ${groupDigits(left)} more` : named.join(" and ");
  const why = reads === "compilation database" ? "is newer" : "goes first";
  const are = others.length === 1 ? "is" : "are";
  return [`${all} ${are} not used, as ${displayPath(path, top)} ${why}.${wayToName(rule)}`];
}

/** Returns the candidates with one of the marks; of databases, the newest first. */
function newestFirst(
  group: readonly CandidateFolder[],
  { marks, reads }: EnvironmentRule,
  { look }: SearchScope,
): readonly CandidateFolder[] {
  const marked = group.flatMap((candidate) => {
    const paths = marks.map((mark) => join(candidate.path, mark));
    for (const path of paths) look(path);
    const times = paths.flatMap((path) => modifiedAt(path) ?? []);
    return times.length === 0 ? [] : [{ candidate, time: times.reduce((left, right) => Math.max(left, right)) }];
  });
  if (reads === "compilation database") marked.sort((left, right) => right.time - left.time);
  return marked.map(({ candidate }) => candidate);
}

function readCandidate(candidate: CandidateFolder, rule: EnvironmentRule, scope: SearchScope): ReadEnvironment {
  const real = realFolder(candidate.path);
  if (real === undefined) return { kind: "broken", why: "it is no folder" };
  if (candidate.isInWorkspace && !isInWorkspace(real, scope))
    return { kind: "broken", why: `it leads out of the workspace, to ${real}` };
  return environmentReaders[rule.reads ?? "none"](candidate.path, scope);
}

function refusal(path: string, rule: EnvironmentRule, why: string, { top }: SearchScope): string {
  return `${displayPath(path, top)} is not used as ${rule.what}: ${why}.${wayToName(rule)}`;
}

function wayToName({ places }: Pick<EnvironmentRule, "places">): string {
  const variable = places.find((place) => place.variable !== undefined)?.variable;
  return variable === undefined ? "" : ` Name another one with ${variable}.`;
}

/** Returns a path in the workspace without that of the folder. */
export function displayPath(path: string, top: string): string {
  const inTop = relative(top, path);
  return inTop === "" || inTop.startsWith("..") ? path : inTop;
}

/** Describes files and folders so that the text differs after a change. */
export function stampOf(paths: Iterable<string>): string {
  return [...paths].map((path) => `${path} ${stateOf(path)}`).join("\n");
}

function stateOf(path: string): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? "-" : `${stats.ino}:${stats.size}:${stats.mtimeMs}`;
  } catch {
    return "-";
  }
}

function modifiedAt(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  } catch {
    return undefined;
  }
}

/**
 * Fills the placeholders in the texts of a value; one that is a whole item of a list may stand for
 * several. Undefined if one of them is not known.
 */
function filled(value: unknown, values: PlaceholderValues): unknown {
  if (typeof value === "string") {
    const names = [...value.matchAll(/\$\{(\w+)\}/g)].map(([, name = ""]) => name);
    if (names.some((name) => typeof values[name] !== "string")) return undefined;
    return value.replace(/\$\{(\w+)\}/g, (_all, name: string) => values[name] as string);
  }
  if (Array.isArray(value)) {
    const items = value.flatMap((item: unknown) => {
      const list = typeof item === "string" ? values[/^\$\{(\w+)\}$/.exec(item)?.[1] ?? ""] : undefined;
      return Array.isArray(list) ? (list as readonly unknown[]) : [filled(item, values)];
    });
    return items.includes(undefined) ? undefined : items;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, filled(each, values)] as const);
  return entries.some(([, each]) => each === undefined) ? undefined : Object.fromEntries(entries);
}
