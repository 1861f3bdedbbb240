/**
 * The verdict on an edit that breaks files which name neither what changes nor its file, by real
 * servers.
 */

import type { ChangeVerdict } from "../../../src/session/verdict/verdict.js";
import { testIf } from "../../jest.js";
import { isOnPath } from "../../servers/scenario.js";
import { openProject } from "./openProject.js";

jest.setTimeout(180_000);

interface Case {
  readonly what: string;
  readonly server: string;
  readonly program: string;
  readonly language: string;
  readonly files: Readonly<Record<string, string>>;
  /** A line of a file and what it becomes. */
  readonly edit: readonly [locate: string, newText: string];
  readonly broken: string;
  readonly words: RegExp;
}

const go = { server: "gopls", program: "gopls", language: "go" };
const goMod = "module example.org/m\n\ngo 1.21\n";
const typescript = {
  server: "typescript-language-server",
  program: "typescript-language-server",
  language: "typescript",
};
const tsconfig = '{ "compilerOptions": { "strict": true } }';
const python = { server: "pyright", program: "pyright-langserver", language: "python" };
const pyrightconfig = '{ "typeCheckingMode": "standard" }';

const cases: readonly Case[] = [
  {
    ...{ what: "A type of Go that no longer fits an interface, got from a third package", ...go },
    files: {
      "go.mod": goMod,
      "area/area.go": "package area\n\ntype Square struct{}\n\nfunc (Square) Area() int { return 1 }\n",
      "make/make.go":
        'package make\n\nimport "example.org/m/area"\n\nfunc New() area.Square { return area.Square{} }\n',
      "main.go":
        'package m\n\nimport "example.org/m/make"\n\ntype shape interface{ Area() int }\n\nvar one shape = make.New()\n',
    },
    edit: ["area/area.go@func (Square) Area() int { return 1 }", "func (Square) Area() int64 { return 1 }"],
    broken: "main.go",
    words: /does not implement|cannot use/,
  },
  {
    ...{ what: "The result of a function of Go that flows through a variable", ...go },
    files: {
      "go.mod": goMod,
      "a/a.go": "package a\n\nfunc Base() int { return 1 }\n",
      "b/b.go": 'package b\n\nimport "example.org/m/a"\n\nvar Shared = a.Base()\n',
      "c.go": 'package m\n\nimport "example.org/m/b"\n\nvar sum int = b.Shared\n',
    },
    edit: ["a/a.go@func Base() int { return 1 }", 'func Base() string { return "" }'],
    broken: "c.go",
    words: /cannot use/,
  },
  {
    ...{ what: "The result of a function of TypeScript that flows through two", ...typescript },
    files: {
      "tsconfig.json": tsconfig,
      "a.ts": "export function base() {\n  return 1;\n}\n",
      "b.ts": 'import { base } from "./a";\nconst inner = base();\nexport const shared = () => inner;\n',
      "index.ts": 'export * from "./b";\n',
      "c.ts": 'import { shared } from ".";\nexport const sum: number = shared();\n',
    },
    edit: ["a.ts@return 1;", 'return "";'],
    broken: "c.ts",
    words: /not assignable to type 'number'/,
  },
  {
    ...{ what: "A type alias of TypeScript", ...typescript },
    files: {
      "tsconfig.json": tsconfig,
      "a.ts": "export interface Item {\n  size: number;\n}\n",
      "b.ts": 'import type { Item } from "./a";\nexport type Things = readonly Item[];\n',
      "c.ts": 'import type { Things } from "./b";\nexport const all: Things = [{ size: 1 }];\n',
    },
    edit: ["a.ts@size: number;", "size: number;\n  weight: number;"],
    broken: "c.ts",
    words: /'weight' is missing/,
  },
  {
    ...{ what: "A deleted export *", ...typescript },
    files: {
      "tsconfig.json": tsconfig,
      "lib/a.ts": "export const one = 1;\n",
      "lib/index.ts": 'export * from "./a";\nexport const two = 2;\n',
      "all.ts": 'export * from "./lib";\n',
      "c.ts": 'import { one } from "./all";\nexport const sum = one;\n',
    },
    edit: ['lib/index.ts@export * from "./a";', "export {};"],
    broken: "c.ts",
    words: /no exported member/,
  },
  {
    ...{ what: "A deleted export * of a folder that is imported by dots alone", ...typescript },
    files: {
      "tsconfig.json": tsconfig,
      "lib/a.ts": "export const one = 1;\n",
      "lib/index.ts": 'export * from "./a";\nexport const two = 2;\n',
      "lib/parts/c.ts": 'import { one } from "..";\nexport const sum = one;\n',
    },
    edit: ['lib/index.ts@export * from "./a";', "export {};"],
    broken: "lib/parts/c.ts",
    words: /no exported member/,
  },
  {
    ...{ what: "An import * of a package that is imported by dots alone", ...python },
    files: {
      "pyrightconfig.json": pyrightconfig,
      "lib/a.py": "one = 1\ntwo = 2\n",
      "lib/__init__.py": "from .a import *\n",
      "lib/parts/__init__.py": "",
      "lib/parts/c.py": "from .. import one\n\ntotal = one\n",
    },
    edit: ["lib/__init__.py@from .a import *", "from .a import two"],
    broken: "lib/parts/c.py",
    words: /"one" is unknown import symbol/,
  },
  {
    ...{ what: "The result of a function of Python that flows through a module", ...python },
    files: {
      "pyrightconfig.json": pyrightconfig,
      "a.py": "def base():\n    return 1\n",
      "b.py": "import a\n\nshared = a.base()\n",
      "c.py": "import b\n\ntotal: int = b.shared\n",
    },
    edit: ["a.py@return 1", 'return ""'],
    broken: "c.py",
    words: /not assignable to "int"|incompatible with "int"/,
  },
  {
    ...{ what: "An import * of a package that is narrowed", ...python },
    files: {
      "pyrightconfig.json": pyrightconfig,
      "lib/a.py": "one = 1\ntwo = 2\n",
      "lib/__init__.py": "from .a import *\n",
      "c.py": "from lib import one\n\ntotal = one\n",
    },
    edit: ["lib/__init__.py@from .a import *", "from .a import two"],
    broken: "c.py",
    words: /"one" is unknown import symbol/,
  },
  {
    ...{ what: "A field of C that a macro reaches", server: "clangd", program: "clangd", language: "c" },
    files: {
      "compile_flags.txt": "-xc\n",
      "item.h": "#pragma once\nstruct item {\n  int size;\n};\n",
      "get.h": '#pragma once\n#include "item.h"\n#define SIZE_OF(each) \\\n  ((each)->size)\n',
      "main.c": '#include "get.h"\nint total(struct item *one) { return SIZE_OF(one); }\n',
    },
    edit: ["item.h@int size;", "int length;"],
    broken: "main.c",
    words: /[Nn]o member named 'size'/,
  },
];

describe.each(cases)("$what", ({ server, program, language, files, edit: [locate, new_text], broken, words }) => {
  testIf(isOnPath(program), `${program} is not installed`)("is found to break what uses it from afar", async () => {
    const { peer } = await openProject(files, language, server);
    const extra = { operation: "replace", unit: "text", new_text, check: true };
    const { diagnostics } = await peer.locate<{ diagnostics: ChangeVerdict }>("edit", locate, extra);
    expect(diagnostics).toMatchObject({ checked: "all", unchecked: 0 });
    expect(diagnostics.added.filter(({ file_path }) => file_path === broken)).toEqual([
      expect.objectContaining({ message: expect.stringMatching(words) }),
    ]);
    await peer.close();
  });
});
