/** Hovers as Markdown. */

import type { Hover, MarkedString, MarkupContent } from "vscode-languageserver-protocol";
import { codeBlock } from "../../text/printable.js";

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
