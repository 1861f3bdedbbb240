/** The places at which a framework takes a name by a convention. */

import type { ConventionalPlace, NameConvention } from "../../languages/frameworkFacts.js";
import { factsOf, familyOf } from "../../languages/languages.js";
import type { Stretch } from "../../text/stretch.js";
import { type CodeFile, type DeclaredEntity, isType } from "../entities/entity.js";
import type { Resolver } from "../resolve/resolver.js";

/** A place at which a framework may take a name. */
export interface ConventionalUse extends Stretch {
  readonly framework: string;
}

/** A name that conventions are about. */
export interface ConventionalName {
  /** The texts by which its files are found, and their languages. */
  readonly texts: readonly string[];
  readonly languages: readonly string[];
  usesIn(file: CodeFile): readonly ConventionalUse[];
}

/** How much of a text around a declaration is read, in UTF-16 units. */
const MAX_HEAD_LENGTH = 400;
/** And around a place. */
const MAX_BEFORE_LENGTH = 500;
const MAX_AFTER_LENGTH = 200;
const MAX_BODY_LENGTH = 20_000;

/** Returns undefined for a declaration that no convention is about. */
export async function conventionalName(
  declared: DeclaredEntity,
  resolver: Resolver,
): Promise<ConventionalName | undefined> {
  const { file, from, to } = declared;
  const { conventions } = factsOf(file.languageId);
  if (conventions.length === 0) return undefined;
  const name = file.text.slice(from, to);
  const heads = await headsOf(declared, resolver);
  if (heads === undefined) return undefined;
  const found = conventions.filter((each) => isAbout(each, name, heads));
  if (found.length === 0) return undefined;
  const searches = found.flatMap(({ words, ...row }) =>
    distinct(words?.(name) ?? [name]).map((word) => ({ ...row, word })),
  );
  return {
    texts: distinct(found.flatMap(({ words, texts = words }) => texts?.(name) ?? [name])),
    languages: distinct([...familyOf(file.languageId), ...found.flatMap(({ languages = [] }) => languages)]),
    usesIn({ text }) {
      const uses = searches.flatMap(({ framework, word, places, inFiles, namesOwner }) => {
        if (inFiles?.test(text) === false || (namesOwner && !text.includes(heads.ownerName))) return [];
        return offsetsOf(word, text)
          .filter((from) => places.some((place) => isPlace(place, text, { from, to: from + word.length })))
          .map((from) => ({ framework, from, to: from + word.length }));
      });
      // Several frameworks may take one place.
      return [...new Map(uses.map((use) => [use.from, use])).values()];
    },
  };
}

/** Returns all offsets of a text in another, whatever is beside it. */
function offsetsOf(word: string, text: string): readonly number[] {
  const found: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) found.push(at);
  return found;
}

function isPlace({ before, after }: ConventionalPlace, text: string, { from, to }: Stretch): boolean {
  return (
    before.test(text.slice(Math.max(0, from - MAX_BEFORE_LENGTH), from)) &&
    after.test(text.slice(to, to + MAX_AFTER_LENGTH))
  );
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

interface Heads {
  readonly of: NameConvention["of"];
  readonly declared: string;
  readonly owner: string;
  readonly ownerName: string;
  readonly ownerBody: string;
}

function isAbout({ of, name, declared, notDeclared, owner, ownerBody }: NameConvention, word: string, heads: Heads) {
  if (of !== heads.of || name?.test(word) === false) return false;
  if (declared?.test(heads.declared) === false || notDeclared?.test(heads.declared) === true) return false;
  return owner?.test(heads.owner) !== false && ownerBody?.test(heads.ownerBody) !== false;
}

/** Returns the texts that conventions are matched against; undefined for what none is about. */
async function headsOf(declared: DeclaredEntity, resolver: Resolver): Promise<Heads | undefined> {
  const { file, from, symbol } = declared;
  const { text } = file;
  const lineTo = text.indexOf("\n", from);
  if (declared.kind === "local" || symbol === undefined) {
    const { kind } = (await resolver.files.nameAt(file, from)) ?? {};
    if (kind !== "parameter") return undefined;
    const callable = (await resolver.files.around(file, from)).findLast(
      (each) => /^(?:function|method|constructor)$/.test(each.kind) && each.nameTo <= from,
    );
    // A function without a name is in no outline: its head is what is before its parameters.
    const list = text.lastIndexOf("(", from);
    const head = callable && callable.nameTo >= list - 1 ? Math.min(callable.from, callable.codeFrom) : list;
    const before = text.slice(Math.max(0, Math.min(head, list - MAX_HEAD_LENGTH)), list);
    return { of: "parameter", declared: before, owner: "", ownerName: "", ownerBody: "" };
  }
  const owner = await resolver.members.ownerOf(declared);
  if (owner === undefined || !isType(owner) || owner.symbol === undefined) return undefined;
  const ownerText = owner.file.text;
  const first = Math.min(owner.symbol.from, owner.symbol.codeFrom);
  return {
    of: "member",
    declared: text.slice(Math.min(symbol.from, symbol.codeFrom), lineTo < 0 ? text.length : lineTo),
    owner: ownerText.slice(first, owner.to + MAX_HEAD_LENGTH).split(/\{|:\s*\n/, 1)[0] ?? "",
    ownerName: ownerText.slice(owner.from, owner.to),
    ownerBody: ownerText.slice(first, Math.min(owner.symbol.to, first + MAX_BODY_LENGTH)),
  };
}
