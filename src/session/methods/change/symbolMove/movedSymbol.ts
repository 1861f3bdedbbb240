/** The symbol that is moved: its declarations, what they use, and what uses them in their file. */

import { LocateError } from "../../../../error.js";
import { factsOf } from "../../../../languages/languages.js";
import type { Replacement } from "../../../../locate/edit/editRequest.js";
import type { SymbolNode } from "../../../../locate/symbols/symbolNode.js";
import type { Occurrence, OuterName } from "../../../../syntax/scopes/nameInfo.js";
import { escapeName, inlineCode } from "../../../../text/printable.js";
import type { Stretch } from "../../../../text/stretch.js";
import { pathOfUri } from "../../../../uri.js";
import type { RequestContext } from "../../../client/requestContext.js";
import { displayPath } from "../../../documents/filePaths.js";
import type { Place } from "../../../place/resolvePlace.js";
import { type DocumentVersion, syntaxViewOf, toSyntaxText } from "../../../place/syntaxView.js";

export interface MovedSymbol {
  readonly version: DocumentVersion;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  /** Where its declarations have its name. */
  readonly names: readonly number[];
  /** Where its first declaration has its name. */
  readonly nameFrom: number;
  /** All of its declarations at the top of the file, with what belongs to them; in order. */
  readonly stretches: readonly Stretch[];
  /** What they use of the rest of the file, of imports and of elsewhere. */
  readonly needs: readonly OuterName[];
  /** The other uses in the file. */
  readonly uses: readonly Occurrence[];
}

/** The error of a symbol that can't be moved; `why` is a sentence. */
export function notMovable(why: string): LocateError {
  return new LocateError("unsupported", `${why} Nothing was moved.`, { method: "locate/move", supported: [], why });
}

/** Reads the symbol at a place. Errors: `unsupported` for what can't be moved. */
export async function readMovedSymbol(place: Place, context: RequestContext): Promise<MovedSymbol> {
  const { uri, languageId, text } = place.document();
  const version = { uri, languageId, text };
  const path = pathOfUri(uri);
  const { symbol, match } = place.resolution ?? {};
  const [name, inner] = symbol?.path ?? [];
  const shown = displayPath(uri, context.client.roots);
  if (name === undefined || match !== undefined || path === undefined)
    throw notMovable(`${escapeName(shown)} is moved as a file, and a symbol by its path, as in src/file.py:name.`);
  if (inner !== undefined)
    throw notMovable(
      `${inlineCode(symbol?.path.join(".") ?? "")} is a member of ${inlineCode(name)}: only what is declared at the top of a file can be moved to another one.`,
    );
  const view = await syntaxViewOf(version, context);
  const syntax = await context.syntax();
  const source = toSyntaxText(version, syntax, context.servers);
  if (view === undefined) throw notMovable(`There is no grammar for ${inlineCode(languageId)}.`);
  const declared = view.symbols.filter((each) => each.name === name);
  const [first] = declared;
  if (first === undefined)
    throw notMovable(`Syntax shows no declaration of ${inlineCode(name)} at the top of ${escapeName(shown)}.`);
  for (const each of declared) assertMovable(each, version, view.declaredIn);
  const own = [...declared, ...view.symbols.filter((each) => isImplementationOf(name, each))];
  const stretches = own
    .map(({ from, to }) => trimmed(text.text, { from, to }))
    .sort((one, other) => one.from - other.from);
  const isInside = ({ from }: Stretch) => stretches.some((each) => each.from <= from && from < each.to);
  const needs = (await Promise.all(stretches.map((each) => syntax.outerNamesIn(source, each)))).flat();
  const outer = needs.filter(({ definitions }) => definitions.length === 0 || !definitions.every(isInside));
  const info = await syntax.nameAt(source, first.nameFrom);
  const uses = (info?.occurrences ?? []).filter((each) => !isInside(each));
  if (info?.definitions.some((each) => !isInside(each)))
    throw notMovable(
      `${inlineCode(name)} is declared once more elsewhere in ${escapeName(shown)}, perhaps under a condition.`,
    );
  return {
    version,
    path,
    name,
    names: declared.map((each) => each.nameFrom),
    nameFrom: first.nameFrom,
    stretches,
    needs: joined(outer),
    uses,
  };
}

/** Whether a block of Rust implements a type, or a trait for it. */
function isImplementationOf(type: string, { name }: SymbolNode): boolean {
  if (!name.startsWith("impl ")) return false;
  const of =
    name
      .slice("impl ".length)
      .split(/\bfor\s+/)
      .at(-1) ?? "";
  return new RegExp(`^(?:\\w+::)*${type.replaceAll("$", "\\$")}(?!\\w)`).test(of);
}

function assertMovable(
  symbol: SymbolNode,
  { text, languageId }: DocumentVersion,
  declaredIn: (stretch: Stretch) => readonly string[],
): void {
  const { from, to, name } = symbol;
  const names = new Set(declaredIn({ from, to }));
  if (names.size > 1)
    throw notMovable(`One statement declares ${[...names].map((each) => inlineCode(each)).join(", ")}: part it first.`);
  const line = text.lineAt(from);
  const before = text.slice(text.lineFrom(line), from);
  if (before.trim() !== "" || (factsOf(languageId).isIndented && before !== ""))
    throw notMovable(`${inlineCode(name)} is declared inside of another statement (line ${line + 1}).`);
}

function trimmed(text: string, { from, to }: Stretch): Stretch {
  const written = text.slice(from, to);
  return { from: from + (written.length - written.trimStart().length), to: from + written.trimEnd().length };
}

/** Joins what several declarations need. */
function joined(names: readonly OuterName[]): readonly OuterName[] {
  const byPlace = new Map<string, OuterName>();
  for (const each of names) {
    const key = `${each.name} ${each.definitions[0]?.from}`;
    const known = byPlace.get(key);
    const both = known && {
      uses: [...known.uses, ...each.uses],
      isWritten: known.isWritten || each.isWritten,
      isType: known.isType && each.isType,
    };
    byPlace.set(key, { ...each, ...both });
  }
  return [...byPlace.values()];
}

/** Returns the declarations with changes inside of them. */
export function textOfDeclarations(
  { stretches, version: { text } }: MovedSymbol,
  changes: readonly Replacement[] = [],
): string {
  const parts = stretches.map((stretch) => {
    const own = changes.filter(({ from }) => stretch.from <= from && from < stretch.to);
    return own
      .toSorted((one, other) => other.from - one.from)
      .reduce(
        (written, { from, to, insert }) =>
          written.slice(0, from - stretch.from) + insert + written.slice(to - stretch.from),
        text.slice(stretch.from, stretch.to),
      );
  });
  const gaps = stretches.slice(1).map(({ from }, index) => text.slice(stretches[index]?.to ?? 0, from));
  return parts.join(gaps.some((gap) => /\n\s*\n/.test(gap)) ? "\n\n" : "\n");
}

/** Returns the declarations, joined where nothing but white space is between them. */
export function mergedStretches({ stretches, version: { text } }: MovedSymbol): readonly Stretch[] {
  const merged: Stretch[] = [];
  for (const { from, to } of stretches) {
    const last = merged.at(-1);
    if (last && text.slice(last.to, from).trim() === "") merged[merged.length - 1] = { from: last.from, to };
    else merged.push({ from, to });
  }
  return merged;
}
