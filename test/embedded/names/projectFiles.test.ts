/** Names that project files lead to: compile_commands.json, composer.json, constraints of Go. */

import { areBuiltTogether } from "../../../src/code/entities/builds.js";
import { answers } from "./cases.js";

const module = ["go.mod", "module example.com/m\n"] as const;
const used = '#include "size.h"\nint f(void) { return ┃size; }\n';
const headers = ["one/size.h", "#define size 1\n", "two/size.h", "#define ⟦size⟧ 2\n"] as const;

describe("definitions", () => {
  answers("definition", [
    [
      "An included file is searched in the folders of the compiler's arguments",
      "compile_commands.json",
      '[{ "directory": ".", "file": "src/a.c", "arguments": ["cc", "-I", "two", "-c", "src/a.c"] }]',
      "src/a.c",
      used,
      ...headers,
    ],
    [
      "The folders of a command are relative to its directory, and may be in quotes",
      "compile_commands.json",
      '[{ "directory": "two", "file": "../src/a.c", "command": "cc \\"-I.\\" -DX=\'a b\' -c ../src/a.c" }]',
      "src/a.c",
      used,
      ...headers,
    ],
    [
      "System folders are searched, too",
      "build/compile_commands.json",
      '[{ "directory": "..", "file": "src/a.c", "arguments": ["cc", "-isystem", "two"] }]',
      "src/a.c",
      used,
      ...headers,
    ],
    [
      "Each file has the folders of its own command",
      "compile_commands.json",
      '[{ "directory": ".", "file": "src/b.c", "arguments": ["cc", "-Ione"] }, { "directory": ' +
        '".", "file": "src/a.c", "arguments": ["cc", "-Itwo"] }]',
      "src/a.c",
      used,
      ...headers,
    ],
    [
      "A header has the folders of all commands",
      "compile_commands.json",
      '[{ "directory": ".", "file": "src/b.c", "arguments": ["cc", "-Itwo"] }]',
      "src/a.h",
      used,
      ...headers,
    ],
    ["The folders of compile_flags.txt", "compile_flags.txt", "-xc\n-Itwo\n", "src/a.c", used, ...headers],
    [
      "Of two classes of one name, the one that is loaded",
      "composer.json",
      '{ "autoload": { "psr-4": { "Shop\\\\": "src/" } } }',
      "fixtures/Cart.php",
      "<?php\nnamespace Shop\\Cart;\nclass Item {}\n",
      "src/Cart/Item.php",
      "<?php\nnamespace Shop\\Cart;\nclass ⟦Item⟧ {}\n",
      "app.php",
      "<?php\nuse Shop\\Cart\\Item;\nnew ┃Item();\n",
    ],
    [
      "A class of tests, in one of several folders",
      "composer.json",
      '{ "autoload-dev": { "psr-4": { "Tests\\\\": ["old", "tests"] } } }',
      "other/Item.php",
      "<?php\nnamespace Tests;\nclass Item {}\n",
      "tests/Item.php",
      "<?php\nnamespace Tests;\nclass ⟦Item⟧ {}\n",
      "tests/ItemTest.php",
      "<?php\nnamespace Tests;\nnew ┃Item();\n",
    ],
    [
      "Twins for several systems are all meant where each may be built",
      ...module,
      "a_linux.go",
      "package m\n\nfunc ⟦open⟧() {}\n",
      "a_windows.go",
      "package m\n\nfunc ⟦open⟧() {}\n",
      "m.go",
      "package m\n\nfunc f() { ┃open() }\n",
    ],
    [
      "A file for one system sees the twin of that system",
      ...module,
      "a_linux.go",
      "package m\n\nfunc ⟦open⟧() {}\n",
      "a_other.go",
      "//go:build !linux\n\npackage m\n\nfunc open() {}\n",
      "m_linux.go",
      "package m\n\nfunc f() { ┃open() }\n",
    ],
    [
      "A file with a tag sees the twin with that tag",
      ...module,
      "a.go",
      "//go:build purego || !(amd64 || arm64)\n\npackage m\n\nfunc sum() {}\n",
      "b.go",
      "//go:build !purego && amd64\n\npackage m\n\nfunc ⟦sum⟧() {}\n",
      "m_amd64.go",
      "//go:build !purego\n\npackage m\n\nfunc f() { ┃sum() }\n",
    ],
  ]);
});

describe("constraints of Go", () => {
  test.each([
    ["a_linux.go", "", "b_windows.go", "", false],
    ["a_linux.go", "", "b_amd64.go", "", true],
    ["a_linux_test.go", "", "b_linux.go", "", true],
    ["a_unix.go", "//go:build unix", "b_darwin.go", "", true],
    ["a.go", "//go:build unix", "b_windows.go", "", false],
    ["a.go", "//go:build linux", "b.go", "//go:build android", true],
    ["a.go", "//go:build a && b", "b.go", "//go:build !a || !b", false],
    ["a.go", "//go:build a || b", "b.go", "//go:build !a", true],
    ["linux.go", "", "windows.go", "", true],
    ["a.go", "", "b_windows.go", "", true],
    ["a.go", "// +build linux,cgo darwin", "b.go", "//go:build windows || (linux && !cgo)", false],
    ["a.go", "// +build linux,cgo darwin", "b.go", "//go:build darwin && !cgo", true],
  ])("%s %s and %s %s", (one, head, other, otherHead, expected) => {
    const file = (path: string, line: string) => ({
      ...{ uri: path, path: `/m/${path}`, languageId: "go" },
      text: `${line}\n\npackage m\n`,
    });
    expect(areBuiltTogether(file(one, head), file(other, otherHead))).toBe(expected);
  });
});
