/** Public code in many languages, downloaded once by the clients of their registries. */

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A package, and the client that downloads it. */
type Package = readonly [client: "npm" | "pip" | "go" | "cargo", name: string, version: string];

const reactNative: Package = ["npm", "react-native", "0.74.5"];
const blockLibrary: Package = ["npm", "@wordpress/block-library", "11.1.0"];
const requests: Package = ["pip", "requests", "2.34.2"];
const flask: Package = ["pip", "flask", "3.1.3"];
const clap: Package = ["cargo", "clap_builder", "4.6.7"];

const languages = {
  c: { packages: [], extensions: [".c", ".h"], folder: "/usr/include" },
  cpp: { packages: [reactNative], extensions: [".cpp"], folder: "/usr/include/c++" },
  csharp: { packages: [["npm", "edge-js", "26.1.0"]], extensions: [".cs"] },
  go: { packages: [["go", "github.com/evanw/esbuild", "v0.25.0"]], extensions: [".go"] },
  java: { packages: [reactNative], extensions: [".java"] },
  kotlin: { packages: [reactNative], extensions: [".kt"] },
  lua: { packages: [["npm", "bullmq", "6.7.0"]], extensions: [".lua"] },
  markdown: { packages: [blockLibrary], extensions: [".md"] },
  php: { packages: [blockLibrary], extensions: [".php"] },
  python: { packages: [requests, flask], extensions: [".py"] },
  ruby: { packages: [reactNative], extensions: [".rb"] },
  rust: { packages: [clap], extensions: [".rs"] },
  shellscript: { packages: [reactNative], extensions: [".sh"] },
  typescript: {
    packages: [
      ["npm", "rxjs", "7.8.2"],
      ["npm", "zod", "4.6.7"],
    ],
    extensions: [".ts"],
  },
  yaml: { packages: [["cargo", "clang-sys", "1.9.1"]], extensions: [".yml", ".yaml"] },
} as const satisfies Record<string, { packages: readonly Package[]; extensions: readonly string[]; folder?: string }>;

export type SourceLanguage = keyof typeof languages;
export const sourceLanguages = Object.keys(languages) as readonly SourceLanguage[];

/** The folder that packages are kept in. It is not removed: it is a cache. */
const cache = join(process.env["TEST_DATA"] ?? tmpdir(), "sources");

/** Returns the paths of the sources in a language, sorted; those that can't be had are left out. */
export async function publicSources(language: SourceLanguage): Promise<string[]> {
  const { packages, extensions, ...rest } = languages[language];
  const folders: string[] = "folder" in rest && existsSync(rest.folder) ? [rest.folder] : [];
  for (const each of packages) {
    const folder = await download(each).catch(() => undefined);
    if (folder !== undefined) folders.push(folder);
  }
  const known: readonly string[] = extensions;
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".d.ts"))
      .filter(({ name }) => known.includes(extname(name)) || (extname(name) === "" && folder.endsWith("c++")))
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort(),
  );
}

/** Returns the folder of a package. */
async function download([client, name, version]: Package): Promise<string> {
  if (client === "go") {
    const { stdout } = await run("go", ["mod", "download", "-json", `${name}@${version}`], { cwd: tmpdir() });
    return (JSON.parse(stdout) as { Dir: string }).Dir;
  }
  const folder = join(cache, `${name.replaceAll("/", "-")}-${version}`);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    if (client === "cargo") await vendor(name, version, partial);
    else await unpack(client, `${name}${client === "npm" ? "@" : "=="}${version}`, partial);
    renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return folder;
}

async function unpack(client: "npm" | "pip", name: string, folder: string): Promise<void> {
  if (client === "npm") await run("npm", ["pack", "--silent", name], { cwd: folder });
  else await run("pip", ["download", "-q", "--no-binary", ":all:", "--no-deps", name], { cwd: folder });
  for (const archive of readdirSync(folder)) await run("tar", ["xzf", archive], { cwd: folder });
}

async function vendor(name: string, version: string, folder: string): Promise<void> {
  const manifest = `[package]\nname = "sources"\nversion = "0.0.0"\n\n[dependencies]\n${name} = "=${version}"\n`;
  writeFileSync(join(folder, "Cargo.toml"), manifest);
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src/lib.rs"), "");
  await run("cargo", ["vendor", "--quiet", "vendored"], { cwd: folder });
}
