/** The doctor's report on paper. */
import { createColors } from "picocolors";
import { diagnosis } from "../../../src/cli/show/diagnosis.js";
import { methods } from "../../../src/session/methods.js";

const known = { command: ["x"], languages: [], tested: true, path: null, version: null };
const everything = [...new Set(Object.entries(methods).map(([name, row]) => `textDocument/${row.asks ?? name}`))];

test("what works comes first, with what it can do; what could be installed comes last", () => {
  const text = diagnosis(
    {
      file: "/home/me/servers.json",
      problems: ["line 3: servers.x.command must be an array"],
      languages: [
        { language: "one", extensions: [".1"], candidates: ["good", "spare", "away"], serving: "good" },
        { language: "uno", extensions: [".u"], candidates: ["good", "spare", "away"], serving: "good" },
        { language: "bad", extensions: [".b"], candidates: ["broken"], serving: "broken" },
        { language: "ours", extensions: [".o"], candidates: ["away"], serving: "embedded" },
        { language: "own", extensions: [".w"], candidates: [], serving: "embedded" },
        { language: "two", extensions: [".2"], candidates: ["gone"], serving: null },
        { language: "xml", extensions: [], candidates: [], serving: null },
        { language: "sql", extensions: [], candidates: [], serving: null },
      ],
      servers: [
        {
          ...known,
          name: "good",
          state: "works",
          install: null,
          path: "/bin/good",
          version: "1.2",
          encoding: "utf-8",
          methods: everything,
        },
        { ...known, name: "spare", state: "works", install: null, path: "/bin/spare", methods: ["textDocument/hover"] },
        { ...known, name: "gone", state: "absent", install: "get gone" },
        { ...known, name: "away", state: "absent", install: "get away" },
        { ...known, name: "broken", state: "fails", install: null, path: "/bin/broken", error: "it died" },
      ],
    },
    { colours: createColors(false) },
  );
  expect(text.split("\n")).toEqual([
    "Your servers: /home/me/servers.json",
    "",
    "✗ line 3: servers.x.command must be an array",
    "",
    "one, uno  .1 .u",
    "  ✓ good   1.2  /bin/good",
    "      every method",
    "      positions in utf-8",
    "  ✓ spare  /bin/spare  (not used: one before it is installed)",
    "      only hover",
    "  · away   not installed: get away",
    "",
    "bad  .b",
    "  ✗ broken  /bin/broken",
    "      it died",
    "",
    "By syntax alone, with the embedded server",
    "  ours  get away",
    "  own  no other server is known",
    "",
    "Without a server",
    "  two  get gone",
    "  xml, sql  no other server is known",
  ]);
});
