/**
 * Formats the differences between our scopes and a reference server for authors of queries: grouped
 * by the surrounding syntax, the most frequent first.
 */
import { headings } from "./compareTruth.mjs";
import { linesOf, positionAt } from "./groundTruth.mjs";

const MAX_GROUPS = 100;
const MAX_EXAMPLES = 3;

export function formatMismatches(truth, misses) {
  const parts = [`${truth.language}, compared with ${truth.server}: ${misses.length} differences`];
  for (const [what, heading] of Object.entries(headings)) {
    const those = misses.filter((miss) => miss.what === what);
    if (those.length === 0) continue;
    const groups = [...grouped(those)].sort((one, other) => other[1].length - one[1].length);
    parts.push(`\n######## ${heading}: ${those.length}, in ${groups.length} kinds\n`);
    for (const [cause, group] of groups.slice(0, MAX_GROUPS)) {
      parts.push(`== ${group.length} × ${cause}`);
      const step = Math.max(1, Math.floor(group.length / MAX_EXAMPLES));
      for (let index = 0; index < group.length && index < step * MAX_EXAMPLES; index += step)
        parts.push(formatMismatch(group[index]));
    }
  }
  return `${parts.join("\n")}\n`;
}

/** Returns the names declared in another file for which no result was correct. */
export function formatDefinitionMismatches(misses) {
  const line = ({ root, uri, text, at, name, targets, places }) =>
    [
      `${uri.slice("file://".length)}:${positionAt(linesOf(text), at).line + 1} ${name}: ${lineAt(text, at)}`,
      `    ours:  ${
        places
          .slice(0, 5)
          .map((place) => `${place.uri.slice("file://".length).replace(`${root}/`, "")}:${place.line + 1}`)
          .join(" ") || "nothing"
      }`,
      `    reference: ${targets.map((target) => `${target.path.replace(`${root}/`, "")}:${target.line + 1}`).join(" ")}`,
    ].join("\n");
  return `${misses.map(line).join("\n")}\n`;
}

/** Returns the cause of a mismatch, as far as the syntax shows it. */
function causeOf({ ours, around }) {
  const what = ours === undefined ? "no name" : `${ours.reach}${ours.kind ? ` ${ours.kind}` : ""}`;
  return `ours: ${what} | ${around}`;
}

function formatMismatch({ path, text, at, name, ours, targets, only }) {
  const declarations = ours?.definitions.map(({ from }) => quoted(text, from)).join(" and ") ?? "";
  const theirs = targets.map((target) =>
    target.at === undefined ? `${target.path}:${target.line + 1}` : quoted(text, target.at),
  );
  const { line } = positionAt(linesOf(text), at);
  return [
    `  ${path}:${line + 1} ${name}: ${lineAt(text, at)}`,
    `      ours:  ${ours?.reach ?? "nothing"} ${declarations}`,
    `      reference: ${only ?? [...new Set(theirs)].slice(0, 4).join(" and ")}`,
  ].join("\n");
}

function quoted(text, at) {
  const { line, character } = positionAt(linesOf(text), at);
  return `${line + 1}:${character + 1} \`${lineAt(text, at)}\``;
}

function lineAt(text, at) {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  const to = text.indexOf("\n", at);
  return text
    .slice(from, to < 0 ? undefined : to)
    .trim()
    .slice(0, 110);
}

function grouped(misses) {
  const groups = new Map();
  for (const miss of misses) {
    const cause = causeOf(miss);
    groups.set(cause, [...(groups.get(cause) ?? []), miss]);
  }
  return groups;
}
