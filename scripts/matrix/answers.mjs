/** Compares answers to the questions of a project with the truth. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { applied, editsOf } from "../methodTable/resultText.mjs";

/**
 * Returns what the answer to a question says: sorted places `path:line` for places and renames, the
 * formatted text, or the texts in it.
 */
export function summaryOf({ method, locate }, answer, root) {
  if (method === "rename") return renamedLines(answer, root);
  if (method === "definition" || method === "references") return places(answer, root);
  if (method === "diagnostic") return (answer?.items ?? []).map(({ message }) => textOf(message)).join("\n");
  if (method === "codeAction") return (answer ?? []).map(({ title }) => title).join("\n");
  if (method === "formatting") return applied(readFileSync(join(root, fileOf(locate)), "utf8"), answer ?? []);
  if (method === "hover") return hoverText(answer);
  return JSON.stringify(answer);
}

/** Whether a summary is right by the truth of the question. */
export function isRight({ alternatives, parts }, summary) {
  if (alternatives)
    return alternatives.some((places) => JSON.stringify([...places].sort()) === JSON.stringify(summary));
  if (parts.length === 0) return summary !== "";
  return parts.some((part) => summary.includes(part));
}

/** Returns the file that a Locate names. */
export function fileOf(locate) {
  return locate.replace(/[:@].*/s, "");
}

function places(answer, root) {
  const locations = answer === null || answer === undefined ? [] : [answer].flat();
  const found = locations.map((location) => {
    const [uri, range] =
      "targetUri" in location
        ? [location.targetUri, location.targetSelectionRange ?? location.targetRange]
        : [location.uri, location.range];
    return `${pathIn(root, uri)}:${range.start.line + 1}`;
  });
  return [...new Set(found)].sort();
}

function renamedLines(answer, root) {
  const lines = editsOf(answer).flatMap(([uri, edits]) => {
    const path = pathIn(root, uri);
    const before = readFileSync(join(root, path), "utf8");
    const [old, renamed] = [before, applied(before, edits)].map((text) => text.split("\n"));
    return renamed.flatMap((line, n) => (line === old[n] ? [] : [`${path}:${n + 1}`]));
  });
  return [...new Set(lines)].sort();
}

function pathIn(root, uri) {
  if (!uri.startsWith("file:")) return uri;
  return relative(root, fileURLToPath(uri)).replaceAll("\\", "/");
}

function hoverText(answer) {
  return [answer?.contents ?? []].flat().map(textOf).join("\n");
}

function textOf(part) {
  return typeof part === "string" ? part : (part?.value ?? "");
}
