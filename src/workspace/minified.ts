/** Whether a text was made by a machine for a machine: code whose line breaks were taken out. */

/** Shorter texts are quickly parsed, whatever they are. */
const MIN_LENGTH = 5_000;
/** People's lines have some forty characters. A table of data in a source has long ones too, but not on average. */
const MAX_AVERAGE_LINE_LENGTH = 500;
/** One such line where a file begins, behind a licence at most. */
const MAX_LINE_LENGTH = 10_000;
const BEGINNING_LENGTH = 64_000;

export function isMinified(text: string): boolean {
  if (text.length < MIN_LENGTH) return false;
  let lines = 1;
  for (let at = 0, end = 0; at <= text.length; at = end + 1) {
    end = text.indexOf("\n", at);
    if (end < 0) end = text.length;
    if (at < BEGINNING_LENGTH && end - at > MAX_LINE_LENGTH) return true;
    lines++;
  }
  return text.length / lines > MAX_AVERAGE_LINE_LENGTH;
}
