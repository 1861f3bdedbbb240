/** Splits command lines of help and documentation as a shell does; only quotes are supported. */

/** Returns the words without their quotes. Throws if a quote is left open. */
export function splitShellWords(line: string): readonly string[] {
  const words = line.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  const plain = words.map((word) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_whole, single = "", double = "") => single + double),
  );
  if (/['"]/.test(line.replace(/'[^']*'|"[^"]*"/g, ""))) throw new Error(`a quote is left open in ${line}`);
  return plain;
}

/**
 * The words after `lsp-locate` in a command line, without pipes and redirections; undefined if it
 * runs something else.
 */
export function argumentsOf(commandLine: string): readonly string[] | undefined {
  const [, words] = /(?:^|\| )lsp-locate ?(.*?)(?: >+ .*)?$/s.exec(commandLine) ?? [];
  return words === undefined ? undefined : splitShellWords(words);
}
