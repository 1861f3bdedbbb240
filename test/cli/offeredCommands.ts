/** The commands that messages of the shell offer: each has to work as it stands. */

import { createOfferCheck, type OfferCheck } from "../offers.js";
import { splitShellWords } from "./shellWords.js";

/** Commands that show something and change nothing. */
const reading =
  /^(?:help|resolve|resolveRange|describe|outline|nodes|search|context|hover|definition|declaration|typeDefinition|implementation|references|documentHighlight|incomingCalls|outgoingCalls|supertypes|subtypes|completion|signatureHelp|diagnostic)$/;

/** Returns the words after `lsp-locate` in each command of a text that has no placeholder. */
export function commandsIn(text: string): readonly (readonly string[])[] {
  return text
    .split(/\blsp-locate /)
    .slice(1)
    .flatMap((rest) => {
      const [command] = wholeCommand.exec(rest) ?? [];
      if (command === undefined || /<[a-z ]+>|…|src\/file\.py/.test(command)) return [];
      const words = splitShellWords(command);
      return reading.test(words[0] ?? "") && words.length > 1 ? [words] : [];
    });
}

/** Words up to a mark that ends the command, or to a verb that goes on with the sentence. */
const wholeCommand =
  /^(?:'[^']*'|"[^"]*"|[.,;:)`](?!\s|$)|(?!\s+(?:or|and|explains?|lists?|may|names?|ends?|says)\b)[^.,;:)`'"\n])+/;

interface Output {
  readonly code: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ShellOffers {
  keep(words: readonly string[], output: Output): void;
  /** Runs what was offered; `run` runs a command in the folder in which it was offered. */
  check(run: (words: readonly string[]) => Promise<Output>): Promise<void>;
}

/** Keeps the commands and Locates that the messages of commands in a folder offer. */
export function createShellOffers(root: string): ShellOffers {
  const commands = new Map<string, { readonly words: readonly string[]; readonly source: string }>();
  const locates: OfferCheck = createOfferCheck(root);
  return {
    keep(words, { stderr }) {
      const source = words.join(" ");
      locates.keep(source, stderr);
      for (const each of commandsIn(stderr)) commands.set(JSON.stringify(each), { words: each, source });
    },
    async check(run) {
      for (const { words, source } of commands.values()) {
        const { code, stderr } = await run(words);
        // A server may still have no answer, or not be there.
        if (code !== 0 && code !== 3)
          throw new Error(`\`${source}\` offers \`${words.join(" ")}\`, which fails with ${code}: ${stderr}`);
      }
      await locates.check(async (locate) => {
        const { code, stderr } = await run(["resolve", locate]);
        return code === 0 ? undefined : stderr;
      });
    },
  };
}
