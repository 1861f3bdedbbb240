/** Markdown. */

import { type LanguageDefinition, markupComments } from "./facts.js";

export const markdown: LanguageDefinition = {
  id: "markdown",
  nameCharacters: { first: "-", inside: "-", last: "" },
  extensions: ["md", "markdown", "mdown", "mkd", "mkdn", "mdwn"],
  grammar: { name: "markdown", hasExamples: true },
  family: "markdown",
  nameRule: "data",
  comments: markupComments,
  isIndented: true,
  hasIndentLevels: false,
  blankLines: { inside: 1, top: 1, includesShort: true },
  isFlat: true,
};

/** Quarto, and R Markdown before it: some fences are run. */
export const quarto: LanguageDefinition = {
  ...markdown,
  id: "quarto",
  aliases: ["rmd"],
  extensions: ["qmd"],
  // https://quarto.org/docs/computations/execution-options.html
  chunkFence: /^ {0,3}(?:`{3,}|~{3,})[ \t]*\{[A-Za-z][^\n]*\}[ \t]*\r?$/,
};

/** Its comments are those of JSX; earlier versions have those of HTML. */
export const mdx: LanguageDefinition = {
  ...markdown,
  id: "mdx",
  extensions: ["mdx"],
  comments: { line: [], block: [["{/*", "*/}"], ...markupComments.block] },
};
