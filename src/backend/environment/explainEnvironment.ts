/**
 * Says what is known of the environment where a server does not find what a file imports: which one
 * it was told of, where else the package is, and how to make or name another.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { escapeLine, groupDigits } from "../../text/printable.js";
import type { DetectRule, EnvironmentKind, EnvironmentRule, Server, Servers } from "../config/servers.js";
import { entryNames, foldersUpwards, type SearchScope, searchScope } from "./candidateFolders.js";
import { displayPath, nameOfMark, nameOfSetting, saidElsewhere } from "./detectEnvironment.js";
import { environmentReaders, hasPackage, packageOf } from "./environmentReaders.js";
import { hasMark } from "./projectMarks.js";
import { describeEnvironment } from "./watchedEnvironment.js";

/** The maximum number of names that are listed. */
const MAX_NAMES = 3;

/** What the sentences are about. */
interface Explained {
  readonly server: Server;
  readonly row: DetectRule;
  readonly rule: EnvironmentRule;
  readonly scope: SearchScope;
}

/** Returns what was found for a server, and what is not used of it, or not found: sentences. */
export function explainEnvironment(server: Server, servers: Pick<Servers, "languages">): readonly string[] {
  const { environment, restriction } = server;
  const explained = explainedOf(server, servers);
  const said = describeEnvironment(server);
  if (explained === undefined || environment?.uses.some(({ find }) => find === explained.row.find)) return said;
  const { what } = explained.rule;
  if (restriction !== undefined) return [`The workspace is untrusted, so no ${what} is looked for in it.`];
  return [...said, ...(otherSource(explained) ?? explainAbsence(explained))].map(escapeLine);
}

/**
 * Returns sentences on the environment of a server that does not find the given imports; undefined
 * where its environments say nothing of these. Reads the disk.
 */
export function explainUnresolved(
  imports: readonly string[],
  server: Server,
  servers: Pick<Servers, "languages">,
): string | undefined {
  const explained = explainedOf(server, servers);
  const kind = explained?.rule.reads;
  if (explained === undefined || kind === undefined) return undefined;
  const { rule, row, scope } = explained;
  const names = [...new Set(imports.flatMap((each) => packageOf(kind, each) ?? []))];
  const missing = names.filter((name) => !isOwnModule(name, kind, scope));
  if (missing.length === 0) return undefined;
  const first = `${server.name} does not find ${listNames(missing)}.`;
  if (server.restriction !== undefined)
    return `${first} The workspace is untrusted, so no ${rule.what} is looked for in it.`;
  const { uses = [], refused = [] } = server.environment ?? {};
  const used = uses.find(({ find }) => find === row.find)?.path;
  const rest =
    (used === undefined ? otherSource(explained) : undefined) ??
    findElsewhere(missing, explained, used) ??
    (used === undefined
      ? [...refused, ...explainAbsence(explained)]
      : [
          ...refused,
          `The ${rule.what} is ${displayPath(used, scope.top)}${lacks(missing, used, kind, scope)}.`,
          ...makingSentence("Install it", explained),
          ...namingSentence("Another one is named", explained),
        ]);
  return [first, ...rest].map(escapeLine).join(" ");
}

/** Returns what there is to say of the environment of a server: of the first kind that is read. */
function explainedOf(server: Server, { languages }: Pick<Servers, "languages">): Explained | undefined {
  const { detect = [], environment } = server;
  const row = detect.find(({ find }) => languages.get(find)?.environment?.reads !== undefined);
  const rule = row && languages.get(row.find)?.environment;
  if (environment === undefined || row === undefined || rule === undefined) return undefined;
  return { server, row, rule, scope: searchScope(environment.from, environment.top, () => {}) };
}

/** Says what else names the environment. */
function otherSource({ row, rule, server, scope }: Explained): readonly string[] | undefined {
  const elsewhere = saidElsewhere(row, server, scope);
  return elsewhere === undefined ? undefined : [`The ${rule.what} is the one of ${elsewhere}.`];
}

/** Says that none is found, where it was looked for, and how to make or name one. */
function explainAbsence(explained: Explained): readonly string[] {
  const { what, places } = explained.rule;
  const searched = places.flatMap(({ folders = [], file, version = [] }) => {
    return [...folders, ...(file === undefined ? [] : [file]), ...version.map((mark) => mark.split("#", 1)[0])];
  });
  const { root, top } = explained.scope;
  const above = root === top ? "" : " in its folder or above";
  return [
    `No ${what} is found${above}: ${searched.join(", ")}.`,
    ...makingSentence("Make one", explained),
    ...namingSentence("One elsewhere is named", explained),
  ];
}

/**
 * Whether an import that a server does not find may be one of the workspace's own, or leave the
 * rest of a file without meaning, as an include does.
 */
export function mayHideCode(name: string, server: Server, servers: Pick<Servers, "languages">): boolean {
  const { rule, scope } = explainedOf(server, servers) ?? {};
  if (rule?.reads === undefined || scope === undefined) return false;
  if (rule.reads === "compilation database") return true;
  return isOwnModule(packageOf(rule.reads, name) ?? name, rule.reads, scope);
}

/** Returns sentences on a server that has no compilation database; undefined for any other. */
export function explainWithoutDatabase(server: Server, servers: Pick<Servers, "languages">): string | undefined {
  const explained = explainedOf(server, servers);
  if (explained?.rule.reads !== "compilation database") return undefined;
  if (server.environment?.uses.some(({ find }) => find === explained.row.find)) return undefined;
  return otherSource(explained) ? undefined : explainAbsence(explained).map(escapeLine).join(" ");
}

/** Whether the name is that of a module in the project itself, whose absence is its own matter. */
function isOwnModule(name: string, kind: EnvironmentKind, scope: SearchScope): boolean {
  if (kind !== "packages") return false;
  const folders = foldersUpwards(scope).flatMap((folder) => [folder, join(folder, "src")]);
  return folders.some((folder) => existsSync(join(folder, name)) || existsSync(join(folder, `${name}.py`)));
}

function listNames(names: readonly string[]): string {
  const listed = names.slice(0, MAX_NAMES).map((name) => `"${name}"`);
  const left = names.length - listed.length;
  return `${listed.join(", ")}${left > 0 ? ` and ${groupDigits(left)} more` : ""}`;
}

function lacks(names: readonly string[], used: string, kind: EnvironmentKind, scope: SearchScope): string {
  const absent = names.filter((name) => hasPackage(kind, used, name, scope) === false);
  return absent.length === 0 ? "" : `, which does not have ${absent.length === 1 ? "it" : "them"}`;
}

/** Says by which command the environment is made or completed, if the project shows that. */
function makingSentence(act: string, { rule: { make = {} }, scope }: Explained): readonly string[] {
  for (const folder of foldersUpwards(scope)) {
    const [, command] = Object.entries(make).find(([mark]) => hasMark(folder, mark, scope.top)) ?? [];
    if (command === undefined) continue;
    const where = folder === scope.top ? "" : ` in ${displayPath(folder, scope.top)}`;
    return [`${act}${where} with \`${command}\`.`];
  }
  return [];
}

/** Says how to name one: by a variable and a setting, or by a file of the tool's own. */
function namingSentence(act: string, { rule, row, server }: Explained): readonly string[] {
  const detect = server.detect?.filter(({ find }) => find === row.find) ?? [];
  const [variable] = rule.places.flatMap(({ variable }) => variable ?? []);
  const [setting] = detect.flatMap(({ yields = [] }) => yields);
  const [mark] = detect.flatMap(({ unless = [] }) => unless).filter((each) => each.includes("#"));
  const ways = [
    ...(variable === undefined ? [] : [`the variable ${variable}`]),
    ...(setting === undefined ? [] : [nameOfSetting(setting, server)]),
  ];
  const all = ways.length > 0 || mark === undefined ? ways : [nameOfMark(mark)];
  return all.length === 0 ? [] : [`${act} with ${all.join(" or ")}.`];
}

/** How deep and how far other environments of the workspace are looked for. */
const MAX_LEVELS = 3;
const MAX_FOLDERS = 500;
const MAX_ELSEWHERE = 2;

/**
 * Says which environments of the workspace that are not used have what is missing; undefined where
 * none is known to. A folder of node's packages belongs to the files beside it alone.
 */
function findElsewhere(
  names: readonly string[],
  explained: Explained,
  used: string | undefined,
): readonly string[] | undefined {
  const { rule, scope } = explained;
  const { reads: kind, marks, what } = rule;
  if (kind === undefined || kind === "node packages") return undefined;
  const isOne = (folder: string) => marks.some((mark) => hasMark(folder, mark, scope.top));
  const found: string[] = [];
  let folders: readonly string[] = [scope.top];
  for (let level = 0, seen = 0; level < MAX_LEVELS && seen < MAX_FOLDERS; level++) {
    const below = folders.flatMap((folder) => entryNames(folder).map((name) => join(folder, name)));
    const next = below.slice(0, MAX_FOLDERS - seen);
    seen += next.length;
    for (const folder of next.filter((each) => each !== used && isOne(each))) {
      if (environmentReaders[kind](folder, scope).kind === "broken") continue;
      const held = names.filter((name) => hasPackage(kind, folder, name, scope) === true);
      const path = displayPath(folder, scope.top);
      if (held.length > 0) found.push(`${path} has ${listNames(held)}, and is not used for this file.`);
      else if (kind === "compilation database" && used === undefined) found.push(`There is a ${what} in ${path}.`);
    }
    folders = next.filter((folder) => !isOne(folder) && !/[\\/](?:node_modules|\.git)$/.test(folder));
  }
  if (found.length === 0) return undefined;
  return [...found.slice(0, MAX_ELSEWHERE), ...namingSentence("It is named", explained)];
}
