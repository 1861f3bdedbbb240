/** Uses that real servers can't resolve are added to the answer, or come with it as unconfirmed. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isInstalled } from "../../cli/pseudoTerminal.js";
import { testIf } from "../../jest.js";
import { startPeer } from "../../peer.js";

interface LeftOutPlace {
  readonly file_path: string;
  readonly line: number;
}

interface ReferencesAnswer {
  readonly completed?: readonly LeftOutPlace[];
  readonly unconfirmed: { readonly places: readonly LeftOutPlace[] };
}

/** Returns the places that the server leaves out of the references, `path:line`. */
async function leftOutOf(files: Readonly<Record<string, string>>, server: readonly string[], locate: string) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-")));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const peer = await startPeer(server, { root });
  try {
    const answer = await peer.locate<ReferencesAnswer>("references", locate, { place: true });
    const namesOf = (places: readonly LeftOutPlace[]) => places.map(({ file_path, line }) => `${file_path}:${line}`);
    return { completed: namesOf(answer.completed ?? []), unconfirmed: namesOf(answer.unconfirmed.places) };
  } finally {
    await peer.close();
    rmSync(root, { recursive: true, force: true });
  }
}

testIf(isInstalled("clangd"), "clangd is not installed")(
  "Fields in a file whose include clangd does not find are listed",
  async () => {
    const files = {
      "include/a.h": "namespace n {\nclass A {\n  int count_;\n  int f();\n};\n}\n",
      "src/a.cc": '#include "a.h"\nnamespace n {\nint A::f() {\n  return count_;\n}\n}\n',
    };
    const { unconfirmed } = await leftOutOf(files, ["clangd"], "include/a.h:n.A.count_");
    expect(unconfirmed).toEqual(["src/a.cc:4"]);
  },
);

testIf(isInstalled("gopls"), "gopls is not installed")(
  "Uses of a Go package in files with other build tags are added, by the path that go.mod gives it",
  async () => {
    const files = {
      "go.mod": "module example.com/calls\n\ngo 1.21\n",
      "d.go": "package calls\n\nfunc D() int { return 1 }\n",
      "use/g.go": "package use\n",
      "use/u.go":
        '//go:build special\n\npackage use\n\nimport "example.com/calls"\n\nfunc F() int { return calls.D() }\n',
    };
    expect(await leftOutOf(files, ["gopls"], "d.go:D")).toEqual({ completed: ["use/u.go:7"], unconfirmed: [] });
  },
);

test("Uses through a module of unknown type are listed", async () => {
  const files = {
    "util.js": "function old() {}\nexports.old = old;\n",
    "use.js": "let core;\nif (process.argv[2]) core = load(require('./util'));\ncore.old();\n",
  };
  const server = ["typescript-language-server", "--stdio"];
  expect((await leftOutOf(files, server, "util.js:old")).unconfirmed).toEqual(["use.js:3"]);
});
