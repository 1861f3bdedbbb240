/**
 * Seeded random texts for laws. The seed is in the name of each test, so that a failure can be
 * repeated.
 */

export type Random = (below: number) => number;

/**
 * Makes a small generator of whole numbers (mulberry32). A seed gives the same numbers everywhere.
 */
export function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

/**
 * The factor for the number of random cases: the environment variable TEST_ROUNDS. By default 1 in
 * soak tests in full, else a half.
 */
export const testRounds = Number(process.env["TEST_ROUNDS"]) || (process.env["TEST_SOAK"] === "full" ? 1 : 0.5);

/**
 * Declares a test for each of `seeds` seeds, times `testRounds`. `name` is the law, as a full
 * sentence.
 */
export function law(name: string, seeds: number, body: (random: Random) => void | Promise<void>): void {
  const count = Math.max(1, Math.round(seeds * testRounds));
  for (let seed = 1; seed <= count; seed++) test(`${name} (seed ${seed})`, async () => body(randomFrom(seed)));
}

export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[random(choices.length)] as T;
}

const pieces = [
  "a",
  "b",
  " ",
  "foo",
  "é",
  "€",
  "💣",
  "\ud83d",
  "\udca3",
  "\n",
  "\r",
  "\r\n",
  "\n\r",
  "\t",
  "x".repeat(9),
];

/**
 * Returns a text of up to `most` pieces: words, characters of every width, lone surrogates, all
 * line ends.
 */
export function randomText(random: Random, most: number): string {
  let text = "";
  for (let left = random(most + 1); left > 0; left--) text += pick(random, pieces);
  return text;
}

/** Returns two ascending offsets of a text, mostly near each other. */
export function randomStretch(random: Random, length: number): { from: number; to: number } {
  const from = random(length + 1);
  const to = Math.min(length, from + random(random(4) === 0 ? length + 1 : 6));
  return { from, to };
}
