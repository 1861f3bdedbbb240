/** The programs that write SCIP indexes, a row each: for which projects, and how they are run. */

import type { PositionEncoding } from "../text/encoding.js";

export interface ScipIndexer {
  /** As it names itself in the index. */
  readonly name: string;
  readonly languages: readonly string[];
  /**
   * What it counts in where it doesn't write `position_encoding`: the units of the strings of the
   * language that it is written in.
   */
  readonly encoding: PositionEncoding;
  /** Files in a folder that it indexes. `*.sln` is any name with that ending. */
  readonly marks: readonly string[];
  /** The command that writes `index.scip` in the working directory; `<name>` is its name. */
  readonly command: readonly string[];
  readonly install: string;
  /**
   * What is before and after a name that is declared again: an overload, a second assignment. The
   * index calls only the first of several declarations a definition.
   */
  readonly redeclares?: readonly { readonly before: RegExp; readonly after: RegExp }[];
  /** Whether it gives classes of other packages the name of the package that is indexed. */
  readonly misnamesPackages?: true;
  /** Whether calls name arguments, so that a parameter is used elsewhere, too. */
  readonly hasNamedArguments?: true;
  /**
   * What the supertypes in the head of a type follow. Servers list a member with those that it
   * overrides; the index does not say of all which these are.
   */
  readonly supertypesAfter?: RegExp;
  /** Whether a type, a value and a namespace of one name are one declaration of several symbols. */
  readonly mergesDeclarations?: true;
  /** The symbols of keys that it knows in one object literal alone, whatever type declares them. */
  readonly keyOfLiteral?: RegExp;
  /**
   * Whether packages are declared by a clause in each file, and named by imports: servers lead from
   * a name to its import in the file, and from a clause to the first one with documentation.
   */
  readonly hasPackageClauses?: true;
}

const output = ["--output", "index.scip"];
const coursier = "cs install scip-java";

/** In the order in which they are offered. */
export const indexers: readonly ScipIndexer[] = [
  {
    ...{ name: "scip-typescript", languages: ["typescript", "javascript"], encoding: "utf-16" },
    marks: ["tsconfig.json", "jsconfig.json", "package.json"],
    command: ["scip-typescript", "index", ...output],
    install: "npm install --global @sourcegraph/scip-typescript",
    supertypesAfter: /\b(?:extends|implements)\b/,
    mergesDeclarations: true,
    keyOfLiteral: /\d:$/,
  },
  {
    ...{ name: "scip-python", languages: ["python"], encoding: "utf-16" },
    marks: ["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt"],
    command: ["scip-python", "index", "--project-name", "<name>", ...output],
    install: "npm install --global @sourcegraph/scip-python",
    hasNamedArguments: true,
    misnamesPackages: true,
    redeclares: [
      { before: /\b(?:def|class)\s+$/, after: /^/ },
      { before: /^\s*$/, after: /^\s*(?::[^=]*)?=(?!=)/ },
    ],
  },
  {
    ...{ name: "scip-go", languages: ["go"], encoding: "utf-8", marks: ["go.mod"] },
    command: ["scip-go", ...output],
    install: "go install github.com/scip-code/scip-go/cmd/scip-go@latest",
    hasPackageClauses: true,
  },
  {
    ...{ name: "rust-analyzer", languages: ["rust"], encoding: "utf-8", marks: ["Cargo.toml"] },
    command: ["rust-analyzer", "scip", ".", ...output],
    install: "rustup component add rust-analyzer",
  },
  {
    ...{ name: "scip-java", languages: ["java", "kotlin", "scala"], encoding: "utf-16" },
    marks: ["pom.xml", "build.gradle", "build.gradle.kts", "build.sbt"],
    ...{ command: ["scip-java", "index", ...output], install: coursier, hasNamedArguments: true },
  },
  {
    ...{ name: "scip-clang", languages: ["c", "cpp"], encoding: "utf-8", marks: ["compile_commands.json"] },
    command: ["scip-clang", "--compdb-path=compile_commands.json", "--index-output-path=index.scip"],
    install: "a program of its releases",
  },
  {
    ...{ name: "scip-dotnet", languages: ["csharp"], encoding: "utf-16", marks: ["*.sln", "*.csproj"] },
    command: ["scip-dotnet", "index", ...output],
    install: "dotnet tool install --global scip-dotnet",
    hasNamedArguments: true,
  },
  {
    ...{ name: "scip-ruby", languages: ["ruby"], encoding: "utf-8", marks: ["Gemfile"] },
    command: ["scip-ruby", "--index-file", "index.scip"],
    install: "gem install scip-ruby",
    hasNamedArguments: true,
  },
];

/** Returns the row of an indexer by the name in an index. */
export function indexerNamed(name: string): ScipIndexer | undefined {
  return indexers.find((each) => each.name === name);
}

/** Returns the indexers for a folder with entries of these names. */
export function indexersFor(entryNames: readonly string[]): readonly ScipIndexer[] {
  const isMarked = (mark: string) =>
    entryNames.some((name) => (mark.startsWith("*") ? name.endsWith(mark.slice(1)) : name === mark));
  return indexers.filter(({ marks }) => marks.some(isMarked));
}
