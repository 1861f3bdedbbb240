/**
 * The libraries of projects whose manifests or lock files say which versions of a shared cache they
 * use: Go, Rust, Maven and Gradle, Ruby.
 */

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { entryNames } from "../environment/candidateFolders.js";
import { type LibraryListing, namesIn } from "./installedLibraries.js";
import { type Library, STANDARD_DISTANCE } from "./library.js";
import { foldersInside, foldersOfUser, type ProjectFolder, readManifest } from "./libraryFolders.js";

/** Returns the modules of Go that `go.mod` requires, and the packages of its standard library. */
export function listGoModules({ languageId, facts, projects, search }: LibraryListing): readonly Library[] {
  const [cache] = foldersOfUser(facts.shared, search);
  const required = projects.flatMap((project) => {
    const vendored = foldersInside(facts, project).filter((folder) => existsSync(join(folder, "modules.txt")));
    return requiredModules(project).flatMap(({ path, version, at }): readonly Library[] => {
      const inCache = cache === undefined ? [] : [join(cache, `${escapeModule(path)}@${escapeModule(version ?? "")}`)];
      const folders = [...(at === undefined ? [] : [at]), ...vendored.map((folder) => join(folder, path)), ...inCache];
      const folder = folders.find((each) => existsSync(each));
      if (folder === undefined) return [];
      const sources = [{ name: path, path: folder }];
      return [{ name: path, aliases: goAliases(path), version, languageId, sources, distance: project.depth }];
    });
  });
  const [standard] = foldersOfUser(facts.standard, search);
  const packages = projects.length === 0 || standard === undefined ? [] : entryNames(standard);
  return [...required, ...packages.map((name) => standardLibrary(name, join(standard ?? "", name), languageId))];
}

/** https://go.dev/ref/mod#go-mod-file */
function requiredModules({ path: folder }: ProjectFolder): readonly {
  readonly path: string;
  readonly version: string | undefined;
  /** Where a `replace` leads. */
  readonly at?: string;
}[] {
  const text = readManifest(folder, "go.mod").replace(/\/\/.*/g, "");
  const entries = (word: string) => {
    const blocks = [...text.matchAll(new RegExp(`^${word}\\s*\\(([^)]*)\\)`, "gm"))].map(([, block = ""]) => block);
    const lines = [...text.matchAll(new RegExp(`^${word}[ \\t]+([^\\s(][^(\\n]*)$`, "gm"))].map(
      ([, line = ""]) => line,
    );
    return [...blocks.flatMap((block) => block.split("\n")), ...lines].map((line) =>
      line.replaceAll('"', "").trim().split(/\s+/),
    );
  };
  const replaced = new Map(
    entries("replace").map((words) => {
      const arrow = words.indexOf("=>");
      return [words[0] ?? "", words.slice(arrow + 1)] as const;
    }),
  );
  return entries("require").flatMap(([path = "", version]) => {
    if (path === "") return [];
    const [target, targetVersion] = replaced.get(path) ?? [];
    if (target === undefined) return [{ path, version }];
    if (/^\.{0,2}[\\/]/.test(target)) return [{ path, version, at: resolve(folder, target) }];
    return [{ path: target, version: targetVersion }];
  });
}

/** As the module cache writes a path: https://go.dev/ref/mod#module-cache. */
function escapeModule(path: string): string {
  return path.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

/** Returns the usual name of a module's package: without the major version. */
function goAliases(path: string): readonly string[] {
  const [last = ""] = path
    .replace(/\/v\d+$/, "")
    .split("/")
    .slice(-1);
  return [...new Set([last, last.replace(/\.v\d+$/, ""), last.replace(/^go-|-go$/, "")])];
}

function standardLibrary(name: string, path: string, languageId: string): Library {
  const sources = [{ name, path }];
  return { name, aliases: [], version: undefined, languageId, sources, distance: STANDARD_DISTANCE };
}

/** Returns the crates of Cargo.lock; those that the project itself names are the nearest. */
export function listCrates({ languageId, facts, projects, search }: LibraryListing): readonly Library[] {
  const registries = foldersOfUser(facts.shared, search).map((path) => ({ path, names: new Set(entryNames(path)) }));
  const crates = projects.flatMap((project) => {
    const { all, direct } = lockedCrates(readManifest(project.path, "Cargo.lock"));
    const vendored = foldersInside(facts, project).map((path) => ({ path, names: new Set(entryNames(path)) }));
    return all.flatMap(({ name, version }): readonly Library[] => {
      const versioned = `${name}-${version}`;
      const folders = [...vendored, ...registries].flatMap(({ path, names }) =>
        names.has(versioned) ? [join(path, versioned)] : [],
      );
      const plain = vendored.flatMap(({ path, names }) => (names.has(name) ? [join(path, name)] : []));
      const folder = folders[0] ?? plain[0];
      if (folder === undefined) return [];
      const distance = project.depth + (direct.has(name) || direct.has(`${name} ${version}`) ? 0 : FAR);
      return [{ name, aliases: [], version, languageId, sources: [{ name, path: folder }], distance }];
    });
  });
  const [standard] = foldersOfUser(facts.standard, search);
  const own = projects.length === 0 || standard === undefined ? [] : ["std", "core", "alloc", "proc_macro", "test"];
  return [
    ...crates,
    ...own
      .filter((name) => existsSync(join(standard ?? "", name)))
      .map((name) => standardLibrary(name, join(standard ?? "", name), languageId)),
  ];
}

const FAR = 50;

/** https://doc.rust-lang.org/cargo/reference/resolver.html: without a source it is the user's. */
function lockedCrates(text: string) {
  const all: { readonly name: string; readonly version: string }[] = [];
  const direct = new Set<string>();
  for (const block of text.split(/^\[\[package\]\]$/m).slice(1)) {
    const valueAt = (key: string) => new RegExp(`^${key} = "([^"]+)"`, "m").exec(block)?.[1];
    const [name, version] = [valueAt("name"), valueAt("version")];
    if (name === undefined || version === undefined) continue;
    if (valueAt("source") !== undefined) all.push({ name, version });
    else {
      const dependencies = /^dependencies = \[([^\]]*)\]/m.exec(block)?.[1] ?? "";
      for (const [, each = ""] of dependencies.matchAll(/"([^"]+)"/g))
        direct.add(each.split(" ").slice(0, 2).join(" "));
    }
  }
  return { all, direct };
}

/** Returns the artifacts that builds of the JVM name, with the archives of their sources. */
export function listArtifacts({ languageId, facts, projects, search }: LibraryListing): readonly Library[] {
  const repositories = foldersOfUser(facts.shared, search);
  return projects.flatMap((project) =>
    namedArtifacts(project).flatMap(({ group, artifact, version: wanted }) => {
      const versions = new Set(
        wanted === undefined ? repositories.flatMap((each) => versionsIn(each, group, artifact)) : [wanted],
      );
      return [...versions].flatMap((version): readonly Library[] => {
        const paths = repositories.flatMap((each) => archivesOf(each, { group, artifact, version }));
        const path = paths.find((each) => each.endsWith("-sources.jar")) ?? paths[0];
        if (path === undefined) return [];
        const aliases = [`${group}:${artifact}`, `${group}.${artifact}`, group];
        const sources = [{ name: artifact, path }];
        return [{ name: artifact, aliases, version, languageId, sources, distance: project.depth }];
      });
    }),
  );
}

interface Artifact {
  readonly group: string;
  readonly artifact: string;
  /** Undefined where a parent, a plugin or a variable decides it. */
  readonly version: string | undefined;
}

function namedArtifacts({ path }: ProjectFolder): readonly Artifact[] {
  const pom = readManifest(path, "pom.xml").replace(/<!--[\s\S]*?-->/g, "");
  const property = (text: string | undefined): string | undefined => {
    const [, name] = /^\$\{([\w.-]+)\}$/.exec(text ?? "") ?? [];
    if (name === undefined) return text;
    const found = new RegExp(`<${name.replaceAll(".", "\\.")}>([^<$]+)</`).exec(pom)?.[1]?.trim();
    return found;
  };
  const managed = new Map<string, string>();
  const inPom = [...pom.matchAll(/<dependency>([\s\S]*?)<\/dependency>/g)].flatMap(([, block = ""]) => {
    const valueAt = (tag: string) => property(new RegExp(`<${tag}>([^<]+)</${tag}>`).exec(block)?.[1]?.trim());
    const [group, artifact, version] = [valueAt("groupId"), valueAt("artifactId"), valueAt("version")];
    if (group === undefined || artifact === undefined) return [];
    if (version !== undefined) managed.set(`${group}:${artifact}`, version);
    return [{ group, artifact, version }];
  });
  const gradle = ["build.gradle", "build.gradle.kts", "gradle.lockfile", "build.sbt"].map((name) =>
    readManifest(path, name),
  );
  const catalog = readManifest(path, "gradle", "libs.versions.toml");
  const quoted = gradle.flatMap((text) => [
    ...[...text.matchAll(/["']([\w.-]+):([\w.-]+)(?::([\w.-]+))?(?:[:@][^"']*)?["']/g)].map(toArtifact),
    ...[...text.matchAll(/^([\w.-]+):([\w.-]+):([\w.-]+)=/gm)].map(toArtifact),
    ...[...text.matchAll(/"([\w.-]+)"\s*%{1,3}\s*"([\w.-]+)"\s*%\s*"([\w.-]+)"/g)].map(toArtifact),
  ]);
  const found = [...inPom, ...quoted, ...catalogArtifacts(catalog)];
  const known = found.map((each) => ({
    ...each,
    version: each.version ?? managed.get(`${each.group}:${each.artifact}`),
  }));
  return [...new Map(known.map((each) => [`${each.group}:${each.artifact}:${each.version}`, each])).values()];
}

function toArtifact([, group = "", artifact = "", version]: RegExpMatchArray): Artifact {
  return { group, artifact, version };
}

/** https://docs.gradle.org/current/userguide/version_catalogs.html */
function catalogArtifacts(text: string): readonly Artifact[] {
  const versions = new Map(
    [...text.matchAll(/^([\w.-]+)\s*=\s*"([^"]+)"/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
  return [...text.matchAll(/^[\w.-]+\s*=\s*\{([^}]*)\}/gm)].flatMap(([, entry = ""]) => {
    const valueAt = (key: string) =>
      new RegExp(`(?:^|[,\\s])${key.replace(".", "\\.")}\\s*=\\s*"([^"]+)"`).exec(entry)?.[1];
    const [group, artifact] = valueAt("module")?.split(":") ?? [valueAt("group"), valueAt("name")];
    const reference = valueAt("version.ref");
    const version = reference === undefined ? valueAt("version") : versions.get(reference);
    return group === undefined || artifact === undefined ? [] : [{ group, artifact, version }];
  });
}

/** Maven and Coursier have a folder for each part of the group, Gradle one for all. */
function artifactFolders(repository: string, group: string, artifact: string): readonly string[] {
  const folders = [join(repository, group.replaceAll(".", "/"), artifact), join(repository, group, artifact)];
  return folders.filter((folder) => existsSync(folder));
}

function versionsIn(repository: string, group: string, artifact: string): readonly string[] {
  return artifactFolders(repository, group, artifact).flatMap(entryNames);
}

/** Returns the archives of a version; Gradle has each in a folder by its digest. */
function archivesOf(repository: string, { group, artifact, version = "" }: Artifact): readonly string[] {
  return artifactFolders(repository, group, artifact).flatMap((each) => {
    const folder = join(each, version);
    const inside = [folder, ...entryNames(folder).map((name) => join(folder, name))];
    return inside.flatMap((from) =>
      namesIn(from)
        .filter((name) => name === `${artifact}-${version}-sources.jar` || name === `${artifact}-${version}.jar`)
        .map((name) => join(from, name)),
    );
  });
}

/** Returns the gems of Gemfile.lock; without one, the newest of each that is installed. */
export function listGems({ languageId, facts, projects, search }: LibraryListing): readonly Library[] {
  const shared = foldersOfUser(facts.shared, search);
  const gems = projects.flatMap((project) => {
    const folders = [...foldersInside(facts, project), ...shared];
    const locked = [...readManifest(project.path, "Gemfile.lock").matchAll(/^ {4}([\w.-]+) \(([^)\s]+)\)$/gm)];
    const wanted = locked.map(([, name = "", version = ""]) => ({ name, version }));
    const gems = wanted.length > 0 ? wanted : installedGems(folders);
    return gems.flatMap(({ name, version }): readonly Library[] => {
      const path = folders.map((folder) => join(folder, `${name}-${version}`)).find((each) => existsSync(each));
      if (path === undefined) return [];
      const aliases = [name.replaceAll("-", "/")];
      return [{ name, aliases, version, languageId, sources: [{ name, path }], distance: project.depth }];
    });
  });
  const [standard] = projects.length === 0 ? [] : foldersOfUser(facts.standard, search);
  const own = standard === undefined ? [] : namesIn(standard).filter((name) => /^\w+(?:\.rb)?$/.test(name));
  const modules = new Set(own.map((name) => name.replace(/\.rb$/, "")));
  const sourcesOf = (module: string) =>
    [module, `${module}.rb`]
      .filter((name) => own.includes(name))
      .map((name) => ({ name, path: join(standard ?? "", name) }));
  return [
    ...gems,
    ...[...modules].map((name) => ({ ...standardLibrary(name, "", languageId), sources: sourcesOf(name) })),
  ];
}

function installedGems(folders: readonly string[]) {
  const newest = new Map<string, string>();
  for (const folder of folders)
    for (const entry of entryNames(folder)) {
      const [, name, version = ""] = /^(.+)-(\d[\w.]*)$/.exec(entry) ?? [];
      const known = name === undefined ? undefined : newest.get(name);
      const isNewer = known === undefined || version.localeCompare(known, "en", { numeric: true }) > 0;
      if (name !== undefined && isNewer) newest.set(name, version);
    }
  return [...newest].map(([name, version]) => ({ name, version }));
}
