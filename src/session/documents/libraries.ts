/**
 * The libraries of a session's workspace: found by name when one is named, as folders that are read
 * like the workspace's own and never written.
 */

import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, extname, isAbsolute, join, resolve, sep } from "node:path";
import type { Servers } from "../../backend/config/servers.js";
import { homeFolder } from "../../backend/config/userFolder.js";
import { searchScope } from "../../backend/environment/candidateFolders.js";
import { findEnvironment } from "../../backend/environment/detectEnvironment.js";
import { describeLibrary, type Library, type LibrarySource, librariesNamed } from "../../backend/libraries/library.js";
import { foldersOfUser, type LibrarySearch } from "../../backend/libraries/libraryFolders.js";
import { libraryLanguages, listLibraries, withVersion } from "../../backend/libraries/listLibraries.js";
import { isArchive, unpackArchive } from "../../backend/libraries/sourceArchive.js";
import { LocateError } from "../../error.js";
import { isInside } from "../../files/isInside.js";
import { factsOf } from "../../languages/languages.js";
import { echoText } from "../../locate/errorText.js";
import { looseSimilarity } from "../../locate/similarity.js";
import { escapeName } from "../../text/printable.js";
import { pathInside, pathOfUri, realPathOf } from "../../uri.js";
import { cacheFolder } from "../../workspace/cache/cacheFolder.js";
import { namesAlike, similarFiles } from "./similarFiles.js";

/** The folders and the files of a library that a request is about. */
export interface LibraryArea {
  /** With its version, for people. */
  readonly title: string;
  /** Folders and files, with the names that their paths begin with. */
  readonly sources: readonly LibrarySource[];
  /** Whether those names mean this library and nothing else. */
  readonly isNamed: boolean;
}

interface LibrariesHost {
  /** The workspace folders: absolute paths. */
  folders(): readonly string[];
  readonly servers: Servers;
}

/** How long the list of libraries is used: an agent may install one and ask at once. */
const KEPT_MS = 2_000;
const MAX_SIMILAR = 5;
/** No path of a module has more parts. */
const MAX_PARTS = 8;

export class Libraries {
  readonly #host: LibrariesHost;
  #list: { readonly key: string; readonly at: number; readonly libraries: readonly Library[] } | undefined;

  /** The last path that was asked about: each Locate is read several times. */
  #file: { readonly written: string; readonly at: number; readonly path: string | undefined } | undefined;

  constructor(host: LibrariesHost) {
    this.#host = host;
  }

  /**
   * Returns what the `in` of a request names: a library, a folder in one, or a folder or an archive
   * by its path. Errors: `file_not_found`, `file_ambiguous`, `file_unreadable`.
   */
  area(written: string): LibraryArea {
    const found = this.find(written);
    if (found) return found;
    const path = this.#pathOf(written);
    if (path !== undefined) {
      const sources = [this.#unpacked({ name: nameOfPath(path), path }, "download the archive of its sources")];
      return { title: written, sources, isNamed: false };
    }
    throw this.#notFoundError(written);
  }

  /**
   * Returns the library of a name, or a folder in one: `net/http`. Undefined if there is none.
   * Errors: `file_ambiguous`, `file_unreadable`.
   */
  find(written: string): LibraryArea | undefined {
    const parts = written.split("/");
    if (parts.length > MAX_PARTS || written === "" || isAbsolute(written)) return undefined;
    for (let count = parts.length; count > 0; count--) {
      const name = parts.slice(0, count).join("/");
      const found = librariesNamed(name, this.#all());
      if (found.length > 1) throw ambiguousError(name, found.map(withVersion));
      const [library] = found;
      if (library === undefined) continue;
      const sources = this.#sourcesOf(library);
      const inner = parts.slice(count).join("/");
      const inside = inner === "" ? sources : sources.flatMap((source) => innerSource(source, inner, library));
      if (inside.length === 0) continue;
      const title = `${describeLibrary(withVersion(library))}${inner === "" ? "" : `/${inner}`}`;
      return { title, sources: inside, isNamed: !this.#isInWorkspace(library) };
    }
    return undefined;
  }

  /**
   * Returns the absolute path of a file or folder that is written with the name of its library.
   * Undefined if there is none, it leads out of the library, or the workspace has a file that is
   * written so but for its outer folders. Errors: as of `find`.
   */
  fileOf(written: string): string | undefined {
    const now = performance.now();
    if (this.#file?.written === written && now - this.#file.at <= KEPT_MS) return this.#file.path;
    const found = this.#findFile(written);
    const isOther = found !== undefined && this.#isNamedInWorkspace(written);
    const path = isOther ? undefined : found;
    this.#file = { written, at: now, path };
    return path;
  }

  #isNamedInWorkspace(written: string): boolean {
    return similarFiles(written, this.#host.folders()).paths.some((path) => namesAlike(written, path));
  }

  #findFile(written: string): string | undefined {
    const parts = written.replaceAll("\\", "/").split("/");
    const isPlain = parts.every((part) => part !== "" && part !== "." && part !== "..");
    if (!isPlain || parts.length > 64) return undefined;
    for (let count = Math.min(parts.length, MAX_PARTS); count > 0; count--) {
      const name = parts.slice(0, count).join("/");
      const inner = parts.slice(count).join("/");
      const stem = count === parts.length ? name.slice(0, name.length - extname(name).length) : name;
      const found = librariesNamed(name, this.#all());
      const libraries = found.length > 0 ? found : librariesNamed(stem, this.#all());
      const paths = libraries.flatMap((library) =>
        this.#sourcesOf(library).flatMap((source) => {
          if (inner === "" && isFile(source.path)) return basename(source.path) === name ? [source] : [];
          return found.length > 0 || inner !== "" ? innerSource(source, inner, library) : [];
        }),
      );
      const [first, ...others] = [...new Set(paths.map(({ path }) => path))];
      if (first !== undefined && others.length > 0 && libraries.length > 1)
        throw ambiguousError(name, libraries.map(withVersion));
      if (first !== undefined) return first;
    }
    return undefined;
  }

  /** Whether a file (absolute path) is one of a library, which is never written. */
  holds(path: string): boolean {
    const real = realPathOf(path);
    // A user who has opened a library's folder as the workspace wants to change it.
    const folder = this.#host
      .folders()
      .map(realPathOf)
      .find((each) => isInside(real, each));
    const inside = folder === undefined ? real : real.slice(folder.length);
    const isInstalled = inside.split(sep).some((part) => installFolders.has(part));
    if (isInstalled || isVendored(real, folder)) return true;
    return this.#sharedFolders().some((shared) => isInside(real, shared) && !(folder && isInside(folder, shared)));
  }

  #sharedFolders(): readonly string[] {
    const search = this.#search();
    const shared = libraryLanguages.flatMap(({ facts }) => foldersOfUser([...facts.shared, ...facts.standard], search));
    const cache = this.#cacheFolder();
    return [...shared.map(realPathOf), ...(cache === undefined ? [] : [join(cache, "libraries")])];
  }

  #all(): readonly Library[] {
    const search = this.#search();
    const key = search.folders.join("\0");
    const now = performance.now();
    if (this.#list?.key !== key || now - this.#list.at > KEPT_MS)
      this.#list = { key, at: now, libraries: listLibraries(search) };
    return this.#list.libraries;
  }

  #search(): LibrarySearch {
    const { servers } = this.#host;
    const folders = this.#host.folders();
    return {
      folders,
      env: process.env,
      home: homeFolder(),
      environmentOf: (languageId, folder) => {
        const rule = servers.languages.get(languageId)?.environment;
        const top = folders.find((each) => isInside(folder, each)) ?? folder;
        const found =
          rule &&
          findEnvironment(
            rule,
            searchScope(folder, top, () => {}),
            { isTold: true },
          ).environment;
        const packages = found?.values["packages"];
        return found && Array.isArray(packages) ? { path: found.path, packages } : undefined;
      },
    };
  }

  #sourcesOf(library: Library): readonly LibrarySource[] {
    const advice = factsOf(library.languageId).libraries?.advice ?? "";
    return library.sources.filter(({ path }) => existsSync(path)).map((source) => this.#unpacked(source, advice));
  }

  /** Returns a source by its real path, an archive by the folder that it is unpacked to. */
  #unpacked(source: LibrarySource, advice: string): LibrarySource {
    if (!isArchive(source.path)) return { ...source, path: realpathSync(source.path) };
    const cache = this.#cacheFolder();
    if (cache === undefined) throw new LocateError("file_unreadable", "There is no folder for caches.", { path: "" });
    const folder = unpackArchive(source.path, cache, advice);
    const inner = join(folder, "node_modules", source.name);
    return { ...source, path: existsSync(inner) ? inner : folder };
  }

  #cacheFolder(): string | undefined {
    return cacheFolder(homeFolder());
  }

  /** Whether something in the workspace has the name that the library's paths begin with. */
  #isInWorkspace({ sources }: Library): boolean {
    const names = sources.map(({ name }) => name.split("/")[0] ?? "");
    return this.#host.folders().some((folder) => names.some((name) => existsSync(join(folder, name))));
  }

  #pathOf(written: string): string | undefined {
    const path = pathOfUri(written) ?? written;
    const folders = this.#host.folders();
    const paths = isAbsolute(path) ? [path] : folders.map((folder) => resolve(folder, path));
    const isKnown = (each: string) => folders.some((folder) => isInside(each, folder)) || this.holds(each);
    return paths.find((each) => existsSync(each) && isKnown(realPathOf(each)));
  }

  #notFoundError(written: string): LocateError {
    const names = [...new Set(this.#all().map(({ name }) => name))];
    const similar = names
      .map((name) => ({ name, value: looseSimilarity(name, written) }))
      .filter(({ value }) => value >= 0.5)
      .sort((one, other) => other.value - one.value)
      .slice(0, MAX_SIMILAR)
      .map(({ name }) => name);
    const used = libraryLanguages.filter(({ facts }) => this.#uses(facts.manifests));
    const advice = used.map(({ facts }) => facts.advice).join("; or ");
    const count = names.length === 0 ? "No libraries were found" : `${names.length} others were found`;
    const there = similar.length > 0 ? `There is ${similar.map(escapeName).join(", ")}` : count;
    // What the project requires may not be installed.
    const missing = advice === "" ? "" : ` If the project requires it, ${advice}.`;
    return new LocateError(
      "file_not_found",
      `No library ${escapeName(echoText(written))} was found, and no such folder of the workspace. ${there}.${missing}`,
      { path: echoText(written), similar },
    );
  }

  #uses(manifests: readonly string[]): boolean {
    return this.#host.folders().some((folder) => manifests.some((name) => existsSync(join(folder, name))));
  }
}

function nameOfPath(path: string): string {
  return isArchive(path) ? basename(path, extname(path)) : basename(path);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/**
 * Returns what is in a source: a file or folder, or the file that a folder of its name stands for.
 */
function innerSource({ name, path }: LibrarySource, inner: string, { languageId }: Library): readonly LibrarySource[] {
  const { indexNames } = factsOf(languageId);
  const extension = extname(inner);
  const stem = inner.slice(0, inner.length - extension.length);
  const written = inner === "" ? [path] : [join(path, inner)];
  const indexes = extension === "" ? [] : indexNames.map((index) => join(path, stem, `${index}${extension}`));
  const found = [...written, ...indexes].find((each) => existsSync(each));
  if (found === undefined) return [];
  const real = realPathOf(found);
  if (!isInside(real, path)) return [];
  const inside = pathInside(path, real);
  return [{ name: inside === undefined ? name : `${name}/${inside}`, path: real }];
}

const installFolders: ReadonlySet<string> = new Set(["node_modules", "site-packages", "dist-packages"]);

/**
 * Whether a file was installed beside the user's own: by Composer or Bundler, or vendored by Go.
 */
function isVendored(path: string, workspace: string | undefined): boolean {
  const parts = path.split(sep);
  const first = workspace?.split(sep).length ?? 0;
  return parts.some((part, n) => {
    if (part !== "vendor" || n < first) return false;
    const folder = parts.slice(0, n + 1).join(sep);
    const marks = ["composer/installed.json", "modules.txt", "bundle/ruby"];
    return marks.some(
      (mark) => existsSync(join(folder, mark)) && (mark !== "bundle/ruby" || parts[n + 1] === "bundle"),
    );
  });
}

function ambiguousError(name: string, libraries: readonly Library[]): LocateError {
  const named = libraries.map((library) => ({
    title: describeLibrary(library),
    path: library.sources[0]?.path ?? library.name,
  }));
  const listed = named.map(({ title, path }) => `${escapeName(path)} (${title})`).join(", ");
  return new LocateError(
    "file_ambiguous",
    `The project has ${libraries.length} libraries that ${escapeName(echoText(name))} may mean. Write one of the paths: ${listed}.`,
    { path: name, files: named.map(({ path }) => path) },
  );
}
