/** How far declarations reach whose node ends before them: over the text under a heading, over a body that the grammar puts behind its signature. */

import type { OutlineItem, OutlineMatches } from "./outline/outlineQuery.js";

/** The items, as long as they are. */
export function extendItems({ items, trailing }: OutlineMatches, text: string): OutlineItem[] {
  return extendHeadings(items, text.length).map((item) => extendOverTrailing(item, trailing, text));
}

function extendHeadings(items: readonly OutlineItem[], end: number): readonly OutlineItem[] {
  const headings = items.flatMap((item) => (item.level === undefined ? [] : [{ item, level: item.level }]));
  const ends = new Map<OutlineItem, number>();
  const open: { readonly item: OutlineItem; readonly level: number }[] = [];
  for (const heading of headings.sort((a, b) => a.item.from - b.item.from)) {
    for (let last = open.at(-1); last && last.level >= heading.level; last = open.at(-1)) {
      ends.set(last.item, heading.item.from);
      open.pop();
    }
    open.push(heading);
  }
  return items.map((item) => (item.level === undefined ? item : { ...item, to: ends.get(item) ?? end }));
}

/** What itself stands behind something (an accessor behind another) reaches no further. */
function extendOverTrailing(item: OutlineItem, trailing: ReadonlyMap<number, number>, text: string): OutlineItem {
  if (trailing.size === 0 || trailing.get(item.from) === item.to) return item;
  let { to } = item;
  for (let next = trailing.get(nextNonSpace(text, to)); next !== undefined; next = trailing.get(nextNonSpace(text, to)))
    to = next;
  return { ...item, to };
}

function nextNonSpace(text: string, from: number): number {
  const visible = /\S/g;
  visible.lastIndex = from;
  return visible.exec(text)?.index ?? text.length;
}
