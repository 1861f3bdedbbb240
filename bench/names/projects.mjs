/** The public code whose names are compared: that of the renames, crates of Rust, C, and Java. */
import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifestWithoutTests, projects as renamed } from "../renames/projects.mjs";

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

/** Crates that need each other, in one workspace. */
const workspace = {
  ...{ name: "tracing workspace", server: "rust-analyzer", language: "rust", extension: ".rs" },
  async fill(folder, download) {
    const tracing = { client: "cargo", name: "tracing-subscriber", version: "0.3.19" };
    const vendored = join(await download(tracing), "vendored");
    const members = ["tracing-core", "tracing-log", "tracing-subscriber"];
    for (const each of members) {
      cpSync(join(vendored, each, "src"), join(folder, each, "src"), { recursive: true });
      writeFileSync(join(folder, each, "Cargo.toml"), manifestWithoutTests(join(vendored, each, "Cargo.toml")));
    }
    const patches = members.map((each) => `${each} = { path = "${each}" }`);
    const manifest = ["[workspace]", `members = ${JSON.stringify(members)}`, "[patch.crates-io]", ...patches];
    writeFileSync(join(folder, "Cargo.toml"), manifest.join("\n"));
  },
};

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

/** A folder of Eclipse's, so that the server needs no build. */
const java = [
  ["com.google.code.gson:gson", "2.11.0"],
  ["commons-cli:commons-cli", "1.9.0"],
].map(([name, version]) => ({
  ...{ name: `${name.split(":")[1]}@${version}`, server: "jdtls", language: "java", extension: ".java" },
  async fill(folder, download) {
    const isSource = (path) => !/\.jar$|META-INF|\b(?:module|package)-info\.java$/.test(path);
    cpSync(await download({ client: "maven", name, version }), folder, { recursive: true, filter: isSource });
    writeFileSync(
      join(folder, ".project"),
      `<projectDescription><name>names</name><buildSpec><buildCommand><name>org.eclipse.jdt.core.javabuilder</name></buildCommand></buildSpec><natures><nature>org.eclipse.jdt.core.javanature</nature></natures></projectDescription>`,
    );
    writeFileSync(
      join(folder, ".classpath"),
      `<classpath><classpathentry kind="src" path=""/><classpathentry kind="con" path="org.eclipse.jdt.launching.JRE_CONTAINER"/><classpathentry kind="output" path="out"/></classpath>`,
    );
  },
}));

export const projects = [...renamed, ...crates, workspace, zstd, ...java];
