/** Whether a name in one file may mean what is declared in another. What certainly means something else is left out; in doubt it stays. */

import { dirname } from "node:path";
import type { OutlineSymbol } from "../../syntax/outline/outline.js";
import type { NameInfo, Occurrence } from "../../syntax/scopes/nameInfo.js";
import { type Named, type Serving, textOf } from "../session/context.js";
import type { Source } from "../session/documents.js";
import { declaresAhead } from "./languageFamilies.js";
import { fitOf, moduleName, stemOf } from "./moduleName.js";

/** In a file with more places than these, the rest is not looked at one by one, and stays. */
const mostAsked = 300;

/** A name that is looked for in other files. */
export interface Meant extends Named {
  /** The names of what it is declared in: a namespace's members are asked of it. */
  readonly around: ReadonlySet<string>;
}

export async function withAround({ name, source }: Named, { syntax }: Serving): Promise<Meant> {
  const [declared] = name.reach === "file" ? name.definitions : [];
  const symbols = declared ? await syntax.outline(textOf(source)) : [];
  return { name, source, around: new Set(declared ? namesAround(symbols, declared.from) : []) };
}

function namesAround(symbols: readonly OutlineSymbol[], offset: number): string[] {
  const around = symbols.find(({ from, to, nameFrom }) => from <= offset && offset < to && nameFrom !== offset);
  return around ? [around.name, ...namesAround(around.children, offset)] : [];
}

/** Of the places where the name stands in a file and is not local to it, those that may mean it. */
export async function mayMean(
  meant: Meant,
  occurrences: readonly Occurrence[],
  source: Source,
  { syntax }: Serving,
): Promise<Occurrence[]> {
  const verdicts = new Map<number, boolean>();
  let asked = 0;
  for (const { from } of occurrences) {
    if (verdicts.has(from) || asked++ >= mostAsked) continue;
    const name = await syntax.nameAt(textOf(source), from);
    if (name === undefined) continue;
    const verdict = isMeant(meant, { name, source });
    verdicts.set(from, verdict);
    // What nothing binds is written alike and may be asked of different things.
    if (name.reach !== "free") for (const other of name.occurrences) verdicts.set(other.from, verdict);
  }
  return occurrences.filter(({ from }) => verdicts.get(from) ?? true);
}

function isMeant(meant: Meant, { name, source }: Named): boolean {
  const isHere = source.uri === meant.source.uri;
  if (isHere && isSame(name, meant.name)) return true;
  const isAboutMember = meant.name.reach === "member" || (meant.name.reach === "free" && meant.name.isMember);
  switch (name.reach) {
    case "local":
      return false;
    case "import":
      return isTakenFrom(meant, { name, source });
    case "member":
      return isAboutMember || declaresAhead(source.languageId);
    case "file":
      // What a file declares itself is another thing, unless all declare the same ahead.
      return meant.name.reach === "free" ? !meant.name.isMember : declaresAhead(source.languageId);
    case "free":
      if (isAboutMember) return name.isMember || !hasExplicitSelf.has(source.languageId);
      return name.isMember ? isAskedOf(meant, { name, source }) : sharesNames(meant.source, source);
  }
}

function isSame(left: NameInfo, right: NameInfo): boolean {
  return left.definitions.length > 0 && left.definitions[0]?.from === right.definitions[0]?.from;
}

/** Languages in which a member is always asked of something: a word alone is none. */
const hasExplicitSelf = new Set(
  "typescript typescriptreact javascript javascriptreact vue svelte python rust go php lua elixir zig".split(" "),
);

/** Whether an import takes it from where it is declared; of what no file declares, whether both are taken from the same module. */
function isTakenFrom(
  { name: declared, source: there }: Named,
  { name: { import: taken }, source: here }: Named,
): boolean {
  if (taken === undefined || here.path === undefined || there.path === undefined) return true;
  if (declared.reach === "free") return true;
  if (declared.reach === "import") {
    const [left, right] = [moduleName(declared.import?.source ?? "", there.path), moduleName(taken.source, here.path)];
    return left.base === right.base && left.segments.join("/") === right.segments.join("/");
  }
  return fitOf(moduleName(taken.source, here.path), there.path) > 0;
}

/** Whether a member is asked of the module or namespace that declares it: of what was imported from there, or what is called like it. */
function isAskedOf(
  { name: declared, source: there, around }: Meant,
  { name: { receiver }, source: here }: Named,
): boolean {
  if (declared.reach === "free") return true;
  if (receiver === undefined || there.path === undefined || here.path === undefined) return false;
  if (around.has(receiver.name)) return true;
  if (receiver.import && fitOf(moduleName(receiver.import.source, here.path), there.path) > 0) return true;
  const isNamed = receiver.name === stemOf(there.path) || dirname(there.path).split(/[\\/]/).at(-1) === receiver.name;
  return isNamed || declaresAhead(here.languageId);
}

/** Go's packages are folders: what another one declares has to be asked of it. */
function sharesNames(there: Source, here: Source): boolean {
  if (here.languageId !== "go" || there.path === undefined || here.path === undefined) return true;
  return dirname(there.path) === dirname(here.path);
}
