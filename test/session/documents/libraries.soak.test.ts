/** Public libraries of six languages, as package managers install them, each found by name. */

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { skip } from "../../jest.js";
import { closePairs, type Pair, pair } from "../pair.js";

/** What a project needs, how it is installed, and the names of its libraries. */
interface Ecosystem {
  readonly files: Readonly<Record<string, string>>;
  readonly install: readonly (readonly [command: string, ...args: string[]])[];
  readonly libraries: readonly string[];
}

/** The short form has two libraries of two ecosystems. */
const isFull = process.env["TEST_SOAK"] === "full";
const SHORT = ["Python", "Node"];

function some(names: readonly string[]): readonly string[] {
  return isFull ? names : names.slice(0, 2);
}

const packages = ["requests", "six", "attrs", "click", "jinja2", "idna", "packaging", "pyyaml"];
const modules = ["requests", "six", "attr", "click", "jinja2", "idna", "packaging", "pyyaml"];
const node = ["lodash", "express", "debug", "ms", "react", "semver", "chalk", "uuid", "commander", "yargs"];
const go = [
  "github.com/spf13/cobra v1.8.1",
  "github.com/stretchr/testify v1.9.0",
  "github.com/google/uuid v1.6.0",
  "github.com/BurntSushi/toml v1.4.0",
  "github.com/go-logr/logr v1.4.2",
  "github.com/pkg/errors v0.9.1",
];
const crates = ["serde_json", "regex", "memchr", "itoa", "once_cell", "smallvec", "bytes", "hex"];
const artifacts = [
  "com.google.code.gson:gson:2.10.1",
  "com.google.guava:guava:33.2.1-jre",
  "org.slf4j:slf4j-api:2.0.13",
  "org.apache.commons:commons-lang3:3.14.0",
  "junit:junit:4.13.2",
];
const dependency = (written: string) => {
  const [group, artifact, version] = written.split(":");
  return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
};

const ecosystems: Readonly<Record<string, Ecosystem>> = {
  Python: {
    files: { "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n' },
    install: [
      ["python3", "-m", "venv", ".venv"],
      [".venv/bin/pip", "install", "-q", ...some(packages)],
    ],
    libraries: modules,
  },
  Node: {
    files: { "package.json": '{ "name": "shop" }' },
    install: [["npm", "install", "--silent", "--ignore-scripts", ...some(node), "@types/lodash"]],
    libraries: node,
  },
  Go: {
    files: { "go.mod": `module example.com/shop\n\ngo 1.22\n\nrequire (\n\t${go.join("\n\t")}\n)\n` },
    install: go.map((each) => ["go", "mod", "download", each.replace(" ", "@")]),
    libraries: go.map((each) => each.split(" ")[0] as string),
  },
  Rust: {
    files: {
      "Cargo.toml":
        `[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n${crates.map((name) => `${name} = "1"`).join("\n")}\n`.replace(
          'hex = "1"',
          'hex = "0.4"',
        ),
      "src/lib.rs": "",
    },
    install: [["cargo", "fetch", "--quiet"]],
    libraries: crates,
  },
  Java: {
    files: {
      "pom.xml": `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>shop</artifactId><version>1</version><dependencies>${artifacts.map(dependency).join("")}</dependencies></project>`,
    },
    install: [["mvn", "-q", "-B", "dependency:sources"]],
    libraries: artifacts.map((each) => each.split(":")[1] as string),
  },
  Ruby: {
    files: { Gemfile: "" },
    install: [["ruby", "-e", "Gem::Specification.find_by_name('rack'); Gem::Specification.find_by_name('sinatra')"]],
    libraries: ["rack", "sinatra", "mustermann"],
  },
};

afterEach(closePairs);

/** Returns why the libraries can't be installed. */
function install({ files, install: commands }: Ecosystem, root: string): string | undefined {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  try {
    for (const [command, ...args] of commands)
      execFileSync(command, args, { cwd: root, stdio: "pipe", timeout: 300_000 });
    return undefined;
  } catch (error) {
    return String(error).split("\n", 1)[0];
  }
}

interface FoundSymbol {
  readonly uri: string;
  readonly symbol_path: readonly string[];
  readonly locate: { readonly file_path: string };
  readonly position: { readonly line: number; readonly character: number };
}

const followedKinds = ["class", "function", "struct", "interface"];

/**
 * Finds some symbols of a library by their paths, follows their Locates, describes where they lead,
 * and follows that.
 */
async function checkLibrary(name: string, { request }: Pair): Promise<void> {
  const params = { symbol_path: "*", in: name, kind: followedKinds, limit: 4 };
  const { result, error } = await request("locate/search", params);
  expect([name, error]).toEqual([name, undefined]);
  const symbols = result.symbols as readonly FoundSymbol[];
  expect([name, symbols.length > 0]).toEqual([name, true]);
  for (const { uri, symbol_path, position } of symbols) {
    const { result: exact } = await request("locate/search", { symbol_path, in: name });
    const isSame = (each: FoundSymbol) => each.uri === uri && each.position.line === position.line;
    const locate = (exact.symbols as readonly FoundSymbol[]).find(isSame)?.locate;
    expect([symbol_path, locate !== undefined]).toEqual([symbol_path, true]);
    const { result: place, error: failure } = await request("locate/resolve", { locate });
    expect([locate, failure]).toEqual([locate, undefined]);
    const { target } = place;
    const start = { line: position.line - 1, character: position.character - 1 };
    expect([locate, target]).toEqual([locate, { textDocument: { uri }, position: start }]);
    const { result: described } = await request("locate/describe", target);
    const { result: again } = await request("locate/resolve", { locate: described.locate });
    expect([locate, again.target]).toEqual([locate, target]);
  }
  const [first] = symbols;
  const { error: refusal } = await request("locate/edit", { locate: first?.locate, operation: "delete" });
  expect([name, refusal.data.kind]).toEqual([name, "file_unwritable"]);
}

test.each(Object.entries(ecosystems).filter(([name]) => isFull || SHORT.includes(name)))(
  "Each library of %s is found by its name, and each Locate of it leads back",
  async (_name, ecosystem) => {
    const session = pair({ handlers: { "textDocument/documentSymbol": () => [] } });
    const why = install(ecosystem, session.root);
    if (why !== undefined) return skip(`the libraries can't be installed: ${why}`);
    await session.open();
    for (const library of some(ecosystem.libraries)) await checkLibrary(library, session);
  },
  600_000,
);
