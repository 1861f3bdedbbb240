/** Public packages, downloaded once by the clients of their registries. */

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * A version of a package, and the client that downloads it. Maven's names are `group:artifact`;
 * apt's version is "", for the one of the system's release.
 */
export interface Package {
  readonly client: "npm" | "pip" | "go" | "cargo" | "maven" | "apt";
  readonly name: string;
  readonly version: string;
  /** What Maven calls the jar with the sources; "" for the jar itself. */
  readonly classifier?: string;
}

/** The folder that packages are kept in. It is not removed: it is a cache. */
const cache = join(process.env["TEST_DATA"] ?? tmpdir(), "sources");

/** Returns the folder of a package's sources. Rejects where its client is missing, or fails. */
export async function download(wanted: Package): Promise<string> {
  const { client, name, version } = wanted;
  if (client === "go") {
    const { stdout } = await run("go", ["mod", "download", "-json", `${name}@${version}`], { cwd: tmpdir() });
    return (JSON.parse(stdout) as { Dir: string }).Dir;
  }
  const folder = join(cache, `${name.replaceAll(/[/:]/g, "-")}-${version}`);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    await clients[client](wanted, partial);
    renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return folder;
}

type Client = (wanted: Package, folder: string) => Promise<void>;

const clients: Readonly<Record<Exclude<Package["client"], "go">, Client>> = {
  npm: async ({ name, version }, cwd) => {
    await run("npm", ["pack", "--silent", `${name}@${version}`], { cwd });
    await unpack(cwd, "tar", "xzf");
  },
  pip: async ({ name, version }, cwd) => {
    await run("pip", ["download", "-q", "--no-binary", name, "--no-deps", `${name}==${version}`], { cwd });
    await unpack(cwd, "tar", "xzf");
  },
  cargo: async ({ name, version }, cwd) => {
    const manifest = `[package]\nname = "sources"\nversion = "0.0.0"\n\n[dependencies]\n${name} = "=${version}"\n`;
    writeFileSync(join(cwd, "Cargo.toml"), manifest);
    mkdirSync(join(cwd, "src"));
    writeFileSync(join(cwd, "src/lib.rs"), "");
    await run("cargo", ["vendor", "--quiet", "vendored"], { cwd });
  },
  maven: async ({ name, version, classifier = "sources" }, cwd) => {
    const artifact = `-Dartifact=${[name, version, "jar", classifier].filter((part) => part !== "").join(":")}`;
    await run("mvn", ["-q", "-B", "dependency:copy", artifact, `-DoutputDirectory=${cwd}`], { cwd });
    await unpack(cwd, "unzip", "-q");
  },
  apt: async ({ name }, cwd) => {
    await run("apt-get", ["download", "-q", name], { cwd });
    for (const archive of readdirSync(cwd)) await run("dpkg-deb", ["-x", archive, "."], { cwd });
  },
};

async function unpack(cwd: string, command: string, option: string): Promise<void> {
  for (const archive of readdirSync(cwd)) await run(command, [option, archive], { cwd });
}
