import { CommandOrigins } from "../../../src/routing/requests/commandOrigins.js";

const execute = (command: string, given?: string) =>
  Buffer.from(
    `{"id":1,"method":"workspace/executeCommand","params":{"command":${JSON.stringify(command)}${given === undefined ? "" : `,"arguments":${given}`}}}`,
  );

/** Two backends that both offer `fix` and `a/b`, and one further command each. */
function both(): CommandOrigins {
  const commands = new CommandOrigins();
  commands.addOffered("a", ["fix", "onlyA", "a/b"]);
  commands.addOffered("b", ["fix"]);
  commands.addOffered("b", ["onlyB", "a/b"]);
  return commands;
}

test.each([
  ["onlyA", "a"],
  ["onlyB", "b"],
])("The command %s is offered by %s alone", (command, key) => {
  expect(both().originOf(execute(command))).toEqual({ kind: "single", key, because: "offered" });
});

test.each([[null], [{}], [5], ["fix"]])("A command list that is %j offers nothing", (commands) => {
  const odd = new CommandOrigins();
  odd.addOffered("a", commands);
  expect(odd.originOf(execute("fix"))).toMatchObject({ kind: "candidates", keys: [] });
});

test("A command that no backend offers has no candidates", () => {
  expect(both().originOf(execute("other", '["file:///x"]'))).toEqual({
    kind: "candidates",
    keys: [],
    uris: ["file:///x"],
  });
});

test.each(["{", "[]", '{"params":{}}', '{"params":{"command":7}}'])("The body %s has no command", (text) => {
  expect(both().originOf(Buffer.from(text))).toEqual({ kind: "candidates", keys: [], uris: [] });
});

const fix = '{"title":"t","command":"fix","arguments":[{"a":1,"b":[2]}]}';

test.each([
  ["textDocument/codeAction", `[${fix}]`],
  ["textDocument/codeAction", `[{"title":"x","kind":"quickfix"},{"title":"y","command":${fix}}]`],
  ["codeAction/resolve", `{"title":"y","command":${fix}}`],
  ["textDocument/codeLens", `[{},{"command":${fix}}]`],
  ["codeLens/resolve", `{"command":${fix}}`],
  ["textDocument/completion", `[{"command":${fix}}]`],
  ["textDocument/completion", `{"items":[{"command":${fix}}]}`],
  ["completionItem/resolve", `{"command":${fix}}`],
  ["textDocument/inlayHint", `[{"label":"plain"},{"label":[{"command":${fix}}]}]`],
  ["inlayHint/resolve", `{"label":[{"command":${fix}}]}`],
])("A command in the response to %s %s goes back to its backend", (method, result) => {
  for (const [key, other] of [
    ["a", "b"],
    ["b", "a"],
  ] as const) {
    const commands = both();
    commands.noteResponse(
      method,
      other,
      Buffer.from('{"result":[{"command":{"command":"fix","arguments":[{"a":2,"b":[2]}]}}]}'),
    );
    commands.noteResponse(method, key, Buffer.from(`{"id":1,"result":${result}}`));
    expect(commands.originOf(execute("fix", '[ {"b":[2], "a":1.0} ]'))).toEqual({
      kind: "single",
      key,
      because: "response",
    });
    expect(commands.originOf(execute("fix", '[{"a":1,"b":["2"]}]')).kind).toBe("candidates");
  }
});

test("A command in a partial result goes back to its backend", () => {
  const commands = both();
  commands.noteResponse(
    "textDocument/codeLens",
    "b",
    Buffer.from(`{"method":"$/progress","params":{"value":[{"command":${fix}}]}}`),
  );
  expect(commands.originOf(execute("fix", '[{"a":1,"b":[2]}]'))).toMatchObject({ key: "b" });
});

const noting = (given: string) => {
  const commands = both();
  commands.noteResponse("codeLens/resolve", "b", Buffer.from(`{"result":{"command":{"command":"fix"${given}}}}`));
  return commands;
};

test.each(["", ',"arguments":[]', ',"arguments":null'])("No arguments may be written as %j", (given) => {
  for (const asked of [undefined, "[]", "null"]) {
    expect(noting(given).originOf(execute("fix", asked))).toMatchObject({ kind: "single", key: "b" });
  }
});

test("An object does not equal its list of entries", () => {
  expect(noting(',"arguments":[[["a",1]]]').originOf(execute("fix", '[{"a":1}]')).kind).toBe("candidates");
});

test("A command name with an escaped slash is recognised", () => {
  const commands = both();
  commands.noteResponse("codeLens/resolve", "b", Buffer.from('{"result":{"command":{"command":"a\\/b"}}}'));
  expect(commands.originOf(execute("a/b"))).toMatchObject({ kind: "single", key: "b" });
});

test("A command that both backends sent has both as candidates", () => {
  const commands = both();
  commands.addOffered("c", ["fix"]);
  for (const key of ["a", "b", "a"])
    commands.noteResponse("codeLens/resolve", key, Buffer.from(`{"result":{"command":${fix}}}`));
  const asked = execute("fix", '[{"a":1,"b":[2]}]');
  expect(commands.originOf(asked)).toEqual({ kind: "candidates", keys: ["a", "b"], uris: [] });
  commands.remove("a");
  expect(commands.originOf(asked)).toEqual({ kind: "single", key: "b", because: "response" });
});

test("A backend that sends a command without offering it does not get it", () => {
  const commands = both();
  commands.noteResponse("codeLens/resolve", "c", Buffer.from(`{"result":{"command":${fix}}}`));
  expect(commands.originOf(execute("fix", '[{"a":1,"b":[2]}]'))).toMatchObject({
    kind: "candidates",
    keys: ["a", "b"],
  });
});

test("A removed backend offers nothing, and its commands are forgotten", () => {
  const commands = noting("");
  commands.remove("b");
  expect(commands.originOf(execute("fix"))).toEqual({ kind: "single", key: "a", because: "offered" });
  commands.addOffered("b", ["fix"]);
  expect(commands.originOf(execute("fix"))).toEqual({ kind: "candidates", keys: ["a", "b"], uris: [] });
});

test.each([
  [
    '["file:///a.ts",{"uri":"untitled:1","x":[{"uri":"file:///b.ts"}]}]',
    ["file:///a.ts", "untitled:1", "file:///b.ts"],
  ],
  ['[{"changes":{"file:///c.ts":[]}},"FILE:///d"]', ["FILE:///d", "file:///c.ts"]],
  ['["file:///a","file:///a",{"title":"see file:///x","uri":7},"C:/x"]', ["file:///a"]],
  ["[", []],
])("The documents in the arguments %s are %j", (given, uris) => {
  expect(both().originOf(execute("fix", given))).toEqual({ kind: "candidates", keys: ["a", "b"], uris });
});

test("Only the latest commands are kept", () => {
  const commands = both();
  const run = (n: number) => commands.originOf(execute("fix", `[${n}]`)).kind;
  const note = (n: number) =>
    commands.noteResponse(
      "codeLens/resolve",
      "a",
      Buffer.from(`{"result":{"command":{"command":"fix","arguments":[${n}]}}}`),
    );
  for (let n = 0; n < 2000; n++) note(n);
  expect(run(0)).toBe("single");
  note(0);
  note(2000);
  expect([run(0), run(1), run(2), run(2000)]).toEqual(["single", "candidates", "single", "single"]);
});

test("A response is not scanned if no command is shared", () => {
  const commands = new CommandOrigins();
  commands.addOffered("a", ["x", "x"]);
  commands.addOffered("b", ["y"]);
  const body = Buffer.from('{"result":[{"command":{"command":"x"}}]}');
  const looked = jest.spyOn(body, "includes");
  commands.noteResponse("textDocument/codeLens", "a", body);
  expect(looked).not.toHaveBeenCalled();
  commands.addOffered("b", ["x"]);
  commands.noteResponse("textDocument/codeLens", "a", body);
  expect(looked).toHaveBeenCalled();
});

test.each([
  "null",
  "[null,1]",
  '"fix"',
  '[{"command":null}]',
  '[{"command":"fix"',
  '{"command":{"command":"fix","arguments":',
])("The result %s contains no command", (result) => {
  for (const method of [
    "textDocument/codeAction",
    "textDocument/completion",
    "inlayHint/resolve",
    "codeLens/resolve",
  ]) {
    const commands = both();
    commands.noteResponse(method, "a", Buffer.from(`{"fix":"fix","result":${result}}`));
    expect(commands.originOf(execute("fix")).kind).toBe("candidates");
  }
});

test("Deeply nested arguments cause no failure", () => {
  const deep = `${"[".repeat(50_000)}"file:///x"${"]".repeat(50_000)}`;
  const commands = noting(`,"arguments":${deep}`);
  expect(commands.originOf(execute("onlyA", deep))).toMatchObject({ key: "a" });
  expect(both().originOf(execute("fix", deep))).toEqual({ kind: "candidates", keys: ["a", "b"], uris: ["file:///x"] });
});
