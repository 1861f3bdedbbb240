/** A slow matcher that follows the rules of a find literally, for comparison with the real one. */

const operators =
  "=== !== <=> ... ..= -> => :: == != <= >= && || ?? ?. ++ -- += -= *= /= %= &= |= ^= << := .. **".split(" ");

interface Token {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function cut(text: string): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  while (from < text.length) {
    if (/\s/.test(text[from] ?? "")) {
      from++;
      continue;
    }
    const word = /^[\p{ID_Continue}]+/u.exec(text.slice(from))?.[0];
    const longest = operators.filter((each) => text.startsWith(each, from)).sort((a, b) => b.length - a.length)[0];
    const token = word ?? longest ?? String.fromCodePoint(text.codePointAt(from) ?? 0);
    tokens.push({ from, to: from + token.length, text: token });
    from += token.length;
  }
  return tokens;
}

const isWord = (token: string) => /^\p{ID_Continue}/u.test(token);
const isQuote = (token: string) => /^["'`]$/.test(token);
const blank = (text: string) => text.trim() === "";

/** Returns all matches of one reading, as `from-to`. */
export function matchSlowly(find: string, text: string, reading: string): string[] {
  const body = find.trim();
  const bodies = reading.endsWith("spacing") ? withoutOptionalCommas(body) : [body];
  const ways = bodies.map((each) =>
    matcher(
      find.replace(body, () => each),
      text,
      reading,
    ),
  );
  const matches: string[] = [];
  for (let from = 0; from < text.length; from++) {
    const to = Math.max(...ways.map((way) => way(from)));
    if (to < 0) continue;
    matches.push(`${from}-${to}`);
    from = to - 1;
  }
  return matches;
}

/** Returns the end of the match that begins at an offset, or -1. */
function matcher(find: string, text: string, reading: string): (from: number) => number {
  const isSpacing = reading.endsWith("spacing");
  const isPartial = reading.startsWith("partial");
  const body = find.trim();
  const lead = find.slice(0, find.indexOf(body));
  const trail = find.slice(lead.length + body.length);
  const wanted = cut(body);
  const found = cut(text);

  const gapFits = (index: number, from: number, to: number): boolean => {
    const gap = text.slice(from, to);
    const [left, right] = [wanted[index - 1], wanted[index]];
    if (left === undefined || right === undefined) return false;
    const wantedGap = body.slice(left.to, right.from);
    if (reading === "literal") return gap === wantedGap;
    if (isQuote(left.text) && isQuote(right.text)) return (gap === "") === (wantedGap === "");
    if (wantedGap === "" || gap !== "") return true;
    return isSpacing && !(isWord(left.text) && isWord(right.text));
  };
  const edgesFit = (from: number, to: number): boolean => {
    if (isSpacing) return true;
    if (reading === "literal") return text.slice(0, from).endsWith(lead) && text.startsWith(trail, to);
    const hasBefore = lead === "" || /\s/.test(text[from - 1] ?? "");
    return hasBefore && (trail === "" || /\s/.test(text[to] ?? ""));
  };
  const endFrom = (index: number, offset: number): number => {
    const last = wanted.length - 1;
    const token = wanted[index];
    if (token === undefined) return -1;
    for (let at = offset; at <= text.length && blank(text.slice(offset, at)); at++) {
      if (index > 0 ? !gapFits(index, offset, at) : at > offset) continue;
      if (!text.startsWith(token.text, at)) continue;
      const to = at + token.text.length;
      const isLoose = isPartial && isWord(token.text);
      const holder = found.find((each) => each.from <= at && each.to >= to);
      if (holder === undefined || (holder.from < at && !(isLoose && index === 0))) continue;
      if (holder.to > to && !(isLoose && index === last)) continue;
      const end = index === last ? to : endFrom(index + 1, to);
      if (end >= 0) return end;
    }
    return -1;
  };
  return (from) => {
    const to = endFrom(0, from);
    return to >= 0 && edgesFit(from, to) ? to : -1;
  };
}

/**
 * Returns the finds that a find with commas before closing brackets may mean. A comma at
 * either end stays.
 */
function withoutOptionalCommas(body: string): string[] {
  const commas = [...body.matchAll(/(?<!,\s*),(?=\s*[)\]}])/g)].map((each) => each.index);
  return commas.reduceRight<string[]>(
    (bodies, at) =>
      at === 0 ? bodies : bodies.flatMap((each) => [each, `${each.slice(0, at)} ${each.slice(at + 1)}`]),
    [body],
  );
}
