/** A completion for a shell: candidates, and what the shell does without any. */

export interface CompletionCandidate {
  /** The whole word. */
  readonly value: string;
  readonly description?: string;
}

export interface ShellCompletion {
  readonly candidates: readonly CompletionCandidate[];
  /** What the shell offers by itself if there are no candidates. */
  readonly fallback: "files" | "folders" | "nothing";
  /** Whether the shell adds no space, since the word may go on after the candidate. */
  readonly noSpace: boolean;
}

export const noCompletion: ShellCompletion = { candidates: [], fallback: "nothing", noSpace: false };
export const fileCompletion: ShellCompletion = { ...noCompletion, fallback: "files" };

/** Returns the candidates that begin with the word so far. */
export function filterByPrefix(candidates: readonly CompletionCandidate[], current: string): ShellCompletion {
  return { ...noCompletion, candidates: candidates.filter(({ value }) => value.startsWith(current)) };
}
