/** Verdicts on a text that the server has checked before. */

import { judgedSession } from "./judgedSession.js";

const missing = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } }, message: "no library" };

test("The text as it is is checked once for several verdicts", async () => {
  const checked: string[] = [];
  const { judge } = await judgedSession((text) => void checked.push(text.trim()));
  await judge().answer;
  expect((await judge().answer).result.diagnostics).toMatchObject({ added: [{ message: "wrong" }], removed: [] });
  // What a verdict adds is compared with the text as it is by then.
  expect(checked).toEqual(["old", "new", "new", "old"]);
});

test("A verdict that adds nothing needs no second check of the text as it is", async () => {
  const checked: string[] = [];
  const { judge } = await judgedSession((text) => {
    checked.push(text.trim());
    return { kind: "full", items: [] };
  });
  for (let n = 0; n < 3; n++)
    expect((await judge().answer).result.diagnostics).toMatchObject({ added: [], removed: [] });
  expect(checked).toEqual(["old", "new", "new", "new"]);
});

test("A text is tried with other line breaks each time: a server may not report on the one it has checked", async () => {
  const tried: string[] = [];
  const { judge } = await judgedSession((text) => void (text.startsWith("new") && tried.push(text)));
  for (let n = 0; n < 3; n++) await judge().answer;
  expect(tried).toEqual(["new\n\n", "new\n\n\n", "new\n\n"]);
});

test("What follows from a library that is installed meanwhile is not taken for what a change removes", async () => {
  let isInstalled = false;
  const { judge } = await judgedSession(() => ({ kind: "full", items: isInstalled ? [] : [missing] }));
  expect((await judge().answer).result.diagnostics).toMatchObject({ unchanged: 1 });
  isInstalled = true;
  expect((await judge().answer).result.diagnostics).toMatchObject({ added: [], removed: [], unchanged: 0 });
});

test("A text that has changed on disk is checked again", async () => {
  const checked: string[] = [];
  const { session, judge } = await judgedSession((text) => {
    checked.push(text.trim());
    return { kind: "full", items: [] };
  });
  await judge().answer;
  await session.write("a.py", "old + other\n");
  await judge().answer;
  expect(checked).toEqual(["old", "new", "old + other", "new + other"]);
});

test("What the server has published of the same text is not added to what it answers", async () => {
  const { judge } = await judgedSession((text, server) => {
    const { uri } = server.messages.find(({ method }) => method === "textDocument/didOpen")?.params.textDocument ?? {};
    const diagnostics = [missing];
    if (text === "old\n") server.send({ method: "textDocument/publishDiagnostics", params: { uri, diagnostics } });
    return undefined;
  });
  const { diagnostics } = (await judge().answer).result;
  expect(diagnostics).toMatchObject({ added: [{ message: "wrong" }], removed: [], unchanged: 0 });
});
