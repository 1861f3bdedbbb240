/** Code blocks in Markdown. */

import { maxOf } from "../../text/list.js";

/** Returns a fenced block; the fence is longer than any run of backquotes in the text. */
export function codeBlock(text: string, language = ""): string {
  const longest = Math.max(2, maxOf([...text.matchAll(/`+/g)].map(([run]) => run.length)));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
}
