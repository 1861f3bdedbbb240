/**
 * The crates of a workspace, by the manifests around a file
 * (https://doc.rust-lang.org/cargo/reference/manifest.html).
 */

import { basename, dirname, join, resolve } from "node:path";
import { fileReader } from "../../files/fileReader.js";
import { appendAll } from "../../text/list.js";
import { pathInside } from "../../uri.js";

/** The crate that a file is part of, and those that it can name. */
export interface RustCrates {
  /** The paths of root files. */
  readonly roots: ReadonlySet<string>;
  /** Root files by the names of their crates. */
  readonly byName: ReadonlyMap<string, string>;
  /** Whether the path of an import begins at the crate's root, by the edition of the package. */
  readonly hasRootedImports: boolean;
}

const MAX_BYTES = 1 << 20;
const MAX_MEMBERS = 500;
const MAX_LEVELS = 20;

/** Returns the crates of the manifests in the folders above a file. */
export async function cratesAround(path: string): Promise<RustCrates> {
  const roots = new Set<string>();
  const byName = new Map<string, string>();
  const seen = new Set<string>();
  const editions: string[] = [];
  const addPackage = async (folder: string, isOwn: boolean): Promise<void> => {
    if (seen.has(folder) || seen.size > MAX_MEMBERS) return;
    seen.add(folder);
    const manifest = await fileReader.readText(join(folder, "Cargo.toml"), { maxBytes: MAX_BYTES });
    if (manifest === undefined) return;
    const name = /^name\s*=\s*"([^"]+)"/m.exec(sectionOf(manifest, "package"))?.[1];
    const library = sectionOf(manifest, "lib");
    const libraryName = /^name\s*=\s*"([^"]+)"/m.exec(library)?.[1] ?? name;
    const libraryPath = join(folder, /^path\s*=\s*"([^"]+)"/m.exec(library)?.[1] ?? "src/lib.rs");
    if (libraryName !== undefined && (await exists(libraryPath))) {
      byName.set(libraryName.replaceAll("-", "_"), libraryPath);
      roots.add(libraryPath);
    }
    for (const root of await targetsIn(folder, manifest)) roots.add(root);
    for (const [, alias, other] of manifest.matchAll(/^([\w-]+)\s*=\s*\{[^}\n]*?\bpath\s*=\s*"([^"]+)"/gm)) {
      const dependency = resolve(folder, other as string);
      await addPackage(dependency, false);
      const target = await libraryOf(dependency);
      if (target) byName.set((alias as string).replaceAll("-", "_"), target);
    }
    if (isOwn) appendAll(editions, editionsIn(manifest, editions.length === 0));
    if (isOwn) for (const member of await membersOf(folder, manifest)) await addPackage(member, false);
  };
  let folder = dirname(path);
  for (let level = 0; level < MAX_LEVELS; level++) {
    await addPackage(folder, true);
    const edition = await addProject(path, folder, { roots, byName });
    if (edition !== undefined) editions.push(edition);
    if (dirname(folder) === folder) break;
    folder = dirname(folder);
  }
  const edition = editions.find((each) => each !== INHERITED);
  return { roots, byName, hasRootedImports: edition !== undefined && rootedEditions.has(edition) };
}

/** https://doc.rust-lang.org/edition-guide/rust-2018/path-changes.html */
const rootedEditions: ReadonlySet<string> = new Set(["2015"]);
/** https://doc.rust-lang.org/cargo/reference/manifest.html#the-edition-field */
const DEFAULT_EDITION = "2015";
/** Of a package that takes its edition from its workspace. */
const INHERITED = "workspace";

/** Returns the editions of a manifest: that of its package, and the one that members may take. */
function editionsIn(manifest: string, isNearest: boolean): readonly string[] {
  const written = (section: string) => /^edition\s*=\s*["']([^"'\n]+)/m.exec(sectionOf(manifest, section))?.[1];
  const own = sectionOf(manifest, "package");
  const isInherited = /^edition(?:\.workspace\s*=|\s*=\s*\{)/m.test(own);
  const packageEdition = isInherited ? INHERITED : (written("package") ?? DEFAULT_EDITION);
  return [
    ...(isNearest && own !== "" ? [packageEdition] : []),
    ...[written("workspace.package")].filter((each) => each !== undefined),
  ];
}

/**
 * Adds the crates of a rust-project.json, which rust-analyzer reads where there is no Cargo.toml.
 * Returns the edition of the crate whose root is in a folder above the file.
 */
async function addProject(
  file: string,
  folder: string,
  { roots, byName }: { readonly roots: Set<string>; readonly byName: Map<string, string> },
): Promise<string | undefined> {
  const text = await fileReader.readText(join(folder, "rust-project.json"), { maxBytes: MAX_BYTES });
  if (text === undefined) return undefined;
  let edition: string | undefined;
  try {
    const { crates } = JSON.parse(text) as { crates?: readonly ProjectCrate[] };
    for (const { root_module: root, display_name: name, edition: own } of crates ?? []) {
      if (typeof root !== "string") continue;
      const path = resolve(folder, root);
      roots.add(path);
      if (typeof name === "string" && !byName.has(name)) byName.set(name.replaceAll("-", "_"), path);
      if (typeof own === "string" && pathInside(dirname(path), file) !== undefined) edition ??= own;
    }
  } catch {
    // A damaged file says nothing.
  }
  return edition;
}

interface ProjectCrate {
  readonly root_module?: unknown;
  readonly display_name?: unknown;
  readonly edition?: unknown;
}

/** Returns the text of a section of a manifest. */
function sectionOf(manifest: string, name: string): string {
  const from = manifest.search(new RegExp(`^\\[${name}\\]`, "m"));
  if (from < 0) return "";
  const rest = manifest.slice(from + name.length + 2);
  const end = rest.search(/^\[/m);
  return end < 0 ? rest : rest.slice(0, end);
}

async function libraryOf(folder: string): Promise<string | undefined> {
  const manifest = await fileReader.readText(join(folder, "Cargo.toml"), { maxBytes: MAX_BYTES });
  if (manifest === undefined) return undefined;
  const path = join(folder, /^path\s*=\s*"([^"]+)"/m.exec(sectionOf(manifest, "lib"))?.[1] ?? "src/lib.rs");
  return (await exists(path)) ? path : undefined;
}

/** Returns the root files of binaries, tests, examples and benchmarks. */
async function targetsIn(folder: string, manifest: string): Promise<readonly string[]> {
  const found = ["src/main.rs", "build.rs"].map((each) => join(folder, each));
  for (const [, path] of manifest.matchAll(/^path\s*=\s*"([^"]+\.rs)"/gm)) found.push(join(folder, path as string));
  for (const kind of ["src/bin", "tests", "examples", "benches"]) {
    for (const { name, isFolder } of await entriesOf(join(folder, kind)))
      found.push(join(folder, kind, isFolder ? join(name, "main.rs") : name));
  }
  return found.filter((each) => each.endsWith(".rs"));
}

/** Returns the folders of the members of a workspace. */
async function membersOf(folder: string, manifest: string): Promise<readonly string[]> {
  const list = /^members\s*=\s*\[([^\]]*)\]/m.exec(sectionOf(manifest, "workspace"))?.[1] ?? "";
  const found: string[] = [];
  for (const [, pattern = ""] of list.matchAll(/"([^"]+)"/g)) {
    if (!pattern.includes("*")) found.push(join(folder, pattern));
    else if (basename(pattern) === "*") {
      const parent = join(folder, dirname(pattern));
      for (const { name, isFolder } of await entriesOf(parent)) if (isFolder) found.push(join(parent, name));
    }
  }
  return found;
}

async function entriesOf(folder: string) {
  return fileReader.entries(folder).catch(() => []);
}

async function exists(path: string): Promise<boolean> {
  return (await entriesOf(dirname(path))).some(({ name, isFile }) => isFile && name === basename(path));
}
