/**
 * Where imports of ES modules lead that are not relative: patterns of tsconfig.json
 * (https://www.typescriptlang.org/tsconfig/#paths), packages of the workspace and what they export
 * (https://nodejs.org/api/packages.html).
 */

import { dirname, join, resolve } from "node:path";
import { fileReader } from "../../files/fileReader.js";
import { appendAll } from "../../text/list.js";
import { type Json, objectIn, readManifest } from "./manifest.js";

const MAX_BYTES = 1 << 20;
const MAX_LEVELS = 20;
const MAX_EXTENDED = 5;
const MAX_PACKAGES = 500;

/** The configuration files of a workspace; each is read once. */
export class EcmaPaths {
  readonly #files = new Map<string, Promise<Json | undefined>>();
  readonly #packages = new Map<string, Promise<ReadonlyMap<string, string>>>();

  /** Returns the absolute paths that a source may mean, the likeliest first; they may not exist. */
  async pathsOf(source: string, from: string): Promise<readonly string[]> {
    const found: string[] = [];
    let folder = dirname(from);
    let hasConfig = false;
    for (let level = 0; level < MAX_LEVELS; level++) {
      for (const name of hasConfig ? [] : ["tsconfig.json", "jsconfig.json"]) {
        const config = await this.#read(join(folder, name));
        if (config === undefined) continue;
        hasConfig = true;
        appendAll(found, await this.#pathsInConfig(source, folder, config, 0));
      }
      const manifest = await this.#read(join(folder, "package.json"));
      if (manifest) {
        if (source.startsWith("#")) appendAll(found, targetsIn(manifest["imports"], source, folder));
        appendAll(found, subpathsOf(source, manifest, folder));
        for (const [name, other] of await this.#packagesOf(folder, manifest)) {
          if (source !== name && !source.startsWith(`${name}/`)) continue;
          appendAll(found, subpathsOf(source, (await this.#read(join(other, "package.json"))) ?? {}, other));
        }
      }
      if (dirname(folder) === folder) break;
      folder = dirname(folder);
    }
    return [...new Set(found.flatMap((each) => [each, ...sourcesOf(each)]))];
  }

  async #pathsInConfig(source: string, folder: string, config: Json, depth: number): Promise<readonly string[]> {
    const options = objectIn(config["compilerOptions"]);
    const baseUrl = typeof options["baseUrl"] === "string" ? resolve(folder, options["baseUrl"]) : undefined;
    const found = targetsIn(options["paths"], source, baseUrl ?? folder);
    const bases = found.length === 0 && baseUrl !== undefined ? [join(baseUrl, source)] : found;
    if (bases.length > 0 || depth >= MAX_EXTENDED) return bases;
    for (const each of [config["extends"] ?? []].flat()) {
      if (typeof each !== "string" || !each.startsWith(".")) continue;
      const path = resolve(folder, each.endsWith(".json") ? each : `${each}.json`);
      const extended = await this.#read(path);
      const inherited = extended ? await this.#pathsInConfig(source, dirname(path), extended, depth + 1) : [];
      if (inherited.length > 0) return inherited;
    }
    return [];
  }

  /** Returns the folders of the packages in the workspace of a manifest, by their names. */
  #packagesOf(folder: string, manifest: Json): Promise<ReadonlyMap<string, string>> {
    const known = this.#packages.get(folder) ?? this.#findPackages(folder, manifest);
    this.#packages.set(folder, known);
    return known;
  }

  async #findPackages(folder: string, { workspaces }: Json): Promise<ReadonlyMap<string, string>> {
    const listed = Array.isArray(workspaces) ? workspaces : objectIn(workspaces)["packages"];
    const patterns = [listed ?? [], await pnpmPackages(folder)].flat().filter((each) => typeof each === "string");
    const packages = new Map<string, string>();
    for (const pattern of patterns) {
      for (const each of await foldersMatching(folder, pattern)) {
        if (packages.size >= MAX_PACKAGES) return packages;
        const name = (await this.#read(join(each, "package.json")))?.["name"];
        if (typeof name === "string") packages.set(name, each);
      }
    }
    return packages;
  }

  #read(path: string): Promise<Json | undefined> {
    const known = this.#files.get(path) ?? readManifest(path);
    this.#files.set(path, known);
    return known;
  }
}

/** Returns what a package exports under a source that begins with its name. */
function subpathsOf(source: string, manifest: Json, folder: string): readonly string[] {
  const { name } = manifest;
  if (typeof name !== "string" || (source !== name && !source.startsWith(`${name}/`))) return [];
  const rest = source.slice(name.length + 1);
  const exported = manifest["exports"];
  const isMap = Object.keys(objectIn(exported)).some((key) => key.startsWith("."));
  const targets = targetsIn(isMap ? exported : { ".": exported }, rest === "" ? "." : `./${rest}`, folder);
  if (rest !== "") return [...targets, join(folder, rest), join(folder, "src", rest)];
  const mains = ["source", "module", "main", "types"].map((field) => manifest[field]);
  const named = mains.filter((each) => typeof each === "string").map((each) => join(folder, each));
  return [...targets, ...named, join(folder, "src", "index"), join(folder, "index")];
}

/** Returns the targets of a source in a map of patterns with one star each. */
function targetsIn(map: unknown, source: string, folder: string): readonly string[] {
  const found: { readonly length: number; readonly targets: readonly string[] }[] = [];
  for (const [pattern, target] of Object.entries(objectIn(map))) {
    const [before = "", after] = pattern.split("*");
    const isFit = after === undefined ? pattern === source : source.startsWith(before) && source.endsWith(after);
    if (!isFit || source.length < before.length + (after ?? "").length) continue;
    const star = source.slice(before.length, source.length - (after ?? "").length);
    const targets = stringsIn(target).map((each) =>
      resolve(
        folder,
        each.replace("*", () => star),
      ),
    );
    found.push({ length: after === undefined ? Number.POSITIVE_INFINITY : before.length, targets });
  }
  return found.sort((a, b) => b.length - a.length)[0]?.targets ?? [];
}

/** Returns the strings of a value: of `{ import: "./a.js", types: ["./a.d.ts"] }`, both. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Returns the sources that a built file may be made of. */
function sourcesOf(path: string): readonly string[] {
  const source = path.replace(/[\\/](?:dist|build|lib|out|esm|cjs|types)(?=[\\/])/, "/src");
  return source === path ? [] : [source];
}

async function pnpmPackages(folder: string): Promise<readonly string[]> {
  const text = (await fileReader.readText(join(folder, "pnpm-workspace.yaml"), { maxBytes: MAX_BYTES })) ?? "";
  const [, list = ""] = /^packages:[^\n]*\n((?:[ \t]*(?:-[^\n]*|#[^\n]*)?\n?)*)/m.exec(text) ?? [];
  return [...list.matchAll(/^[ \t]*-[ \t]*["']?([^"'\s#]+)/gm)].map(([, pattern = ""]) => pattern);
}

async function foldersMatching(folder: string, pattern: string): Promise<readonly string[]> {
  const plain = pattern.replace(/\/$/, "");
  if (!plain.includes("*")) return [join(folder, plain)];
  const parent = join(folder, plain.slice(0, plain.indexOf("*")));
  const entries = await fileReader.entries(parent).catch(() => []);
  return entries.filter(({ isFolder }) => isFolder).map(({ name }) => join(parent, name));
}
