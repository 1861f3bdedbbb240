/**
 * Why a program failed to start: the line of its output that names the error, which often precedes
 * a stack trace, and what is known of some servers.
 */

const MAX_LENGTH = 300;

/** Returns the first line that names an error, else the last line. Null without lines. */
export function findErrorLine(lines: readonly string[]): string | null {
  const errorLine = lines.find(isErrorLine) ?? lines.findLast(isUnindented) ?? lines.at(-1);
  return errorLine === undefined ? null : errorLine.trim().slice(0, MAX_LENGTH);
}

/** Whether a line names an error, and is not part of a stack trace or of quoted source code. */
export function isErrorLine(line: string): boolean {
  return isUnindented(line) && errorPattern.test(line) && !/[;{}]\s*$/.test(line);
}

/** Indented lines belong to a stack trace, or to the source that it quotes. */
function isUnindented(line: string): boolean {
  return /^\S/.test(line);
}

const errorPattern =
  /error|fatal|panic|cannot|can['’]t|could not|not found|no such|denied|unable|not (?:running|installed)/i;

/** Failures of known servers to start, in plain words with what to do. */
const startFaults: readonly { readonly pattern: RegExp; readonly explanation: string }[] = [
  {
    pattern: /valid TypeScript (?:installation|version)|tsserver(?:\.js)?\b.*(?:not|could ?n[o']t|can'?t) /i,
    explanation:
      "it needs tsserver, which TypeScript 7 does not have; install TypeScript 6 next to it: npm install --global typescript@6",
  },
];

/**
 * Returns what a server's error means, where it is known; else its first line, without the full
 * stop, for use within a sentence.
 */
export function explainFault(message: string): string {
  const fault = startFaults.find(({ pattern }) => pattern.test(message));
  return fault?.explanation ?? (message.split(/[\r\n]/, 1)[0] ?? "").replace(/(?<!\.)\.$/, "");
}
