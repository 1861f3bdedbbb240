/**
 * Where a target is written under other names than its own: a keyword, a list of exports, the body
 * of a macro.
 */

import { factsOf } from "../../languages/languages.js";
import type { SyntaxText } from "../../syntax/syntax.js";
import { offsetsOfWord } from "../../workspace/parse/wordSearch.js";
import { type CodeFile, type Entity, isType, keyOf } from "../entities/entity.js";
import type { Resolver } from "../resolve/resolver.js";
import { isMember, type UseTarget } from "./use.js";
import type { FindOtherNames, OtherName } from "./usesOf.js";

/** The maximum number of occurrences of one word in a file. */
const MAX_USES = 2_000;

/**
 * Finds the places where a type is named by `Self` or by its destructor, `~A`, and where `this(1)`
 * or `super(1)` calls a constructor, in the languages that have them.
 */
export function createOwnWordSearch({ entities }: UseTarget, resolver: Resolver): FindOtherNames {
  return async (file) => {
    const { hasImplBlocks, constructorWords } = factsOf(file.languageId);
    // In a trait, `Self` is the type that implements it.
    const isNamed = hasImplBlocks && entities.some((each) => isType(each) && each.symbol.kind !== "interface");
    const isConstructor = entities.some((each) => each.kind === "symbol" && each.symbol?.kind === "constructor");
    const keys = new Set(entities.map(keyOf));
    const found = [...(await destructorsIn(file, entities, resolver))];
    for (const word of isNamed ? ["Self"] : isConstructor ? constructorWords : [])
      for (const from of offsetsOfWord(file.text, word, MAX_USES)) {
        const { own, argumentCount } = await resolver.valueAt(file, from);
        if (own === undefined || (isConstructor && argumentCount === undefined)) continue;
        const { entities: meant, certainty } = await resolver.resolveAt(file, from);
        if (!meant.some((each) => keys.has(keyOf(each)))) continue;
        const sign = certainty === "unknown" ? "own word, perhaps" : "own word";
        found.push({ from, to: from + word.length, role: "read", signs: [sign] });
      }
    return found;
  };
}

async function destructorsIn(
  file: CodeFile,
  entities: readonly Entity[],
  resolver: Resolver,
): Promise<readonly OtherName[]> {
  const found: OtherName[] = [];
  const type = entities.find(isType);
  if (type === undefined || !factsOf(file.languageId).hasConstructorPaths) return found;
  const word = type.file.text.slice(type.from, type.to);
  for (const from of offsetsOfWord(file.text, word, MAX_USES)) {
    const to = from + word.length;
    if (file.text[from - 1] !== "~") continue;
    const declared = await resolver.files.entityAt(file, from, to);
    const owner = declared.symbol && (await resolver.members.ownerOf(declared));
    if (owner && keyOf(owner) === keyOf(type)) found.push({ from, to, role: "read", signs: ["own word"] });
  }
  return found;
}

/** Finds the name of a target that nothing else has in the bodies of macros. */
export function createMacroSearch({ name: { name, reach } }: UseTarget): FindOtherNames {
  return async ({ text, languageId }) => {
    if (!factsOf(languageId).hasPreprocessor) return [];
    const offsets = offsetsInMacros(text, name, reach === "member");
    return offsets.map((from) => ({ from, to: from + name.length, role: "macro", signs: ["macro body", "only name"] }));
  };
}

/** Finds a name that a module declares, or imports, in the list of what it exports. */
export function createExportListSearch({ name }: UseTarget): FindOtherNames {
  return async (file, uses) => {
    const isUsed = uses.some((each) => each.class === "shown" || each.class === "named");
    if (!isUsed || isMember(name)) return [];
    const offsets = quotedExportsIn(file, name.name);
    return offsets.map((from) => ({ from, to: from + name.name.length, role: "string", signs: ["export list"] }));
  };
}

/** A receiver and an access before a name are at most so long, in UTF-16 units. */
const MAX_ACCESS = 50;
/** The head of a macro and its body, which goes on behind a backslash. */
const macroDefinition = /^([ \t]*#[ \t]*define[ \t]+\w+(?:\([^)]*\))?)((?:\\\r?\n|[^\n])*)/gm;

/** Returns the offsets at which macros write a name as that of a member, or not as one. */
export function offsetsInMacros(text: string, word: string, isOfMember: boolean): readonly number[] {
  if (!text.includes("define")) return [];
  const isAccessed = (offset: number) => /(?:\.|->)\s*$/.test(text.slice(Math.max(0, offset - MAX_ACCESS), offset));
  return [...text.matchAll(macroDefinition)].flatMap(({ index, 1: head = "", 2: body = "" }) => {
    const parameters = head.includes("(") ? head.slice(head.indexOf("(")) : "";
    if (parameters.split(/[\s,()]+/).includes(word)) return [];
    const code = body.replace(/\/\*.*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"/gs, (each) => " ".repeat(each.length));
    const offsets = offsetsOfWord(code, word, MAX_USES).map((offset) => index + head.length + offset);
    return offsets.filter((each) => isAccessed(each) === isOfMember);
  });
}

/** More names are in no list of exports. */
const MAX_NAMES = 1_000;

/** Returns the offsets of a word that a module quotes in a list of what it exports: `__all__`. */
export function quotedExportsIn(
  { text, languageId }: Pick<SyntaxText, "text" | "languageId">,
  word: string,
): readonly number[] {
  const { exportList } = factsOf(languageId);
  if (exportList === undefined) return [];
  const isQuoted = (from: number) => /["']/.test(text[from - 1] ?? "") && text[from - 1] === text[from + word.length];
  return [...text.matchAll(exportList)].flatMap(({ index, 0: list }) =>
    offsetsOfWord(list, word, MAX_NAMES).flatMap((at) => (isQuoted(index + at) ? [index + at] : [])),
  );
}

/** Returns the text for `{ word }` after its property, or else its variable, is renamed. */
export function shorthandText(word: string, newName: string, isProperty: boolean): string {
  return isProperty ? `${newName}: ${word}` : `${word}: ${newName}`;
}
