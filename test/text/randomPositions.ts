/** Random values in the place of LSP positions and ranges, valid and not. */

import { pick, type Random } from "./random.js";

/** A text with characters of every width and all line ends. */
export const awkwardText = "def f(a):\n\tb = '💣é'\r\n\r    return f(b)\n\ud83d = 1\nclass C:\n  pass";

const oddValues: readonly unknown[] = [null, "1", "", true, [], {}, [0], { line: 0 }];
const oddNumbers = [-1, -0.5, 0.5, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53, 1e308, -(2 ** 31)];

/** Returns a line or character: mostly near the text, else any number, else any value. */
function randomNumber(random: Random): unknown {
  const kind = random(8);
  if (kind < 5) return random(12);
  return kind < 7 ? pick(random, oddNumbers) : pick(random, oddValues);
}

export function randomPosition(random: Random): unknown {
  if (random(20) === 0) return pick(random, oddValues);
  const position = { line: randomNumber(random), character: randomNumber(random) };
  return random(20) === 0 ? { character: position.character } : position;
}

/** The ends are in any order. */
export function randomRange(random: Random): unknown {
  if (random(20) === 0) return pick(random, oddValues);
  return { start: randomPosition(random), end: randomPosition(random) };
}
