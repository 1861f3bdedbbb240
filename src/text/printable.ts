/**
 * Texts from outside made harmless for a terminal and for a model: characters that control a
 * terminal, reorder text or are invisible become escapes such as `\u202e`. Texts from outside are
 * names of files and symbols, titles, messages and source.
 */

import { maxOf } from "./list.js";

/** Candidates for an escape; `shapesText` keeps some of them. */
const control = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const layout = /[\n\t]/g;
const plain = /^[\n\t\x20-\x7e]*$/;

/**
 * Escapes the control and invisible characters of a text, except tabs and line feeds. `\r\n`
 * becomes `\n`. JSON remains JSON of the same value.
 */
export function escapeControls(text: string): string {
  // Most texts have nothing to escape; the properties of Unicode take two to three times as long.
  if (plain.test(text)) return text;
  return text
    .replaceAll("\r\n", "\n")
    .replace(control, (character, at: number) =>
      character === "\n" || character === "\t" || shapesText(character, text.slice(Math.max(0, at - 2), at))
        ? character
        : escapeUnits(character),
    );
}

/** Escapes tabs and line ends, too. */
export function escapeLine(text: string): string {
  return escapeControls(text).replace(layout, (character) => (character === "\n" ? "\\n" : "\\t"));
}

/** Returns a name on one line: with quotes and escapes as in JSON, unless it is printable. */
export function escapeName(name: string): string {
  return isPrintable(name) ? name : toPrintableJson(name);
}

/** Quotes a text as code in Markdown, on one line. */
export function inlineCode(text: string): string {
  const line = escapeLine(text);
  return line.includes("`") ? `\`\` ${line} \`\`` : `\`${line}\``;
}

/** Returns JSON on one line with the invisible characters of its strings escaped. */
export function toPrintableJson(value: unknown): string {
  return escapeControls(JSON.stringify(value));
}

/** Whether a text has one line, without characters to be escaped. */
export function isPrintable(text: string): boolean {
  return escapeLine(text) === text;
}

const joiner = /[\u200c\u200d]/;
/** The end of a text that a joiner shapes: an emoji, or a letter of a script without case. */
const joins = /[\p{Lo}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const variationSelector = /[\ufe00-\ufe0f\u180b-\u180d\u{e0100}-\u{e01ef}]/u;
const hasVariants = /[\p{Emoji}\p{S}\p{Lo}]$/u;

/**
 * Whether an invisible character changes the shape of the text before it, as in emoji. Elsewhere it
 * only makes two names look the same.
 */
function shapesText(character: string, before: string): boolean {
  return variationSelector.test(character) ? hasVariants.test(before) : joiner.test(character) && joins.test(before);
}

/** Escapes each code unit as JSON does: one form for people and for `--json`. */
function escapeUnits(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/** Returns `1 reference`, `2 references`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Writes a whole number as in English: 12,345. Intl would take 12 ms to load. */
export function groupDigits(count: number): string {
  const digits = String(count);
  const groups: string[] = [];
  for (let to = digits.length; to > 0; to -= 3) groups.unshift(digits.slice(Math.max(0, to - 3), to));
  return groups.join(",");
}

/** Returns a fenced block; the fence is longer than any run of backquotes in the text. */
export function codeBlock(text: string, language = ""): string {
  const longest = Math.max(2, maxOf([...text.matchAll(/`+/g)].map(([run]) => run.length)));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
}

/** Lists lines below a heading; of many the first `max`, and how many more there are. */
export function listLines(heading: string, lines: readonly string[], max: number, count = lines.length): string {
  const listed = lines.slice(0, max);
  const rest = count > listed.length ? [`… and ${count - listed.length} more`] : [];
  return [heading, ...listed, ...rest].join("\n");
}
