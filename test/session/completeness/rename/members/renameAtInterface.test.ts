/** Renames that a scripted backend refuses, built from the references that it lists. */

import { ErrorReply, pair } from "../../../pair.js";
import { type Files, placesOf } from "../drawnRename.js";

const refusal = { code: -32001, message: "not a supported kind" };
/** The message of the server, with why the rename of its references is not made. */
const doubt = expect.stringMatching(
  /^not a supported kind\nA rename of the 1? ?references? that typescript-language-server lists is not certain to be right: 1 place may mean it, too \(a\.ts:4\); the renamed text was not checked.*\. Nothing was changed\.$/,
);

interface PositionParams {
  readonly textDocument: { readonly uri: string };
  readonly position: { readonly line: number; readonly character: number };
}

interface Script {
  /** Whether it refuses a name; by default, any. */
  readonly refuses?: (newName: string) => boolean;
  /** Where it says that the name is declared; by default at the first reference. */
  readonly declaredIn?: string;
  /** Where it says that an interface requires it. */
  readonly requiredIn?: string;
  readonly answer?: unknown;
  readonly newName?: string;
  readonly command?: readonly string[];
  /** Whether it is the client's own LSP request, in agent mode. */
  readonly isPlain?: boolean;
  readonly method?: "rename" | "prepareRename";
}

const typescriptCommand = ["typescript-language-server", "--stdio"];

/** The backend lists `┃` as references, and renames nothing. The first one is renamed to `now`. */
async function rename(
  drawn: Files,
  { refuses = () => true, declaredIn, requiredIn, answer, newName = "now", ...script }: Script = {},
) {
  const places = placesOf("┃", drawn);
  const [first] = places;
  if (first === undefined) throw new Error("nothing is marked");
  const files = Object.fromEntries(Object.entries(drawn).map(([path, text]) => [path, text.replaceAll("┃", "")]));
  const lengthAt = (path: string, line: number, character: number) =>
    /^\w+/.exec(files[path]?.split("\n")[line]?.slice(character) ?? "")?.[0].length ?? 0;
  const locations = () =>
    places.map(({ path, line, character }) => ({
      uri: session.uri(path),
      range: { start: { line, character }, end: { line, character: character + lengthAt(path, line, character) } },
    }));
  const { command = typescriptCommand, isPlain = false, method = "rename" } = script;
  const refuse = () => (answer === undefined ? new ErrorReply(refusal) : answer);
  const session = pair({
    files,
    command,
    agent: isPlain,
    serverCapabilities: {
      referencesProvider: true,
      implementationProvider: true,
      renameProvider: { prepareProvider: true },
    },
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/definition": ({ textDocument: { uri }, position: { line, character } }: PositionParams) => {
        const isListed = locations().some(
          ({ uri: other, range: { start } }) => other === uri && start.line === line && start.character === character,
        );
        const own = isListed ? locations()[0] : null;
        return declaredIn === undefined ? own : { ...own, uri: declaredIn };
      },
      "textDocument/references": locations,
      "textDocument/implementation": () => (requiredIn === undefined ? [] : [{ ...locations()[0], uri: requiredIn }]),
      "textDocument/rename": (asked: { newName: string }) => {
        if (!refuses(asked.newName)) return { changes: { [session.uri(first.path)]: [] } };
        return refuse();
      },
      "textDocument/prepareRename": refuse,
    },
  });
  await session.open();
  session.reportLoaded();
  const { path, line, character } = first;
  const locate = { file_path: path, scope: { line: line + 1, character: character + 1 } };
  const at = { textDocument: { uri: session.uri(path) }, position: { line, character } };
  const { result: response, error } = await (isPlain
    ? session.request(`textDocument/${method}`, { ...at, newName })
    : session.request(`locate/${method}`, { locate, newName, place: true }));
  await session.close();
  const result = isPlain ? { result: response } : response;
  const edits = (result?.result?.documentChanges ?? []) as readonly {
    textDocument: { uri: string };
    edits: readonly { range: { start: { line: number; character: number } }; newText: string }[];
  }[];
  const drawnEdits = edits.flatMap(({ textDocument: { uri }, edits }) =>
    edits.map(
      ({ range: { start }, newText }) => `${uri.split("/").at(-1)}:${start.line}:${start.character} ${newText}`,
    ),
  );
  return { edits: drawnEdits, completed: result?.completed, result: result?.result, error };
}

const members = {
  "base.ts": "export abstract class Base {\n  abstract ┃old(): number;\n}\n",
  "use.ts": 'import { Base } from "./base.js";\nexport const run = (base: Base) => base.┃old();\n',
};

test.each([undefined, null])("A name that the server refuses (%s) is renamed at all its references", async (answer) => {
  const { edits, completed } = await rename(members, answer === null ? { answer } : {});
  expect(edits).toEqual(["base.ts:1:11 now", "use.ts:1:40 now"]);
  const why = "typescript-language-server refuses to rename it, and lists this as a reference";
  expect(completed).toMatchObject([
    { file_path: "base.ts", line: 2, why },
    { file_path: "use.ts", line: 2, why },
  ]);
});

describe.each([
  ["over locate/*", false],
  ["in a plain request in agent mode", true],
])("What the server refuses is renamed %s", (_how, isPlain) => {
  test.each([undefined, null])("where it answers %s", async (answer) => {
    const { edits } = await rename(members, { isPlain, ...(answer === null && { answer }) });
    expect(edits).toEqual(["base.ts:1:11 now", "use.ts:1:40 now"]);
  });

  test.each([undefined, null])("and has a place for prepareRename where it answers %s", async (answer) => {
    const { result } = await rename(members, { isPlain, method: "prepareRename", ...(answer === null && { answer }) });
    const range = { start: { line: 1, character: 11 }, end: { line: 1, character: 14 } };
    expect(result).toEqual({ range, placeholder: "old" });
  });
});

test("A shorthand among the references keeps its property", async () => {
  const { edits } = await rename({ "a.ts": "const ┃old = 1;\nexport const all = { ┃old };\n" });
  expect(edits).toEqual(["a.ts:0:6 now", "a.ts:1:21 old: now"]);
});

test("Where the new name is taken, that is said, and not that the server refuses", async () => {
  const taken = { "a.ts": "const ┃old = 1;\nconst now = 2;\nconsole.log(┃old, now);\n" };
  const { error } = await rename(taken, { isPlain: true });
  expect(error).toMatchObject({ data: { kind: "rename_incomplete", conflicts: 2 } });
  expect(error.message).toContain("a.ts:2: const now = 2;");
});

describe("The server's refusal stands", () => {
  test.each<[string, Files, Script]>([
    ["which is about the new name alone", members, { refuses: (name) => name === "now" }],
    ["of a name that a library declares", members, { declaredIn: "file:///usr/include/old.h" }],
    ["of what an interface of a library requires", members, { requiredIn: "file:///usr/lib/go/sort.go" }],
    ["where a reference has another name", { "a.ts": "const ┃old = 1;\n┃x.y;\n" }, {}],
    ["of a word that the language gives a meaning", { "a.go": "package a\n\nfunc ┃_() {}\n" }, {}],
    ["of the embedded server, whose references are not all certain", members, { command: ["lsp-locate", "embedded"] }],
    ["of what would be no name", { "a.ts": "const ┃old = 1;\n" }, { newName: "a-b" }],
  ])("%s", async (_what, files, script) => {
    for (const isPlain of [false, true]) {
      const { error, result } = await rename(files, { ...script, isPlain });
      expect(error ?? result).toMatchObject(refusal);
    }
  });

  test.each([false, true])("where a use may be another one's, and it is said which (plain: %s)", async (isPlain) => {
    const files = { "a.ts": "class A {\n  ┃old() {}\n}\nconst run = (a: any) => a.old();\n" };
    const { error } = await rename(files, { isPlain });
    expect(error).toMatchObject({ code: refusal.code, message: doubt });
  });

  test.each([false, true])("to prepareRename where a library declares the name (plain: %s)", async (isPlain) => {
    const { error } = await rename(members, {
      declaredIn: "file:///usr/include/old.h",
      isPlain,
      method: "prepareRename",
    });
    expect(error).toMatchObject(refusal);
  });
});
