/**
 * The crates of a workspace, by the manifests around a file
 * (https://doc.rust-lang.org/cargo/reference/manifest.html).
 */

import { basename, dirname, join, resolve } from "node:path";
import { fileReader } from "../../files/fileReader.js";

/** The crate that a file is part of, and those that it can name. */
export interface RustCrates {
  /** The paths of root files. */
  readonly roots: ReadonlySet<string>;
  /** Root files by the names of their crates. */
  readonly byName: ReadonlyMap<string, string>;
}

const MAX_BYTES = 1 << 20;
const MAX_MEMBERS = 500;
const MAX_LEVELS = 20;

/** Returns the crates of the manifests in the folders above a file. */
export async function cratesAround(path: string): Promise<RustCrates> {
  const roots = new Set<string>();
  const byName = new Map<string, string>();
  const seen = new Set<string>();
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
    if (isOwn) for (const member of await membersOf(folder, manifest)) await addPackage(member, false);
  };
  let folder = dirname(path);
  for (let level = 0; level < MAX_LEVELS; level++) {
    await addPackage(folder, true);
    await addProject(folder, { roots, byName });
    if (dirname(folder) === folder) break;
    folder = dirname(folder);
  }
  return { roots, byName };
}

/**
 * Adds the crates of a rust-project.json, which rust-analyzer reads where there is no Cargo.toml.
 */
async function addProject(
  folder: string,
  { roots, byName }: { readonly roots: Set<string>; readonly byName: Map<string, string> },
): Promise<void> {
  const text = await fileReader.readText(join(folder, "rust-project.json"), { maxBytes: MAX_BYTES });
  if (text === undefined) return;
  try {
    const { crates } = JSON.parse(text) as { crates?: readonly { root_module?: unknown; display_name?: unknown }[] };
    for (const { root_module: root, display_name: name } of crates ?? []) {
      if (typeof root !== "string") continue;
      const path = resolve(folder, root);
      roots.add(path);
      if (typeof name === "string" && !byName.has(name)) byName.set(name.replaceAll("-", "_"), path);
    }
  } catch {
    // A damaged file says nothing.
  }
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
