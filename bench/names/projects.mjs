/** The public code whose names are compared: that of the renames, crates of Rust, and C. */
import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projects as renamed } from "../renames/projects.mjs";

const crates = [
  ["regex-syntax", "0.8.5"],
  ["clap_builder", "4.5.20"],
].map(([name, version]) => ({
  ...{ name: `${name}@${version}`, server: "rust-analyzer", language: "rust", extension: ".rs" },
  async fill(folder, download) {
    const vendored = join(await download({ client: "cargo", name, version }), "vendored");
    cpSync(join(vendored, name), folder, { recursive: true });
  },
}));

const zstd = {
  ...{ name: "zstd", server: "clangd", language: "c", extension: ".c" },
  async fill(folder, download) {
    const vendored = join(
      await download({ client: "cargo", name: "zstd-sys", version: "2.0.13+zstd.1.5.6" }),
      "vendored",
    );
    cpSync(join(vendored, "zstd-sys", "zstd", "lib"), folder, { recursive: true });
    const includes = readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory());
    writeFileSync(
      join(folder, "compile_flags.txt"),
      ["-xc", "-I.", ...includes.map(({ name }) => `-I${name}`)].join("\n"),
    );
  },
};

export const projects = [...renamed, ...crates, zstd];
