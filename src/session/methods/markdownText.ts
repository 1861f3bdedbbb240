/** Code blocks and hovers as Markdown. */

import type { Hover, MarkedString, MarkupContent } from "vscode-languageserver-protocol";
import { maxOf } from "../../text/list.js";

/** Returns a fenced block; the fence is longer than any run of backquotes in the text. */
export function codeBlock(text: string, language = ""): string {
  const longest = Math.max(2, maxOf([...text.matchAll(/`+/g)].map(([run]) => run.length)));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
}

/** Returns the contents of a hover, whatever their form. */
export function hoverMarkdown({ contents }: Hover): string {
  const parts: readonly (MarkupContent | MarkedString)[] = Array.isArray(contents) ? contents : [contents];
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      return "language" in part ? codeBlock(part.value, part.language) : part.value;
    })
    .map((part) =>
      part
        .replace(/\r\n?/g, "\n")
        .replaceAll("&nbsp;", " ")
        .replace(/\n{3,}/g, "\n\n")
        .trim(),
    )
    .filter((part) => part !== "")
    .join("\n\n");
}
