/**
 * Renames that real servers check before they are written: what breaks at the old name is renamed,
 * too, and what breaks elsewhere is refused with its place.
 */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { readRenameEdits } from "../../../../src/session/completeness/rename/renameEdits.js";
import type { RenameOutcome } from "../../../../src/session/completeness/rename/renameSymbol.js";
import { applyTextEdits } from "../../../../src/text/edits/textEdits.js";
import { testIf } from "../../../jest.js";
import { isOnPath } from "../../../servers/scenario.js";
import { closeSharedProjects, shareProject } from "../../verdict/openProject.js";

jest.setTimeout(180_000);
afterAll(closeSharedProjects);

type Files = Readonly<Record<string, string>>;

interface Project {
  readonly server: string;
  readonly program: string;
  readonly language: string;
  /** `⟦old⟧` is what a rename to `now` changes in one of the cases, by their names. */
  readonly files: Files;
}

const python: Project = {
  server: "pyright",
  program: "pyright-langserver",
  language: "python",
  files: {
    "pyrightconfig.json": '{ "typeCheckingMode": "standard" }',
    "shapes.py": [
      "from typing import TypedDict\n\n\nclass Opts(TypedDict):\n    size: int\n\n",
      "class Base:\n    def area(self, scale: int = 1) -> int:\n        return 0\n\n",
      "class Square(Base):\n    def area(self, scale: int = 1) -> int:\n        return 4 * scale\n\n",
      'def use(o: Opts) -> int:\n    return o["size"] + o.get("size", 1)\n\n',
      'made: Opts = {"size": 3}\nother = Opts(size=2)\n',
    ].join("\n"),
    "main.py": 'from shapes import Opts, Square\n\nopts: Opts = {"size": 4}\nprint(Square().area(scale=3), opts)\n',
  },
};

const typescript: Project = {
  server: "typescript-language-server",
  program: "typescript-language-server",
  language: "typescript",
  files: {
    "tsconfig.json": '{ "compilerOptions": { "strict": true } }',
    "a.ts": [
      "export interface Shape { area(): number; name: string }",
      'export class Square implements Shape { name = "s"; area() { return 1; } }',
      'export class Other { area() { return 3; } name = "o" }',
      "export class Circle { radius = 1 }",
      "export class Coin { worth = 1 }",
      "export class Clock { now() { return 1; } }",
      "export function opt(o: { radius: number }) { return o.radius; }\n",
    ].join("\n"),
    "b.ts": 'import type { Shape } from "./a";\nexport const key: keyof Shape = "area";\n',
    "c.ts": 'import { Other, type Shape } from "./a";\nexport const other: Shape = new Other();\n',
    "d.ts": 'import { Circle, opt } from "./a";\nexport const r = opt(new Circle());\n',
    "e.ts": [
      'import { Coin } from "./a";',
      "type Valued = { worth: unknown };",
      "function sum<T extends Valued>(one: T) { return one; }",
      "export const s = sum(new Coin());\n",
    ].join("\n"),
    "f.ts": [
      'import { Clock } from "./a";',
      "declare const own: Clock | undefined;",
      "export const time = (own || performance).now();\n",
    ].join("\n"),
  },
};

const go: Project = {
  server: "gopls",
  program: "gopls",
  language: "go",
  files: {
    "go.mod": "module example.org/m\n\ngo 1.21\n",
    "a.go":
      "package m\n\ntype Shape interface{ Area() int }\n\ntype Square struct{}\n\nfunc (Square) Area() int { return 1 }\n\nvar All = []Shape{Square{}}\n",
    "b/b.go":
      'package b\n\nimport "example.org/m"\n\ntype Circle struct{}\n\nfunc (Circle) Area() int { return 2 }\n\nvar all = append(m.All, Circle{})\n',
  },
};

/** The package of the interface and that of the type know nothing of each other. */
const goCoupledElsewhere: Project = {
  ...go,
  files: {
    "go.mod": "module example.org/m\n\ngo 1.21\n",
    "shape/shape.go": "package shape\n\ntype Shape interface{ Area() int }\n",
    "square/square.go": "package square\n\ntype Square struct{}\n\nfunc (Square) Area() int { return 1 }\n",
    "circle/circle.go": "package circle\n\ntype Circle struct{}\n\nfunc (Circle) Area() int { return 2 }\n",
    "main.go":
      'package m\n\nimport (\n\t"example.org/m/circle"\n\t"example.org/m/shape"\n\t"example.org/m/square"\n)\n\nvar All = []shape.Shape{square.Square{}, circle.Circle{}}\n',
  },
};

/** Each name is declared in a module and in the stub beside it. */
const stubs: Project = {
  ...python,
  files: {
    "pyrightconfig.json": "{}",
    "bill.py": "class Bill:\n    def total(self):\n        return 1\n",
    "bill.pyi": "class Bill:\n    def total(self) -> int: ...\n",
    "use.py": "from bill import Bill\n\nprint(Bill().total())\n",
  },
};

const declarationFiles: Project = {
  ...typescript,
  files: {
    "tsconfig.json": '{ "compilerOptions": { "allowJs": true, "module": "nodenext" } }',
    "package.json": '{ "name": "x", "type": "module", "private": true }',
    "bill.js": "export function total() {\n  return 1;\n}\n",
    "bill.d.ts": "export declare function total(): number;\n",
    "use.ts": 'import { total } from "./bill.js";\nconsole.log(total());\n',
  },
};

/** A test framework, and the standard library, take the names. */
const frameworks: Project = {
  ...python,
  files: {
    "pyrightconfig.json": "{}",
    "conftest.py": "import pytest\n\n\n@pytest.fixture\ndef cart():\n    return 1\n",
    "a/conftest.py": "import pytest\n\n\n@pytest.fixture\ndef cart(cart):\n    return cart\n",
    "a/test_m.py":
      'import pytest\n\n\n@pytest.mark.usefixtures("cart")\ndef test_m(cart, request):\n    assert cart == request.getfixturevalue("cart")\n',
    "alarm.py":
      'from typing import NamedTuple\n\n\nclass Alarm(NamedTuple):\n    hour: int\n\n\ndef f(a: Alarm):\n    return a._replace(hour=1)._asdict(), a._asdict()["hour"]\n',
  },
};

/** Returns how the files are after a rename, and what else is answered. */
async function rename({ server, language, files }: Project, locate: string, newName: string) {
  const { peer } = await shareProject(files, language, server);
  const answer = await peer.locate<RenameOutcome & { readonly result: WorkspaceEdit }>("rename", locate, {
    newName,
    place: true,
  });
  const refusal = await peer.locate("rename", locate, { newName }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  const after = { ...files };
  for (const { uri, edits } of readRenameEdits(answer.result).values()) {
    const path = Object.keys(files).find((each) => peer.uri(each) === uri) ?? uri;
    after[path] = applyTextEdits(files[path] ?? "", edits, "utf-16");
  }
  return { answer, after, refusal };
}

/** Replaces a word in all files, or in those named. */
function replaced(files: Files, word: string, newName: string, only: readonly string[] = Object.keys(files)): Files {
  const replace = ([path, text]: [string, string]): [string, string] => [
    path,
    only.includes(path) ? text.replaceAll(new RegExp(`\\b${word}\\b`, "g"), newName) : text,
  ];
  return Object.fromEntries(Object.entries(files).map(replace));
}

test.each<[string, Project, string, string, string]>([
  ["The keys of a typed dictionary, in literals, subscripts and calls", python, "shapes.py:Opts.size", "size", "width"],
  ["An override's method", python, "shapes.py:Base.area", "area", "surface"],
  ["An overridden method", python, "shapes.py:Square.area", "area", "surface"],
  [
    "A parameter, that of an override, and arguments by name",
    python,
    "shapes.py:Base.area@<|>scale",
    "scale",
    "factor",
  ],
  ["A type that takes an interface's place by its members", typescript, "a.ts:Shape.area", "area", "surface"],
  ["The declaration in a stub, asked at the module,", stubs, "bill.py:Bill.total", "total", "sum"],
  ["The declaration in a d.ts beside a module", declarationFiles, "bill.js:total", "total", "sum"],
  ["The requests of a fixture", frameworks, "conftest.py:cart", "cart", "basket"],
  ["The requests of a fixture, asked at one,", frameworks, "a/test_m.py@test_m(<|>cart", "cart", "basket"],
  ["The arguments and keys of a NamedTuple's methods", frameworks, "alarm.py:Alarm.hour", "hour", "at"],
])(
  "%s are renamed with the rest, and the server finds nothing broken",
  async (_what, project, locate, word, newName) => {
    const { answer, after, refusal } = await rename(project, locate, newName);
    expect(after).toEqual(replaced(project.files, word, newName));
    expect(answer.diagnostics).toMatchObject({ added: [], checked: "all" });
    expect(answer.completed?.length).toBeGreaterThan(0);
    expect(answer.unconfirmed).not.toHaveProperty("certain");
    expect(refusal).toBeUndefined();
  },
);

testIf(isOnPath("gopls") && isOnPath("go"), "gopls is not installed: see scripts/install-programs.sh")(
  "A method that gopls renames only with its interface is renamed there",
  async () => {
    for (const locate of ["a.go:Square.Area", "b/b.go:Circle.Area", "a.go:Shape.Area"]) {
      const { answer, after, refusal } = await rename(go, locate, "Surface");
      expect(after).toEqual(replaced(go.files, "Area", "Surface"));
      expect(answer.diagnostics).toMatchObject({ added: [], checked: "all" });
      expect(refusal).toBeUndefined();
    }
  },
);

testIf(isOnPath("gopls") && isOnPath("go"), "gopls is not installed: see scripts/install-programs.sh").each([
  ["the interface", "shape/shape.go:Shape.Area"],
  ["a type", "square/square.go:Square.Area"],
])("A Go family that only a third package couples is renamed whole, asked at %s", async (_what, locate) => {
  const { answer, after, refusal } = await rename(goCoupledElsewhere, locate, "Surface");
  expect(after).toEqual(replaced(goCoupledElsewhere.files, "Area", "Surface"));
  expect(answer.diagnostics?.added).toEqual([]);
  expect(refusal).toBeUndefined();
});

test.each([
  [
    "A type with the same members",
    "Circle.radius",
    "r",
    "d.ts",
    "export const r = opt(new Circle());",
    "'radius' is missing",
  ],
  [
    "A type that only requires the member",
    "Coin.worth",
    "w",
    "e.ts",
    "export const s = sum(new Coin());",
    "'worth' is missing",
  ],
  [
    ...["A use that means a library's member, too", "Clock.now", "time", "f.ts"],
    ...["export const time = (own || performance).time();", "Property 'time' does not exist"],
  ],
])("%s is refused with what the server says of it", async (_what, symbol, newName, file_path, text, message) => {
  const { answer, refusal } = await rename(typescript, `a.ts:${symbol}`, newName);
  expect(answer.unconfirmed).toMatchObject({ certain: 1, broken: 1 });
  expect(answer.unconfirmed?.places[0]).toMatchObject({ file_path, text, message: expect.stringContaining(message) });
  expect(refusal).toContain("The rename would break 1 line, as the language server finds in the renamed text.");
});

/** `$` stands for the renamed name where the rename changes it, and for the old one before. */
function projectOf(project: Project, files: Files, word: string): Project {
  const written = Object.entries(files).map(([path, text]) => [path, text.replaceAll("$", word)]);
  return { ...project, files: { ...project.files, ...Object.fromEntries(written) } };
}

const partial = {
  "book.py": "def book(name: str, $: int) -> int:\n    return $\n",
  "use.py": [
    "from functools import partial\n\nfrom book import book\n\n",
    'quick = partial(book, name="x")\n\n',
    'def run(row: dict[str, int]) -> int:\n    return quick($=row["seats"])\n',
  ].join("\n"),
};

const guests = {
  "guest.py": [
    "from dataclasses import dataclass\n\n",
    "@dataclass\nclass Guest:\n    $: int\n\n",
    'def loose(**more: int) -> int:\n    return more["seats"]\n',
  ].join("\n"),
  "use.py": "from guest import Guest, loose\n\n\ndef run(guest: Guest) -> int:\n    return guest.$ + loose(seats=3)\n",
};

const api = {
  "api.ts": "export function $(n: number): boolean {\n  return n > 0;\n}\n\nexport const Api = { verify: $ };\n",
  "use.ts": 'import { Api, $ } from "./api";\n\nexport const ok = Api.verify(1) && $(2);\n',
  "only.ts": 'import { Api } from "./api";\n\nexport const ok = Api.verify(1);\n',
};

test.each<[string, Project, Files, string, string, string]>([
  ["A word on the line of an error", python, partial, "book.py:book@<|>seats:", "seats", "count"],
  ["The argument of a function that is imported beside the type", python, guests, "guest.py:Guest.seats", "seats", "n"],
  ["A member that keeps the name of a function in a literal", typescript, api, "api.ts:verify", "verify", "check"],
])("%s is not renamed, and what means the symbol is", async (_what, project, files, locate, word, newName) => {
  const before = projectOf(project, files, word);
  // In a literal, the name alone is the property and the function.
  const drawn = before.files["api.ts"]?.replace("{ verify: verify }", "{ verify }");
  const { answer, after, refusal } = await rename(
    drawn === undefined ? before : { ...before, files: { ...before.files, "api.ts": drawn } },
    locate,
    newName,
  );
  expect(after).toEqual(projectOf(project, files, newName).files);
  expect(answer.diagnostics).toMatchObject({ added: [], checked: "all" });
  expect(refusal).toBeUndefined();
});
