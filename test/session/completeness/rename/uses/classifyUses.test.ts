/**
 * The rules by which a use that the server leaves out means the renamed name, or may mean something
 * else. `┃` is before a name that the backend renames, `⟦…⟧` around one that is renamed, too, `⟪…⟫`
 * around one that is possible. Any other `old` means something else.
 */

import { closePairs } from "../../../pair.js";
import { type Files, placesOf, startRename } from "../drawnRename.js";

afterEach(closePairs);

async function check(files: Files, definitions: Readonly<Record<string, string>> = {}): Promise<void> {
  const rename = await startRename(files, { definitions });
  const { result } = await rename({ place: true });
  const { unconfirmed, completed = [] } = result;
  const linesOf = (places: readonly { readonly file_path: string; readonly line: number }[]) =>
    places.map(({ file_path, line }) => `${file_path}:${line - 1}`).sort();
  const drawn = (glyph: string) => placesOf(glyph, files).map(({ path, line }) => `${path}:${line}`);
  expect(unconfirmed).not.toHaveProperty("certain");
  expect({ completed: linesOf(completed), possible: linesOf(unconfirmed.places) }).toEqual({
    completed: [...drawn("⟦")].sort(),
    possible: [...drawn("⟪")].sort(),
  });
}

/** The files with the renamed declaration, by the extension of the one that uses it. */
const declarations: Readonly<Record<string, Files>> = {
  ts: { "lib/util.ts": "export function ┃old() {}\n" },
  mts: { "lib/util.ts": "export function ┃old() {}\n" },
  py: { "lib/util.py": "def ┃old(): pass\n", "lib/__init__.py": "" },
  go: { "go.mod": "module example.com/shop\n", "lib/util.go": "package lib\n\nfunc ┃old() {}\n" },
  rs: { "lib/util.rs": "pub fn ┃old() {}\n" },
};

test.each<[string, string]>([
  ["lib/a.ts", 'import { ⟦old⟧ } from "./util";'],
  ["lib/a.ts", 'import { ⟦old⟧ } from "./util.js";'],
  ["lib/a.mts", 'import { ⟦old⟧ } from "./util.mjs";'],
  ["lib/deep/a.ts", 'import { ⟦old⟧ } from "../util";'],
  ["lib/deep/a.ts", 'import * as util from "../util";\nutil.⟦old⟧();'],
  ["lib/a.ts", 'import { ⟦old⟧ as own } from "./util";'],
  ["lib/a.ts", 'import {\n⟦old⟧ as\n$old_$ } from "./util";\n$old_$();'],
  ["lib/a.ts", 'import { ⟪old⟫ } from "./other/util";'],
  ["lib/a.ts", 'import { ⟪old⟫ } from "util";'],
  ["lib/deep/a.ts", 'import { ⟪old⟫ } from "./util";'],
  ["lib/a.ts", "const x = old;"],
  ["lib/a.ts", "x.old();"],
  ["lib/a.py", "from .util import ⟦old⟧"],
  ["lib/a.py", "from .util import ⟦old⟧ as own"],
  ["lib/a.py", "from .util import (\n⟦old⟧ as\ncore_old)\ncore_old()"],
  ["lib/a.py", "from lib.util import ⟦old⟧"],
  ["lib/a.py", "from . import util\nutil.⟦old⟧()"],
  ["lib/a.py", "from lib import util\nutil.⟦old⟧()"],
  ["lib/a.py", "import lib.util\nlib.util.⟪old⟫()"],
  ["lib/deep/a.py", "from .. import util as own\nown.⟦old⟧()"],
  ["lib/deep/a.py", "from . import util\nutil.⟪old⟫()"],
  ["lib/deep/a.py", "from ..util import ⟦old⟧"],
  ["lib/deep/a.py", "from ...lib.util import ⟦old⟧"],
  ["lib/deep/a.py", "from .util import ⟪old⟫"],
  ["a.py", "from lib.util import ⟦old⟧"],
  ["a.py", "from util import ⟦old⟧"],
  ["a.py", "from other.util import ⟪old⟫"],
  ["lib/a.go", "package lib\n\nvar x = ⟦old⟧()"],
  ["other/a.go", "package other\n\nvar x = old()"],
  ["a.go", 'package shop\n\nimport own "example.com/shop/lib"\n\nvar x = own.⟦old⟧()'],
  ["a.go", 'package shop\n\nimport "example.org/lib"\n\nvar x = lib.old()'],
  ["lib/a.rs", "use super::util::⟦old⟧;"],
  ["lib/a.rs", "use crate::util::⟪old⟫;"],
  ["a.rs", "use crate::⟪old⟫;"],
  ["a.rs", "use other::util::⟪old⟫;"],
  ["a.rs", "use other::old;"],
])("Of a name in lib/util, %s: %s", (path, text) =>
  check({ ...declarations[path.split(".").at(-1) as string], [path]: `${text}\n` }),
);

const goModule = { "go.mod": "module example.com/a\n", "a.go": "package a\n\ntype T struct{}\n\nfunc (T) ┃old() {}\n" };
const header = { "src/t.h": "struct T {\n  void ┃old();\n};\n" };

test.each<[string, Files]>([
  ["Go in its package", { ...goModule, "b.go": "package a\n\nfunc f(x T) { x.⟦old⟧() }\n" }],
  ["C++ that includes its header", { ...header, "src/m.cpp": '#include "lib/t.h"\nvoid f(T t) { t.⟦old⟧(); }\n' }],
])("Where the server knows nothing of a file, what types in the text lead to is renamed: %s", (_title, files) =>
  check(files),
);

test.each<[string, Files, number]>([
  ["Go in its package", { ...goModule, "b.go": "package a\n\nfunc f(x any) { x.(I).old() }\n" }, 1],
  ["Go in another package", { ...goModule, "b/b.go": "package b\n\nfunc f(x any) { x.(I).old() }\n" }, 0],
  ["C++ that includes its header", { ...header, "src/m.cpp": '#include "lib/t.h"\nvoid f() { g()->old(); }\n' }, 1],
  ["C++ that includes another header", { ...header, "src/m.cpp": '#include "x.h"\nvoid f() { g()->old(); }\n' }, 0],
  ["TypeScript on a value of any type", { "a.ts": "class T { ┃old() {} }\ndeclare const x: any;\nx.old();\n" }, 0],
])(
  "A use that the server knows nothing of is possible within reach of the symbol: %s",
  async (_title, files, count) => {
    const { result } = await (await startRename(files))({ place: true });
    expect(result.unconfirmed.possible ?? 0).toBe(count);
  },
);

test("What a file declares is renamed in its own doctests, and a member only if it is said to be meant", async () => {
  const files = { "a.py": 'def ┃old():\n    """\n    old\n    >>> ⟦old⟧()\n    """\n' };
  await check(files);
  const member = { "a.py": 'class A:\n    """\n    >>> A().old()\n    """\n    def ┃old(self): pass\n' };
  const rename = await startRename(member);
  const { error } = await rename({});
  const place = { file_path: "a.py", line: 3, locate: "a.py:3@old", why: "a doctest of a file that uses it" };
  expect(error.data).toMatchObject({ kind: "rename_incomplete", possible: 1, places: [place] });
  const { result } = await rename({ place: true, also: [place.locate] });
  expect(result.unconfirmed).toEqual({ count: 0, places: [] });
});

test("A cell of a notebook that imports the module may mean the name", async () => {
  const notebookOf = (source: string) =>
    JSON.stringify({
      cells: [
        { cell_type: "markdown", source: ["old"] },
        { cell_type: "code", source: [source, "old()"], outputs: ["old"] },
      ],
    });
  const drawn = { "tool.py": "def ┃old(): pass\n" };
  const possibleIn = async (text: string) =>
    (await (await startRename({ ...drawn, "n.ipynb": text }))({ place: true })).result.unconfirmed.possible;
  expect(await possibleIn(notebookOf("from tool import *\n"))).toBe(1);
  expect(await possibleIn(notebookOf("from other import *\n"))).toBeUndefined();
});

const fixture = "import pytest\n\n@pytest.fixture\ndef ┃old(): pass\n";

describe("A fixture of pytest", () => {
  test.each<[string, Files]>([
    ["the parameter of a test, with all that it is read by", { "test_a.py": "def test_a(⟦old⟧):\n    ⟦old⟧.x\n" }],
    [
      "the parameter of a method of a test class",
      { "t/test_a.py": "class TestA:\n    def test_a(self, ⟦old⟧): pass\n" },
    ],
    ["the parameter of a fixture", { "a.py": "import pytest\n@pytest.fixture\ndef b(⟦old⟧): pass\n" }],
    ["a string of usefixtures", { "test_a.py": '@pytest.mark.usefixtures("x", "⟦old⟧")\ndef test_a(): pass\n' }],
    ["a string of getfixturevalue", { "test_a.py": 'def test_a(request):\n    request.getfixturevalue("⟦old⟧")\n' }],
    [
      "a list of names for parametrize, and the parameter that it overrides",
      { "test_a.py": '@pytest.mark.parametrize("x, ⟦old⟧", [(1, 2)])\ndef test_a(x, ⟦old⟧): pass\n' },
    ],
    [
      "indirect names",
      { "test_a.py": '@pytest.mark.parametrize("x", [1], indirect=["⟦old⟧"])\ndef test_a(x): pass\n' },
    ],
    ["no value of parametrize", { "test_a.py": '@pytest.mark.parametrize("x", ["old"])\ndef test_a(x): pass\n' }],
    ["no parameter of another function", { "test_a.py": "def make(old):\n    old.x\n" }],
    ["no parameter with a default", { "test_a.py": "def test_a(old=1): pass\n" }],
    [
      "none where a nearer fixture, which does not take it, is of another class",
      { "test_a.py": "class TestA:\n    @pytest.fixture\n    def x(self): pass\n    def test_a(self, ⟦old⟧): pass\n" },
    ],
  ])("is taken by %s", (_title, files) => check({ "conftest.py": fixture, ...files }));

  test("of a class is taken by its tests alone", () =>
    check({
      "test_a.py":
        "class TestA:\n    @pytest.fixture\n    def ┃old(self): pass\n    def test_a(self, ⟦old⟧): pass\n\ndef test_b(old): pass\n",
    }));

  test("is shared by a module that conftest.py imports it from, or lists", async () => {
    const module = { "lib/things.py": fixture, "lib/__init__.py": "" };
    const imports = "from lib.things import ⟦old⟧\n";
    await check({ ...module, "conftest.py": imports, "t/test_a.py": "def test_a(⟦old⟧): pass\n" });
    const plugins = 'pytest_plugins = [\n    "lib.things",\n]\n';
    await check({ ...module, "conftest.py": plugins, "t/test_a.py": "def test_a(⟦old⟧): pass\n" });
  });

  test("that its decorator names is renamed there, asked at a test", () =>
    check({
      "conftest.py": 'import pytest\n\n@pytest.fixture(name="⟦old⟧")\ndef _old(): pass\n',
      "a.py": "def make(old): pass\n",
      "test_a.py": "def test_a(┃old):\n    ┃old.x\n",
      "test_c.py": "def test_c(⟦old⟧): pass\n",
    }));

  test("of a folder is not that of another one", () =>
    check({ "a/conftest.py": fixture, "b/test_a.py": "def test_a(old): pass\n" }));
});

describe("The field of a record", () => {
  const tuple = "from typing import NamedTuple\n\nclass A(NamedTuple):\n    ┃old: int\n\n";
  const data = "from dataclasses import *\n\n@dataclass(frozen=True)\nclass A:\n    ┃old: int\n\n";
  const classic = "import attr\n\n@attr.s(auto_attribs=True)\nclass A:\n    ┃old: int\n\n";
  const model = "from pydantic import BaseModel\n\nclass Base(BaseModel): pass\n\nclass A(Base):\n    ┃old: int\n";
  const choice = "from enum import Enum\n\nclass A(Enum):\n    ┃old = 1\n\n";
  test.each<[string, string, string]>([
    ["a NamedTuple's _replace", tuple, "def f(a: A): return a._replace(⟦old⟧=1)\n"],
    ["a NamedTuple's _asdict", tuple, 'def f(a: A): return a._asdict()["⟦old⟧"]\n'],
    ["a NamedTuple's _fields", tuple, "def f(): return A._fields.index('⟦old⟧')\n"],
    ["getattr", tuple, 'def f(a: A): return getattr(a, "⟦old⟧", 1)\n'],
    [
      "no _replace of another tuple",
      tuple,
      "class B(NamedTuple):\n    x: int\ndef f(b: B): return b._replace(⟪old⟫=1)\n",
    ],
    ["replace of dataclasses", data, "def f(a: A): return replace(a, x=1, ⟦old⟧=1)\n"],
    ["asdict of dataclasses", data, 'def f(a: A): return asdict(a)["⟦old⟧"]\n'],
    ["evolve of attrs", classic, "def f(a: A): return attr.evolve(a, ⟦old⟧=1)\n"],
    ["pydantic's validators", model, '    @field_validator("⟦old⟧")\n    def check(cls, v): return v\n'],
    ["pydantic's copies", model, 'def f(a: A): return a.model_copy(update={"⟦old⟧": 1})\n'],
    ["an enum by its name", choice, 'x = A["⟦old⟧"]\n'],
    ["no key of another value", choice, 'def f(b): return b["old"]\n'],
  ])("is taken by %s", (_title, head, text) => check({ "a.py": head + text }));
});

test.each([
  ['__all__ = ["⟦old⟧", "other"]\n'],
  ["__all__ = [\n    'other',\n    '⟦old⟧',\n]\n"],
  ['__all__ += ("⟦old⟧",)\n'],
  ['__all__.extend(["⟦old⟧"])\n'],
  ['names = ["old"]\n__all__ = ["older"]  # "old"\n'],
])("What a module of Python exports by its name is renamed in the list: %j", (list) =>
  check({
    "lib/util.py": `${list}def ┃old(): pass\n`,
    "lib/__init__.py": `from .util import ⟦old⟧\n${list}`,
    "other.py": list.replace(/[⟦⟧]/g, ""),
  }),
);

test("An argument in another file that names a renamed parameter is renamed", () =>
  check({
    "lib/util.py": "def area(┃old): pass\n",
    "a.py": "from lib.util import area\narea(⟦old⟧=1)\n",
    "b.py": "from lib import util\nutil.area(⟦old⟧=1)\n",
    "c.py": "def f(x): x.area(⟪old⟫=1)\n",
    "d.py": "def area(old): pass\narea(old=1)\n",
  }));

test.each<[string, string]>([
  ["a shorthand before which the server writes the new name", "Item { ╎old }"],
  ["a shorthand after which it does", "Item { old╎ }"],
  ["a shorthand that it leaves alone", "Item { ⟦old⟧ }"],
])("Of a field of Rust, %s is judged: %s", (_title, literal) =>
  check(
    { "a.rs": `struct Item { ┃old: u32 }\nfn f(old: u32) -> Item {\n    ${literal}\n}\n` },
    // The server says that the shorthand means the field, too.
    { "a.rs:2": "a.rs:0:14" },
  ),
);

test.each<[string, Files, Readonly<Record<string, string>>]>([
  [
    "its own file has it without an import",
    { "a.ts": "export function ┃old() {}\nfunction f() {\n  return ⟦old⟧;\n}\n" },
    {},
  ],
  [
    "the server says that it is another one",
    {
      "a.ts": "export function ┃old() {}\n",
      "b.ts": 'import { old } from "./a";\n',
      "c.ts": "export const old = 1;\n",
    },
    { "b.ts:0": "c.ts:0:13" },
  ],
  [
    "the server says that it is the renamed one",
    { "a.ts": "export class A { ┃old() {} }\n", "b.ts": "x.⟦old⟧();\n", "c.ts": "x.⟪old⟫();\n" },
    { "b.ts:0": "a.ts:0:17" },
  ],
  [
    "a parameter of that name hides it",
    { "a.ts": "export function ┃old() {}\nfunction f(old) {\n  return old;\n}\n" },
    {},
  ],
])("A use of a name where %s", (_title, files, definitions) => check(files, definitions));

test.each<[string, Files]>([
  ["another branch of an #if", { "a.c": "#ifdef A\nint ┃old(void);\n#elif B\nint ⟦old⟧(void);\n#endif\n" }],
  [
    "a branch of an #if in an #if",
    { "a.c": "#if A\nint ┃old(void);\n#else\n#if B\n#endif\nint ⟦old⟧(void);\n#endif\n" },
  ],
  [
    "another #[cfg]",
    { "a.rs": "#[cfg(unix)]\nfn ┃old() {}\n/// Elsewhere; {\n#[cfg(not(unix))]\n#[inline]\nfn ⟦old⟧() {}\n" },
  ],
  [
    "a file for another system",
    { "a_linux.go": "package a\n\nfunc ┃old() {}\n", "a_windows.go": "package a\n\nfunc ⟦old⟧() {}\n" },
  ],
  [
    "a file with a build tag",
    {
      "a.go": "//go:build !b\n\npackage a\n\nfunc ┃old() {}\n",
      "b.go": "//go:build b\n\npackage a\n\nfunc ⟦old⟧() {}\n",
    },
  ],
  [
    "no other build: two functions",
    { "a.rs": "mod one {\n  #[cfg(unix)]\n  fn ┃old() {}\n}\nmod two { fn old() {} }\n" },
  ],
  [
    "no other build: an include guard",
    { "a.h": "#ifndef A\n#define A\nnamespace a { int ┃old(); }\nnamespace b { int old(); }\n#endif\n" },
  ],
  ["the body of a macro", { "a.c": "struct box { int ┃old; };\n#define WIDE(b) \\\n  ((b)->⟦old⟧ > 10)\n" }],
  ["a macro's parameter and a string", { "a.c": 'int ┃old;\n#define TWICE(old) (old * 2)\n#define SAID "old"\n' }],
  ["a macro, of a name with two declarations", { "a.c": "int ┃old;\nstruct box { int old; };\n#define ONE ⟪old⟫\n" }],
])("What servers don't see of a name is renamed: %s", async (_what, files) => {
  await check(files);
});
