/** Code actions by title or kind: which is chosen, and how its edit is had. */

import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitFor } from "../../../jest.js";
import { closePairs, fullCapabilities, noReply, type Pair, pair } from "../../pair.js";
import { passTimeUntil, useFakeTimers } from "../../passTime.js";

let session: Pair;
afterEach(closePairs);

const range = (from: number, to: number) => ({ start: { line: 0, character: from }, end: { line: 0, character: to } });
const editTo = (newText: string) => ({ changes: { [session.uri("a.ts")]: [{ range: range(0, 3), newText }] } });
const commands = ["server.run"];

interface Offered {
  readonly actions: () => readonly object[];
  readonly resolve?: (action: never) => object;
  readonly run?: (params: never) => unknown;
  /** Takes the range of each request for actions. */
  readonly onAsk?: (range: object) => void;
  readonly capabilities?: object;
  readonly command?: readonly string[];
}

interface ActionRequest {
  readonly range: object;
  readonly context: { readonly only?: readonly string[] };
}

/** Opens a session whose server offers actions. */
async function open({ actions, resolve, run, onAsk, ...options }: Offered) {
  session = pair({
    ...options,
    files: { "a.ts": "one(two);\n", "b.ts": "b();\n" },
    serverCapabilities: {
      codeActionProvider: { resolveProvider: resolve !== undefined },
      executeCommandProvider: { commands },
    },
    handlers: {
      "textDocument/codeAction": ({ range, context: { only } }: ActionRequest) => {
        onAsk?.(range);
        return actions().filter((each) => {
          const { kind = "", isForRequest } = each as { kind?: string; isForRequest?: boolean };
          return only ? only.some((wanted) => kind.startsWith(wanted)) : !isForRequest;
        });
      },
      ...(resolve && { "codeAction/resolve": resolve }),
      ...(run && { "workspace/executeCommand": run }),
    },
  });
  await session.open();
  session.didOpen("a.ts", "one(two);\n", "typescript");
  const params = { uri: session.uri("a.ts"), version: 1, diagnostics: [] };
  session.fromBackend({ method: "textDocument/publishDiagnostics", params });
  await session.client.until(({ method }) => method === "textDocument/publishDiagnostics", "the diagnostics");
}

async function fix(params: object, locate = "a.ts@one") {
  const { result, error } = await session.request("locate/fix", { locate, ...params });
  return error ? { kind: error.data?.kind, message: error.message, data: error.data } : result;
}

const titled = (title: string, kind = "quickfix", rest = {}) => ({ title, kind, edit: editTo(title), ...rest });

test.each([
  ["the exact title", { title: "Import one" }, "Import one"],
  ["a part of only one title, in any case", { title: "extract" }, "Extract function"],
  ["a kind", { kind: "refactor" }, "Extract function"],
  ["a kind and a part of several titles", { kind: "quickfix", title: "import one from" }, "Import one from b"],
  ["a title that is only offered where its kind is asked for", { title: "Organize" }, "Organize imports"],
])("An action is chosen by %s", async (_title, wanted, chosen) => {
  await open({
    actions: () => [
      titled("Import one"),
      titled("Import one from b"),
      titled("Extract function", "refactor.extract"),
      titled("Organize imports", "source.organizeImports", { isForRequest: true }),
    ],
  });
  expect(await fix(wanted)).toMatchObject({ title: chosen, edit: editTo(chosen) });
});

test("The answer has the diff, the place and the texts that it is about", async () => {
  await open({ actions: () => [titled("Import one")] });
  const { markdown, place, texts } = await fix({});
  expect(markdown).toContain("Located `a.ts` range 1:1-1:4: `Import one`");
  expect(markdown).toContain("-one(two);\n+Import one(two);\n");
  expect(texts).toEqual([{ uri: session.uri("a.ts"), sha256: place.text_sha256 }]);
});

test("Titles that fit alike are listed, and each of them works when it is sent", async () => {
  await open({ actions: () => [titled("Import a"), titled("Import b"), titled("Other")] });
  const { kind, message, data } = await fix({ title: "import" });
  expect(kind).toBe("action_ambiguous");
  expect(message).toBe('Several actions fit "import": "Import a", "Import b". Write one of these titles in full.');
  for (const { title } of data.titles) expect(await fix({ title })).toMatchObject({ title });
  expect(await fix({})).toMatchObject({ kind: "action_ambiguous" });
});

test("Actions of the same title are told apart by kind; one that is offered twice is one", async () => {
  await open({
    actions: () => [titled("A"), titled("A", "quickfix", { diagnostics: [] }), titled("B"), titled("B", "refactor")],
  });
  expect(await fix({ title: "A" })).toMatchObject({ title: "A" });
  expect(await fix({ title: "B" })).toMatchObject({
    kind: "action_ambiguous",
    message: expect.stringContaining("write kind, too"),
  });
  expect(await fix({ title: "B", kind: "refactor" })).toMatchObject({ title: "B", kind: "refactor" });
});

test("What is not offered is an error with what there is, and why an action can't be done", async () => {
  await open({
    actions: () => [titled("A"), titled("Extract", "refactor", { disabled: { reason: "nothing is selected" } })],
  });
  expect(await fix({ title: "extract" })).toMatchObject({
    kind: "action_not_found",
    message:
      'No code action "extract" is offered there. "Extract" can\'t be done: nothing is selected. There are: "A". Write one of these titles, or another Locate.',
    data: { titles: [{ title: "A", kind: "quickfix" }] },
  });
});

test("A file alone means all its lines", async () => {
  const asked: object[] = [];
  await open({ actions: () => [titled("A")], onAsk: (asking) => asked.push(asking) });
  const whole = await fix({}, "a.ts");
  expect(whole).toMatchObject({ title: "A", edit: editTo("A") });
  expect(asked[0]).toEqual({ start: { line: 0, character: 0 }, end: { line: 1, character: 0 } });
});

test("An action whose edit is empty says that there is nothing to change", async () => {
  await open({ actions: () => [{ title: "A", kind: "source.fixAll", edit: { changes: {} } }] });
  expect(await fix({ title: "A" })).toMatchObject({
    kind: "unsupported",
    message: "`A` changes no files: there is nothing to change. Nothing was changed.",
  });
});

test("An action without its edit is resolved", async () => {
  await open({
    actions: () => [{ title: "A", kind: "quickfix", data: 7 }],
    resolve: ({ data, ...action }: { data: number }) => ({ ...action, edit: editTo(`resolved ${data}`) }),
  });
  expect(await fix({ title: "A" })).toMatchObject({ edit: editTo("resolved 7") });
});

describe("A command", () => {
  const action = (command = "server.run") => ({
    title: "A",
    kind: "quickfix",
    command: { title: "A", command, arguments: [1] },
  });
  const apply = (edit: object) => session.fromBackend({ id: "edit", method: "workspace/applyEdit", params: { edit } });
  const answerTo = (id: string) =>
    session.backend.until((message) => message.id === id && message.method === undefined, id);

  test.each([
    ["of an action", () => action()],
    ["in place of an action", () => ({ title: "A", command: "server.run", arguments: [1] })],
  ])("%s is run, and the edit that it applies is kept", async (_title, offered) => {
    await open({
      actions: () => [offered()],
      run: async () => {
        apply(editTo("by command"));
        expect(await answerTo("edit")).toMatchObject({ result: { applied: true } });
        session.fromBackend({ id: "own", method: "_server.rename", params: {} });
        expect(await answerTo("own")).toMatchObject({ result: null });
        return null;
      },
    });
    expect(await fix({ title: "A" })).toMatchObject({ edit: editTo("by command") });
    expect(session.client.messages.filter(({ method }) => method === "workspace/applyEdit")).toEqual([]);
  });

  test("may apply its edit after its response", async () => {
    await open({
      actions: () => [action()],
      run: () => {
        setImmediate(() => apply(editTo("late")));
        return null;
      },
    });
    expect(await fix({ title: "A" })).toMatchObject({ edit: editTo("late") });
  });

  test("that applies edits of two files has both, of one file none", async () => {
    const other = () => ({ changes: { [session.uri("b.ts")]: [{ range: range(0, 1), newText: "c" }] } });
    let edits = [] as object[];
    await open({
      actions: () => [action()],
      run: async () => {
        for (const edit of edits) apply(edit);
        await session.backend.until(
          () => session.backend.messages.filter(({ id }) => id === "edit").length >= edits.length,
          "answers",
        );
        return null;
      },
    });
    edits = [editTo("x"), other()];
    expect((await fix({ title: "A" })).edit.documentChanges).toHaveLength(2);
    edits = [editTo("x"), editTo("y"), editTo("z")];
    expect(await fix({ title: "A" })).toMatchObject({
      kind: "unsupported",
      message: expect.stringContaining("several edits to one file"),
    });
  });

  test("that applies no edit, asks the user or is an editor's is an error that says so", async () => {
    let offered = action();
    let asks = false;
    await open({
      actions: () => [offered],
      run: async () => {
        if (!asks) return null;
        const params = { type: 3, message: "Which one?", actions: [{ title: "This" }, { title: "That" }] };
        session.fromBackend({ id: "ask", method: "window/showMessageRequest", params });
        await answerTo("ask");
        return null;
      },
    });
    expect(await fix({ title: "A" })).toMatchObject({
      kind: "unsupported",
      message: "`A` changes no files: its command `server.run` was run and has applied no edit. Nothing was changed.",
    });
    asks = true;
    expect((await fix({ title: "A" })).message).toContain('asks the user "Which one?" ("This", "That")');
    offered = action("editor.run");
    expect((await fix({ title: "A" })).message).toContain("`editor.run` is one that an editor runs");
    expect(session.client.messages.filter(({ method }) => method === "window/showMessageRequest")).toEqual([]);
  });

  test.each([
    ["is made by the edit, for a client that makes files", ["create"], false],
    ["stays for another client, and is named", [], true],
  ])("may make a file before its edit fills it: it %s", async (_title, resourceOperations, isLeft) => {
    const workspaceEdit = { documentChanges: true, resourceOperations };
    const made = () => join(session.root, "new.ts");
    const edit = () => ({
      documentChanges: [
        { textDocument: { uri: session.uri("new.ts"), version: null }, edits: [{ range: range(0, 0), newText: "n" }] },
        // This one was empty before.
        { textDocument: { uri: session.uri("old.ts"), version: null }, edits: [{ range: range(0, 0), newText: "o" }] },
      ],
    });
    await open({
      actions: () => [action()],
      capabilities: { ...fullCapabilities, workspace: { ...fullCapabilities.workspace, workspaceEdit } },
      run: async () => {
        writeFileSync(made(), "");
        apply(edit());
        await answerTo("edit");
        return null;
      },
    });
    writeFileSync(join(session.root, "old.ts"), "");
    const { birthtimeMs } = statSync(join(session.root, "old.ts"));
    await waitFor(() => expect(Date.now()).toBeGreaterThan(birthtimeMs + 20), 10_000);
    const answer = await fix({ title: "A" });
    expect(existsSync(made())).toBe(isLeft);
    expect(existsSync(join(session.root, "old.ts"))).toBe(true);
    const creation = { kind: "create", uri: session.uri("new.ts"), options: { ignoreIfExists: true } };
    expect(answer.edit.documentChanges).toEqual([...(isLeft ? [] : [creation]), ...edit().documentChanges]);
    expect(answer.notes).toEqual(isLeft ? [expect.stringContaining("has made `new.ts`, still empty")] : undefined);
  });

  test("that writes files itself is not run", async () => {
    commands.push("pyright.createtypestub");
    let hasRun = false;
    await open({
      command: ["pyright-langserver", "--stdio"],
      actions: () => [action("pyright.createtypestub")],
      run: () => {
        hasRun = true;
        return null;
      },
    });
    expect(await fix({ title: "A" })).toMatchObject({
      kind: "unsupported",
      message: expect.stringMatching(/`pyright\.createtypestub` is not run, as .* writes files in it/),
    });
    expect(hasRun).toBe(false);
  });

  test("that does not end is an error after 30 s", async () => {
    useFakeTimers();
    await open({ actions: () => [action()], run: () => noReply });
    const { kind, message } = (await passTimeUntil(fix({ title: "A" }))) as { kind: string; message: string };
    expect(kind).toBe("backend_timeout");
    expect(message).toContain("has not ended the command server.run for 30 s");
  });
});

test("With apply, the client is sent the edit under the action's title", async () => {
  await open({ actions: () => [titled("A")] });
  const answer = fix({ title: "A", apply: true });
  const request = await session.client.until(({ method }) => method === "workspace/applyEdit", "the edit");
  expect(request.params).toEqual({ label: "A", edit: editTo("A") });
  session.fromClient({ id: request.id, result: { applied: true } });
  expect(await answer).toMatchObject({ applied: true });
  expect(fullCapabilities.workspace.applyEdit).toBe(true);
});

test.each([
  [{ title: 7 }, "title is 7. Write a text, or leave it out."],
  [{ kind: "" }, 'kind is ""'],
  [{ apply: "anyway" }, 'apply must be true, false or "clean".'],
])("%j is refused", async (params, message) => {
  await open({ actions: () => [titled("A")] });
  expect(await fix(params)).toMatchObject({ kind: "invalid_locate", message: expect.stringContaining(message) });
});
