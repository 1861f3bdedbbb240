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
