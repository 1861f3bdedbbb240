/**
 * The texts of a component that share their names: its scripts, and the code in its template, each
 * part of which has a tree of its own. They are parsed when names are first asked for.
 */

import type { TemplateFacts } from "../../../languages/facts.js";
import { grammarNamed } from "../../../languages/languages.js";
import { containsStretch, type Stretch } from "../../../text/stretch.js";
import { allTexts, type EmbeddedText, type ParsedText, parsedTextAt, parsePart } from "../parsedText.js";
import { type TemplatePart, templatePartsOf } from "./templateParts.js";

/** Code in a template, and what it is in it. */
export interface TemplateText extends EmbeddedText {
  readonly part: TemplatePart;
}

export interface Component {
  readonly runes: TemplateFacts["runes"];
  readonly scripts: readonly EmbeddedText[];
  readonly templates: readonly TemplateText[];
}

const components = new WeakMap<ParsedText, Component>();

/** Returns the component that a script, or a part of a template, belongs to. */
export function componentOf(text: ParsedText): Component | undefined {
  return components.get(text);
}

/** Returns what a text is in a template; undefined for any other. */
export function partOf(text: ParsedText): TemplatePart | undefined {
  return components.get(text)?.templates.find((each) => each === text)?.part;
}

/** Returns a text, the texts embedded in it, and the code in its template. */
export function textsWithNames(parsed: ParsedText): readonly ParsedText[] {
  return [...allTexts(parsed), ...(readComponent(parsed)?.templates ?? [])];
}

/** Returns the innermost text that contains an offset, which may be a part of a template. */
export function namedTextAt(parsed: ParsedText, offset: number): ParsedText {
  const component = readComponent(parsed);
  const part = component?.templates.find(({ stretch }) => stretch.from <= offset && offset <= stretch.to);
  return part ?? parsedTextAt(parsed, offset);
}

/** Returns the text that shares its names with `text` and contains a stretch, or `text` itself. */
export function textAround(text: ParsedText, stretch: Stretch): ParsedText {
  const component = components.get(text);
  const around =
    component && [...component.scripts, ...component.templates].find((each) => containsStretch(each.stretch, stretch));
  return around ?? text;
}

function readComponent(parsed: ParsedText): Component | undefined {
  const facts = grammarNamed(parsed.grammar.grammar.name)?.template;
  if (facts === undefined) return undefined;
  const known = components.get(parsed);
  if (known) return known;
  const nameOf = ({ grammar }: EmbeddedText) => grammar.grammar.name;
  const scripts = parsed.embedded.filter((each) => facts.scripts.includes(nameOf(each)));
  // Without a script, nothing declares the names of the parts.
  const script = facts.scripts.map((name) => scripts.find((each) => nameOf(each) === name)).find(Boolean);
  const parts = script ? templatePartsOf(parsed.document.text, facts.syntax) : [];
  const templates = parts.map((part) => ({ ...parsePart(parsed, part, (script as EmbeddedText).grammar), part }));
  parsed.owned = templates.map(({ tree }) => tree);
  const component = { runes: facts.runes, scripts, templates };
  for (const each of [parsed, ...scripts, ...templates]) components.set(each, component);
  return component;
}
