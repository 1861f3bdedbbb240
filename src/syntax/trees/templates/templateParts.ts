/**
 * The code in the templates of components: expressions, handlers, and the names that loops, slots
 * and snippets declare.
 *
 * - Directives: https://vuejs.org/guide/essentials/template-syntax.html
 * - Blocks: https://svelte.dev/docs/svelte/basic-markup
 * - Expressions: https://docs.astro.build/en/reference/astro-syntax/
 */

import type { TemplateFacts } from "../../../languages/facts.js";
import { appendAll } from "../../../text/list.js";
import type { Stretch } from "../../../text/stretch.js";
import { bracesIn, type MarkupAttribute, type MarkupToken, readMarkup } from "./markup.js";

/** Code of a text that is parsed by itself, and what makes a program of it before and after it. */
export interface CodePart extends Stretch {
  readonly before: string;
  readonly after: string;
  /** What is left out of it. */
  readonly omitted?: readonly Stretch[];
}

/** Code in a template. */
export interface TemplatePart extends CodePart {
  /** Where the names are visible that it declares as parameters. */
  readonly scope?: Stretch;
  /** What to write for its name under another name, `{new}`, where it means two things. */
  readonly rewrite?: string;
  /**
   * It is one word that may be written in kebab-case: of a component, or of what the component of
   * the tag at an offset declares.
   */
  readonly word?: "component" | { readonly tag: number };
}

/** Returns the code of a component's template. */
export function templatePartsOf(text: string, syntax: TemplateFacts["syntax"]): readonly TemplatePart[] {
  switch (syntax) {
    case "directives":
      return vueTemplates(text).flatMap((each) =>
        readMarkup(text, each, "{{").flatMap((token) => vueParts(text, token)),
      );
    case "blocks":
      return svelteParts(text, readMarkup(text, { from: 0, to: text.length }, "{"));
    case "expressions": {
      const [front = ""] = frontMatter.exec(text) ?? [];
      return readMarkup(text, { from: front.length, to: text.length }, "{").flatMap((token) => astroParts(text, token));
    }
  }
}

/** Matches the code before the markup of a component of Astro. */
const frontMatter = /^\s*---.*?\n---[ \t]*(?=\n|$)/s;

/** Returns the script before the markup of a component of Astro. */
export function frontMatterOf(text: string): Stretch | undefined {
  const front = frontMatter.exec(text)?.[0];
  return front === undefined ? undefined : { from: front.indexOf("---") + 3, to: front.lastIndexOf("---") };
}

const value = (stretch: Stretch): TemplatePart => ({ ...stretch, before: "(", after: ")" });
const parameters = (stretch: Stretch, scope: Stretch): TemplatePart => ({
  ...{ from: stretch.from, to: stretch.to, scope },
  ...{ before: "(", after: ")=>0" },
});
const path = /^[\p{ID_Start}_$][\p{ID_Continue}$.]*/u;
const isComponent = (name: string) => /^(?:\p{Lu}|[\p{ID_Start}_$][\p{ID_Continue}$]*\.)/u.test(name);

/** Returns the name of a tag that is a component's. */
function tagParts(text: string, name: Stretch): readonly TemplatePart[] {
  return isComponent(text.slice(name.from, name.to)) ? [value(name)] : [];
}

const isTagOfComponent = (name: string) => isComponent(name) || /^\p{Ll}[\p{Ll}\d]*-/u.test(name);
const mark = /^(?::|@|v-(?:bind|on|model):)?/;

/** Returns the name of what an attribute gives to a component. */
function propParts(text: string, { name, element }: MarkupAttribute, before = mark): readonly TemplatePart[] {
  if (name === undefined || !isTagOfComponent(element.name)) return [];
  const written = text.slice(name.from, name.to);
  const start = before.exec(written)?.[0].length ?? 0;
  const word = /^[\p{ID_Start}_$][\p{ID_Continue}$-]*/u.exec(written.slice(start))?.[0];
  const isDirective = word === undefined || /^v-/.test(word) || /[:|]/.test(written[start + word.length] ?? "");
  return isDirective ? [] : [{ ...value(within(name, start, start + word.length)), word: { tag: element.from + 1 } }];
}

/** Returns a part of a stretch, by the offsets in it. */
function within({ from }: Stretch, start: number, end: number): Stretch {
  return { from: from + start, to: from + end };
}

function vueTemplates(text: string): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const { 0: tag, index } of text.matchAll(/^<template\b(?![^>]*\blang\s*=)[^>]*>/gm)) {
    const end = text.indexOf("\n</template>", index);
    const close = end < 0 ? text.indexOf("</template>", index) : end;
    found.push({ from: index + tag.length, to: close < 0 ? text.length : close });
  }
  return found;
}

function vueParts(text: string, token: MarkupToken): readonly TemplatePart[] {
  if (token.kind === "tag") {
    const isKebab =
      !isComponent(text.slice(token.name.from, token.name.to)) && isTagOfComponent(token.element?.name ?? "");
    return isKebab ? [{ ...value(token.name), word: "component" }] : tagParts(text, token.name);
  }
  if (token.kind === "braces") return [value(token.value)];
  return [...propParts(text, token), ...vueAttribute(text, token)];
}

function vueAttribute(text: string, { name, value: given, element }: MarkupAttribute): readonly TemplatePart[] {
  if (name === undefined) return [];
  const directive = text.slice(name.from, name.to);
  if (!/^(?:v-|[:@#.])/.test(directive)) return [];
  if (given === undefined) {
    // `:title` is `:title="title"`.
    const [, mark = "", word = ""] = /^(:|v-bind:)([\p{ID_Start}_$][\p{ID_Continue}$]*)$/u.exec(directive) ?? [];
    const own = within(name, mark.length, mark.length + word.length);
    return word === "" ? [] : [{ ...value(own), rewrite: '{name}="{new}"' }];
  }
  if (directive === "v-for") return vueLoop(text, given, element);
  if (/^(?:#|v-slot)/.test(directive)) return [parameters(given, element)];
  if (/^(?:@|v-on)/.test(directive)) return [{ ...given, before: "{", after: "}" }];
  return [value(given)];
}

function vueLoop(text: string, given: Stretch, element: Stretch): readonly TemplatePart[] {
  const code = text.slice(given.from, given.to);
  const separator = /\s(?:in|of)\s/.exec(code);
  if (separator === null) return [value(given)];
  const [before = ""] = /^\s*\(?/.exec(code) ?? [];
  const names = code.slice(before.length, separator.index).trimEnd();
  const declared = within(given, before.length, before.length + names.length - (names.endsWith(")") ? 1 : 0));
  return [parameters(declared, element), value(within(given, separator.index + separator[0].length, code.length))];
}

function astroParts(text: string, token: MarkupToken): readonly TemplatePart[] {
  if (token.kind === "tag") return tagParts(text, token.name);
  if (token.kind === "braces") return [{ ...value(token.value), omitted: voidTagsIn(text, token.value) }];
  const given = token.quote === "{" ? bracesPart(text, token) : undefined;
  const props = propParts(text, token);
  return given ? [...props, { ...given, omitted: voidTagsIn(text, token.value as Stretch) }] : props;
}

/**
 * Returns the tags without content among the markup in an expression, which JSX does not know, but
 * for what is in their braces.
 */
function voidTagsIn(text: string, code: Stretch): readonly Stretch[] {
  const found: Stretch[] = [];
  const tokens = readMarkup(text, code, "{");
  for (const token of tokens) {
    if (token.kind !== "tag") {
      const inner = token.kind === "braces" || token.quote === "{" ? token.value : undefined;
      if (inner) appendAll(found, voidTagsIn(text, inner));
      continue;
    }
    const { element } = token;
    if (!element?.isVoid) continue;
    let { from } = element;
    for (const each of tokens) {
      if (each.kind !== "attribute" || each.element !== element || each.quote !== "{" || !each.value) continue;
      found.push({ from, to: each.value.from - 1 });
      from = each.value.to + 1;
    }
    found.push({ from, to: element.to });
  }
  return found.sort((a, b) => a.from - b.from);
}

/** Returns the value in the braces of an attribute: `a={b}`, `{a}`, `{...a}`. */
function bracesPart(text: string, { name, value: given }: MarkupAttribute): TemplatePart {
  const code = given as Stretch;
  const written = text.slice(code.from, code.to);
  const [spread = ""] = /^\s*\.\.\./.exec(written) ?? [];
  const isShorthand = name === undefined && /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(written);
  const part = value(within(code, spread.length, written.length));
  return isShorthand ? { ...part, rewrite: "...{ {name}: {new} }" } : part;
}

/** A block that is open: its branch, from the last `{:…}`. */
interface SvelteBlock {
  readonly word: string;
  readonly scope: { readonly from: number; to: number };
  branch: { readonly from: number; to: number };
}

function svelteParts(text: string, tokens: readonly MarkupToken[]): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  const blocks: SvelteBlock[] = [];
  for (const token of tokens) {
    if (token.kind === "tag") appendAll(parts, tagParts(text, token.name));
    else if (token.kind === "attribute")
      appendAll(parts, [...propParts(text, token, /^(?:bind:)?/), ...svelteAttribute(text, token)]);
    else appendAll(parts, svelteBraces(text, token.value, blocks));
  }
  return parts;
}

function svelteAttribute(text: string, token: MarkupAttribute): readonly TemplatePart[] {
  const { name, value: given, quote, element } = token;
  const [, directive = "", argument = ""] = /^([a-z]+):([^|]*)/.exec(name ? text.slice(name.from, name.to) : "") ?? [];
  const own = name && within(name, directive.length + 1, directive.length + 1 + argument.length);
  if (directive === "let" && own) return [parameters(given && quote === "{" ? given : own, element)];
  const parts: TemplatePart[] = [];
  if (own && /^(?:use|transition|in|out|animate)$/.test(directive) && path.test(argument)) parts.push(value(own));
  if (own && given === undefined && /^(?:bind|class|style)$/.test(directive) && path.exec(argument)?.[0] === argument)
    parts.push({ ...value(own), rewrite: "{name}={{new}}" });
  if (quote === "{") parts.push(bracesPart(text, token));
  else if (given) appendAll(parts, bracesIn(text, given).map(value));
  return parts;
}

function svelteBraces(text: string, braces: Stretch, blocks: SvelteBlock[]): readonly TemplatePart[] {
  const code = text.slice(braces.from, braces.to);
  const [head = "", mark, word = ""] = /^\s*([#:@/])([a-z]+)\s*/.exec(code) ?? [];
  const rest = within(braces, head.length, code.length);
  const around = blocks.at(-1);
  switch (mark) {
    case undefined:
      return [bracesPart(text, { kind: "attribute", name: rest, value: braces, quote: "{", element: noElement })];
    case "/": {
      const closed = blocks.pop();
      if (closed) closed.scope.to = closed.branch.to = braces.from;
      return [];
    }
    case "@":
      return word === "const" ? [{ ...rest, before: "const ", after: "" }] : [value(rest)];
    case ":": {
      if (around === undefined) return [];
      around.branch.to = braces.from;
      around.branch = { from: braces.from - 1, to: text.length };
      if (/^(?:then|catch)$/.test(word)) return rest.from < rest.to ? [parameters(rest, around.branch)] : [];
      const [condition] = /^if\s+/.exec(text.slice(rest.from, rest.to)) ?? [];
      return condition ? [value(within(rest, condition.length, rest.to - rest.from))] : [];
    }
    default: {
      const scope = { from: braces.from - 1, to: text.length };
      const block: SvelteBlock = { word, scope, branch: { ...scope } };
      blocks.push(block);
      return svelteBlock(text, rest, block);
    }
  }
}

const noElement = { name: "", from: 0, to: 0 };

/** Returns the code in the head of a block: `{#each items as item, i (item.id)}`. */
function svelteBlock(text: string, rest: Stretch, { word, scope, branch }: SvelteBlock): readonly TemplatePart[] {
  const code = text.slice(rest.from, rest.to);
  if (word === "snippet") return [{ ...rest, before: "function ", after: "{}", scope }];
  if (word === "await") {
    const separator = /\s(?:then|catch)\s/.exec(code);
    if (separator === null) return [value(rest)];
    const declared = within(rest, separator.index + separator[0].length, code.length);
    return [value(within(rest, 0, separator.index)), parameters(declared, branch)];
  }
  const as = word === "each" ? code.lastIndexOf(" as ") : -1;
  if (as < 0) return [value(rest)];
  const names = code.slice(as + 4);
  const keyAt = names.trimEnd().endsWith(")") ? openingAt(names) : names.length;
  return [
    value(within(rest, 0, as)),
    parameters(within(rest, as + 4, as + 4 + keyAt), scope),
    ...(keyAt < names.length ? [value(within(rest, as + 4 + keyAt, code.length))] : []),
  ];
}

/** Returns the offset of the parenthesis that the last one closes. */
function openingAt(code: string): number {
  let depth = 0;
  for (let at = code.lastIndexOf(")"); at >= 0; at--) {
    if (code[at] === ")") depth++;
    else if (code[at] === "(" && --depth === 0) return at;
  }
  return code.length;
}
