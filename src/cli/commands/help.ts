/** `lsp-locate help` and `--help`. */

import { renderOverview, renderPage } from "../help/helpPage.js";
import { type HelpTopic, suggestTopics, topicOf } from "../help/helpTopics.js";
import { UsageError } from "../options.js";
import { VERSION } from "../setup/program.js";
import { detectTerminal, print } from "../terminal.js";
import type { CommandCall } from "./commandCall.js";

/** Prints the first screen, or the page of the first word. Resolves with the exit code. */
export async function run({ words }: CommandCall): Promise<number> {
  await print(renderHelp(words[0]));
  return 0;
}

/** Throws UsageError for a word that names no topic. */
function renderHelp(word: string | undefined): string {
  const { colours } = detectTerminal();
  return word === undefined ? renderOverview(VERSION, colours) : renderPage(readTopic(word), colours);
}

function readTopic(word: string): HelpTopic {
  const suggestions = suggestTopics(word);
  // A word that people try instead of a topic's name leads to that topic.
  const topic = topicOf(word) ?? (suggestions.length === 1 ? topicOf(suggestions[0] as string) : undefined);
  if (topic) return topic;
  const advice =
    suggestions.length > 0 ? ` Did you mean ${suggestions.join(", ")}?` : " lsp-locate --help lists the topics.";
  throw new UsageError(`There is no help on ${JSON.stringify(word)}.${advice}`);
}
