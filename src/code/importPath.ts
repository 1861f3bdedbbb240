/** The path by which other packages import a file's package, where a module file decides it. */

import { dirname, join, relative, sep } from "node:path";
import { fileReader } from "../files/fileReader.js";
import type { ModuleFile } from "../languages/facts.js";
import { factsOf } from "../languages/languages.js";

/** The maximum size of a module file that is read. */
const MAX_BYTES = 1 << 20;

/**
 * Returns the path by which files of other folders import what a file declares: the name in the
 * nearest module file, and the folders below it. Undefined where the language has no such file, or
 * there is none.
 */
export async function importPathOf(path: string, languageId: string): Promise<string | undefined> {
  const { moduleFile } = factsOf(languageId);
  if (moduleFile === undefined) return undefined;
  const folder = dirname(path);
  const vendored = /(?:^|[\\/])vendor[\\/](.+)$/.exec(folder)?.[1];
  if (vendored !== undefined) return vendored.replaceAll("\\", "/");
  for (let root = folder; ; root = dirname(root)) {
    const module = await moduleNameIn(join(root, moduleFile.name), moduleFile);
    if (module !== undefined) return [module, ...relative(root, folder).split(sep)].filter(Boolean).join("/");
    if (dirname(root) === root) return undefined;
  }
}

async function moduleNameIn(path: string, { module }: ModuleFile): Promise<string | undefined> {
  try {
    const { bytes } = await fileReader.read(path, { maxBytes: MAX_BYTES });
    return module.exec(bytes.toString("utf8"))?.[1];
  } catch {
    return undefined;
  }
}
