/**
 * Prints the size of the package, computed from what `npm pack` would include. `--write` puts it
 * into README.md.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { replaceRegion } from "./markdownRegion.mjs";

const readme = new URL("../README.md", import.meta.url);
const [{ size, unpackedSize }] = JSON.parse(
  execFileSync("npm", ["pack", "--dry-run", "--json"], {
    cwd: dirname(fileURLToPath(readme)),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    shell: process.platform === "win32",
  }),
);
const megabytes = (bytes) => `${Number((bytes / 1e6).toPrecision(2))} MB`;
const words = `${megabytes(size)} to download, ${megabytes(unpackedSize)} installed`;
console.log(words);
if (process.argv.includes("--write")) {
  writeFileSync(readme, replaceRegion(readFileSync(readme, "utf8"), "size", words));
}
