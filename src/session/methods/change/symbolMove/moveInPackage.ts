/** Moves a symbol between files of one package, which see each other without imports: Go, Java. */

import { basename, dirname } from "node:path";
import { constraintOf } from "../../../../code/entities/builds.js";
import { stemOf } from "../../../../code/imports/moduleName.js";
import { languageOfFile } from "../../../../files/languageOfFile.js";
import { factsOf } from "../../../../languages/languages.js";
import type { Replacement } from "../../../../locate/edit/editRequest.js";
import type { OuterName } from "../../../../syntax/scopes/nameInfo.js";
import type { Document } from "../../../../text/document.js";
import { escapeName, inlineCode } from "../../../../text/printable.js";
import type { Stretch } from "../../../../text/stretch.js";
import { toSyntaxText } from "../../../place/syntaxView.js";
import { deletionOfLines, withoutNeedlessImports } from "../needlessImports.js";
import { insertDeclaration } from "./declarationText.js";
import { type MovedSymbol, mergedStretches, notMovable, textOfDeclarations } from "./movedSymbol.js";
import type { SymbolMovePlan } from "./movePlan.js";
import type { TextDraft } from "./textDraft.js";
import { lineEnds, readImports, type WrittenImport } from "./writtenImports.js";

export async function moveInPackage(moved: MovedSymbol, path: string, plan: SymbolMovePlan): Promise<void> {
  const { version } = moved;
  const { languageId } = version;
  const source = await plan.at(moved.path);
  if (source === undefined) throw notMovable(`${escapeName(moved.path)} can't be read.`);
  const target = await plan.atOrNew(path, languageOfFile(path, plan.context.servers) ?? languageId);
  const own = await plan.factsOf(version);
  const isNew = target.text.text.trim() === "";
  const other = isNew ? own : await plan.factsOf(target.version);
  assertSamePackage({ moved, path, own: own?.package, other: other?.package });
  assertBuiltAlike(moved, path, target.text.text);
  assertTypeOfFile(moved, path);
  const written = await readImports(version, plan.context);
  const needed = written.filter((each) => isNeeded(each, moved.needs, version.text.text));
  if (needed.some(({ import: { source: name } }) => name === "C"))
    throw notMovable(`It uses ${inlineCode("C")}, and the comment that declares that is of one file alone.`);
  const isFree = moved.needs.some(({ reach }) => reach === "free");
  const wildcards = isFree ? (own?.wildcards ?? []) : [];
  if (wildcards.length > 0 && factsOf(languageId).modules === "folders")
    throw notMovable(
      `${escapeName(plan.pathOf(source))} imports all names of a package, and it is not known which it needs.`,
    );
  await assertFreeNames(moved, target, needed, plan);
  const statements = [
    ...needed.map((each) => statementOf(each, version.text.text)),
    ...wildcards.map(({ from }) => lineAround(version.text.text, from)),
  ];
  const text = textOfDeclarations(moved);
  if (isNew) {
    const clause = clauseOf(version.text.text, own?.clause);
    target.edit({ from: 0, to: target.text.length, insert: lineEnds(version.text, `${clause}${clause ? "\n" : ""}`) });
  }
  await insertDeclaration(target, text, moved.name, plan.context);
  await addImports(target, [...new Set(statements)], plan);
  await removeDeclarations(moved, source, needed, plan);
}

interface Packages {
  readonly moved: MovedSymbol;
  readonly path: string;
  readonly own: string | undefined;
  readonly other: string | undefined;
}

function assertSamePackage({ moved: { path: from, name }, path, own, other }: Packages): void {
  if (dirname(from) === dirname(path) && own === other) return;
  const shown = other === undefined || dirname(from) !== dirname(path) ? basename(dirname(path)) : other;
  throw notMovable(
    `${inlineCode(name)} is of the package ${inlineCode(own ?? "")}, and ${inlineCode(shown)} is another one: all that uses it, and what it uses, would be named otherwise. Move it to a file of its own in its package, and then that file.`,
  );
}

/** Files of tests, and of other builds, are not compiled together. */
function assertBuiltAlike({ path, version }: MovedSymbol, to: string, text: string): void {
  const { buildConstraint } = factsOf(version.languageId);
  if (buildConstraint === undefined) return;
  const isTest = (each: string) => /_test$/.test(stemOf(each));
  if (isTest(path) !== isTest(to))
    throw notMovable(
      `Of ${escapeName(basename(path))} and ${escapeName(basename(to))}, one is compiled for tests alone.`,
    );
  const { languageId } = version;
  const [one, other] = [
    { path, languageId, text: version.text.text },
    { path: to, languageId, text },
  ];
  if (constraintOf(one, buildConstraint) !== constraintOf(other, buildConstraint))
    throw notMovable(`${escapeName(basename(path))} and ${escapeName(basename(to))} are compiled for other builds.`);
}

/** A public type of Java is in the file of its name. */
function assertTypeOfFile({ version, name, nameFrom }: MovedSymbol, to: string): void {
  if (!factsOf(version.languageId).hasPackageVisibility) return;
  const line = version.text.slice(version.text.lineFrom(version.text.lineAt(nameFrom)), nameFrom);
  if (/\bpublic\b/.test(line) && stemOf(to) !== name)
    throw notMovable(
      `${inlineCode(name)} is public, so that it has to be in a file of its name, ${inlineCode(`${name}.java`)}.`,
    );
}

function isNeeded(
  { name, from, import: { source } }: WrittenImport,
  needs: readonly OuterName[],
  text: string,
): boolean {
  if (needs.some(({ definitions }) => definitions.some((each) => each.from === from))) return true;
  // The name of a Go package need not be the last word of its path: gopkg.in/yaml.v3.
  const isPath = text.slice(from, from + name.length) !== name || source.includes("/");
  const isLike = (need: OuterName) => new RegExp(`(?:^|[/.-])(?:go-)?${need.name}(?:[./-](?:v\\d+|go))*$`).test(source);
  return isPath && needs.some((need) => need.reach === "free" && isLike(need));
}

/** Returns an import of Go as in a list of them, another one as a line. */
function statementOf({ statement, from }: WrittenImport, text: string): string {
  const written = text.slice(statement.from, statement.to);
  return /^import\b/.test(written) && /["`]/.test(written) && !written.includes("(")
    ? written.replace(/^import\s+/, "")
    : written === ""
      ? lineAround(text, from)
      : written;
}

function lineAround(text: string, offset: number): string {
  const from = text.lastIndexOf("\n", offset) + 1;
  const end = text.indexOf("\n", offset);
  return text.slice(from, end < 0 ? text.length : end).trim();
}

function clauseOf(text: string, clause: Stretch | undefined): string {
  return clause === undefined ? "" : lineAround(text, clause.from);
}

async function assertFreeNames(
  { name, version }: MovedSymbol,
  target: TextDraft,
  needed: readonly WrittenImport[],
  plan: SymbolMovePlan,
): Promise<void> {
  if (target.before === undefined) return;
  const shown = escapeName(plan.pathOf(target));
  const imports = await readImports(target.version, plan.context);
  if (imports.some((each) => each.name === name)) throw notMovable(`${shown} imports another ${inlineCode(name)}.`);
  for (const each of needed) {
    const other = imports.find((own) => own.name === each.name && own.import.source !== each.import.source);
    if (other)
      throw notMovable(
        `It needs ${inlineCode(each.name)} of ${inlineCode(each.import.source)}, and ${shown} has that of ${inlineCode(other.import.source)}.`,
      );
  }
  const syntax = await plan.context.syntax();
  const declared = await syntax.outline(toSyntaxText(target.version, syntax, plan.context.servers));
  const isTwice = declared.some((each) => each.name === name) && factsOf(version.languageId).overloads === "none";
  if (isTwice && name !== "init" && name !== "_")
    throw notMovable(`${shown} has the name ${inlineCode(name)} already.`);
}

/** Adds imports where a file has its own: in the order of a list, else after the last one. */
async function addImports(target: TextDraft, statements: readonly string[], plan: SymbolMovePlan): Promise<void> {
  const isLine = (each: string) => /^import\b/.test(each);
  for (const statement of statements) {
    const imports = await readImports(target.version, plan.context);
    const { text } = target;
    const facts = await plan.factsOf(target.version);
    const known = [
      ...imports.map((each) => statementOf(each, text.text)),
      ...(facts?.wildcards ?? []).map(({ from }) => lineAround(text.text, from)),
    ];
    if (known.includes(statement)) continue;
    if (isLine(statement)) target.edit(lineOfImport(target, statement, imports, facts?.clause));
    else target.edit(elementOfImport(target, statement, imports, facts?.clause));
  }
}

function lineOfImport(
  { text }: TextDraft,
  statement: string,
  imports: readonly WrittenImport[],
  clause: Stretch | undefined,
): Replacement {
  const lines = imports.map(({ statement: { from } }) => text.lineAt(from));
  const before = imports.filter(({ statement: { from, to } }) => text.slice(from, to) < statement).at(-1);
  const line = before ? text.lineAt(before.statement.from) : undefined;
  if (line !== undefined)
    return { from: text.lineTo(line), to: text.lineTo(line), insert: lineEnds(text, `\n${statement}`) };
  const [first] = lines;
  if (first !== undefined)
    return { from: text.lineFrom(first), to: text.lineFrom(first), insert: lineEnds(text, `${statement}\n`) };
  return afterClause(text, clause, statement);
}

function elementOfImport(
  { text }: TextDraft,
  element: string,
  imports: readonly WrittenImport[],
  clause: Stretch | undefined,
): Replacement {
  const list = /^import[ \t]*\(([^)]*)\n\)/m.exec(text.text);
  if (list === null) {
    const [only] = imports;
    if (only === undefined) return afterClause(text, clause, `import ${element}`);
    const from = text.lineFrom(text.lineAt(only.statement.from));
    const to = text.lineTo(text.lineAt(only.statement.to));
    const own = imports.map((each) => statementOf(each, text.text));
    if (imports.length > 1) return { from: to, to, insert: lineEnds(text, `\nimport ${element}`) };
    const sorted = [...own, element].toSorted((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1));
    return { from, to, insert: lineEnds(text, `import (\n${sorted.map((each) => `\t${each}`).join("\n")}\n)`) };
  }
  const [, inside = ""] = list;
  const start = list.index + list[0].indexOf("(") + 1;
  const lines: { readonly from: number; readonly to: number; readonly path: string }[] = [];
  for (const { index, 0: line } of inside.matchAll(/[^\n]+/g))
    if (/["`]/.test(line)) lines.push({ from: start + index, to: start + index + line.length, path: pathOf(line) });
  const path = pathOf(element);
  const alike = lines.filter((each) => isStandard(each.path) === isStandard(path));
  const before = alike.filter((each) => each.path < path).at(-1);
  if (before) return { from: before.to, to: before.to, insert: lineEnds(text, `\n\t${element}`) };
  const [next] = alike;
  if (next) return { from: next.from, to: next.from, insert: lineEnds(text, `\t${element}\n`) };
  const last = lines.at(-1);
  if (isStandard(path) || last === undefined)
    return { from: start, to: start, insert: lineEnds(text, `\n\t${element}\n`) };
  return { from: last.to, to: last.to, insert: lineEnds(text, `\n\n\t${element}`) };
}

function pathOf(element: string): string {
  return /["`]([^"`]*)/.exec(element)?.[1] ?? "";
}

/** Go's own packages have no host in their path. */
function isStandard(path: string): boolean {
  return !(path.split("/")[0] ?? "").includes(".");
}

function afterClause(text: Document, clause: Stretch | undefined, statement: string): Replacement {
  if (clause === undefined) return { from: 0, to: 0, insert: lineEnds(text, `${statement}\n\n`) };
  const at = text.lineTo(text.lineAt(clause.to));
  return { from: at, to: at, insert: lineEnds(text, `\n\n${statement}`) };
}

async function removeDeclarations(
  moved: MovedSymbol,
  source: TextDraft,
  needed: readonly WrittenImport[],
  plan: SymbolMovePlan,
): Promise<void> {
  const { version } = moved;
  const changes: Replacement[] = [];
  for (const stretch of mergedStretches(moved)) changes.push(await deletionOfLines(stretch, version, plan.context));
  const { after, imports } = await withoutNeedlessImports({ version, changes }, plan.context);
  source.text = after;
  // Of an import whose name is not the last word of its path, no use is known by scopes.
  for (const {
    import: { source: path },
  } of needed) {
    const left = (await readImports(source.version, plan.context)).find((each) => each.import.source === path);
    const names = moved.needs.filter(({ reach }) => reach === "free").map(({ name }) => name);
    const name = left && left.uses.length === 0 ? names.find((each) => path.includes(each)) : undefined;
    if (left === undefined || name === undefined || new RegExp(`\\b${name}\\.`).test(source.text.text)) continue;
    source.edit(await deletionOfLines(left.statement, source.version, plan.context));
  }
  plan.noteNeedless(source, imports);
  if (isEmptyFile(source.text.text))
    plan.notes.push(`Nothing is left in ${escapeName(plan.pathOf(source))} but its package: delete it.`);
}

function isEmptyFile(text: string): boolean {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|^(?:package|import)\b[^\n]*$/gm, "").trim() === "";
}
