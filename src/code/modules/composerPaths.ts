/**
 * Where classes of PHP are, by the rules of composer.json (https://www.php-fig.org/psr/psr-4/).
 */

import { dirname, join } from "node:path";
import { objectIn, readManifest } from "../imports/manifest.js";

const MAX_LEVELS = 20;

/** The prefixes of namespaces, and the absolute folders of each. */
type Prefixes = readonly { readonly prefix: string; readonly folders: readonly string[] }[];

/** The rules of the manifests of a workspace; each is read once. */
export class ComposerPaths {
  readonly #manifests = new Map<string, Promise<Prefixes | undefined>>();

  /** Whether the nearest manifest says that a class, `a.b.C`, is in the file at a path. */
  async isAt(qualified: string, path: string): Promise<boolean> {
    for (let folder = dirname(path), level = 0; level < MAX_LEVELS; folder = dirname(folder), level++) {
      const prefixes = await this.#read(join(folder, "composer.json"));
      if (prefixes) return prefixes.some((each) => isBelow(qualified, path, each));
      if (dirname(folder) === folder) break;
    }
    return false;
  }

  #read(path: string): Promise<Prefixes | undefined> {
    const known = this.#manifests.get(path) ?? readPrefixes(path);
    this.#manifests.set(path, known);
    return known;
  }
}

function isBelow(qualified: string, path: string, { prefix, folders }: Prefixes[number]): boolean {
  if (!qualified.startsWith(prefix)) return false;
  const rest = `${qualified.slice(prefix.length).split(".").join("/")}.php`;
  return folders.some((folder) => join(folder, rest) === path);
}

async function readPrefixes(path: string): Promise<Prefixes | undefined> {
  const manifest = await readManifest(path);
  return (
    manifest &&
    ["autoload", "autoload-dev"].flatMap((name) =>
      Object.entries(objectIn(objectIn(manifest[name])["psr-4"])).map(([prefix, folders]) => ({
        prefix: prefix
          .split("\\")
          .filter(Boolean)
          .map((word) => `${word}.`)
          .join(""),
        folders: [folders].flat().flatMap((each) => (typeof each === "string" ? [join(dirname(path), each)] : [])),
      })),
    )
  );
}
