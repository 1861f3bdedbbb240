/**
 * What a move changes where files say which package they are in: the clause of a moved file, the
 * imports of what it declares, and those that files need which named it without one.
 */

import { dirname, relative, sep } from "node:path";
import { isInside } from "../../../files/isInside.js";
import { factsOf, familyOf } from "../../../languages/languages.js";
import type { Replacement } from "../../../locate/edit/editRequest.js";
import type { ModuleFacts } from "../../../syntax/scopes/moduleFacts.js";
import { ignoreParseError } from "../../../syntax/syntax.js";
import { appendAll, getOrInsert } from "../../../text/list.js";
import type { Stretch } from "../../../text/stretch.js";
import { entriesIn } from "../../../workspace/disk/folderEntries.js";
import { offsetsOfWord } from "../../../workspace/parse/wordSearch.js";
import type { RequestContext } from "../../client/requestContext.js";
import { queryFilesWith } from "../../place/declarationQueries.js";
import { type DocumentVersion, toSyntaxText } from "../../place/syntaxView.js";
import { type Move, pathAfterMove } from "./movedFiles.js";

/** A text and its imports. */
export interface FileImports {
  readonly version: DocumentVersion;
  readonly facts: ModuleFacts;
}

/** A file with its imports, and its absolute path. */
export interface PackageFile extends FileImports {
  readonly path: string;
}

export interface PackageEdits {
  /** The changes of each file, in the order of its text, by its path. */
  readonly changes: ReadonlyMap<PackageFile, readonly Replacement[]>;
  /** Places that name a moved file and can't be rewritten. */
  readonly left: ReadonlyMap<PackageFile, readonly Stretch[]>;
  readonly isCut: boolean;
}

/** A moved file, and the packages that it is in before and after. */
interface MovedFile {
  readonly file: PackageFile;
  readonly own: string;
  readonly next: string;
  /** What it declares at its top level. */
  readonly names: readonly string[];
}

/** More files in the folder of a moved one are not searched for what it uses. */
const MAX_SIBLINGS = 500;
const MAX_USES = 1_000;
const MAX_FILES = 2_000;

/** Rewrites packages for the moved files of a language whose files have a statement for imports. */
export async function rewritePackages(
  move: Move,
  moved: readonly PackageFile[],
  read: (path: string) => Promise<PackageFile | undefined>,
  context: RequestContext,
): Promise<PackageEdits> {
  const changes = new Map<PackageFile, Replacement[]>();
  const left = new Map<PackageFile, Stretch[]>();
  const needed = new Map<PackageFile, Set<string>>();
  const files: MovedFile[] = [];
  let isCut = false;
  for (const file of moved) {
    const { clause, package: own } = file.facts;
    if (clause === undefined || own === undefined) continue;
    const next = packageAfter(own, file.path, pathAfterMove(file.path, move), separatorOf(file));
    if (next === undefined) getOrInsert(left, file, () => []).push(clause);
    else if (next !== own) {
      files.push({ file, own, next, names: await namesIn(file, context) });
      getOrInsert(changes, file, () => []).push({ from: clause.to - own.length, to: clause.to, insert: next });
    }
  }
  const isMoved = ({ path }: PackageFile) => isInside(path, move.from);
  for (const { file, own, next, names } of files) {
    const languages = familyOf(file.version.languageId);
    for (const name of names) {
      const found = await queryFilesWith(name, languages, context, move.from);
      isCut ||= found === undefined || found.paths.length > MAX_FILES;
      for (const path of found?.paths.slice(0, MAX_FILES) ?? []) {
        const user = await read(path);
        if (user === undefined || user.path === file.path) continue;
        const rewritten = importsOfName(user, own, next, new Set(names));
        for (const each of rewritten.changes)
          addOnce(
            getOrInsert(changes, user, () => []),
            each,
          );
        for (const each of rewritten.left)
          addOnce(
            getOrInsert(left, user, () => []),
            each,
          );
        const sees = user.facts.package === own || user.facts.wildcards.some(({ source }) => source === own);
        if (!isMoved(user) && sees && (await usesFreely(user, name, context)))
          getOrInsert(needed, user, () => new Set()).add(`${next}${separatorOf(user)}${name}`);
      }
    }
    for (const name of await namesBeside(file, own, { isMoved, read }, context))
      if (await usesFreely(file, name, context))
        getOrInsert(needed, file, () => new Set()).add(`${own}${separatorOf(file)}${name}`);
  }
  for (const [file, names] of needed) getOrInsert(changes, file, () => []).push(newImports(file, [...names].sort()));
  for (const list of changes.values()) list.sort((one, other) => one.from - other.from);
  return { changes, left, isCut };
}

function addOnce<Item extends Stretch>(list: Item[], item: Item): void {
  if (!list.some(({ from }) => from === item.from)) list.push(item);
}

function separatorOf({ version }: PackageFile): string {
  return factsOf(version.languageId).importStatement?.separator ?? ".";
}

/**
 * Returns the package of a file after a move, where the last words of the old one are the names of
 * its folders; undefined where they are not, or the new folder can't be named.
 */
export function packageAfter(own: string, from: string, to: string, separator: string): string | undefined {
  const folders = dirname(from).split(sep);
  const words = own.split(separator);
  let same = 0;
  while (same < words.length && words.at(-1 - same) === folders.at(-1 - same)) same++;
  const steps = relative(folders.slice(0, folders.length - same).join(sep) || sep, dirname(to)).split(sep);
  if (steps.length === 1 && steps[0] === "") steps.pop();
  if (dirname(from) === dirname(to)) return own;
  if (same === 0 || steps[0] === ".." || steps.some((step) => !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(step)))
    return undefined;
  const next = [...words.slice(0, words.length - same), ...steps].join(separator);
  return next === "" ? undefined : next;
}

/** Returns the names that a file declares at its top level. */
async function namesIn({ version }: PackageFile, { syntax, servers }: RequestContext): Promise<readonly string[]> {
  const trees = await syntax();
  const outline = (await trees.outline(toSyntaxText(version, trees, servers)).catch(ignoreParseError)) ?? [];
  const inside = outline.flatMap((each) => (/^(?:package|namespace|module)$/.test(each.kind) ? each.children : [each]));
  const names = [...outline, ...inside].filter(({ kind }) => !/^(?:package|namespace|module)$/.test(kind));
  return [...new Set(names.map(({ name }) => name))].filter((name) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name));
}

/** Returns the names of the package that files beside a moved one declare. */
async function namesBeside(
  { path, version }: PackageFile,
  own: string,
  {
    isMoved,
    read,
  }: { isMoved: (file: PackageFile) => boolean; read: (path: string) => Promise<PackageFile | undefined> },
  context: RequestContext,
): Promise<readonly string[]> {
  const found: string[] = [];
  const folder = dirname(path);
  for (const [name] of [...entriesIn(folder)].slice(0, MAX_SIBLINGS)) {
    const other = await read(`${folder}${sep}${name}`);
    if (other === undefined || isMoved(other) || other.facts.package !== own) continue;
    if (familyOf(version.languageId).includes(other.version.languageId))
      appendAll(found, await namesIn(other, context));
  }
  return found;
}

/** Whether a file uses a name that no scope or import of its own declares. */
async function usesFreely(
  { version }: PackageFile,
  name: string,
  { syntax, servers }: RequestContext,
): Promise<boolean> {
  if (offsetsOfWord(version.text.text, name, 1).length === 0) return false;
  const trees = await syntax();
  const uses = await trees.usesOf(toSyntaxText(version, trees, servers), name, MAX_USES).catch(ignoreParseError);
  return (uses ?? []).some(({ reach, isMember, receiver }) => reach === "free" && !isMember && receiver === undefined);
}

/** Rewrites the imports of what a package declares. */
function importsOfName(
  user: PackageFile,
  own: string,
  next: string,
  names: ReadonlySet<string>,
): { readonly changes: readonly Replacement[]; readonly left: readonly Stretch[] } {
  const { facts, version } = user;
  const { text } = version;
  const separator = separatorOf(user);
  const changes: Replacement[] = [];
  const left: Stretch[] = [];
  const isOfName = (source: string) => {
    const rest = source.startsWith(`${own}${separator}`) ? source.slice(own.length + separator.length) : undefined;
    return rest !== undefined && names.has(rest.split(separator)[0] ?? "");
  };
  for (const { source, from, to } of facts.sources) {
    const lead = source.startsWith(separator) ? separator.length : 0;
    const plain = source.slice(lead);
    const stretch = { from: from + lead, to: from + lead + own.length };
    if (isOfName(plain)) changes.push({ ...stretch, insert: next });
    if (plain !== own) continue;
    const line = text.lineAt(to);
    const taken = facts.imports.filter((each) => each.import.source === source && text.lineAt(each.from) === line);
    const ours = taken.filter((each) => names.has(each.import.original ?? ""));
    if (ours.length > 0 && ours.length === taken.length) changes.push({ ...stretch, insert: next });
    else if (ours.length > 0) left.push({ from, to });
  }
  for (const { source, from } of facts.wildcards)
    if (isOfName(source) && text.slice(from, from + own.length) === own)
      changes.push({ from, to: from + own.length, insert: next });
  // Names with their package, outside of imports.
  for (const name of names) {
    const qualified = `${own}${separator}${name}`;
    for (const from of offsetsOfWord(text.text, qualified, MAX_USES))
      if (!changes.some((each) => each.from === from) && !/^\s*(?:import|use|package)\b/.test(lineOf(text, from)))
        left.push({ from, to: from + qualified.length });
  }
  return { changes, left };
}

type Text = PackageFile["version"]["text"];

function lineOf(text: Text, offset: number): string {
  const line = text.lineAt(offset);
  return text.slice(text.lineFrom(line), text.lineTo(line));
}

/** Returns the insertion of imports after those that a file has, or after its clause. */
function newImports({ facts, version: { text, languageId } }: PackageFile, names: readonly string[]): Replacement {
  const { statement = "import {name}" } = factsOf(languageId).importStatement ?? {};
  const [word = ""] = statement.split(" ");
  const starts = [...facts.sources, ...facts.wildcards].map(({ from }) => from);
  const lines = starts.filter((from) => lineOf(text, from).startsWith(word)).map((from) => text.lineAt(from));
  const last = lines.length > 0 ? lines.reduce((one, other) => Math.max(one, other)) : undefined;
  const line = last ?? (facts.clause ? text.lineAt(facts.clause.to) : 0);
  const at = text.lineTo(line);
  const end = text.text.includes("\r\n") ? "\r\n" : "\n";
  const written = names.map((name) => end + statement.replace("{name}", () => name)).join("");
  return { from: at, to: at, insert: last === undefined ? end + written : written };
}
