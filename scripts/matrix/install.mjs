/**
 * Installs servers from npm, PyPI, Go modules, crates.io and Debian, each into a folder of its own
 * in the cache, with low priority.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** The folder for the servers, outside of the repository. */
export const defaultCache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "lsp-locate-matrix");

const RECORD = "matrix.json";
const INSTALL_TIMEOUT_MS = 30 * 60_000;
/** For a compiler that compiles a server with few optimisations. */
const COMPILE_TIMEOUT_MS = 6 * 60 * 60_000;

/**
 * Installs `recipe` into the folder `name` of the cache, unless the same recipe is installed there.
 * Returns the installation; it throws an Error with the installer's last lines.
 */
export async function install(name, recipe, cache) {
  const present = installed(name, recipe, cache);
  if (present) return present;
  const folder = join(cache, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await installers[recipe.from](recipe, folder);
  const version = await versions[recipe.from](recipe, folder);
  writeFileSync(join(folder, RECORD), JSON.stringify({ recipe, version }));
  return installed(name, recipe, cache);
}

/**
 * Returns the folder of an installed server, the folders of its programs and the version of its
 * first package, or `undefined` if this recipe is not installed.
 */
export function installed(name, recipe, cache) {
  const folder = join(cache, name);
  if (!existsSync(join(folder, RECORD))) return undefined;
  const record = JSON.parse(readFileSync(join(folder, RECORD), "utf8"));
  if (JSON.stringify(record.recipe) !== JSON.stringify(recipe)) return undefined;
  const programs = ["node_modules/.bin", "bin"].map((path) => join(folder, path)).filter(existsSync);
  return { folder, programs, version: record.version };
}

const installers = {
  npm: ({ packages }, folder) => {
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    // Scripts of packages download programs, and the peers of servers are editors.
    return run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps", ...packages], {
      folder,
    });
  },
  pip: async ({ packages }, folder) => {
    await run("python3", ["-m", "venv", folder], { folder });
    const pip = join(folder, "bin/python");
    await run(pip, ["-m", "pip", "install", "--disable-pip-version-check", "--quiet", ...packages], { folder });
  },
  go: ({ packages }, folder) =>
    run("go", ["install", ...packages.map((one) => (one.includes("@") ? one : `${one}@latest`))], {
      folder,
      env: { GOBIN: join(folder, "bin"), GOTOOLCHAIN: "local", GOFLAGS: "-p=1" },
    }),
  cargo: ({ packages }, folder) =>
    run("cargo", ["install", "--locked", "--jobs=1", "--root", folder, ...packages], {
      folder,
      env: {
        CARGO_PROFILE_RELEASE_OPT_LEVEL: "1",
        CARGO_PROFILE_RELEASE_DEBUG: "0",
        CARGO_TARGET_DIR: join(folder, "target"),
        RUSTUP_AUTO_INSTALL: "0",
      },
      timeoutMs: COMPILE_TIMEOUT_MS,
    }).then(() => rmSync(join(folder, "target"), { recursive: true, force: true })),
  apt: async ({ packages }, folder) => {
    const archives = join(folder, "archives");
    mkdirSync(join(archives, "partial"), { recursive: true });
    const options = ["-o", `Dir::Cache::archives=${archives}`, "-o", "Debug::NoLocking=1"];
    await run("apt-get", [...options, "install", "--download-only", "--reinstall", "-y", ...packages], { folder });
    for (const file of readdirSync(archives).filter((one) => one.endsWith(".deb"))) {
      await run("dpkg-deb", ["--extract", join(archives, file), folder], { folder });
    }
    // The libraries are beside the program, not where the loader looks for them.
    const libraries = ["usr/lib/x86_64-linux-gnu", "usr/lib/llvm-14/lib"].map((path) => join(folder, path));
    mkdirSync(join(folder, "bin"), { recursive: true });
    for (const program of readdirSync(join(folder, "usr/bin"))) {
      const script = `#!/bin/sh\nLD_LIBRARY_PATH="${libraries.join(":")}" exec "${join(folder, "usr/bin", program)}" "$@"\n`;
      writeFileSync(join(folder, "bin", program), script, { mode: 0o755 });
    }
  },
};

/** The version of the first package by registry. */
const versions = {
  npm: ({ packages }, folder) =>
    JSON.parse(readFileSync(join(folder, "node_modules", packages[0].replace(/(?!^)@.*/, ""), "package.json"), "utf8"))
      .version,
  pip: ({ packages }, folder) => {
    const name = packages[0].replace(/[[<=>].*/, "").replaceAll(/[-_.]+/g, "_");
    const lib = join(folder, "lib");
    const infos = readdirSync(lib).flatMap((python) => readdirSync(join(lib, python, "site-packages")));
    const info = infos.find((one) => one.toLowerCase().startsWith(`${name}-`) && one.endsWith(".dist-info"));
    return info?.slice(name.length + 1, -".dist-info".length) ?? "";
  },
  go: async ({ packages }, folder) => {
    const [program] = readdirSync(join(folder, "bin"));
    const lines = await run("go", ["version", "-m", join(folder, "bin", program)], { folder });
    return /^\tmod\t\S+\tv(\S+)/m.exec(lines)?.[1] ?? packages[0];
  },
  cargo: (_, folder) => /^"\S+ (\S+) /m.exec(readFileSync(join(folder, ".crates.toml"), "utf8"))?.[1] ?? "",
  apt: ({ packages }, folder) => {
    const files = readdirSync(join(folder, "archives"));
    const file = files.find((one) => one.startsWith(`${packages[0]}_`)) ?? "";
    return decodeURIComponent(file.split("_")[1] ?? "").replace(/^\d+:/, "");
  },
};

/** Runs a program with low priority and returns its output. */
async function run(program, args, { folder, env = {}, timeoutMs = INSTALL_TIMEOUT_MS }) {
  try {
    const { stdout } = await promisify(execFile)("nice", ["-n", "19", program, ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      timeout: timeoutMs,
      maxBuffer: 64 << 20,
    });
    return stdout;
  } catch (error) {
    const lines = `${error.stdout ?? ""}\n${error.stderr ?? ""}`.trim().split("\n");
    throw new Error(lines.slice(-3).join(" ") || error.message);
  }
}
