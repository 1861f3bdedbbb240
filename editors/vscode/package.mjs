/**
 * Builds build/lsp-locate-<version>.vsix: the extension as one file with the proxy inside, so that
 * nothing else has to be installed.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createVSIX } from "@vscode/vsce";
import { build } from "esbuild";
import { build as buildProxy, thirdParty } from "../../scripts/build.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
/** The files of the package. */
const stage = join(here, "build/extension");

/** Returns the path of the package. */
export async function makePackage() {
  await buildProxy({ types: false });
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(join(stage, "dist"), { recursive: true });

  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["editors/vscode/src/extension.ts"],
    outfile: join(stage, "dist/extension.cjs"),
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    // The Node of the oldest supported VS Code.
    target: "node20",
    format: "cjs",
    external: ["vscode"],
    mainFields: ["module", "main"],
    // Names are kept, so that stack traces in logs are readable.
    minifySyntax: true,
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
  });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  writeFileSync(join(stage, "dist/THIRD-PARTY.txt"), thirdParty(Object.keys(metafile.inputs)));

  const manifest = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  const { private: _private, type: _type, scripts: _scripts, devDependencies: _dependencies, ...shipped } = manifest;
  writeJson("package.json", shipped);
  for (const name of ["README.md", "CHANGELOG.md", "images"]) copy(join(here, name), name);
  copy(join(root, "LICENSE"), "LICENSE");

  for (const name of ["dist/command", "dist/grammars", "dist/THIRD-PARTY.txt", "queries", "schema", "servers.json"]) {
    copy(join(root, name), join("proxy", name));
  }
  // The proxy's files are ES modules; without this, Node would treat them like the extension, which
  // is not.
  writeJson("proxy/package.json", { name: "lsp-locate", version: shipped.version, type: "module" });

  const packagePath = join(here, `build/lsp-locate-${shipped.version}.vsix`);
  // Includes everything in the folder.
  writeFileSync(join(stage, ".vscodeignore"), "");
  await createVSIX({
    cwd: stage,
    packagePath,
    // Everything is bundled.
    dependencies: false,
    allowMissingRepository: true,
    // No web address has images of this repository.
    rewriteRelativeLinks: false,
  });
  return packagePath;
}

function copy(from, name) {
  cpSync(from, join(stage, name), { recursive: true });
}

function writeJson(name, value) {
  mkdirSync(dirname(join(stage, name)), { recursive: true });
  writeFileSync(join(stage, name), `${JSON.stringify(value, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = await makePackage();
  console.log(`${path} (${(statSync(path).size / 1e6).toFixed(1)} MB)`);
}
