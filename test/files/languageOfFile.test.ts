/** The language of a file, by its name or its first line. */

import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { languageOfFile } from "../../src/files/languageOfFile.js";
import { languageOfName } from "../../src/languages/languageOfName.js";
import { languageOfFirstLine } from "../../src/languages/languages.js";
import { createFolder, removeFolders } from "../folders.js";
import { testIf } from "../jest.js";

afterAll(removeFolders);

const languages = {
  byFilename: new Map([["Makefile", "makefile"]]),
  byExtension: new Map([
    [".ts", "typescript"],
    [".d.ts", "declarations"],
    [".C", "cpp"],
    [".c", "c"],
  ]),
};

test("The language of a file follows from its name, then its longest extension, then these in lower case", () => {
  const names = ["Makefile", "a.ts", "a.b.ts", "a.d.ts", "A.TS", "a.C", "a.c", "ts", ".ts", "makefile"];
  expect(names.map((name) => languageOfName(name, languages))).toEqual([
    ...["makefile", "typescript", "typescript", "declarations", "typescript"],
    ...["cpp", "c", undefined, "typescript", undefined],
  ]);
});

test.each([
  ["#!/bin/sh", "shellscript"],
  ["#! /usr/bin/bash -e", "shellscript"],
  ["#!/usr/bin/env bats", "shellscript"],
  ["#!/bin/zsh", "zsh"],
  ["#!/usr/bin/env python3", "python"],
  ["#!/usr/bin/python3.11 -u", "python"],
  ["#!/usr/bin/env -S LANG=C node --no-warnings", "javascript"],
  ["#!/usr/bin/env deno", "typescript"],
  ["#!/usr/bin/env ruby", "ruby"],
  ["#!/usr/bin/env", undefined],
  ["#!/usr/bin/env unknown", undefined],
  ["#!", undefined],
  ["# /bin/sh", undefined],
  ["", undefined],
])("The first line %j says that a script is in %s", (line, language) => {
  expect(languageOfFirstLine(line)).toBe(language);
});

testIf(process.platform !== "win32", "needs permissions of POSIX")(
  "A script without an extension is in the language of its first line, if it may be executed",
  () => {
    const folder = createFolder();
    const languageIn = (name: string, text: string, mode: number) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      chmodSync(path, mode);
      return languageOfFile(path, languages);
    };
    expect(languageIn("run", "#!/bin/sh\necho\n", 0o755)).toBe("shellscript");
    expect(languageIn("run", "#!/bin/sh\necho\n", 0o644)).toBeUndefined();
    expect(languageIn("run.txt", "#!/bin/sh\necho\n", 0o755)).toBeUndefined();
    expect(languageIn("Makefile", "#!/bin/sh\n", 0o755)).toBe("makefile");
    expect(languageIn("LICENSE", "Copyright\n", 0o755)).toBeUndefined();
    expect(languageOfFile(join(folder, "absent"), languages)).toBeUndefined();
    expect(languageOfFile(folder, languages)).toBeUndefined();
    expect(languageOfFile("run", languages)).toBeUndefined();
  },
);
