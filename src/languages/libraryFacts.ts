/** Where a language keeps the sources of the libraries that a project uses. */

export interface LibraryFacts {
  /** How a folder of libraries is laid out, which says how names and versions are read. */
  readonly layout: LibraryLayout;
  /** Files of a project that name its libraries, or their versions; they mark its folders. */
  readonly manifests: readonly string[];
  /**
   * Folders of libraries in a project, relative to a folder with a manifest or one above it. A `*`
   * stands for any part of one name.
   */
  readonly inside: readonly string[];
  /**
   * Folders of libraries of the user or the system, best first. `~` is the home folder, `$NAME` a
   * variable, without which the folder is left out.
   */
  readonly shared: readonly string[];
  /** Folders with what comes with the language itself, in the same form. */
  readonly standard: readonly string[];
  /** What a user can do so that the sources are there. */
  readonly advice: string;
}

/**
 * - `modules`: names are those of modules, beside the records of what was installed: Python's.
 * - `packages`: a folder for each name, which may have a scope: Node's.
 * - `versioned paths`: the path of a module with its version: Go's.
 * - `crates`: `name-version`, as Cargo.lock says.
 * - `artifacts`: `group/artifact/version`, with archives of sources: Maven's and Gradle's.
 * - `vendor`: `vendor/name` as a list of what is installed says: Composer's.
 * - `gems`: `name-version`, as Gemfile.lock says.
 */
export type LibraryLayout = "modules" | "packages" | "versioned paths" | "crates" | "artifacts" | "vendor" | "gems";
