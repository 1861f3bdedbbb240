/**
 * Decides which occurrences of a name may be uses of a symbol that an answer leaves out. Pure: it
 * works on what scopes say about a name and on the places of the answer.
 */

import { factsOf } from "../../languages/languages.js";
import type { NameInfo } from "../../syntax/scopes/nameInfo.js";

/** The properties that decide what a name means. `occurrences` may be empty for a free name. */
type NameFacts = Pick<
  NameInfo,
  "name" | "reach" | "definitions" | "occurrences" | "import" | "receiver" | "origin" | "isMember" | "shorthand"
>;

/** The name that a request is about, or an occurrence of the same word, with its file. */
export interface NameInFile {
  readonly name: NameFacts;
  /** Absolute. */
  readonly path: string;
  readonly languageId: string;
}

/** Returns whether a place of the answer covers an offset in the candidate's file. */
export type IsInAnswer = (offset: number) => boolean;

/** Whether an occurrence may be a use of the target, as far as syntax and scopes show. */
export function mayRefer(candidate: NameInFile, target: NameInFile, isInAnswer: IsInAnswer): boolean {
  const { name, languageId } = candidate;
  const isMemberTarget = isMember(target.name);
  if (isMemberTarget && isShorthandProperty(candidate)) return name.import === undefined || mayImport(name, target);
  if (!isMemberTarget && name.origin) return mayImportFrom(name.origin.source, target);
  switch (name.reach) {
    case "local":
      return isSameBinding(candidate, target);
    case "member":
    case "file": {
      if (isSameBinding(candidate, target)) return true;
      if (target.path === candidate.path && target.name.definitions.length > 0) return false;
      // It is another declaration of that name, unless the answer has one of its occurrences.
      const isKnown = [...name.definitions, ...name.occurrences].some(({ from }) => isInAnswer(from));
      return isKnown || factsOf(languageId).hasForwardDeclarations;
    }
    case "import":
      return !isMemberTarget && mayImport(name, target);
    case "free":
      if (isMemberTarget) {
        if (name.receiver?.import?.isRequired) return mayImport(name.receiver, target);
        if (isModule(name.receiver)) return false;
        return name.isMember || !factsOf(languageId).hasExplicitReceivers;
      }
      if (!name.isMember) return !factsOf(languageId).hasFolderPackages || isInSameFolder(candidate.path, target.path);
      if (name.receiver?.import) return mayImport(name.receiver, target);
      return !factsOf(languageId).hasExplicitReceivers || factsOf(languageId).hasQualifiedPaths;
  }
}

/** Whether a name is that of a member of a type, or is accessed as one. */
export function isMember({ reach, isMember }: Pick<NameInfo, "reach" | "isMember">): boolean {
  return reach === "member" || isMember;
}

/**
 * Whether an occurrence is also the name of a property or field, `{ x }`. The import of a module's
 * name is none, unless the module may be any object.
 */
export function isShorthandProperty({ name, languageId }: Omit<NameInFile, "path">): boolean {
  if (name.shorthand === undefined || !factsOf(languageId).hasShorthandProperties) return false;
  return name.import === undefined || (name.shorthand === "pattern" && name.import.isRequired === true);
}

/** Whether a receiver is a module imported as a whole, so that its names are not type members. */
function isModule(receiver: NameFacts["receiver"]): boolean {
  return receiver?.import !== undefined && receiver.import.original === undefined;
}

/** Whether two files are in the same folder, and so in the same Go package. */
function isInSameFolder(one: string, other: string): boolean {
  const folderOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return folderOf(one) === folderOf(other);
}

function isSameBinding(candidate: NameInFile, target: NameInFile): boolean {
  const [definition] = target.name.definitions;
  return (
    candidate.path === target.path &&
    definition !== undefined &&
    candidate.name.definitions[0]?.from === definition.from
  );
}

function mayImport(name: Pick<NameInfo, "import">, target: NameInFile): boolean {
  return mayImportFrom(name.import?.source, target);
}

/**
 * Whether an import from `source` may resolve to the target. A relative module may re-export it, so
 * it always may; the name of any other must share a word with the path of the target's file.
 */
function mayImportFrom(source: string | undefined, { name, path }: NameInFile): boolean {
  if (source === undefined || source === "" || source.startsWith(".")) return true;
  if (name.reach === "import") return name.import?.source === source || !name.import?.source.includes("/");
  if (name.reach === "free") return true;
  const words = new Set(wordsOf(path.replace(/\.\w+$/, "")));
  return wordsOf(source).some((word) => words.has(word));
}

function wordsOf(path: string): readonly string[] {
  return path
    .toLowerCase()
    .split(/[\\/.:@]+/)
    .filter((word) => word !== "");
}

/** Returns the number of folders between two files; the smaller, the nearer. */
export function distanceBetween(one: string, other: string): number {
  const [a, b] = [one.split(/[\\/]/), other.split(/[\\/]/)];
  let common = 0;
  while (common < a.length && common < b.length && a[common] === b[common]) common++;
  return a.length + b.length - 2 * common;
}
