/** Questions that come as fast as somebody types: only the newest is asked, once there is a pause, and only its answer counts. */

import { type CancellationToken, CancellationTokenSource, type Disposable } from "vscode";

export interface Newest<Question> extends Disposable {
  /** Whatever was asked before is cancelled. `at once` waits for no pause. */
  ask(question: Question, when: "in a pause" | "at once"): void;
  /** Forgets what is under way. */
  forget(): void;
}

/** A pause in typing, in milliseconds: shorter than one notices, longer than between two keys. */
const pause = 150;

/** `answer` must not throw; what it shows after its token was cancelled is its own fault. */
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
