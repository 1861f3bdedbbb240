/** `locate/diagnostic` of folders and patterns: what was checked, and what was found. */

import { dirname } from "node:path";
import { writeUndoable } from "../../../src/files/undo/undo.js";
import { pathOfUri } from "../../../src/uri.js";
import { createFolder, removeFolders } from "../../folders.js";
import { setEnv } from "../../jest.js";
import { ErrorReply, type Pair, pair } from "../pair.js";

afterAll(removeFolders);

const files = {
  "src/a.ts": "let a = 1;\nlet b = 2;\n",
  "src/b.ts": "let c = 3;\n",
  "src/deep/c.ts": "let d = 4;\n",
  "package.json": "{}\n",
};

const problem = (line: number, severity: number, message = "Bad name.") => ({
  range: { start: { line, character: 4 }, end: { line, character: 5 } },
  severity,
  message,
  source: "ts",
  code: 7,
});

type Answers = Readonly<Record<string, unknown>>;

async function withAnswers(answers: Answers, body: (session: Pair) => Promise<void>): Promise<void> {
  const session = pair({
    files,
    serverCapabilities: { diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false } },
    handlers: {
      "textDocument/diagnostic": ({ textDocument }: { textDocument: { uri: string } }) => {
        const name = textDocument.uri.split("/").at(-1) ?? "";
        const answer = Object.hasOwn(answers, name) ? answers[name] : [];
        return Array.isArray(answer) ? { kind: "full", items: answer } : answer;
      },
    },
  });
  try {
    await session.open();
    session.reportLoaded();
    await body(session);
  } finally {
    await session.close();
  }
}

const answers: Answers = {
  "a.ts": [problem(1, 2), problem(0, 1), problem(1, 1)],
  "c.ts": new ErrorReply({ code: -32603, message: "crashed\nin c" }),
};

test("Equal messages of a file are one line, and a file that was not checked is named with its reason", async () => {
  await withAnswers(answers, async ({ request }) => {
    const { result } = await request("locate/diagnostic", { locate: "src" });
    expect(result.markdown).toBe(
      [
        "2 errors and 1 warning; 2 of 3 files checked. Not checked: 1 file.",
        "src/a.ts",
        "  1:5, 2:5 error: Bad name. (ts 7)",
        "  2:5 warning: Bad name. (ts 7)",
        "src/deep/c.ts: not checked: crashed",
      ].join("\n"),
    );
    expect(result).toMatchObject({ count: 3, checked: 2, unchecked: 1, errors: 2, warnings: 1 });
    expect(result.files[0].problems[0]).toEqual({
      line: 1,
      character: 5,
      severity: "error",
      message: "Bad name.",
      source: "ts",
      code: 7,
      text: "let a = 1;",
    });
  });
});

test.each([
  [{ locate: { file_path: "src/*.ts" } }, "No problems: 2 files checked."],
  [{ locate: "src/deep" }, "No problems: 1 file checked."],
  [{ locate: "." }, "No problems: 3 files checked."],
])("The diagnostics of %j without problems say how many files were checked", async (params, markdown) => {
  await withAnswers({}, async ({ request }) => {
    expect((await request("locate/diagnostic", params)).result.markdown).toBe(markdown);
  });
});

test("Where no file was checked, nothing is said about problems", async () => {
  const failure = new ErrorReply({ code: -32603, message: "crashed" });
  await withAnswers({ "a.ts": failure, "b.ts": failure }, async ({ request }) => {
    const { result } = await request("locate/diagnostic", { locate: "src/*.ts" });
    expect(result.markdown.split("\n")[0]).toBe("None of 2 files was checked. Not checked: 2 files.");
  });
});

test("Within a budget, the files that are not listed are counted, and gone on with", async () => {
  const many = Array.from({ length: 30 }, (_, n) => problem(0, 1, `Message number ${n}.`));
  await withAnswers({ "a.ts": many, "b.ts": many }, async ({ request }) => {
    const { result } = await request("locate/diagnostic", { locate: "src", budget: 200 });
    expect(result).toMatchObject({ count: 3, checked: 1, errors: 30, after: 1, omitted: 2 });
    expect(result.markdown).toContain("… and 2 more files; the same with after: 1 goes on.");
    const next = await request("locate/diagnostic", { locate: "src", after: 1 });
    expect(next.result).toMatchObject({ errors: 30, files: [{ file_path: "src/b.ts" }] });
    expect(next.result).not.toHaveProperty("after");
    const past = await request("locate/diagnostic", { locate: "src", after: 3 });
    expect(past.error?.message).toContain("after: 3 is past the end: the list has 3, and nothing is left.");
  });
});

test("One file is answered as LSP has it", async () => {
  await withAnswers(answers, async ({ request }) => {
    const { result } = await request("locate/diagnostic", { locate: "src/a.ts" });
    expect(result).toMatchObject({ kind: "full", items: [{ severity: 2 }, {}, {}] });
  });
});

test.each([
  [{ locate: "src/*.rs" }, "file_not_found"],
  [{ locate: "nowhere" }, "file_not_found"],
  [{ locate: "src/a.ts", changed: true }, "invalid_locate"],
  [{ locate: "src", changed: "yes" }, "invalid_locate"],
])("The diagnostics of %j are refused", async (params, kind) => {
  await withAnswers({}, async ({ request }) => {
    expect((await request("locate/diagnostic", params)).error.data.kind).toBe(kind);
  });
});

test("Without git, what has changed is what was written here", async () => {
  setEnv("XDG_STATE_HOME", createFolder());
  await withAnswers({ "b.ts": [problem(0, 1)] }, async (session) => {
    const changed = () => session.request("locate/diagnostic", { changed: true });
    expect((await changed()).error.data.kind).toBe("unsupported");
    const path = pathOfUri(session.uri("src/b.ts")) as string;
    const [before, after] = [files["src/b.ts"], "let d = 3;\n"].map((text) => Buffer.from(text));
    const workspace = dirname(dirname(path));
    const changes = { contents: [{ path, before, after }] as never, moves: [], creations: [] };
    await writeUndoable(changes, { folders: [workspace] }, { origin: { command: "edit", workspace } });
    const { result } = await changed();
    expect(result).toMatchObject({ changed: 1, errors: 1, files: [{ file_path: "src/b.ts" }] });
    expect(result.why).toMatch(/^only what lsp-locate has written here in the last day is looked at: /);
  });
});
