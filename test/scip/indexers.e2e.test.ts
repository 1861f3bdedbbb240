/** Indexes that real indexers write, each where it is installed. */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findProgram } from "../../src/backend/installation/findProgram.js";
import { removeFolder } from "../removeFolder.js";
import { openScip } from "./indexes.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "indexers-")));
afterAll(() => removeFolder(folder));

interface Project {
  readonly program: string;
  readonly words: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  /** The file and the text of a use, and the file and the line of its definition, 0-based. */
  readonly use: readonly [path: string, text: string];
  readonly definition: readonly [path: string, line: number];
  /** The number of references with the declaration. */
  readonly references: number;
  /** A part of the hover. */
  readonly hover: string;
}

const projects: readonly Project[] = [
  {
    ...{ program: "scip-typescript", words: ["index", "--output", "index.scip"] },
    files: {
      "package.json": '{ "name": "shop", "version": "1.0.0" }',
      "tsconfig.json": "{}",
      "a.ts": "/** Adds. */\nexport function add(a: number): number {\n  return a;\n}\n",
      "b.ts": 'import { add } from "./a";\n\n/* 💣 */ export const x = add(1);\n',
    },
    ...{ use: ["b.ts", "add(1)"], definition: ["a.ts", 1], references: 3, hover: "Adds." },
  },
  {
    ...{ program: "scip-python", words: ["index", "--project-name", "shop", "--output", "index.scip"] },
    files: {
      "pyproject.toml": '[project]\nname = "shop"\nversion = "1.0"\n',
      "a.py": 'def add(a):\n    """Adds."""\n    return a\n',
      "b.py": 'from a import add\n\nx = "💣"; y = add(1)\n',
    },
    ...{ use: ["b.py", "add(1)"], definition: ["a.py", 0], references: 3, hover: "Adds." },
  },
  {
    ...{ program: "scip-go", words: ["--output", "index.scip"] },
    files: {
      "go.mod": "module example.com/shop\n\ngo 1.20\n",
      "a.go": "package shop\n\n// Add adds.\nfunc Add(a int) int { return a }\n",
      "b.go": "package shop\n\n/* 💣 */ var X = Add(1)\n",
    },
    ...{ use: ["b.go", "Add(1)"], definition: ["a.go", 3], references: 2, hover: "Add adds." },
  },
  {
    ...{ program: "rust-analyzer", words: ["scip", ".", "--output", "index.scip"] },
    files: {
      "Cargo.toml": '[package]\nname = "shop"\nversion = "1.0.0"\nedition = "2021"\n',
      "src/lib.rs": "mod a;\n\npub fn x() -> i32 {\n    /* 💣 */ a::add(1)\n}\n",
      "src/a.rs": "/// Adds.\npub fn add(a: i32) -> i32 {\n    a\n}\n",
    },
    ...{ use: ["src/lib.rs", "add(1)"], definition: ["src/a.rs", 1], references: 2, hover: "Adds." },
  },
  {
    ...{ program: "scip-java", words: ["index", "--output", "index.scip"] },
    files: {
      "pom.xml": `<project><modelVersion>4.0.0</modelVersion><groupId>example</groupId><artifactId>shop</artifactId><version>1</version><properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties></project>`,
      "src/main/java/shop/A.java":
        "package shop;\n\npublic class A {\n  /** Adds. */\n  public static int add(int a) { return a; }\n}\n",
      "src/main/java/shop/B.java": 'package shop;\n\nclass B {\n  String s = "💣"; int x = A.add(1);\n}\n',
    },
    use: ["src/main/java/shop/B.java", "add(1)"],
    definition: ["src/main/java/shop/A.java", 4],
    ...{ references: 2, hover: "Adds." },
  },
];

/** Runs the indexer; undefined where it is not installed, or is a name without a program. */
function indexOf({ program, words, files }: Project): Buffer | undefined {
  if (findProgram(program).kind !== "installed") return undefined;
  const root = join(folder, program);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  if (spawnSync(program, ["--version"]).status !== 0) return undefined;
  const { status, stderr } = spawnSync(program, words, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return readFileSync(join(root, "index.scip"));
}

test.each(projects)("An index of $program answers after a character of two code units", async (project) => {
  const index = indexOf(project);
  if (index === undefined) {
    console.warn(`${project.program} is not installed: not tested`);
    return;
  }
  const session = await openScip({ files: { ...project.files, "index.scip": index } });
  try {
    const [path, text] = project.use;
    const lines = (project.files[path] ?? "").split("\n");
    const line = lines.findIndex((each) => each.includes(text));
    const position = { line, character: lines[line]?.indexOf(text) };
    const [definition] = await session.ask("textDocument/definition", path, position);
    expect([definition.uri, definition.range.start.line]).toEqual([
      session.uri(project.definition[0]),
      project.definition[1],
    ]);
    const context = { context: { includeDeclaration: true } };
    const references = await session.ask("textDocument/references", path, position, context);
    expect(references.length).toBe(project.references);
    const { contents } = await session.ask("textDocument/hover", path, position);
    expect(contents.value).toContain(project.hover);
    // Whatever an indexer writes: a fresh index fits its own text.
    const state = await session.ask("lsp-locate/indexState", path, position);
    expect([state.changed, state.dropped]).toEqual([0, 0]);
  } finally {
    session.close();
  }
});
