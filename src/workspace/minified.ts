/** Whether a text was made by a machine for a machine: code whose line breaks were taken out. */

/** Shorter texts are quickly parsed, whatever they are. */
const shortText = 5_000;
/** People's lines have some forty characters. A table of data in a source has long ones too, but not on average. */
const longestAverage = 500;
/** One such line where a file begins, behind a licence at most. */
const longestLine = 10_000;
const beginning = 64_000;

export function isMinified(text: string): boolean {
  if (text.length < shortText) return false;
  let lines = 1;
  for (let at = 0, end = 0; at <= text.length; at = end + 1) {
    end = text.indexOf("\n", at);
    if (end < 0) end = text.length;
    if (at < beginning && end - at > longestLine) return true;
    lines++;
  }
  return text.length / lines > longestAverage;
}
