/**
 * Where our scopes and a judge disagree, written down for whoever writes the queries: grouped by
 * the syntax around, the most frequent first.
 */
import { headings } from "./compareTruth.mjs";
import { linesOf, positionAt } from "./groundTruth.mjs";

const mostGroups = 100;
const examples = 3;

export function writtenMisses(truth, misses) {
  const parts = [`${truth.language}, judged by ${truth.server}: ${misses.length} differences`];
  for (const [what, heading] of Object.entries(headings)) {
    const those = misses.filter((miss) => miss.what === what);
    if (those.length === 0) continue;
    const groups = [...grouped(those)].sort((one, other) => other[1].length - one[1].length);
    parts.push(`\n######## ${heading}: ${those.length}, in ${groups.length} kinds\n`);
    for (const [cause, group] of groups.slice(0, mostGroups)) {
      parts.push(`== ${group.length} × ${cause}`);
      const step = Math.max(1, Math.floor(group.length / examples));
      for (let index = 0; index < group.length && index < step * examples; index += step)
        parts.push(written(group[index]));
    }
  }
  return `${parts.join("\n")}\n`;
}

/** The names that are declared in another file, and of which no answer was right. */
export function writtenDefinitions(misses) {
  const line = ({ root, uri, text, at, name, targets, places }) =>
    [
      `${uri.slice("file://".length)}:${positionAt(linesOf(text), at).line + 1} ${name}: ${lineAt(text, at)}`,
      `    ours:  ${
        places
          .slice(0, 5)
          .map((place) => `${place.uri.slice("file://".length).replace(`${root}/`, "")}:${place.line + 1}`)
          .join(" ") || "nothing"
      }`,
      `    judge: ${targets.map((target) => `${target.path.replace(`${root}/`, "")}:${target.line + 1}`).join(" ")}`,
    ].join("\n");
  return `${misses.map(line).join("\n")}\n`;
}

/** The same for the same reason, as far as the syntax shows it. */
function causeOf({ ours, around }) {
  const what = ours === undefined ? "no name" : `${ours.reach}${ours.kind ? ` ${ours.kind}` : ""}`;
  return `said: ${what} | ${around}`;
}

function written({ path, text, at, name, ours, targets, only }) {
  const said = ours?.definitions.map(({ from }) => quoted(text, from)).join(" and ") ?? "";
  const judged = targets.map((target) =>
    target.at === undefined ? `${target.path}:${target.line + 1}` : quoted(text, target.at),
  );
  const { line } = positionAt(linesOf(text), at);
  return [
    `  ${path}:${line + 1} ${name}: ${lineAt(text, at)}`,
    `      ours:  ${ours?.reach ?? "nothing"} ${said}`,
    `      judge: ${only ?? [...new Set(judged)].slice(0, 4).join(" and ")}`,
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
