/** Public code in many languages. */

import { existsSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { download, type Package } from "../../downloads.js";

const reactNative: Package = { client: "npm", name: "react-native", version: "0.74.5" };
const blockLibrary: Package = { client: "npm", name: "@wordpress/block-library", version: "11.1.0" };
const requests: Package = { client: "pip", name: "requests", version: "2.34.2" };
const flask: Package = { client: "pip", name: "flask", version: "3.1.3" };
const clap: Package = { client: "cargo", name: "clap_builder", version: "4.6.7" };

const languages = {
  c: { packages: [], extensions: [".c", ".h"], folder: "/usr/include" },
  cpp: { packages: [reactNative], extensions: [".cpp"], folder: "/usr/include/c++" },
  csharp: { packages: [{ client: "npm", name: "edge-js", version: "26.1.0" }], extensions: [".cs"] },
  go: { packages: [{ client: "go", name: "github.com/evanw/esbuild", version: "v0.25.0" }], extensions: [".go"] },
  java: { packages: [reactNative], extensions: [".java"] },
  kotlin: { packages: [reactNative], extensions: [".kt"] },
  lua: { packages: [{ client: "npm", name: "bullmq", version: "6.7.0" }], extensions: [".lua"] },
  markdown: { packages: [blockLibrary], extensions: [".md"] },
  php: { packages: [blockLibrary], extensions: [".php"] },
  python: { packages: [requests, flask], extensions: [".py"] },
  ruby: { packages: [reactNative], extensions: [".rb"] },
  rust: { packages: [clap], extensions: [".rs"] },
  shellscript: { packages: [reactNative], extensions: [".sh"] },
  typescript: {
    packages: [
      { client: "npm", name: "rxjs", version: "7.8.2" },
      { client: "npm", name: "zod", version: "4.6.7" },
    ],
    extensions: [".ts"],
  },
  yaml: { packages: [{ client: "cargo", name: "clang-sys", version: "1.9.1" }], extensions: [".yml", ".yaml"] },
} as const satisfies Record<string, { packages: readonly Package[]; extensions: readonly string[]; folder?: string }>;

export type SourceLanguage = keyof typeof languages;
export const sourceLanguages = Object.keys(languages) as readonly SourceLanguage[];

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
