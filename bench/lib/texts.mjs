/**
 * Generates texts to measure. Random numbers come from seeds, so that every run uses the same
 * texts.
 */

/**
 * Returns a generator of numbers from 0 to below 1, always the same for a seed (a linear
 * congruential generator, which is good enough here).
 */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Lines per function in `code`. */
export const functionLines = 10;

/**
 * Returns code with this number of lines, a multiple of ten: functions `step0`, `step1` … of ten
 * lines each, every one with a unique line.
 */
export function code(lines) {
  const parts = [];
  for (let n = 0; n < lines / functionLines; n++) {
    parts.push(`/** Step ${n} of the plan. */
function step${n}(input, options) {
  const limit = options.limit ?? ${n % 97};
  if (input.length > limit) {
    return input.slice(0, limit).map((item) => item.value + ${n % 13});
  }
  const total = input.reduce((sum, item) => sum + item.value, 0);
  return { total, label: "only in step ${n}" };
}
`);
  }
  return `${parts.join("\n")}\n`;
}
