/**
 * Compares how many characters it takes to say an edit: as a described Locate, as a unified diff,
 * as a block to search and replace, and with line numbers.
 */
import { structuredPatch } from "diff";
import { median, table } from "../lib/statistics.mjs";

/** The kinds of edits that stand for a whole hunk, each hunk once. */
const kinds = ["replace lines", "delete lines", "insert after lines"];

/** Returns the table of characters, over the edits of whole hunks that were made as committed. */
export function tableOfLengths(records, formatLocate) {
  const lengths = records
    .filter(({ kind, verdict }) => kinds.includes(kind) && verdict === "as committed")
    .map((record) => lengthsOf(record, formatLocate));
  const sum = (name) => lengths.reduce((total, each) => total + each[name], 0);
  const rows = [
    ["a Locate", "locate", "names the place by what is there: it holds after other edits, and fails if it is gone"],
    ["a block to search and replace", "search", "the old lines, with as many around them as make them unique"],
    ["a unified diff", "diff", "the old lines, three lines around, line numbers"],
    ["line numbers", "numbers", "nothing of the old text: another edit above makes it wrong, without a word"],
  ];
  return table(
    ["form", "characters", "to the Locate's", "median", "what says where"],
    rows.map(([form, name, what]) => [
      form,
      sum(name),
      (sum(name) / sum("locate")).toFixed(2),
      Math.round(median(lengths.map((each) => each[name]))),
      what,
    ]),
  );
}

function lengthsOf({ before, expected, path, locate, operation, newText }, formatLocate) {
  const { from, oldLines, newLines, lines } = changedLines(before, expected);
  const place = { ...locate, file_path: path };
  const search = uniqueBlock(lines, from, oldLines.length);
  const replaced = [...search.above, ...newLines, ...search.below];
  const { hunks } = structuredPatch(path, path, before, expected, "", "", { context: 3 });
  return {
    locate: JSON.stringify({ locate: notationOf(place, formatLocate), operation, new_text: newText }).length,
    search:
      `${path}\n<<<<<<< SEARCH\n${[...search.above, ...oldLines, ...search.below].join("\n")}\n=======\n${replaced.join("\n")}\n>>>>>>> REPLACE\n`
        .length,
    diff: `--- a/${path}\n+++ b/${path}\n${hunks.map(textOfHunk).join("")}`.length,
    numbers: JSON.stringify({
      file_path: path,
      lines: [from + 1, from + oldLines.length],
      new_text: newLines.join("\n"),
    }).length,
  };
}

/** Returns a Locate in the notation, or as an object where only that can say it. */
function notationOf(locate, formatLocate) {
  try {
    return formatLocate(locate);
  } catch {
    return locate;
  }
}

/** Returns the lines that differ: those of the older text, and what is there instead. */
function changedLines(before, expected) {
  const [lines, after] = [before.split(/\r?\n/), expected.split(/\r?\n/)];
  let from = 0;
  while (from < lines.length && from < after.length && lines[from] === after[from]) from++;
  let rest = 0;
  const most = Math.min(lines.length, after.length) - from;
  while (rest < most && lines[lines.length - 1 - rest] === after[after.length - 1 - rest]) rest++;
  return {
    from,
    lines,
    oldLines: lines.slice(from, lines.length - rest),
    newLines: after.slice(from, after.length - rest),
  };
}

/** Returns the lines around a block that make it unique, one above and one below in turn. */
function uniqueBlock(lines, from, length) {
  let [first, last] = [from, from + length];
  const text = lines.join("\n");
  const isUnique = () => {
    const block = lines.slice(first, last).join("\n");
    return block.trim() !== "" && text.split(block).length === 2;
  };
  for (let turn = 0; !isUnique() && (first > 0 || last < lines.length); turn++) {
    if ((turn % 2 === 0 && first > 0) || last >= lines.length) first--;
    else last++;
  }
  return { above: lines.slice(first, from), below: lines.slice(from + length, last) };
}

function textOfHunk({ oldStart, oldLines, newStart, newLines, lines }) {
  return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${lines.join("\n")}\n`;
}
