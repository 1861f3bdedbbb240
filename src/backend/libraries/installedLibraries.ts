/** The libraries of projects whose tools install them into a folder: Python, Node, Composer. */

import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { LibraryFacts } from "../../languages/libraryFacts.js";
import { entryNames } from "../environment/candidateFolders.js";
import { type Library, plainName, STANDARD_DISTANCE } from "./library.js";
import {
  foldersInside,
  foldersOfUser,
  type LibrarySearch,
  type ProjectFolder,
  readManifest,
} from "./libraryFolders.js";

/** A language, its facts, and where its libraries are looked for. */
export interface LibraryListing {
  readonly languageId: string;
  readonly facts: LibraryFacts;
  readonly projects: readonly ProjectFolder[];
  readonly search: LibrarySearch;
}

/**
 * Returns the modules of a Python environment, and the distributions whose modules have other
 * names (https://packaging.python.org/en/latest/specifications/recording-installed-packages/);
 * of an environment, what comes with its interpreter, too.
 */
export function listModules({ languageId, facts, projects, search }: LibraryListing): readonly Library[] {
  const environments = projects.flatMap(({ path, depth }) => {
    const found = search.environmentOf(languageId, path);
    return found ? [{ ...found, depth }] : [];
  });
  const own = environments.flatMap(({ packages, depth }) =>
    packages.flatMap((folder) => modulesIn(folder, languageId, depth)),
  );
  const shared = environments.length > 0 ? [] : foldersOfUser(facts.shared, search);
  const interpreters = environments.flatMap(({ path }) => standardFolder(path) ?? []);
  const standard = interpreters.length > 0 ? interpreters : foldersOfUser(facts.standard, search);
  return [
    ...own,
    ...shared.flatMap((folder) => modulesIn(folder, languageId, 0)),
    ...standard.flatMap((folder, n) => modulesIn(folder, languageId, STANDARD_DISTANCE + n)),
  ];
}

function modulesIn(folder: string, languageId: string, distance: number): readonly Library[] {
  const names = namesIn(folder);
  const modules = new Map<string, string>();
  for (const name of names) {
    const [, stem = name, extension] = /^([^.]+)(\.pyi?)?$/.exec(name) ?? [];
    const isModule = extension === undefined ? isModuleFolder(name) : /^\w+$/.test(stem);
    // A module has precedence over a stub of its name.
    if (isModule && (!modules.has(stem) || extension !== ".pyi")) modules.set(stem, name);
  }
  const distributions = names.flatMap((name) => {
    const [, distribution, version] = /^(.+?)-([^-]+)\.dist-info$/.exec(name) ?? [];
    return distribution === undefined ? [] : [{ distribution, version, record: join(folder, name) }];
  });
  const versions = new Map<string, string | undefined>();
  const installed = distributions.flatMap(({ distribution, version, record }): readonly Library[] => {
    const own = modulesOf(distribution, record, modules);
    for (const module of own) versions.set(module, version);
    const sources = own.map((module) => sourceAt(folder, module, modules));
    if (sources.length === 0 || (own.length === 1 && own[0] === distribution)) return [];
    return [{ name: distribution, aliases: [], version, languageId, sources, distance }];
  });
  const plain = [...modules.keys()].map((module): Library => {
    const sources = [sourceAt(folder, module, modules)];
    // https://peps.python.org/pep-0561/
    const aliases = module.endsWith("-stubs") ? [module.slice(0, -"-stubs".length)] : [];
    return { name: module, aliases, version: versions.get(module), languageId, sources, distance };
  });
  return [...plain, ...installed];
}

function sourceAt(folder: string, module: string, modules: ReadonlyMap<string, string>) {
  const file = modules.get(module) ?? module;
  return { name: file, path: join(folder, file) };
}

function isModuleFolder(name: string): boolean {
  return name !== "__pycache__" && !/\.(?:dist-info|egg-info|libs|egg)$/.test(name) && /^[\w-]+$/.test(name);
}

/** Returns the modules of a distribution: by its name, its list of them, or its files. */
function modulesOf(distribution: string, record: string, modules: ReadonlyMap<string, string>): readonly string[] {
  const listed = readManifest(record, "top_level.txt").split(/\s+/);
  const named = listed.map((each) => each.split("/")[0] ?? "").filter((each) => modules.has(each));
  if (named.length > 0) return [...new Set(named)];
  const same = [...modules.keys()].find((module) => plainName(module) === plainName(distribution));
  if (same !== undefined) return [same];
  const files = readManifest(record, "RECORD").matchAll(/^([\w-]+)(?:\/|\.pyi?,)/gm);
  return [...new Set([...files].map(([, name = ""]) => name))].filter((each) => modules.has(each));
}

/** Returns the folder of the standard library of an environment (PEP 405). */
function standardFolder(environment: string): string | undefined {
  const lines = readManifest(environment, "pyvenv.cfg").split(/\r?\n/);
  const valueAt = (key: string) =>
    lines
      .find((line) => line.split("=")[0]?.trim().startsWith(key))
      ?.split("=")[1]
      ?.trim();
  const [home, version] = [valueAt("home"), /^\d+\.\d+/.exec(valueAt("version") ?? "")?.[0]];
  const own = version === undefined ? [] : [join(environment, "lib", `python${version}`)];
  const folders = home && version ? [join(dirname(home), "lib", `python${version}`), join(home, "Lib")] : own;
  return folders.find((folder) => existsSync(join(folder, "os.py")));
}

/**
 * Returns the packages of Node in the folders that projects see; those of pnpm's and Yarn's stores
 * that no project names come later.
 */
export function listPackages({ languageId, facts, projects }: LibraryListing): readonly Library[] {
  // The nearest to the workspace folder comes first.
  const folders = new Map<string, number>();
  for (const project of projects)
    for (const folder of foldersInside(facts, project)) if (!folders.has(folder)) folders.set(folder, project.depth);
  const found = [...folders].flatMap(([folder, depth]) => packagesIn(folder, languageId, depth));
  const stores = projects.flatMap(({ path }) => [...pnpmFolders(path), ...unpluggedFolders(path)]);
  const stored = stores.flatMap((folder) => packagesIn(folder, languageId, FAR));
  const plugged = projects.flatMap(({ path, depth }) => pluggedPackages(path, languageId, depth));
  const all = [...found, ...plugged, ...stored];
  const types = new Map(all.toReversed().map((library) => [library.name, library]));
  return all.map((library) => {
    const own = types.get(typesOf(library.name));
    return own === undefined || own === library
      ? library
      : { ...library, sources: [...library.sources, ...own.sources] };
  });
}

/** The distance of a package that others use. */
const FAR = 50;

/** Returns the name of the package that declares the types of another one. */
function typesOf(name: string): string {
  return `@types/${name.replace(/^@([^/]+)\//, "$1__")}`;
}

function packagesIn(folder: string, languageId: string, distance: number): readonly Library[] {
  const names = entryNames(folder).flatMap((name) =>
    name.startsWith("@") ? entryNames(join(folder, name)).map((each) => `${name}/${each}`) : [name],
  );
  return names
    .filter((name) => !name.startsWith("."))
    .map((name) => {
      const path = join(folder, name);
      const versionFile = join(path, "package.json");
      return { name, aliases: [], version: undefined, versionFile, languageId, sources: [{ name, path }], distance };
    });
}

function pnpmFolders(project: string): readonly string[] {
  const store = join(project, "node_modules", ".pnpm");
  return entryNames(store).map((name) => join(store, name, "node_modules"));
}

function unpluggedFolders(project: string): readonly string[] {
  const store = join(project, ".yarn", "unplugged");
  return entryNames(store).map((name) => join(store, name, "node_modules"));
}

/** Returns the packages in archives that Yarn's Plug'n'Play names. */
function pluggedPackages(project: string, languageId: string, distance: number): readonly Library[] {
  const text = readManifest(project, ".pnp.cjs");
  const locations = text.matchAll(/"packageLocation":\s*"([^"]+?\.zip)\/node_modules\/([^"]+?)\/?"/g);
  return [...locations].map(([, archive = "", name = ""]): Library => {
    const version = /-npm-(\d[^-]*)-/.exec(archive)?.[1];
    const sources = [{ name, path: join(project, archive) }];
    return { name, aliases: [], version, languageId, sources, distance };
  });
}

/** Returns the packages that Composer says it has installed. */
export function listVendored({ languageId, facts, projects }: LibraryListing): readonly Library[] {
  return projects.flatMap((project) =>
    foldersInside(facts, project).flatMap((folder) => {
      const text = readManifest(folder, "composer", "installed.json");
      return composerPackages(text).flatMap(({ name, version }): readonly Library[] => {
        const path = join(folder, name);
        if (!existsSync(path)) return [];
        const aliases = [name.slice(name.indexOf("/") + 1)];
        return [{ name, aliases, version, languageId, sources: [{ name, path }], distance: project.depth }];
      });
    }),
  );
}

function composerPackages(text: string): readonly { readonly name: string; readonly version: string | undefined }[] {
  try {
    const installed = JSON.parse(text) as { packages?: unknown };
    const list = Array.isArray(installed) ? installed : installed.packages;
    if (!Array.isArray(list)) return [];
    return (list as readonly { name?: unknown; version?: unknown }[]).flatMap(({ name, version }) =>
      typeof name === "string" && /^[\w.-]+\/[\w.-]+$/.test(name)
        ? [{ name, version: typeof version === "string" ? version : undefined }]
        : [],
    );
  } catch {
    return [];
  }
}

/** Returns the names in a folder, none if it can't be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
