/** Counts received messages by key, and resolves promises for the n-th of a key. */

export function createMessageCounter() {
  const counts = new Map();
  const waiting = new Set();
  let over = false;
  const checkAll = () => {
    for (const each of [...waiting]) each();
  };
  return {
    /** Counts one more message. */
    add(key) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      checkAll();
    },
    /** Settles all waits: no further message will be received. */
    end() {
      over = true;
      checkAll();
    },
    /** Resolves with whether the n-th message of a key was received within `timeoutMs`. */
    waitForNth(key, n, timeoutMs) {
      return new Promise((resolve) => {
        const isReceived = () => (counts.get(key) ?? 0) >= n;
        const settle = () => {
          clearTimeout(timer);
          waiting.delete(check);
          resolve(isReceived());
        };
        const check = () => {
          if (isReceived() || over) settle();
        };
        const timer = setTimeout(settle, timeoutMs);
        waiting.add(check);
        check();
      });
    },
  };
}
