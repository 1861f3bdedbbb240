/** Cuts a section of `locate/context` to a length; what is left out is counted in it. */

import type { Locate } from "../../../locate/locate.js";
import {
  type BodySection,
  type ContextSection,
  formatSection,
  type ListSection,
  type SignatureSection,
  type WriteLocate,
} from "./section.js";

/** The lines of a symbol, and the members of a type. */
export interface FullBody extends BodySection {
  readonly members: NonNullable<BodySection["members"]>;
  readonly file_path: string;
  /** 1-based. */
  readonly firstLine: number;
}

export type FullSection = ListSection | SignatureSection | FullBody;

/** Returns the section with as much as fits; undefined where nothing does. */
export function cutSection(full: FullSection, length: number, write: WriteLocate): ContextSection | undefined {
  const fits = (section: ContextSection) => formatSection(section, write).length <= length;
  if (full.kind === "body") return cutBody(full, fits);
  if (fits(full)) return full;
  return full.kind === "signature" ? cutSignature(full, fits) : cutList(full, fits);
}

/** Returns the number of entries of a list, or lines of a text. */
export function entryCount(full: FullSection): number {
  return "items" in full ? full.items.length : full.content.split("\n").length;
}

type Fits = (section: ContextSection) => boolean;

function cutList(full: ListSection, fits: Fits): ContextSection | undefined {
  const { items } = full;
  const cut = (kept: number) => ({ ...full, items: items.slice(0, kept), omitted: items.length - kept });
  return longest(items.length - 1, cut, fits);
}

function cutSignature(full: SignatureSection, fits: Fits): ContextSection | undefined {
  const lines = full.content.split("\n");
  const cut = (kept: number) => {
    const shown = lines.slice(0, kept);
    // A fence that was opened is closed.
    const isOpen = shown.filter((line) => /^\s*```/.test(line)).length % 2 === 1;
    return { ...full, content: [...shown, ...(isOpen ? ["```"] : [])].join("\n"), omitted: lines.length - kept };
  };
  return longest(lines.length - 1, cut, fits, 1);
}

function cutBody({ members, file_path, firstLine, ...body }: FullBody, fits: Fits): ContextSection | undefined {
  if (fits(body)) return body;
  const lines = body.content.split("\n");
  const lastLine = firstLine + lines.length - 1;
  const linesFrom = (line: number): Locate => ({ file_path, scope: { line: [line, lastLine] } });
  const head = (kept: number) => ({
    ...body,
    content: lines.slice(0, kept).join("\n"),
    rest: linesFrom(firstLine + kept),
    omitted: lines.length - kept,
  });
  const listed = (kept: number) => ({
    ...body,
    content: "",
    members: members.slice(0, kept),
    rest: linesFrom(firstLine),
    omitted: lines.length - kept,
  });
  return longest(members.length, listed, fits, 1) ?? longest(lines.length - 1, head, fits, 1);
}

/** Returns the longest cut that fits, of those that keep at least `least` entries. */
function longest(
  most: number,
  cut: (kept: number) => ContextSection,
  fits: Fits,
  least = 0,
): ContextSection | undefined {
  let [low, high] = [least - 1, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(cut(middle))) low = middle;
    else high = middle - 1;
  }
  return low < least ? undefined : cut(low);
}
