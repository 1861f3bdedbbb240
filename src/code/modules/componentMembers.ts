/**
 * What templates use of a component that no scope of their scripts declares: its props and events,
 * and the options of its object.
 *
 * - https://vuejs.org/api/options-state.html, https://vuejs.org/guide/components/props.html
 * - https://svelte.dev/docs/svelte/$props, https://svelte.dev/docs/svelte/legacy-export-let
 * - https://docs.astro.build/en/basics/astro-components/#component-props
 */

import { factsOf } from "../../languages/languages.js";
import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import { camelOf } from "../../syntax/trees/templates/kebabCase.js";
import { appendAll } from "../../text/list.js";
import type { CodeFiles } from "../entities/codeFiles.js";
import type { CodeFile, DeclaredEntity } from "../entities/entity.js";

const optionNames = /^(?:props|data|computed|methods|setup|inject|asyncData)$/;
const ownOptions = /^(?:data|computed|methods|setup|asyncData)$/;
const givenOptions = /^(?:props|emits)$/;
const macros = /\bdefineProps\s*(?=[<(])/g;
const givenMacros = /\bdefine(?:Props|Emits)\s*(?=[<(])/g;

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

/** Returns the options that `this.name` means in the functions of a component's object. */
export async function optionsOfComponent(
  name: string,
  file: CodeFile,
  files: CodeFiles,
): Promise<readonly DeclaredEntity[]> {
  if (factsOf(file.languageId).grammar?.template === undefined) return [];
  return membersOfFile(name, file, files, new Set());
}

/** Whether a declaration is an option of a component that its own file alone names by scopes. */
export function isOwnOption({ file, owners }: DeclaredEntity): boolean {
  const [option, object] = [owners.at(-1)?.name, owners.at(-2)?.name];
  return (
    factsOf(file.languageId).grammar?.template !== undefined && object === "default" && ownOptions.test(option ?? "")
  );
}

/** Returns what takes what others give to a component under a name, in camelCase. */
export async function propsOfComponent(
  name: string,
  file: CodeFile,
  files: CodeFiles,
): Promise<readonly DeclaredEntity[]> {
  if (factsOf(file.languageId).grammar?.template === undefined) return [];
  const level = levelOf(await files.outline(file));
  const options = level.all.find((each) => each.name === "default")?.children ?? [];
  const found: Pick<OutlineSymbol, "nameFrom" | "nameTo">[] = [];
  for (const each of options) if (givenOptions.test(each.name)) appendAll(found, wordsIn(name, file.text, each));
  for (const each of level.all) if (each.name === "Props") appendAll(found, membersOf(each, name));
  const all = { from: 0, to: file.text.length, children: level.all };
  for (const each of level.scripts.length > 0 ? level.scripts : [all]) {
    if (found.length > 0) break;
    appendAll(found, givenIn(name, file.text, each, givenMacros));
    if (found.length === 0) appendAll(found, takenIn(name, file.text, each));
  }
  return Promise.all(found.slice(0, 1).map(({ nameFrom, nameTo }) => files.entityAt(file, nameFrom, nameTo)));
}

/** Returns the symbols of a component's scripts. */
function levelOf(outline: readonly OutlineSymbol[]) {
  const scripts = outline.filter((each) => /^script\b/.test(each.name));
  return { scripts, all: scripts.length > 0 ? scripts.flatMap(({ children }) => children) : outline };
}

/** Returns what a script takes of its props: `export let a`, `let { a } = $props()`. */
function takenIn(
  name: string,
  text: string,
  { from, to, children }: Pick<OutlineSymbol, "from" | "to" | "children">,
): readonly Pick<OutlineSymbol, "nameFrom" | "nameTo">[] {
  const exported = children.find(
    (each) =>
      each.name === name &&
      /\bexport\s+(?:let|const|function)\s+$/.test(
        text.slice(Math.max(from, each.nameFrom - MAX_BLANKS), each.nameFrom),
      ),
  );
  if (exported) return [exported];
  for (const { 1: pattern = "", index } of text
    .slice(from, to)
    .matchAll(/\{([^{}]*)\}[^=;{}]*=\s*(?:\$props\(|Astro\.props\b)/g))
    for (const { 0: word, index: at } of pattern.matchAll(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu)) {
      const nameFrom = from + index + 1 + at;
      if (word === name && !/[:=.]\s*$/.test(pattern.slice(0, at)))
        return [{ nameFrom, nameTo: nameFrom + word.length }];
    }
  return [];
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
  const { scripts, all } = levelOf(await files.outline(file));
  const options = all.find((each) => each.name === "default")?.children ?? [];
  const found: Pick<OutlineSymbol, "nameFrom" | "nameTo">[] = [];
  for (const each of options) if (optionNames.test(each.name)) appendAll(found, membersOf(each, name));
  if (found.length === 0) for (const each of scripts) appendAll(found, givenIn(name, file.text, each, macros));
  if (found.length > 0) return Promise.all(found.map(({ nameFrom, nameTo }) => files.entityAt(file, nameFrom, nameTo)));
  for (const { nameTo, to } of options.filter((each) => /^(?:extends|mixins)$/.test(each.name))) {
    const words: readonly string[] = file.text.slice(nameTo, to).match(/[\p{ID_Continue}$]+/gu) ?? [];
    for (const { name: local, import: taken } of (await files.facts(file)).imports) {
      const other = words.includes(local) ? await files.imported(taken.source, file) : undefined;
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

/** Returns the props, or events, of a name: of the type or the object given to a macro. */
function givenIn(
  name: string,
  text: string,
  { from, to, children }: Pick<OutlineSymbol, "from" | "to" | "children">,
  calls: RegExp,
): readonly Pick<OutlineSymbol, "nameFrom" | "nameTo">[] {
  for (const { 0: call, index } of text.slice(from, to).matchAll(calls)) {
    const start = from + index + call.length;
    const given = text.slice(start, to);
    const type = /^<\s*([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*>/u.exec(given)?.[1];
    const members = children.filter((each) => each.name === type).flatMap((each) => membersOf(each, name));
    if (members.length > 0) return members;
    const found = wordsIn(name, text, { from: start, to: start + closingAt(given) });
    if (found.length > 0) return found;
  }
  return [];
}

/** Returns a key, or a word in a list, that has a name, in camelCase or not. */
function wordsIn(
  name: string,
  text: string,
  { from, to }: Pick<OutlineSymbol, "from" | "to">,
): readonly Pick<OutlineSymbol, "nameFrom" | "nameTo">[] {
  for (const { 0: word, index } of text.slice(from, to).matchAll(/[\p{ID_Start}_$][\p{ID_Continue}$-]*/gu)) {
    const nameFrom = from + index;
    const nameTo = nameFrom + word.length;
    const after = text.slice(nameTo, nameTo + MAX_BLANKS);
    if (camelOf(word) === name && /^(?:["']?\??\s*[:,\])}]|\()/.test(after)) return [{ nameFrom, nameTo }];
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
