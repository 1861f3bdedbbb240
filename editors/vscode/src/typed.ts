/** From what is typed into the box to the Locates that it may mean, in the order in which they are tried. */

/**
 * `@text` and `:42` without a file are meant in the active editor's, `:Cart.total` there first and then in the whole workspace.
 * `activeFile` is written as a Locate writes it; undefined where no editor is open. Nothing typed means nothing.
 */
export function meantBy(typed: string, activeFile: string | undefined): readonly string[] {
  const text = typed.trimStart();
  if (text === "") return [];
  if (activeFile === undefined || !/^[@:]/.test(text)) return [text];
  const here = `${activeFile}${text}`;
  return /^(@|:\s*L?\d|:\s*@|:\s*$)/.test(text) ? [here] : [here, text];
}
