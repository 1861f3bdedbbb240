/** A section of the answer to `locate/context`, and how it is cut to a length. */

import type { Locate } from "../../../locate/locate.js";
import { codeBlock, escapeLine } from "../../../text/printable.js";

/** In the order of the answer: the most important first. */
export const sectionKinds = [
  "signature",
  "body",
  "callers",
  "callees",
  "references",
  "implementations",
  "types",
] as const;

export type SectionKind = (typeof sectionKinds)[number];

/** A symbol or file, with the lines that say what it has to do with the symbol. */
export interface SectionItem {
  /** Of the symbol; at the top level of a file, of the first line. */
  readonly locate: Locate;
  /** A word of SymbolKind; absent for the top level of a file. */
  readonly kind?: string;
  /** 1-based. */
  readonly lines: readonly { readonly line: number; readonly text: string }[];
  readonly test?: true;
}

export interface ListSection {
  readonly kind: Exclude<SectionKind, "signature" | "body">;
  readonly title: string;
  readonly items: readonly SectionItem[];
  /** What more is known, such as what it calls in libraries. */
  readonly note?: string;
  /** The method that lists all; absent without one. */
  readonly method?: string;
  /** The number of items that are left out. */
  readonly omitted?: number;
}

export interface SignatureSection {
  readonly kind: "signature";
  /** Markdown. */
  readonly content: string;
  /** The number of lines that are left out. */
  readonly omitted?: number;
}

export interface BodySection {
  readonly kind: "body";
  readonly content: string;
  readonly language: string;
  /** Of a type whose text is too long, the first lines of its members instead; 1-based. */
  readonly members?: readonly { readonly line: number; readonly text: string }[];
  /** The lines that are left out, and their number. */
  readonly rest?: Locate;
  readonly omitted?: number;
}

export type ContextSection = ListSection | SignatureSection | BodySection;

/** Writes a Locate for the client. */
export type WriteLocate = (locate: Locate) => string;

/** Formats a section as Markdown. */
export function formatSection(section: ContextSection, write: WriteLocate): string {
  switch (section.kind) {
    case "signature": {
      const rest = section.omitted === undefined ? [] : [`… ${section.omitted} more lines; hover has them.`];
      return [section.content, ...rest].join("\n");
    }
    case "body":
      return formatBody(section, write);
    default:
      return formatList(section, write);
  }
}

function formatBody({ content, language, members, rest, omitted }: BodySection, write: WriteLocate): string {
  if (members) {
    const lines = members.map(({ line, text }) => `  ${line}: ${escapeLine(text)}`);
    return [`Members; the text has ${omitted} more lines: ${rest && write(rest)}`, ...lines].join("\n");
  }
  const more = omitted === undefined || rest === undefined ? [] : [`… ${omitted} more lines: ${write(rest)}`];
  return [codeBlock(content, language), ...more].join("\n");
}

function formatList({ title, items, note, method, omitted }: ListSection, write: WriteLocate): string {
  const way = method === undefined ? "a larger budget shows them" : `${method} lists all`;
  const rest = omitted === undefined ? [] : [`… and ${omitted} more; ${way}.`];
  const heading = items.length + rest.length > 0 ? `${title}:` : title;
  return [
    heading,
    ...items.map((item) => formatItem(item, write)),
    ...(note === undefined ? [] : [note]),
    ...rest,
  ].join("\n");
}

/** The maximum number of lines that are shown of an item. */
const MAX_LINES = 3;

/** Formats `function src/a.ts:f 12: total(x)`, or the lines below where they are several. */
function formatItem({ locate, kind, lines }: SectionItem, write: WriteLocate): string {
  const { file_path = "" } = locate;
  const name = kind === undefined ? write({ file_path }) : `${kind} ${write(locate)}`;
  const shown = lines.slice(0, MAX_LINES).map(({ line, text }) => `${line}: ${escapeLine(text)}`);
  const left = lines.length - shown.length;
  if (left === 0 && shown.length <= 1) return [name, ...shown].join(" ");
  return [name, ...shown.map((line) => `  ${line}`), ...(left > 0 ? [`  and ${left} more lines`] : [])].join("\n");
}
