/**
 * What the template of a component of Vue uses that no scope of its scripts declares: props, and
 * the options of its object (https://vuejs.org/api/options-state.html).
 */

import { factsOf } from "../../languages/languages.js";
import type { OutlineSymbol } from "../../syntax/outline/outline.js";
import { appendAll } from "../../text/list.js";
import type { CodeFiles } from "../entities/codeFiles.js";
import type { CodeFile, DeclaredEntity } from "../entities/entity.js";
import { importedFile } from "./importedFile.js";

const optionNames = /^(?:props|data|computed|methods|setup|inject|asyncData)$/;

/** Returns the declarations of a name that a template uses; none for a name in a script. */
export async function componentMembersAt(
  name: string,
  file: CodeFile,
  at: number,
  files: CodeFiles,
): Promise<readonly DeclaredEntity[]> {
  if (factsOf(file.languageId).grammar?.template === undefined || isInScript(file.text, at)) return [];
  return membersOfFile(name, file, files, new Set());
}

/** Returns the members of a component, or of those that it extends or mixes in. */
async function membersOfFile(
  name: string,
  file: CodeFile,
  files: CodeFiles,
  seen: Set<string>,
): Promise<readonly DeclaredEntity[]> {
  if (seen.has(file.path) || seen.size > MAX_COMPONENTS) return [];
  seen.add(file.path);
  const outline = await files.outline(file);
  const scripts = outline.filter((each) => /^script\b/.test(each.name));
  const level = scripts.length > 0 ? scripts.flatMap(({ children }) => children) : outline;
  const options = level.find((each) => each.name === "default")?.children ?? [];
  const found: Pick<OutlineSymbol, "nameFrom" | "nameTo">[] = [];
  for (const each of options) if (optionNames.test(each.name)) appendAll(found, membersOf(each, name));
  if (found.length === 0) for (const each of scripts) appendAll(found, propsNamed(name, file.text, each));
  if (found.length > 0) return Promise.all(found.map(({ nameFrom, nameTo }) => files.entityAt(file, nameFrom, nameTo)));
  for (const { nameTo, to } of options.filter((each) => /^(?:extends|mixins)$/.test(each.name))) {
    const words: readonly string[] = file.text.slice(nameTo, to).match(/[\p{ID_Continue}$]+/gu) ?? [];
    for (const { name: local, import: taken } of (await files.facts(file)).imports) {
      const other = words.includes(local) ? await importedFile(taken.source, file, files) : undefined;
      const members = other ? await membersOfFile(name, other, files, seen) : [];
      if (members.length > 0) return members;
    }
  }
  return [];
}

const MAX_COMPONENTS = 20;

/** Returns the members of an option by a name; of what `setup` returns, not its own variables. */
function membersOf({ children }: OutlineSymbol, name: string): readonly OutlineSymbol[] {
  const named = children.filter((each) => each.name === name);
  const declared = named.filter(({ kind }) => kind !== "property");
  return declared.length > 0 ? declared : named;
}

/** Returns the props of a name: of the type or the object given to `defineProps`. */
function propsNamed(
  name: string,
  text: string,
  { from, to, children }: OutlineSymbol,
): readonly Pick<OutlineSymbol, "nameFrom" | "nameTo">[] {
  for (const { 0: call, index } of text.slice(from, to).matchAll(/\bdefineProps\s*(?=[<(])/g)) {
    const start = from + index + call.length;
    const given = text.slice(start, to);
    const type = /^<\s*([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*>/u.exec(given)?.[1];
    const members = children.filter((each) => each.name === type).flatMap((each) => membersOf(each, name));
    if (members.length > 0) return members;
    const words = given.slice(0, closingAt(given)).matchAll(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu);
    for (const { 0: word, index: at } of words) {
      const nameFrom = start + at;
      const nameTo = nameFrom + word.length;
      if (word === name && /^["']?\??\s*[:,\]]/.test(text.slice(nameTo, nameTo + MAX_BLANKS)))
        return [{ nameFrom, nameTo }];
    }
  }
  return [];
}

const MAX_BLANKS = 50;

/** Returns the offset of the bracket that closes the first one. */
function closingAt(code: string): number {
  let depth = 0;
  for (const { 0: mark, index } of code.matchAll(/=>|[<({[\]})>]/g)) {
    if (/[<({[]/.test(mark)) depth++;
    else if (mark !== "=>" && --depth === 0) return index;
  }
  return code.length;
}

function isInScript(text: string, at: number): boolean {
  return text.lastIndexOf("<script", at) > text.lastIndexOf("</script", at);
}
