/**
 * Reads the projects of the matrix. A project is a text in `projects/`: the language and the truth,
 * then its files, each after a line `-- path --`.
 *
 * A line of the truth is a method, the place or file it is asked about, and after ` = ` the right
 * answer: for `outline`, symbols that it must have; for `definition`, `references` and `rename`,
 * all places as `path:line`, 1-based (alternatives after ` | `); for the others, texts of which one
 * must be in it. An empty answer stands for any that is not empty.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Methods whose right answer is a set of places. */
export const placeMethods = ["definition", "references", "rename"];

/** Returns `language`, the `questions` and the `files` by path. */
export function readProject(name) {
  const text = readFileSync(new URL(`projects/${name}.txt`, import.meta.url), "utf8");
  const [head, ...rest] = text.split(/^-- (.+) --\n/m);
  const files = Object.fromEntries(rest.flatMap((path, n) => (n % 2 === 0 ? [[path, rest[n + 1]]] : [])));
  const [language, ...lines] = head.trimEnd().split("\n");
  return { language: language.replace("language ", ""), questions: lines.map(readQuestion), files };
}

function readQuestion(line) {
  const [, method, rest] = /^(\w+) (.+)$/.exec(line);
  const at = rest.lastIndexOf(" = ");
  const [about, answer] = at === -1 ? [rest.replace(/ =$/, ""), ""] : [rest.slice(0, at), rest.slice(at + 3)];
  const [locate, newName] = method === "rename" ? about.split(" to ") : [about];
  const list = (part) => (part === "" ? [] : part.split(", "));
  const alternatives = placeMethods.includes(method) ? answer.split(" | ").map(list) : undefined;
  return { method, locate, newName, alternatives, parts: list(answer) };
}

/** Writes the files of a project into the folder `root`, where `@root@` in a file stands for it. */
export function writeProject({ files }, root) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text.replaceAll("@root@", root));
  }
}
