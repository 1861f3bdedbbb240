/** Doctests of Rust, which its server reads only in their own file. */

import { type RoutedSession, routedSession } from "../../../routing/routedSession.js";

let session: RoutedSession;
afterEach(() => session.close());

const source = "/// 💣\n///\n/// ```\n/// # use my_crate::add;\n/// let x = add(1);\n/// ```\npub fn add(a: u8) {}\n";
/** The lines of the file, and those around the example. */
const FIRST = 3;
const IN_TRIAL = 9;
const trial = `${source}\nfn doctest() {\n      use my_crate::add;\n    let x = add(1);\nextern crate self as my_crate; }\n`;

type Range = Readonly<Record<"start" | "end", { readonly line: number; readonly character: number }>>;
const rangeAt = (line: number): Range => ({ start: { line, character: 4 }, end: { line, character: 7 } });

/** Opens a session whose server answers from what `answer` returns for the file's URI. */
async function open(answer: (uri: string) => unknown) {
  const all = (params: never) => answer((params as { textDocument: { uri: string } }).textDocument.uri);
  session = routedSession({
    files: { "src/lib.rs": source, "Cargo.toml": '[package]\nname = "my-crate"\n' },
    languages: { rust: { extensions: [".rs"], servers: ["redls"] } },
    can: {
      redls: {
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: true,
        textDocumentSync: 1,
      },
    },
    handlers: {
      redls: {
        ...{ "textDocument/hover": all, "textDocument/references": all, "textDocument/rename": all },
        "textDocument/definition": ({ textDocument: { uri } }) => [{ uri, range: rangeAt(6) }],
      },
    },
  });
  await session.open();
  return session.uri("src/lib.rs");
}

test("The server has the example at the end of its file, in its crate, while it is asked, and not later", async () => {
  await open(() => ({ contents: "x", range: rangeAt(IN_TRIAL + 1) }));
  const { result } = await session.request("locate/hover", { locate: "src/lib.rs:5@x" });
  expect(result).toEqual({ contents: "x", range: rangeAt(FIRST + 1) });
  const red = await session.backend("redls");
  const told = red.messages.filter(({ method }) => /did(?:Open|Change)$|hover$/.test(method ?? ""));
  const texts = told.map(({ method, params }) =>
    method === "textDocument/hover" ? params.position : (params.contentChanges?.[0].text ?? params.textDocument.text),
  );
  expect(texts).toEqual([source, trial, { line: IN_TRIAL + 1, character: 8 }, source]);
});

test("References are those in the example and in the file, each where it is", async () => {
  const uri = await open((own) => [IN_TRIAL + 1, IN_TRIAL].map((line) => ({ uri: own, range: rangeAt(line) })));
  const { result } = await session.request("locate/references", { locate: "src/lib.rs:5@x" });
  expect(result).toEqual([FIRST + 1, FIRST].map((line) => ({ uri, range: rangeAt(line) })));
});

const edits = (...lines: readonly number[]) => lines.map((line) => ({ range: rangeAt(line), newText: "sum" }));

test.each<[string, (uri: string) => object]>([
  ["changes", (uri) => ({ changes: { [uri]: edits(IN_TRIAL + 1) } })],
  [
    "edits of versions",
    (uri) => ({ documentChanges: [{ textDocument: { uri, version: 2 }, edits: edits(IN_TRIAL + 1) }] }),
  ],
])("A name of the example is renamed in it: %s", async (_form, answer) => {
  const uri = await open(answer);
  const { result, error } = await session.request("locate/rename", { locate: "src/lib.rs:5@x", newName: "sum" });
  expect([error, result]).toEqual([undefined, { changes: { [uri]: edits(FIRST + 1) } }]);
});

test("A rename of what the file around the example declares is refused, with the place", async () => {
  await open((uri) => ({ changes: { [uri]: edits(IN_TRIAL + 1, 6) } }));
  const { error } = await session.request("locate/rename", { locate: "src/lib.rs:5@x", newName: "sum" });
  expect(error).toMatchObject({ data: { kind: "unsupported" } });
  expect(error.message).toBe(
    "src/lib.rs shows a name that is declared outside of the example. Nothing was changed. " +
      "Rename it there, in src/lib.rs:7; the answer lists where it is left here.",
  );
});
