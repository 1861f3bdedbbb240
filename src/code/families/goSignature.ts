/** Compares the signatures of methods by the last words of their types. */

import type { DeclaredEntity } from "../entities/entity.js";

const MAX_LENGTH = 2_000;
const aliases: Readonly<Record<string, string>> = { byte: "uint8", rune: "int32", "interface{}": "any" };

/** Whether two methods may have the same signature: type parameters fit any type. */
export function sameSignature(one: DeclaredEntity, other: DeclaredEntity): boolean {
  const [left, right] = [one, other].map(typesOf);
  if (left === undefined || right === undefined) return true;
  return left.length === right.length && left.every((type, at) => fits(type, right[at] as string));
}

function fits(one: string, other: string): boolean {
  const isParameter = (type: string) => /^[*[\]]*[A-Z]$/.test(type);
  return one === other || isParameter(one) || isParameter(other);
}

/** Returns the types of parameters, a `->`, and those of results. */
function typesOf({ file, to }: DeclaredEntity): readonly string[] | undefined {
  const text = file.text.slice(to, to + MAX_LENGTH);
  const open = text.indexOf("(");
  if (open !== 0) return undefined;
  const end = closingOf(text, 0);
  const rest = text.slice(end + 1).replace(/^[ \t]+/, "");
  const results = rest.startsWith("(")
    ? typesIn(rest.slice(1, closingOf(rest, 0)))
    : [/^[^{}\n;/]*/.exec(rest)?.[0].trim() ?? ""].filter((each) => each !== "").map(plain);
  return [...typesIn(text.slice(1, end)), "->", ...results];
}

function closingOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (/[([{]/.test(text[at] as string)) depth++;
    else if (/[)\]}]/.test(text[at] as string) && --depth === 0) return at;
  }
  return text.length;
}

/** Returns the types in a list of parameters, where several may share one. */
function typesIn(list: string): readonly string[] {
  const items: string[] = [];
  let from = 0;
  for (let at = 0; at <= list.length; at++) {
    if (at < list.length && /[([{]/.test(list[at] as string)) at = closingOf(list, at);
    else if (at === list.length || list[at] === ",") {
      items.push(list.slice(from, at).trim());
      from = at + 1;
    }
  }
  const written = items.filter((item) => item !== "");
  const hasNames = written.some(
    (item) => /^\w+\s+\S/.test(item) && !/^(?:chan|func|map|interface|struct)\b/.test(item),
  );
  if (!hasNames) return written.map(plain);
  let type = "";
  return written
    .toReversed()
    .map((item) => {
      type = /^\w+\s(.+)/s.exec(item)?.[1]?.trim() ?? type;
      return plain(type);
    })
    .toReversed();
}

/** Returns a type without packages and white space. */
function plain(type: string): string {
  const bare = type
    .replace(/\/\/.*/g, "")
    .replace(/\s+/g, "")
    .replace(/\b\w+\.(?=\w)/g, "");
  return aliases[bare] ?? bare;
}
