/** Compares the responses of a replay with those of its trace. */

/** The maximum number of differences shown of one response. */
const MAX_SHOWN = 3;
/** The maximum length of a value shown, in characters. */
const MAX_EXCERPT_LENGTH = 80;

/**
 * Returns one line per request, in the order of the trace, with the differences below it, and a
 * line of totals. `same` is whether every response of the trace was received again. For a cancelled
 * request either outcome counts as the same.
 */
export function compare(requests, { responses }) {
  const counts = { same: 0, differs: 0, missing: 0, skipped: 0 };
  const width = Math.max(0, ...requests.map(({ id }) => id.length));
  const lines = requests.flatMap(({ id, method, cancelled, response }) => {
    const now = response && responses.get(response.key)?.[response.n - 1];
    const found = now ? differencesOf(response.body, now) : [];
    const verdict = !response
      ? "skipped"
      : now && found.length === 0
        ? "same"
        : cancelled
          ? "skipped"
          : now
            ? "differs"
            : "missing";
    counts[verdict]++;
    const why = verdict !== "skipped" ? "" : response ? " (it was cancelled)" : " (not answered in the trace)";
    const line = `${verdict.padEnd(7)}  ${id.padStart(width)}  ${method}${why}`;
    if (verdict !== "differs") return [line];
    const more = found.length > MAX_SHOWN ? [`… and ${found.length - MAX_SHOWN} more`] : [];
    return [line, ...[...found.slice(0, MAX_SHOWN), ...more].map((text) => `${" ".repeat(width + 11)}${text}`)];
  });
  const counted = Object.entries(counts).filter(([verdict, count]) => count > 0 || verdict === "same");
  const total = counted.map(([verdict, count]) => `${count} ${verdict}`).join(", ");
  return { lines: [...lines, "", total], same: counts.differs + counts.missing === 0 };
}

function differencesOf(before, now) {
  if (before.equals(now)) return [];
  const [{ result, error }, current] = [before, now].map((body) => parsed(body.toString("utf8")));
  return differences({ result, error }, { result: current.result, error: current.error }, "");
}

/** Parses JSON, with long integers as strings, because a double may not hold all their digits. */
function parsed(text) {
  return JSON.parse(text.replace(stringsAndNumbers, (found) => (/^-?\d{16,}$/.test(found) ? `"${found}"` : found)));
}

const stringsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/**
 * Returns the differences as lines `path: before → now`; the order of an object's members does not
 * count.
 */
function differences(before, now, path) {
  if (Object.is(before, now)) return [];
  const both = [before, now];
  if (both.every(Array.isArray)) {
    const lengths = before.length === now.length ? [] : [`${path}: ${before.length} elements → ${now.length}`];
    const common = before.slice(0, now.length);
    return [...lengths, ...common.flatMap((element, n) => differences(element, now[n], `${path}[${n}]`))];
  }
  if (both.every((value) => typeof value === "object" && value !== null && !Array.isArray(value))) {
    const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
    return [...keys].flatMap((key) => differences(before[key], now[key], path === "" ? key : `${path}.${key}`));
  }
  return [`${path}: ${excerpt(before)} → ${excerpt(now)}`];
}

function excerpt(value) {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > MAX_EXCERPT_LENGTH ? `${text.slice(0, MAX_EXCERPT_LENGTH)}…` : text;
}
