/** The files that are written from the recorded results. */
import { catalogue, entryNameOf } from "./catalogue.mjs";
import { readProject } from "./project.mjs";
import { countRightThroughout, tableOf, withTested } from "./table.mjs";

const at = (path) => new URL(`../../${path}`, import.meta.url);

/**
 * Returns the files with generated parts: `content` returns the new text from the present one;
 * `replaceRegion` replaces a region of Markdown.
 */
export function tables(rows) {
  const languageOf = (server) => readProject(catalogue[server].project).language;
  const notesOf = (server) => catalogue[server].notes ?? {};
  const region = (content) => (text, replaceRegion) => replaceRegion(text, "matrix", content);
  return [
    { file: at("docs/servers/measured.md"), content: region(tableOf(rows, { languageOf, notesOf })) },
    { file: at("README.md"), content: region(countRightThroughout(rows, entryNameOf)) },
    { file: at("servers.json"), content: (text) => withTested(text, rows) },
  ];
}
