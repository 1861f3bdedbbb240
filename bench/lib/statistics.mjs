/**
 * Statistics for a noisy machine: subjects are measured alternately and compared within their
 * round, and a median is printed with its spread.
 */

export function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  return below + (sorted[Math.ceil(place)] - below) * (place % 1);
}

export function median(values) {
  return quantile(values, 0.5);
}

/**
 * Measures every subject once per round, starting each round with another subject. Resolves with
 * the samples by subject name; samples with the same index belong to the same round. `measure` gets
 * the subject and the round.
 */
export async function measureInterleaved(subjects, rounds, measure) {
  const samples = Object.fromEntries(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < subjects.length; n++) {
      const subject = subjects[(n + round) % subjects.length];
      samples[subject.name].push(await measure(subject, round));
    }
  }
  return samples;
}

/** Returns the ratios of samples of the same round: the median and the quartiles. */
export function ratio(samples, base) {
  const ratios = samples.map((value, n) => value / base[n]);
  return { middle: median(ratios), low: quantile(ratios, 0.25), high: quantile(ratios, 0.75) };
}

/** Formats a ratio: `1.08 (1.03–1.12)`, with the quartiles in brackets. */
export function formatRatio({ middle, low, high }) {
  const digits = middle >= 100 ? 0 : middle >= 10 ? 1 : 2;
  return `${middle.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

/** Formats milliseconds for people. */
export function formatTime(milliseconds) {
  if (milliseconds < 1) return `${Math.round(milliseconds * 1000)} µs`;
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}

/** Formats a goal, and whether the ratio meets it. */
export function formatGoal({ middle }, goal) {
  return `≤ ${goal} ${middle <= goal ? "✓" : "✗"}`;
}

export function table(columns, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const alignment = columns.map((_, n) => (n === 0 ? "---" : "---:"));
  return [columns, alignment, ...rows].map(line).join("\n");
}
