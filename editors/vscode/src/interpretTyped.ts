/** Turns the typed text into the Locates it may mean, in the order to try them. */

/**
 * `@text` and `:42` without a file refer to the active file; `:Cart.total` refers to it first and
 * then to the whole workspace. `activeFile` is the path as a Locate has it, or `undefined` without
 * an open editor. Empty text means nothing.
 */
export function interpretTyped(typed: string, activeFile: string | undefined): readonly string[] {
  const text = typed.trimStart();
  if (text === "") return [];
  if (activeFile === undefined || !/^[@:]/.test(text)) return [text];
  const here = `${activeFile}${text}`;
  return /^(@|:\s*L?\d|:\s*@|:\s*$)/.test(text) ? [here] : [here, text];
}
