/** What to write instead of options that other programs have. */

import { quoteForShell } from "../show/locateText.js";

interface ForeignOptions {
  readonly names: readonly string[];
  /** A sentence, after "There is no option --x." */
  readonly advice: string;
}

const foreignOptions: readonly ForeignOptions[] = [
  {
    names: ["file", "path", "symbol", "line", "column", "col", "character", "position", "query"],
    advice:
      "A place is one word after the method: <file>:<symbol>, '<file>@<text>' or <file>:<line>:<column>, as in lsp-locate hover store/items.py:Shelf.add.",
  },
  {
    names: ["old", "new", "old-string", "new-string", "old_string", "new_string", "old-text", "new-text", "new_text"],
    advice:
      "The old text is the place, the new one --replace: lsp-locate edit 'store/items.py@LIMIT = 10' --replace='LIMIT = 20'.",
  },
  {
    names: ["to", "name", "new_name"],
    advice: "The new name, or path, is a word after the place: lsp-locate rename store/items.py:LIMIT CAPACITY.",
  },
  {
    names: ["dry-run", "diff", "preview", "stdout"],
    advice: "Without --write a change is only shown, so leave it out.",
  },
  { names: ["apply", "in-place", "save", "yes"], advice: "With --write a change is written." },
  { names: ["force"], advice: "rename --write=anyway writes what breaks, too." },
  { names: ["cwd", "workspace", "dir", "directory"], advice: "--root=<folder> names the workspace." },
  { names: ["output", "output-format"], advice: "--json prints the answer as JSON." },
  { names: ["max-count", "head", "count"], advice: "search takes --limit=<number>." },
  {
    names: ["regex", "regexp", "fixed-strings", "ignore-case", "recursive", "glob", "include-dir", "type"],
    advice:
      "search takes names, in which * is any part, or a text as it is; --in=<folder> restricts it: lsp-locate search 'text: item.price' --in=store.",
  },
];

const searches = ["search", "find", "grep", "rg", "ag", "ack"];

/**
 * Returns a sentence about an option that there is not, or `undefined`; one letter, as grep's have,
 * is left out, and a folder after what is searched for is where to search.
 */
export function adviseForeignOption(rawName: string, argv: readonly string[]): string | undefined {
  if (/^-[A-Za-z]$/.test(rawName)) {
    const words = argv.filter((word) => !/^-[A-Za-z]+$/.test(word));
    if (words.length < 2) return undefined;
    const [method = "", text = "", folder] = words;
    const isSearch = searches.includes(method);
    const instead = isSearch ? ["search", text, ...(folder === undefined ? [] : [`--in=${folder}`])] : words;
    return `Leave it out: ${["lsp-locate", ...instead.map(quoteForShell)].join(" ")}.`;
  }
  const name = rawName.replace(/^-+/, "");
  return foreignOptions.find(({ names }) => names.includes(name))?.advice;
}
