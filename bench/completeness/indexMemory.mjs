/** How much memory the words of the index take: filters of the words of each source file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadSources } from "../lib/loadSources.mjs";

/** Returns rows of the table: the size of the sources, and of the filters for them. */
export async function measureIndexMemory(projects) {
  const { createWordFilter } = await loadSources(["src/workspace/store/wordFilter.ts"]);
  return projects.map(({ name, folder, files }) => {
    let bytes = 0;
    let filters = 0;
    let without = 0;
    for (const file of files) {
      const content = readFileSync(join(folder, file));
      const filter = createWordFilter(content.toString("utf8"));
      bytes += content.length;
      filters += filter?.length ?? 0;
      if (filter === undefined) without++;
    }
    const megabytes = bytes / 2 ** 20;
    const perMegabyte = megabytes === 0 ? "–" : `${Math.round(filters / 1024 / megabytes)} kB`;
    return [name, files.length, `${megabytes.toFixed(1)} MB`, `${Math.round(filters / 1024)} kB`, perMegabyte, without];
  });
}
