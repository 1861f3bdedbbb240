/** Uses that real servers can't resolve come with the answer as unconfirmed. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isInstalled } from "../../cli/pseudoTerminal.js";
import { testIf } from "../../jest.js";
import { startPeer } from "../../peer.js";

interface ReferencesAnswer {
  readonly unconfirmed: { readonly places: readonly { readonly file_path: string; readonly line: number }[] };
}

/** Returns the places left out of the references, `path:line`. */
async function unconfirmedIn(files: Readonly<Record<string, string>>, server: readonly string[], locate: string) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-")));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const peer = await startPeer(server, { root });
  try {
    const { unconfirmed } = await peer.locate<ReferencesAnswer>("references", locate, { place: true });
    return unconfirmed.places.map(({ file_path, line }) => `${file_path}:${line}`);
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
    expect(await unconfirmedIn(files, ["clangd"], "include/a.h:n.A.count_")).toEqual(["src/a.cc:4"]);
  },
);

testIf(isInstalled("gopls"), "gopls is not installed")(
  "Uses of a Go package in files with other build tags are listed, by the path that go.mod gives it",
  async () => {
    const files = {
      "go.mod": "module example.com/calls\n\ngo 1.21\n",
      "d.go": "package calls\n\nfunc D() int { return 1 }\n",
      "use/g.go": "package use\n",
      "use/u.go":
        '//go:build special\n\npackage use\n\nimport "example.com/calls"\n\nfunc F() int { return calls.D() }\n',
    };
    expect(await unconfirmedIn(files, ["gopls"], "d.go:D")).toEqual(["use/u.go:7"]);
  },
);

test("Uses through a module of unknown type are listed", async () => {
  const files = {
    "util.js": "function old() {}\nexports.old = old;\n",
    "use.js": "let core;\nif (process.argv[2]) core = load(require('./util'));\ncore.old();\n",
  };
  const server = ["typescript-language-server", "--stdio"];
  expect(await unconfirmedIn(files, server, "util.js:old")).toEqual(["use.js:3"]);
});
