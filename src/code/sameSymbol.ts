/**
 * Judges whether a use of a name means a declaration, by what imports, receivers and scopes show.
 * Pure. The embedded server answers with what is shown; the completeness check doubts an answer
 * that lacks what is possible (`mayRefer`).
 */

import { basename, dirname } from "node:path";
import { factsOf } from "../languages/languages.js";
import type { NameInfo } from "../syntax/scopes/nameInfo.js";
import { moduleFit, parseModuleName, stemOf } from "./moduleName.js";

/**
 * `shown`: an import, a receiver or a scope leads to the declaration, or the language has nothing
 * that would. `possible`: nothing shows that it is something else. `excluded`: it is.
 */
export type UseVerdict = "shown" | "possible" | "excluded";

/** The properties that decide what a name means. `occurrences` may be empty for a free name. */
type NameFacts = Pick<
  NameInfo,
  | "name"
  | "reach"
  | "definitions"
  | "occurrences"
  | "import"
  | "receiver"
  | "callee"
  | "origin"
  | "isMember"
  | "shorthand"
>;

/** A name in a file. */
export interface NameInFile {
  readonly name: NameFacts;
  /** Absolute; undefined for a text that is in no file. */
  readonly path: string | undefined;
  readonly languageId: string;
}

/** The name whose uses are searched. */
export interface TargetName extends NameInFile {
  /** The names of the symbols around its declaration; undefined if they are not known. */
  readonly containerNames?: ReadonlySet<string> | undefined;
  /** What takes it as a parameter, if calls in other files may name it. */
  readonly callables?: ReadonlySet<string> | undefined;
  /** The only source from which files of other folders import it, where the language has one. */
  readonly importPath?: string | undefined;
}

/** Returns what a use means. `containers` are the names of the types that declare it, if any do. */
export function judgeUse(use: NameInFile, target: TargetName, containers: readonly string[] = []): UseVerdict {
  const { name, languageId } = use;
  if (isSameBinding(use, target)) return "shown";
  if (target.callables !== undefined) return judgeArgument(use, target, target.callables);
  const isMemberTarget = isMember(target.name);
  if (isMemberTarget && isShorthandProperty(use))
    return name.import === undefined ? "possible" : judgeSource(name.import.source, use, target);
  if (!isMemberTarget && name.origin) return judgeSource(name.origin.source, use, target);
  const { hasPrototypes } = factsOf(languageId);
  switch (name.reach) {
    case "local":
      return "excluded";
    case "member": {
      // A type may be declared in parts: `impl` blocks, partial classes, headers.
      if (target.name.reach !== "member") return shownIf(isMemberTarget);
      const isShared = containers.some((each) => target.containerNames?.has(each));
      return shownIf(isShared || hasPrototypes);
    }
    case "file":
      // A declaration in another file is another symbol, unless it may be a forward declaration.
      return shownIf(target.name.reach === "free" ? !target.name.isMember : hasPrototypes);
    case "import":
      return judgeImport(name.import, use, target);
    case "free":
      return isMemberTarget ? judgeMemberUse(use, target) : judgeFreeUse(use, target);
  }
}

/** Returns whether a place of the answer covers an offset in the candidate's file. */
export type IsInAnswer = (offset: number) => boolean;

/** Whether an occurrence may be a use of the target, as far as syntax and scopes show. */
export function mayRefer(candidate: NameInFile, target: TargetName, isInAnswer: IsInAnswer): boolean {
  const { name, languageId } = candidate;
  const isBound = name.reach === "member" || name.reach === "file";
  const isProperty = isMember(target.name) && isShorthandProperty(candidate);
  if (!isBound || isProperty || (!isMember(target.name) && name.origin))
    return judgeUse(candidate, target) !== "excluded";
  if (isSameBinding(candidate, target)) return true;
  if (target.path === candidate.path && target.name.definitions.length > 0) return false;
  // It is another declaration of that name, unless the answer has one of its occurrences.
  const isKnown = [...name.definitions, ...name.occurrences].some(({ from }) => isInAnswer(from));
  return isKnown || factsOf(languageId).hasPrototypes;
}

const shownIf = (condition: boolean): UseVerdict => (condition ? "shown" : "excluded");
const possibleIf = (condition: boolean): UseVerdict => (condition ? "possible" : "excluded");

/** Returns whether the name of an argument means a parameter of one of the `callables`. */
function judgeArgument(use: NameInFile, target: TargetName, callables: ReadonlySet<string>): UseVerdict {
  const { callee } = use.name;
  if (callee === undefined || !callables.has(callee.name)) return "excluded";
  if (callee.import !== undefined) return judgeSource(callee.import.source, use, target);
  if (callee.reach === "file") return shownIf(use.path === target.path);
  return "possible";
}

function judgeImport(taken: NameInfo["import"], use: NameInFile, target: TargetName): UseVerdict {
  if (taken === undefined) return "shown";
  const { containerNames } = target;
  const owner = taken.source.split(/::|[./\\]/).at(-1) ?? "";
  // `import static bank.Till.open`, `use Kind::Small`
  if (isMember(target.name) && containerNames?.size !== 0) return shownIf(containerNames?.has(owner) ?? false);
  // `using shop::pay`: a namespace, which no path shows, and which may have another name.
  if (factsOf(use.languageId).hasIncludes) return containerNames?.has(owner) ? "shown" : "possible";
  return judgeSource(taken.source, use, target);
}

/** Returns what a name means that no declaration in its file binds, if the target is a member. */
function judgeMemberUse(use: NameInFile, target: TargetName): UseVerdict {
  const { receiver, isMember: isAccessed } = use.name;
  if (receiver?.import?.isRequired) return judgeSource(receiver.import.source, use, target);
  const { containerNames } = target;
  const typeName = receiver && (receiver.type ?? receiver.import?.original ?? receiver.name);
  if (typeName !== undefined && containerNames?.has(typeName)) return "shown";
  // What a module has is no member of a type.
  if (receiver?.import !== undefined && receiver.import.original === undefined) return "excluded";
  if (!isAccessed) return shownIf(!factsOf(use.languageId).hasExplicitReceivers);
  return target.name.reach === "member" && containerNames?.size ? "possible" : "shown";
}

/** Returns what a name means that no declaration in its file binds, if the target is no member. */
function judgeFreeUse(use: NameInFile, target: TargetName): UseVerdict {
  const { receiver, isMember: isAccessed } = use.name;
  const { hasFolderPackages, hasExplicitReceivers, hasQualifiedPaths, hasIncludes } = factsOf(use.languageId);
  const isKnown = use.path !== undefined && target.path !== undefined;
  if (!isAccessed) return shownIf(!hasFolderPackages || !isKnown || isInSameFolder(use.path, target.path));
  if (receiver?.import) {
    const verdict = judgeSource(receiver.import.source, use, target);
    return verdict === "possible" && isNamedAfter(receiver.name, target) ? "shown" : verdict;
  }
  const isQualified = receiver !== undefined && isNamedAfter(receiver.name, target);
  if (isQualified || (receiver !== undefined && hasIncludes)) return "shown";
  return possibleIf(!hasExplicitReceivers || hasQualifiedPaths);
}

/** Whether two files are in the same folder: in one package, where folders are packages. */
export function isInSameFolder(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && dirname(one) === dirname(other);
}

/** Whether a receiver has the name of the target's container, file or folder. */
function isNamedAfter(receiver: string, { path, containerNames }: TargetName): boolean {
  if (containerNames?.has(receiver)) return true;
  return path !== undefined && (stemOf(path) === receiver || basename(dirname(path)) === receiver);
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

/** Whether two names have the same declaration in the same file. */
export function isSameBinding(one: NameInFile, other: NameInFile): boolean {
  const [definition] = other.name.definitions;
  return (
    one.path !== undefined &&
    one.path === other.path &&
    definition !== undefined &&
    one.name.definitions[0]?.from === definition.from
  );
}

/**
 * Returns what an import from `source` means. A relative module may re-export the target; the name
 * of any other must share a word with the path of the target's file.
 */
function judgeSource(source: string, { path: from }: NameInFile, { name, path, importPath }: TargetName): UseVerdict {
  if (name.reach === "free" || from === undefined || path === undefined) return "shown";
  if (name.reach === "import") {
    const own = name.import?.source ?? "";
    if (own === source || isSameModule([own, path], [source, from])) return "shown";
    return possibleIf(source.startsWith(".") || source === "" || !own.includes("/"));
  }
  if (importPath !== undefined) return shownIf(source === importPath);
  if (moduleFit(parseModuleName(source, from), path) > 0) return "shown";
  const words = new Set(wordsOf(path.replace(/\.\w+$/, "")));
  return possibleIf(source === "" || source.startsWith(".") || wordsOf(source).some((word) => words.has(word)));
}

function isSameModule(...imports: readonly [source: string, from: string][]): boolean {
  const [one, other] = imports.map(([source, from]) => {
    const { base, segments } = parseModuleName(source, from);
    return [base, ...segments].join("/");
  });
  return one === other;
}

function wordsOf(path: string): readonly string[] {
  return path
    .toLowerCase()
    .split(/[\\/.:@]+/)
    .filter((word) => word !== "");
}
