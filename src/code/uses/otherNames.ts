/**
 * Where a target is written under other names than its own: a keyword, a list of exports, the body
 * of a macro.
 */

import { factsOf } from "../../languages/languages.js";
import { offsetsOfWord } from "../../workspace/parse/wordSearch.js";
import { type CodeFile, type Entity, isType, keyOf } from "../entities/entity.js";
import { offsetsInMacros } from "../rename/offsetsInMacros.js";
import { quotedExportsIn } from "../rename/spellings.js";
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
