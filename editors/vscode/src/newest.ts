/**
 * Debounces requests made while the user types: only the newest is sent, after a pause, and only
 * its result counts.
 */

import { type CancellationToken, CancellationTokenSource, type Disposable } from "vscode";

export interface Newest<Question> extends Disposable {
  /** Sends a request and cancels earlier ones. `at once` skips the pause. */
  ask(question: Question, when: "in a pause" | "at once"): void;
  /** Cancels the current request. */
  forget(): void;
}

/** A pause in typing, in milliseconds: too short to notice, longer than between two keys. */
const pause = 150;

/** `answer` must not throw. It must check its token before it shows anything. */
export function newest<Question>(
  answer: (question: Question, token: CancellationToken) => Promise<void>,
): Newest<Question> {
  let source = new CancellationTokenSource();
  let timer: NodeJS.Timeout | undefined;
  const forget = () => {
    clearTimeout(timer);
    source.cancel();
    source.dispose();
    source = new CancellationTokenSource();
  };
  return {
    ask(question, when) {
      forget();
      const { token } = source;
      if (when === "at once") void answer(question, token);
      else timer = setTimeout(() => void answer(question, token), pause);
    },
    forget,
    dispose: forget,
  };
}
