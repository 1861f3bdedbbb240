import { CONFIGURATION_RESPONSE, createMessageMapping } from "../../../src/backend/remote/messageMapping.js";
import { virtualPlaces } from "../../../src/backend/remote/outsidePlaces.js";
import { createPathMapping } from "../../../src/backend/remote/pathMapping.js";

const pairs = [{ local: "/home/me/shöp", remote: "/workspace" }];
const LOCAL = "file:///home/me/sh%C3%B6p";
const outside = virtualPlaces({ name: "gopls" });

const open = () => createMessageMapping(createPathMapping(pairs));
const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
const toLocal = (value: unknown, mapping = open()) =>
  bodyOf(mapping.toLocal(Buffer.from(text(value)), outside)) ?? text(value);
const toRemote = (value: unknown, kind?: string, mapping = open()) =>
  bodyOf(mapping.toRemote(Buffer.from(text(value)), kind, outside)) ?? text(value);

/** Returns the body of a frame, which has the length that its header says. */
function bodyOf(frame: Buffer | undefined): string | undefined {
  if (frame === undefined) return undefined;
  const from = frame.indexOf("\r\n\r\n") + 4;
  expect(frame.toString("latin1", 0, from)).toBe(`Content-Length: ${frame.length - from}\r\n\r\n`);
  return frame.toString("utf8", from);
}

/** A server's message, and what the client gets; where a case has one, as bytes. */
const local: readonly (readonly [title: string, remote: unknown, local: unknown])[] = [
  ["a field `uri`", { uri: "file:///workspace/a.ts" }, { uri: `${LOCAL}/a.ts` }],
  ["a result", { id: 1, result: "file:///workspace/a.h" }, { id: 1, result: `${LOCAL}/a.h` }],
  [
    "links of a definition",
    { result: [{ targetUri: "file:///workspace/a.ts", x: 1.0 }] },
    { result: [{ targetUri: `${LOCAL}/a.ts`, x: 1.0 }] },
  ],
  [
    "keys of an edit",
    { changes: { "file:///workspace/a.ts": [{ newText: "file:///workspace/a.ts" }] } },
    { changes: { [`${LOCAL}/a.ts`]: [{ newText: "file:///workspace/a.ts" }] } },
  ],
  ["slashes that are escaped", '{"uri":"file:\\/\\/\\/workspace\\/a.ts"}', `{"uri":"${LOCAL}/a.ts"}`],
  ["spaces around the colon", '{ "uri" :\n"file:///workspace/a.ts" }', `{ "uri" :\n"${LOCAL}/a.ts" }`],
  [
    "a number that JSON.parse would round",
    '{"id":12345678901234567890,"uri":"file:///workspace"}',
    `{"id":12345678901234567890,"uri":"${LOCAL}"}`,
  ],
  [
    "links in Markdown, not its code",
    {
      kind: "markdown",
      value:
        "see [a](file:///workspace/a.ts#L3), `file:///workspace/b`\n```\nfile:///workspace/c\n```\nfile:///workspace/d",
    },
    {
      kind: "markdown",
      value: `see [a](${LOCAL}/a.ts#L3), \`file:///workspace/b\`\n\`\`\`\nfile:///workspace/c\n\`\`\`\n${LOCAL}/d`,
    },
  ],
  [
    "Markdown whose kind comes last",
    { value: "[a](file:///workspace/a.ts)", kind: "markdown" },
    { value: `[a](${LOCAL}/a.ts)`, kind: "markdown" },
  ],
  [
    "the contents of a hover",
    {
      result: { contents: ["x", "[a](file:///workspace/a.ts)", { language: "ts", value: "x = 'file:///workspace'" }] },
    },
    { result: { contents: ["x", `[a](${LOCAL}/a.ts)`, { language: "ts", value: "x = 'file:///workspace'" }] } },
  ],
  [
    "paths in data",
    { data: { a: ["/workspace/a.ts", "/workspace2"] } },
    { data: { a: ["/home/me/shöp/a.ts", "/workspace2"] } },
  ],
  [
    "a message for people",
    { message: "no /workspace/a.ts, see file:///workspace/b.ts or /workspace: x/workspace" },
    { message: `no /home/me/shöp/a.ts, see ${LOCAL}/b.ts or /home/me/shöp: x/workspace` },
  ],
  ["globs", { globPattern: "/workspace/**/*.{go,mod}" }, { globPattern: "/home/me/shöp/**/*.{go,mod}" }],
  ["bases of globs", { baseUri: "file:///workspace", pattern: "**/a" }, { baseUri: LOCAL, pattern: "**/a" }],
  [
    "arguments",
    { command: { arguments: ["/workspace/a", { f: "file:///workspace" }] } },
    { command: { arguments: ["/home/me/shöp/a", { f: LOCAL }] } },
  ],
  [
    "a file outside of all folders",
    { uri: "file:///usr/lib/a%20b.ts" },
    { uri: "lsp-remote://gopls/usr/lib/a%20b.ts" },
  ],
  ["a way out of a folder", { uri: "file:///workspace/../etc/x" }, { uri: "lsp-remote://gopls/workspace/../etc/x" }],
];

test.each(local)("A server's %s has the client's paths", (_title, remote, expected) => {
  expect(toLocal(remote)).toBe(text(expected));
});

const untouched: readonly (readonly [title: string, value: unknown])[] = [
  ["the text of a document", { textDocument: { text: 'a "file:///workspace/a.ts" file:///workspace' } }],
  ["a text that is a URI as a whole", { text: "file:///workspace/a.ts" }],
  ["inserted text", { insertText: "file:///workspace/a.ts", label: "file:///workspace/a.ts" }],
  ["a snippet", { insertText: { kind: "snippet", value: "file:///workspace/a.ts" } }],
  ["plain text", { kind: "plaintext", value: "file:///workspace/a.ts and /workspace/a.ts" }],
  ["a path that is no opaque value", { detail: "/workspace/a.ts", label: "/workspace" }],
  ["a text with quotes", String.raw`{"newText":"\"file:///workspace/a.ts\" \\\"file:///workspace\\\\"}`],
  ["other schemes", { uri: "untitled:/workspace/a.ts", other: "http://workspace" }],
  ["a longer name", { data: "/workspaces/a.ts", uri: 1 }],
];

test.each(untouched)("A server's message with %s passes with its bytes", (_title, value) => {
  expect(open().toLocal(Buffer.from(text(value)), outside)).toBeUndefined();
});

const remote: readonly (readonly [title: string, kind: string | undefined, local: unknown, remote: unknown])[] = [
  [
    "initialize",
    "initialize",
    {
      rootUri: LOCAL,
      rootPath: "/home/me/shöp",
      workspaceFolders: [{ uri: LOCAL, name: "shöp" }],
      initializationOptions: { text: "file:///home/me/sh%C3%B6p/a", path: "/home/me/shöp/.venv" },
    },
    {
      rootUri: "file:///workspace",
      rootPath: "/workspace",
      workspaceFolders: [{ uri: "file:///workspace", name: "shöp" }],
      initializationOptions: { text: "file:///workspace/a", path: "/workspace/.venv" },
    },
  ],
  [
    "a path in ASCII alone",
    "workspace/didChangeConfiguration",
    '{"settings":{"p":"/home/me/sh\\u00f6p/b"}}',
    '{"settings":{"p":"/workspace/b"}}',
  ],
  [
    "settings",
    CONFIGURATION_RESPONSE,
    { result: [{ value: "/home/me/shöp/b" }] },
    { result: [{ value: "/workspace/b" }] },
  ],
  [
    "didOpen",
    "textDocument/didOpen",
    { textDocument: { uri: `${LOCAL}/a.ts`, text: `x = "${LOCAL}/a.ts"; "/home/me/shöp"` } },
    { textDocument: { uri: "file:///workspace/a.ts", text: `x = "${LOCAL}/a.ts"; "/home/me/shöp"` } },
  ],
  [
    "a place outside",
    "textDocument/hover",
    { uri: "lsp-remote://gopls/usr/lib/a%20b.ts" },
    { uri: "file:///usr/lib/a%20b.ts" },
  ],
  [
    "that of another server",
    "textDocument/hover",
    { uri: "lsp-remote://clangd/usr/a.h" },
    { uri: "lsp-remote://clangd/usr/a.h" },
  ],
];

test.each(remote)("A client's message gets the server's paths: %s", (_title, kind, value, expected) => {
  expect(toRemote(value, kind)).toBe(text(expected));
});

test("A client's file outside of all folders keeps its URI, there and back", () => {
  const mapping = open();
  const opened = { uri: "file:///tmp/scratch.ts" };
  expect(toRemote(opened, "textDocument/didOpen", mapping)).toBe(text(opened));
  expect(toLocal(opened, mapping)).toBe(text(opened));
});

test("A diagnostic goes back to the server with the message that it wrote", () => {
  const mapping = open();
  const message = "can't find /workspace/a.ts";
  const shown = toLocal({ diagnostics: [{ message }] }, mapping);
  expect(shown).toContain("/home/me/shöp/a.ts");
  expect(toRemote(shown, "textDocument/codeAction", mapping)).toBe(text({ diagnostics: [{ message }] }));
});

test("The places outside of a message are told, as the server names them", () => {
  const found: string[] = [];
  const body = { result: [{ uri: "file:///usr/a.h" }, { uri: "file:///workspace/b.h" }] };
  open().toLocal(Buffer.from(text(body)), outside, (uri) => found.push(uri));
  expect(found).toEqual(["file:///usr/a.h"]);
});

test("A URI or path is found wherever it is in a long message", () => {
  // Messages are searched in parts of 32 KB: each begins at another place of such a border.
  for (let shift = 0; shift < 80; shift++) {
    const newText = "x".repeat(32 * 1024 - 90 + shift);
    const message = (folder: string, uri: string) => ({ newText, uri: `${uri}/a.ts`, data: `${folder}/b` });
    expect(toLocal(message("/workspace", "file:///workspace"))).toBe(text(message("/home/me/shöp", LOCAL)));
  }
});

test("A message may grow with each of its URIs", () => {
  const answer = (uri: string) => ({ result: Array.from({ length: 5000 }, (_, n) => ({ uri: `${uri}/${n}.ts`, n })) });
  const grown = toLocal(answer("file:///workspace"));
  expect(grown).toBe(text(answer(LOCAL)));
  expect(toRemote(grown)).toBe(text(answer("file:///workspace")));
});

/** A generator of numbers below 1, by Park and Miller. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const seeds = Array.from({ length: 30 }, (_, n) => 67 + n);

test.each(seeds)("What JSON says is changed at no other place, and back again: random messages of seed %i", (seed) => {
  const random = seeded(seed);
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const strings = [
    'file:///workspace/a"b.ts',
    "file:///workspace/💣/é",
    '\\"file:///workspace',
    "/workspace/x",
    "\\",
    "é\n",
    '{["',
    "file:///workspace",
  ];
  const keys = ["uri", "text", "data", "newText", "changes", 'x"y', "file:///workspace/k"];
  const value = (depth: number): unknown => {
    const kind = depth > 4 ? 0 : Math.floor(random() * 4);
    if (kind === 0) return pick<unknown>([...strings, 1.5, null, true]);
    if (kind === 1) return Array.from({ length: 3 }, () => value(depth + 1));
    return Object.fromEntries(Array.from({ length: 3 }, () => [pick(keys), value(depth + 1)]));
  };
  /** The rule, on parsed JSON. */
  const expected = (each: unknown, key: string | undefined, isOpaque: boolean): unknown => {
    const uriOf = (uri: string) =>
      uri
        .replace(/^file:\/\/\/workspace(?=\/|$)/, LOCAL)
        .replaceAll('"', "%22")
        .replaceAll("é", "%C3%A9")
        .replaceAll("💣", "%F0%9F%92%A3");
    if (typeof each === "string") {
      if (each.startsWith("file:")) return key === "text" || key === "newText" ? each : decodeURI(uriOf(each));
      return isOpaque ? each.replace(/^\/workspace(?=\/)/, "/home/me/shöp") : each;
    }
    if (Array.isArray(each)) return each.map((one) => expected(one, undefined, isOpaque));
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(
      Object.entries(each).map(([name, one]) => [
        name.startsWith("file:") ? decodeURI(uriOf(name)) : name,
        expected(one, name, isOpaque || name === "data"),
      ]),
    );
  };
  const decoded = (json: string) =>
    JSON.parse(json, (_key, each) => (typeof each === "string" && each.startsWith("file:") ? decodeURI(each) : each));
  const message = { result: value(0) };
  const mapped = decoded(toLocal(message));
  const renamed = JSON.parse(JSON.stringify(mapped).replaceAll(LOCAL, decodeURI(LOCAL)));
  expect(renamed).toEqual(expected(message, undefined, false));
});
