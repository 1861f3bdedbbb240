/** What `--help`, `help` and `--version` say. The texts are loaded when they are asked for: every session needs the version. */

import packageFile from "../../../package.json" with { type: "json" };
import { UsageError } from "../options.js";
import { terminal } from "../terminal.js";

export const version: string = packageFile.version;

/** The first screen, or the page of what a word names. Throws UsageError where it names nothing. */
export async function help(word: string | undefined): Promise<string> {
  const [{ overview, page }, { meantTopics, topicOf }] = await Promise.all([
    import("../help/helpPage.js"),
    import("../help/helpTopics.js"),
  ]);
  const { colours } = terminal();
  if (word === undefined) return overview(version, colours);
  const meant = meantTopics(word);
  // Who writes a word that people try instead of a name, gets what they mean.
  const topic = topicOf(word) ?? (meant.length === 1 ? topicOf(meant[0] as string) : undefined);
  if (topic) return page(topic, colours);
  const advice = meant.length > 0 ? ` Did you mean ${meant.join(", ")}?` : " lsp-locate --help lists what there is.";
  throw new UsageError(`There is no help on ${JSON.stringify(word)}.${advice}`);
}
