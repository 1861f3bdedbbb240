/** What has come so far, counted by key, and who waits for more of it. */

export function arrivals() {
  const counts = new Map();
  const waiting = new Set();
  let over = false;
  const look = () => {
    for (const each of [...waiting]) each();
  };
  return {
    /** One more has come. */
    came(key) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      look();
    },
    /** Nothing will come any more. */
    end() {
      over = true;
      look();
    },
    /** Resolves with whether the n-th of a key has come, at the latest after so many milliseconds. */
    nth(key, n, patience) {
      return new Promise((resolve) => {
        const isHere = () => (counts.get(key) ?? 0) >= n;
        const settle = () => {
          clearTimeout(timer);
          waiting.delete(ask);
          resolve(isHere());
        };
        const ask = () => {
          if (isHere() || over) settle();
        };
        const timer = setTimeout(settle, patience);
        waiting.add(ask);
        ask();
      });
    },
  };
}
