/** The settings of harnesses in docs/agents.md are those that `lsp-locate setup` prints. */

import { harnesses } from "../../src/cli/configure/harnesses.js";
import { snippetOf } from "../../src/cli/configure/planFile.js";
import { filesOf } from "../cli/configure/context.js";
import { textOf } from "./markdown.js";

const [, sections = ""] = textOf("docs/agents.md").split(/^## Harnesses$/m);

test.each(harnesses)("The section of $title has the command, and settings that setup prints", (client) => {
  const [, rest = ""] = sections.split(`\n### ${client.title}\n`);
  const section = rest.split(/^##/m)[0] ?? "";
  expect(section).toContain(`lsp-locate setup ${client.name}`);
  const blocks = [...section.matchAll(/^```(?:json|toml)\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
  expect(blocks.length).toBeGreaterThan(0);
  const snippets = (["user", "project"] as const).flatMap((scope) => filesOf(client, scope).map(snippetOf));
  for (const block of blocks) expect(snippets.some((snippet) => isShortened(block, snippet))).toBe(true);
});

/** Whether a text is another one, of which parts are left out at each `…`. */
function isShortened(shortened: string, text: string): boolean {
  const pattern = shortened
    .split("…")
    .map((part) =>
      part
        .trim()
        .replace(/\s+/g, " ")
        .replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
    )
    .join("[^]*?");
  return new RegExp(`^${pattern}$`).test(text.trim().replace(/\s+/g, " "));
}
