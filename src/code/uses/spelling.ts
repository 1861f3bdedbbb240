/**
 * The evidence of how a name is written: its imports, its receiver and its scopes, without what
 * they lead to.
 */

import { basename, dirname } from "node:path";
import { factsOf } from "../../languages/languages.js";
import type { NameInfo } from "../../syntax/scopes/nameInfo.js";
import { containersOf } from "../containers.js";
import { areOneSymbol } from "../entities/builds.js";
import type { CodeFile } from "../entities/entity.js";
import { moduleFit, parseModuleName, stemOf } from "../imports/moduleName.js";
import type { Resolver } from "../resolve/resolver.js";
import type { Sign, UseClass } from "./rules.js";
import {
  type Candidate,
  type EvidenceSource,
  isMember,
  type NameInFile,
  type TargetName,
  type UseTarget,
} from "./use.js";

/** The target of a search whose declarations are not resolved. */
interface SpelledTarget extends TargetName {
  /** The text of its file. */
  readonly text: string;
}

/**
 * Makes the source that tells what is something else. That a name is written like one of the target
 * shows nothing here.
 */
export function createApartSource(target: SpelledTarget): EvidenceSource {
  const mayMean = createImportTest(target, target.text);
  return {
    find({ use, file }) {
      if (!mayMean({ use, file })) return ["not imported"];
      const found = classBySpelling({ ...file, name: use }, target);
      return [found === "excluded" ? "spelled apart" : "spelled, perhaps"];
    },
  };
}

/** Makes the source for what is resolved to nothing: other declarations of the name count. */
export function createSpellingSource(target: UseTarget, resolver: Resolver): EvidenceSource {
  const isKnown = target.entities.length > 0;
  const mayMean = createImportTest(target, target.file.text);
  return { find: async (candidate) => [await signOf(candidate)] };

  async function signOf({ use, file }: Candidate): Promise<Sign> {
    const { languageId, path } = file;
    const original = use.import?.original;
    if (original !== undefined && original !== target.name.name && use.name === target.name.name)
      return "imported under another name";
    if (!mayMean({ use, file })) return "not imported";
    const isOfType = use.reach === "member" && target.name.reach === "member";
    const containers = isOfType ? await containersOf(use, file, resolver.files.sources.syntax) : [];
    const found = classBySpelling({ name: use, path, languageId }, target, containers);
    if (found !== "shown") return found === "excluded" ? "spelled apart" : "spelled, perhaps";
    const isFree = use.reach === "free" && !use.isMember;
    const needsImport = isFree && isKnown && factsOf(languageId).modules !== undefined;
    if (needsImport && path !== target.path) return "spelled, perhaps";
    return !use.isUnscoped && (await isTelling({ use, file })) ? "spelled" : "spelled alone";
  }

  /** Whether a name alone shows what is meant: no other declaration has it, or an import does. */
  async function isTelling({ use, file: { languageId, path } }: Candidate): Promise<boolean> {
    if (isSameBinding({ name: use, path, languageId }, target)) return true;
    const imported = use.import ?? use.receiver?.import;
    if (!isKnown) return imported !== undefined && imported.source === target.name.import?.source;
    if (imported) return true;
    if (factsOf(languageId).modules !== undefined) return false;
    const declared = await resolver.files.declared(use.name, languageId);
    return declared.length < 2 || areOneSymbol(declared);
  }
}

/**
 * Returns a function that says whether a name may be the target's that no scope of its file
 * declares. `text` is that of the target's file.
 */
function createImportTest({ name, path }: TargetName, text: string): (candidate: Candidate) => boolean {
  const isFromAnywhere = isMember(name) || name.reach === "free";
  let last: { readonly file: CodeFile; readonly mayUse: boolean } | undefined;
  return ({ use, file }) => {
    const isFree = use.reach === "free" && !use.isMember;
    if (!isFree || isFromAnywhere || path === file.path) return true;
    // The uses of a file follow each other.
    if (last?.file !== file) last = { file, mayUse: mayUseWithoutImport(file, { languageId: file.languageId, text }) };
    return last.mayUse;
  };
}

/**
 * Returns the class of a use by its spelling alone. `containers` are the names of the types that
 * declare it, if any do.
 */
export function classBySpelling(use: NameInFile, target: TargetName, containers: readonly string[] = []): UseClass {
  const { name, languageId } = use;
  if (isSameBinding(use, target)) return "shown";
  if (target.callables !== undefined) return classOfArgument(use, target, target.callables);
  const isMemberTarget = isMember(target.name);
  if (isMemberTarget && isShorthandProperty(use))
    return name.import === undefined ? "possible" : classOfSource(name.import.source, use, target);
  if (!isMemberTarget && name.origin) return classOfSource(name.origin.source, use, target);
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
      return classOfImport(name.import, use, target);
    case "free":
      return isMemberTarget ? classOfMemberUse(use, target) : classOfFreeUse(use, target);
  }
}

const shownIf = (condition: boolean): UseClass => (condition ? "shown" : "excluded");
const possibleIf = (condition: boolean): UseClass => (condition ? "possible" : "excluded");

/** Returns whether the name of an argument means a parameter of one of the `callables`. */
function classOfArgument(use: NameInFile, target: TargetName, callables: ReadonlySet<string>): UseClass {
  const { callee } = use.name;
  if (callee === undefined || !callables.has(callee.name)) return "excluded";
  if (callee.import !== undefined) return classOfSource(callee.import.source, use, target);
  if (callee.reach === "file") return shownIf(use.path === target.path);
  return "possible";
}

function classOfImport(taken: NameInfo["import"], use: NameInFile, target: TargetName): UseClass {
  if (taken === undefined) return "shown";
  const { containerNames } = target;
  const owner = taken.source.split(/::|[./\\]/).at(-1) ?? "";
  // `import static bank.Till.open`, `use Kind::Small`
  if (isMember(target.name) && containerNames?.size !== 0) return shownIf(containerNames?.has(owner) ?? false);
  // `using shop::pay`: a namespace, which no path shows, and which may have another name.
  if (factsOf(use.languageId).hasIncludes) return containerNames?.has(owner) ? "shown" : "possible";
  return classOfSource(taken.source, use, target);
}

/** Returns what a name means that no declaration in its file binds, if the target is a member. */
function classOfMemberUse(use: NameInFile, target: TargetName): UseClass {
  const { receiver, isMember: isAccessed } = use.name;
  if (receiver?.import?.isRequired) return classOfSource(receiver.import.source, use, target);
  const { containerNames } = target;
  const typeName = receiver && (receiver.type ?? receiver.import?.original ?? receiver.name);
  if (typeName !== undefined && containerNames?.has(typeName)) return "shown";
  // What a module has is no member of a type.
  if (receiver?.import !== undefined && receiver.import.original === undefined) return "excluded";
  if (!isAccessed) return shownIf(!factsOf(use.languageId).hasExplicitReceivers);
  return target.name.reach === "member" && containerNames?.size ? "possible" : "shown";
}

/** Returns what a name means that no declaration in its file binds, if the target is no member. */
function classOfFreeUse(use: NameInFile, target: TargetName): UseClass {
  const { receiver, isMember: isAccessed } = use.name;
  const { hasFolderPackages, hasExplicitReceivers, hasQualifiedPaths, hasIncludes } = factsOf(use.languageId);
  const isKnown = use.path !== undefined && target.path !== undefined;
  if (!isAccessed) return shownIf(!hasFolderPackages || !isKnown || isInSameFolder(use.path, target.path));
  if (receiver?.import) {
    const found = classOfSource(receiver.import.source, use, target);
    return found === "possible" && isNamedAfter(receiver.name, target) ? "shown" : found;
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
function classOfSource(
  source: string,
  { path: from, languageId }: NameInFile,
  { name, path, importPath }: TargetName,
): UseClass {
  if (name.reach === "free" || from === undefined || path === undefined) return "shown";
  if (name.reach === "import") {
    const own = name.import?.source ?? "";
    if (own === source || isSameModule(languageId, [own, path], [source, from])) return "shown";
    return possibleIf(source.startsWith(".") || source === "" || !own.includes("/"));
  }
  if (importPath !== undefined) return shownIf(source === importPath);
  if (moduleFit(parseModuleName(source, from, languageId), path) > 0) return "shown";
  const words = new Set(wordsOf(path.replace(/\.\w+$/, "")));
  return possibleIf(source === "" || source.startsWith(".") || wordsOf(source).some((word) => words.has(word)));
}

function isSameModule(languageId: string, ...imports: readonly [source: string, from: string][]): boolean {
  const [one, other] = imports.map(([source, from]) => {
    const { base, segments } = parseModuleName(source, from, languageId);
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

interface FileText {
  readonly languageId: string;
  readonly text: string;
}

/**
 * Whether a file may use what another file declares at its top level without importing it by name.
 * In JavaScript, only a script declares for others; in Python, a file has to import everything.
 */
export function mayUseWithoutImport(user: FileText, declaring: FileText): boolean {
  switch (factsOf(user.languageId).unimportedUse) {
    case "always":
      return true;
    case "star import":
      return /^[ \t]*from\b[^#\n]*\bimport[ \t]*(?:\(\s*)?\*/m.test(user.text);
    case "script":
      return !isModule(declaring.text) || /\bdeclare\s+global\b/.test(declaring.text);
  }
}

/** Whether a text of JavaScript or TypeScript is a module of either kind. */
function isModule(text: string): boolean {
  return /^[ \t]*(?:import|export)\b|\brequire\s*\(|\bexports\b/m.test(text);
}
