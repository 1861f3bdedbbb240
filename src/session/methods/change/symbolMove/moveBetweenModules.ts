/** Moves a symbol between files that are modules: of JavaScript, TypeScript and Python. */

import { isFolderIndex, submoduleName } from "../../../../code/imports/moduleName.js";
import { languageOfFile } from "../../../../files/languageOfFile.js";
import { factsOf } from "../../../../languages/languages.js";
import type { Replacement } from "../../../../locate/edit/editRequest.js";
import type { OuterName } from "../../../../syntax/scopes/nameInfo.js";
import { appendAll } from "../../../../text/list.js";
import { escapeName, inlineCode } from "../../../../text/printable.js";
import type { Stretch } from "../../../../text/stretch.js";
import { keyOfPath } from "../../../../uri.js";
import { toSyntaxText } from "../../../place/syntaxView.js";
import { deletionOfLines, withoutNeedlessImports } from "../needlessImports.js";
import { insertDeclaration } from "./declarationText.js";
import { leaveCycles } from "./importCycles.js";
import { importStyleOf, reexportText } from "./importForms.js";
import { leaveOtherUses, mendImporters } from "./mendImporters.js";
import type { ModuleMove } from "./moduleMove.js";
import { rebaseSource, sourceFor } from "./moduleSources.js";
import { type MovedSymbol, mergedStretches, notMovable, textOfDeclarations } from "./movedSymbol.js";
import type { SymbolMovePlan } from "./movePlan.js";
import { addCommonJsExport, exportKeyword, isCommonJs, readExports, type WrittenExport } from "./scriptExports.js";
import type { TextDraft } from "./textDraft.js";
import {
  addImport,
  deletionOfElement,
  insertLineAfter,
  type NewImport,
  readImports,
  type WrittenImport,
} from "./writtenImports.js";

/** Matches what is before the name in the declaration of a type alone. */
const TYPE_DECLARATION = /(?:^|\s)(?:interface|type)\s+$/;

export async function moveBetweenModules(moved: MovedSymbol, path: string, plan: SymbolMovePlan): Promise<void> {
  const move = await readMove(moved, path, plan);
  const { source, target } = move;
  const { ways } = move;
  const needs = await readNeeds(move);
  const missing = await missingImports(move, needs.imports);
  const text = movedText(move, needs.changes, ways);
  const kept = await removeFromSource(move, ways);
  await insertDeclaration(target, text, moved.name, plan.context);
  if (move.isRequired && ways.some(({ form }) => form === "object" || form === "assignment"))
    addCommonJsExport(target, moved.name, moved.version.text.text);
  // A type joins the statement that takes values from its module.
  const ordered = missing.toSorted((one, other) => Number(one.isType) - Number(other.isType));
  for (const each of ordered) await addImport(target, each, plan.context);
  for (const each of needs.own) await exportOwn(move, each);
  if (move.hasNamedModules) moveListedName(move);
  await keepInSource(move, kept);
  if (!move.isPassedOn) await mendImporters(move);
  await leaveOtherUses(move);
  await leaveCycles(move);
  if (source.text.text.trim() === "") plan.notes.push(`Nothing is left in ${escapeName(plan.pathOf(source))}.`);
}

async function readMove(moved: MovedSymbol, path: string, plan: SymbolMovePlan): Promise<ModuleMove> {
  const { languageId } = moved.version;
  const source = await plan.at(moved.path);
  if (source === undefined) throw notMovable(`${escapeName(moved.path)} can't be read.`);
  const target = await plan.atOrNew(path, languageOfFile(path, plan.context.servers) ?? languageId);
  for (const { version } of [source, target])
    if (factsOf(version.languageId).grammar?.isHost)
      throw notMovable(`The script of a ${version.languageId} file is no module that others import names from.`);
  const { hasNamedModules } = factsOf(languageId);
  const isType = !hasNamedModules && moved.names.every((at) => TYPE_DECLARATION.test(lineBefore(moved, at)));
  const common = hasNamedModules ? [] : [isCommonJs(moved.version.text), isCommonJs(target.text)];
  const isRequired = common[0] ?? common[1] ?? false;
  if (common.some((each) => each !== undefined && each !== isRequired))
    throw notMovable("One of the files is a module of CommonJS, and the other one is not.");
  const ways = hasNamedModules ? [] : await readExports(moved.version, moved.nameFrom, plan.context);
  const exported = hasNamedModules ? [moved.name] : [...new Set(ways.filter(isTakenAlong).map(({ name }) => name))];
  if (exported.includes("default") && (await hasDefaultExport(target, plan)))
    throw notMovable(
      `${escapeName(plan.pathOf(target))} has a default export already. Make ${inlineCode(moved.name)} a named export first, with edits.`,
    );
  const isPassedOn = isFolderIndex(moved.path);
  return { moved, source, target, plan, hasNamedModules, isRequired, isType, ways, exported, isPassedOn };
}

async function hasDefaultExport({ version }: TextDraft, plan: SymbolMovePlan): Promise<boolean> {
  const facts = await plan.factsOf(version);
  return facts?.exports.some(({ name }) => name === "default") ?? false;
}

function lineBefore({ version: { text } }: MovedSymbol, offset: number): string {
  return text.slice(text.lineFrom(text.lineAt(offset)), offset);
}

/** Whether a way of exporting goes to the target; others stay, and pass the name on. */
function isTakenAlong({ form, name }: WrittenExport, _index: number, all: readonly WrittenExport[]): boolean {
  if (form === "value") return false;
  const own = all.find((each) => each.form === "keyword");
  return own
    ? form === "keyword"
    : name !== "default" && all.every((each) => each.form === "value" || each.name === name);
}

interface Needs {
  readonly imports: readonly NewImport[];
  /** What the source declares, and the target imports from it. */
  readonly own: readonly OuterName[];
  /** Names that are written otherwise in the target. */
  readonly changes: readonly Replacement[];
}

/** Finds what the target has to import for what is moved. */
async function readNeeds(move: ModuleMove): Promise<Needs> {
  const { moved, source, target, plan, hasNamedModules } = move;
  const imports: NewImport[] = [];
  const own: OuterName[] = [];
  const changes: Replacement[] = [];
  const written = await readImports(moved.version, plan.context);
  const firstOf = ({ definitions }: OuterName) => definitions[0]?.from ?? 0;
  for (const need of moved.needs.toSorted((one, other) => firstOf(one) - firstOf(other))) {
    if (need.reach === "free" || need.reach === "local") continue;
    if (need.isWritten)
      throw notMovable(
        `${inlineCode(moved.name)} assigns ${inlineCode(need.name)}, which stays, and an imported name can't be assigned.`,
      );
    const taken = written.filter(({ from }) => need.definitions.some((each) => each.from === from));
    const isPlain = taken.length === need.definitions.length && taken.every(({ place }) => place !== "nested");
    if (need.reach === "file" || !isPlain) {
      own.push(need);
      continue;
    }
    for (const each of taken) {
      const ofTarget = await leadsToTarget(each, move);
      if (ofTarget === "name") {
        await assertKnownInTarget(each.import.original ?? each.name, move);
        if (each.name !== each.import.original) appendRenamed(changes, need.uses, each.import.original ?? each.name);
      } else if (ofTarget === "module") appendAll(changes, withoutQualifier(need, move));
      else imports.push(copiedImport(each, move));
    }
  }
  if (hasNamedModules) {
    const future = written.filter(({ import: { source: name } }) => name === "__future__");
    for (const each of future) imports.unshift(copiedImport(each, move));
    const facts = await plan.factsOf(moved.version);
    const isFree = moved.needs.some(({ reach }) => reach === "free");
    for (const { source: name } of isFree ? (facts?.wildcards ?? []) : []) {
      const rebased = rebaseSource(name, source.path, target.path, moved.version.languageId);
      const form = {
        form: "named",
        source: rebased,
        original: "*",
        name: "*",
        isType: false,
        isRequired: false,
      } as const;
      imports.push({ ...form, place: "top", text: `from ${rebased} import *` });
    }
  }
  for (const each of own) imports.push(await importOfOwn(each, move));
  return { imports, own, changes };
}

/** What the target only passes on is no name in it. Errors: `unsupported`. */
async function assertKnownInTarget(name: string, { target, plan }: ModuleMove): Promise<void> {
  const syntax = await plan.context.syntax();
  const text = toSyntaxText(target.version, syntax, plan.context.servers);
  const visible = await syntax.visibleNamesAt(text, target.text.length);
  if (visible.some((each) => each.name === name)) return;
  const shown = escapeName(plan.pathOf(target));
  throw notMovable(`It needs ${inlineCode(name)}, which ${shown} passes on from another file: move it to a new file.`);
}

async function leadsToTarget(written: WrittenImport, move: ModuleMove): Promise<"name" | "module" | undefined> {
  const { source, target, plan, hasNamedModules } = move;
  const { source: name, original } = written.import;
  const key = keyOfPath(target.path);
  const isTarget = async (module: string) => {
    const found = await plan.moduleAt(module, source);
    return found !== undefined && keyOfPath(found) === key;
  };
  if (hasNamedModules && original !== undefined && (await isTarget(submoduleName(name, original)))) return "module";
  if (original === "default") return undefined;
  if (await isTarget(name)) return original === undefined ? "module" : "name";
  const module = original === undefined ? undefined : await plan.moduleAt(name, source);
  if (module === undefined || original === undefined || !(await declares(target, original, plan))) return undefined;
  return (await plan.passesOn(module, original, target.path)) ? "name" : undefined;
}

async function declares({ version }: TextDraft, name: string, { context }: SymbolMovePlan): Promise<boolean> {
  const syntax = await context.syntax();
  const outline = await syntax.outline(toSyntaxText(version, syntax, context.servers));
  return outline.some((each) => each.name === name);
}

function appendRenamed(changes: Replacement[], uses: readonly Stretch[], name: string): void {
  for (const { from, to } of uses) changes.push({ from, to, insert: name });
}

/** `target.name` is `name` in the target itself. Errors: `unsupported` for other uses of it. */
function withoutQualifier({ uses, name }: OuterName, { moved }: ModuleMove): readonly Replacement[] {
  const { text } = moved.version;
  return uses.map(({ from, to }) => {
    const [dot] = /^\s*\.\s*(?=[\w$])/.exec(text.slice(to, to + 100)) ?? [];
    if (dot === undefined)
      throw notMovable(
        `It uses the module ${inlineCode(name)}, which is the target, as a value (line ${text.lineAt(from) + 1}).`,
      );
    return { from, to: to + dot.length, insert: "" };
  });
}

/** Returns an import of the source as the target writes it. */
function copiedImport(written: WrittenImport, { moved, source, target, hasNamedModules }: ModuleMove): NewImport {
  const { text, languageId } = moved.version;
  const { name, import: taken, isType, isRequired, statement, isAlone } = written;
  const rebased = rebaseSource(taken.source, source.path, target.path, languageId);
  const place = written.place === "types" ? "types" : "top";
  const form = taken.original === undefined ? "module" : "named";
  const original = taken.original === undefined ? {} : { original: taken.original };
  const copied = { form, source: rebased, ...original, name, isType, isRequired, place } as const;
  if (form === "named") return copied;
  if (hasNamedModules) {
    const before = /[\w.]{1,999}(?=\s{1,99}as\s{1,99}$)/.exec(text.slice(statement.from, written.from))?.[0];
    const [dotted = name] = /^[\w.]+/.exec(text.slice(written.from, statement.to)) ?? [];
    return { ...copied, text: before === undefined ? `import ${dotted}` : `import ${before} as ${name}` };
  }
  const own = text.slice(statement.from, statement.to);
  return isAlone && rebased === taken.source ? { ...copied, text: own } : copied;
}

/** Returns the import by which the target gets what the source declares. */
async function importOfOwn(need: OuterName, move: ModuleMove): Promise<NewImport> {
  const { moved, source, target, plan, hasNamedModules, isRequired } = move;
  const style = await plan.styleOf(target, [source]);
  const [at] = need.definitions;
  const ways = hasNamedModules || !at ? [] : await readExports(moved.version, at.from, plan.context);
  const original = ways.find(({ name }) => name === need.name)?.name ?? ways[0]?.name ?? need.name;
  const isType = need.isType && !isRequired && factsOf(target.version.languageId).hasTypeImports;
  const named = { form: "named", original, name: need.name, isType, isRequired, place: "top" } as const;
  return { ...named, source: sourceFor(source.path, target.path, style) };
}

/** Exports what the target imports from the source, where it is not exported yet. */
async function exportOwn(
  { moved, source, plan, hasNamedModules, isRequired }: ModuleMove,
  need: OuterName,
): Promise<void> {
  if (hasNamedModules) return;
  const [at] = need.definitions;
  const ways = at ? await readExports(moved.version, at.from, plan.context) : [];
  if (ways.length > 0) return;
  if (isRequired) addCommonJsExport(source, need.name, moved.version.text.text);
  else {
    const syntax = await plan.context.syntax();
    const text = toSyntaxText(source.version, syntax, plan.context.servers);
    const outline = await syntax.outline(text);
    const declared = outline.filter(({ name }) => name === need.name);
    const changes = declared.toReversed().map(({ nameFrom }) => exportKeyword(source.text.text, nameFrom));
    if (changes.length === 0 || changes.includes(undefined))
      throw notMovable(
        `It uses ${inlineCode(need.name)} of ${escapeName(plan.pathOf(source))}, which can't be exported as it is declared.`,
      );
    for (const change of changes) if (change) source.edit(change);
  }
  plan.notes.push(
    `${inlineCode(need.name)} of ${escapeName(plan.pathOf(source))} is exported now, as what is moved uses it.`,
  );
}

/**
 * Returns the imports that the target does not have in another way. Errors: `unsupported` for names
 * that it has already.
 */
async function missingImports(
  { moved, source, target, plan }: ModuleMove,
  imports: readonly NewImport[],
): Promise<readonly NewImport[]> {
  if (target.before === undefined) return imports;
  const { context } = plan;
  const syntax = await context.syntax();
  const text = toSyntaxText(target.version, syntax, context.servers);
  const visible = (await syntax.visibleNamesAt(text, target.text.length)).filter(({ reach }) => reach !== "local");
  const names = new Set(visible.map(({ name }) => name));
  const written = await readImports(target.version, context);
  const shown = escapeName(plan.pathOf(target));
  const leadsTo = async ({ import: taken, name }: WrittenImport, path: string) => {
    const found = await plan.moduleAt(taken.source, target);
    return found !== undefined && (await plan.passesOn(found, taken.original ?? name, path));
  };
  if (names.has(moved.name)) {
    const own = written.find((each) => each.name === moved.name);
    if (own === undefined || !(await leadsTo(own, source.path)))
      throw notMovable(`${shown} has the name ${inlineCode(moved.name)} already.`);
  }
  const missing: NewImport[] = [];
  for (const each of imports) {
    const { name, source: module, original } = each;
    if (!names.has(name) || name === "*") {
      missing.push(each);
      continue;
    }
    const own = written.filter((other) => other.name === name);
    const isSame = own.some((other) => other.import.source === module && other.import.original === original);
    const isModule = own.some(
      ({ import: taken }) => taken.original === undefined && original === undefined && taken.source === name,
    );
    if (isSame || isModule) {
      missing.push(each);
      continue;
    }
    const path = await plan.moduleAt(module, target);
    const [first] = own;
    if (path !== undefined && first !== undefined && (await leadsTo(first, path))) continue;
    throw notMovable(
      `It needs ${inlineCode(name)} of ${inlineCode(module)}, and ${shown} has another ${inlineCode(name)}.`,
    );
  }
  return missing;
}

/** Returns the declarations as the target has them. */
function movedText(
  { moved, isRequired, hasNamedModules }: ModuleMove,
  changes: readonly Replacement[],
  ways: readonly WrittenExport[],
): string {
  const isExported = hasNamedModules || isRequired || ways.some(({ form }) => form === "keyword");
  const exported = isExported ? [] : moved.stretches.flatMap((each) => keywordsIn(moved, each));
  return textOfDeclarations(moved, [...changes, ...exported]);
}

function keywordsIn({ version: { text }, name }: MovedSymbol, { from, to }: Stretch): readonly Replacement[] {
  const pattern = new RegExp(
    `^(?:(?:declare|abstract|async)\\s{1,99}){0,9}(?:function\\s{0,99}\\*?|class|interface|type|(?:const\\s{1,99})?enum|namespace|module|const|let|var)\\s{1,99}(?=${name.replaceAll("$", "\\$")}(?![\\w$]))`,
    "m",
  );
  const found = pattern.exec(text.slice(from, to));
  return found ? [{ from: from + found.index, to: from + found.index, insert: "export " }] : [];
}

/** Takes the declarations out of the source. Returns the uses that stay. */
async function removeFromSource(
  { moved, source, plan }: ModuleMove,
  ways: readonly WrittenExport[],
): Promise<readonly Stretch[]> {
  const { context } = plan;
  const { version } = moved;
  const changes: Replacement[] = [];
  for (const stretch of mergedStretches(moved)) changes.push(await deletionOfLines(stretch, version, context));
  const gone = ways.filter((each, index) => each.form !== "keyword" && isTakenAlong(each, index, ways));
  for (const { element, statement, isAlone } of gone)
    changes.push(
      isAlone ? await deletionOfLines(statement, version, context) : await deletionOfElement(version, element, context),
    );
  changes.sort((one, other) => one.from - other.from);
  const { after, imports } = await withoutNeedlessImports({ version, changes }, context);
  source.text = after;
  plan.noteNeedless(source, imports);
  const isGone = ({ from }: Stretch) => gone.some(({ element }) => element.from <= from && from < element.to);
  return moved.uses.filter((each) => !isGone(each));
}

/** Imports the symbol in the source where that goes on using it, or passes it on. */
async function keepInSource(move: ModuleMove, kept: readonly Stretch[]): Promise<void> {
  const { moved, source, target, plan, isPassedOn, isRequired, isType, hasNamedModules, exported } = move;
  const style = await plan.styleOf(source, [target]);
  const module = sourceFor(target.path, source.path, style);
  const original = exported.includes("default") ? "default" : moved.name;
  const form = { form: "named", source: module, original, name: moved.name, isRequired } as const;
  const isUsed = kept.length > 0;
  if (isPassedOn && exported.length > 0 && !hasNamedModules && !isRequired && !isUsed) {
    const written = await readImports(source.version, plan.context);
    const line = reexportText(
      original === moved.name ? original : "default",
      module,
      isType,
      importStyleOf(source.text.text || moved.version.text.text),
    );
    const last = written.filter(({ place }) => place === "top").at(-1);
    if (last) insertLineAfter(source, last.statement, line);
    else source.edit({ from: 0, to: 0, insert: `${line}\n${source.text.text.trim() === "" ? "" : "\n"}` });
  } else if (isUsed || isPassedOn) {
    await addImport(source, { ...form, isType: isType && !isRequired && !hasNamedModules, place: "top" }, plan.context);
    if (isPassedOn && isRequired && exported.length > 0) addCommonJsExport(source, moved.name, moved.version.text.text);
    else if (isPassedOn && !hasNamedModules && exported.length > 0) {
      const { end } = importStyleOf(moved.version.text.text);
      source.edit({ from: source.text.length, to: source.text.length, insert: `\nexport { ${moved.name} }${end}\n` });
    }
  }
  if (isPassedOn)
    plan.notes.push(
      `${escapeName(plan.pathOf(source))} stands for its folder, and goes on exporting ${inlineCode(moved.name)}.`,
    );
}

/** Takes the name from the list of what the source exports to that of the target. */
function moveListedName({ moved, source, target, isPassedOn }: ModuleMove): void {
  const { exportList } = factsOf(moved.version.languageId);
  if (exportList === undefined) return;
  const listed = new RegExp(
    `[ \\t]{0,99}(["'])${moved.name}\\1[ \\t]{0,99}(,[ \\t]{0,99}(?:\\n(?=[ \\t]{0,99}["'\\])])|))?`,
  );
  const [list] = [...source.text.text.matchAll(exportList)].filter(([text]) => listed.test(text));
  if (list === undefined) return;
  if (!isPassedOn) {
    const at = list.index;
    const own = listed.exec(list[0]);
    if (own) {
      const isLast = own[2] === undefined;
      const before = isLast ? (/,\s*$/.exec(list[0].slice(0, own.index))?.[0].length ?? 0) : 0;
      source.edit({ from: at + own.index - before, to: at + own.index + own[0].length, insert: "" });
    }
  }
  const there = [...target.text.text.matchAll(exportList)][0];
  if (there === undefined) return;
  const last = [...there[0].matchAll(/(["'])\w+\1/g)].at(-1);
  if (last === undefined) return;
  const to = there.index + last.index + last[0].length;
  const lead = /\n[ \t]*$/.exec(there[0].slice(0, last.index))?.[0] ?? " ";
  target.edit({ from: to, to, insert: `,${lead}${last[1]}${moved.name}${last[1]}` });
}
