/** Code in markdown, whatever it holds. */

/** On a line where that is possible. */
export function inlineCode(text: string): string {
  if (/[\r\n]/.test(text)) return codeBlock(text);
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Between fences that nothing in it can be taken for. */
export function codeBlock(text: string, language = ""): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
}
