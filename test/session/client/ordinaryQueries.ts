/** Queries of `workspace/symbol` as people and editors send them; none of them is a Locate. */

import { pick, type Random, randomFrom } from "../../text/random.js";

const words = ["Cart", "total", "parseHTTPRequest", "fb", "snake_case", "std", "größe", "变量", "🧨", "x1", "$q"];
/** As above, and the name of a file without an extension. */
const names = [...words, "foo"];

/** By kind: makes one query. */
const makers: readonly ((random: Random, files: readonly string[]) => string)[] = [
  (random) => pick(random, names),
  (random) => `${pick(random, words)}${pick(random, words)}`,
  (random) => `${pick(random, names)}::${pick(random, names)}`,
  (random) => `::${pick(random, words)}::${pick(random, words)}`,
  (random) => `::${pick(random, words)}.${pick(random, words)}`,
  (random) => `${pick(random, names)}.${pick(random, names)}`,
  (random) => `#${pick(random, words)}`,
  (random) => `@${pick(random, words)}`,
  (random) => `:${pick(random, words)}`,
  (random) => `${pick(random, words)} ${pick(random, words)}`,
  (random) => `${pick(random, words)}@${pick(random, words)}.missing`,
  (random) => `${pick(random, words)}:${pick(random, words)}?`,
  (random) => `lib/${pick(random, words)}.rb:${random(99)}`,
  (random) => `src:${pick(random, words)}`,
  (_random) => "",
  (random, files) => pick(random, files),
  (random, files) => `${pick(random, files)}:`,
  (random, files) => `${pick(random, files)}@`,
  (random, files) => `./${pick(random, files)}`,
  (random, files) => `${pick(random, files)}x:${pick(random, words)}`,
];

/** Returns `count` random queries. `files` are the paths of the workspace. */
export function ordinaryQueries(seed: number, count: number, files: readonly string[]): readonly string[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => pick(random, makers)(random, files));
}
