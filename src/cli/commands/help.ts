/** What `--help`, `help` and `--version` say. The texts are loaded when they are asked for: every session needs the version. */

import packageFile from "../../../package.json" with { type: "json" };
import { UsageError } from "../options.js";
import { detectTerminal } from "../terminal.js";

export const VERSION: string = packageFile.version;

/** The first screen, or the page of what a word names. Throws UsageError where it names nothing. */
export async function renderHelp(word: string | undefined): Promise<string> {
  const [{ renderOverview, renderPage }, { suggestTopics, topicOf }] = await Promise.all([
    import("../help/helpPage.js"),
    import("../help/helpTopics.js"),
  ]);
  const { colours } = detectTerminal();
  if (word === undefined) return renderOverview(VERSION, colours);
  const suggestions = suggestTopics(word);
  // Who writes a word that people try instead of a name, gets what they mean.
  const topic = topicOf(word) ?? (suggestions.length === 1 ? topicOf(suggestions[0] as string) : undefined);
  if (topic) return renderPage(topic, colours);
  const advice =
    suggestions.length > 0 ? ` Did you mean ${suggestions.join(", ")}?` : " lsp-locate --help lists what there is.";
  throw new UsageError(`There is no help on ${JSON.stringify(word)}.${advice}`);
}
