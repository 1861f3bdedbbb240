/** A library that a project uses, and how it is found among others by a name. */

/** Where sources of a library are: a folder, a file, or an archive with them. */
export interface LibrarySource {
  /** What the paths of its files begin with: `requests`, `@types/node`. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

export interface Library {
  /** As its users write it. */
  readonly name: string;
  /** Other names by which it is known: that of its distribution, or the last part of its path. */
  readonly aliases: readonly string[];
  /** Undefined where nothing says it. */
  readonly version: string | undefined;
  /** A JSON file that says the version, where it is read only when it is wanted. */
  readonly versionFile?: string;
  readonly languageId: string;
  readonly sources: readonly LibrarySource[];
  /** How far the project is from using it: of libraries with one name, the nearest is meant. */
  readonly distance: number;
}

/** The distance of a library that comes with the language. */
export const STANDARD_DISTANCE = 100;

/**
 * Returns the libraries that a name means: several where a project has it in several versions, or
 * several languages have one of that name.
 */
export function librariesNamed(name: string, libraries: readonly Library[]): readonly Library[] {
  const written = plainName(name);
  const rules: readonly ((library: Library) => boolean)[] = [
    (library) => library.name === name,
    ({ aliases }) => aliases.includes(name),
    (library) => plainName(library.name) === written,
    ({ aliases }) => aliases.some((alias) => plainName(alias) === written),
  ];
  for (const rule of rules) {
    const found = libraries.filter(rule);
    if (found.length === 0) continue;
    const nearest = found.reduce((least, { distance }) => Math.min(least, distance), Number.POSITIVE_INFINITY);
    const seen = new Set<string>();
    const isNew = ({ sources }: Library) => {
      const key = sources.map(({ path }) => path).join("\0");
      return !seen.has(key) && seen.add(key);
    };
    return found.filter(({ distance }) => distance === nearest).filter(isNew);
  }
  return [];
}

/**
 * Returns a name as registries compare names: without case, and with one sign for `-`, `_`, `.`.
 */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}

/** Returns the name of a library with its version, for people. */
export function describeLibrary({ name, version }: Pick<Library, "name" | "version">): string {
  return version === undefined ? name : `${name} ${version}`;
}
