// biome-ignore-all lint/suspicious/noTemplateCurlyInString: servers.json has such
/** Documents in no file, whose texts a server gives. */

import { fileURLToPath } from "node:url";
import { shippedServers } from "../../../src/backend/config/loadServers.js";
import type { Server } from "../../../src/backend/config/servers.js";
import { closePairs, ErrorReply, type PairOptions, pair } from "../pair.js";

afterEach(closePairs);

const text = "class List {\n  add(item) {\n    return item;\n  }\n}\n";

/** What servers name: jdtls, Deno, Metals, csharp-ls, and one with the request of LSP 3.18. */
const uris = {
  jdt: "jdt://contents/gson-2.10.1.jar/com.google.gson/List.js?=shop/%5C/home%5C/gson.jar%3Ccom.google.gson(List.class",
  deno: "deno:/https/deno.land/std@0.224.0/list.js",
  jar: "jar:file:///home/me/.cache/list.jar!/a/List.js",
  csharp: "csharp:/metadata/projects/shop/assemblies/List/symbols/List.js",
  std: "std:/virtual/List.js",
};

type Handlers = NonNullable<PairOptions["handlers"]>;

interface Named {
  readonly uri: string;
}

interface About {
  readonly textDocument: Named;
  readonly position: { readonly line: number; readonly character: number };
}

/** A server whose entry has the requests of several, and that announces the standard one. */
function scripted(handlers: Handlers = {}): PairOptions {
  const answers = ({ uri }: Named) => (/list/i.test(uri) ? text : null);
  const shipped = shippedServers();
  const entry: Server = {
    ...(shipped.servers.get("deno") as Server),
    name: "virtual-server",
    command: ["virtual-server"],
    languages: ["javascript"],
    contents: [
      { scheme: "jdt", method: "java/classFileContents" },
      { scheme: "deno", method: "deno/virtualTextDocument", params: { textDocument: { uri: "${uri}" } } },
      { scheme: "jar", method: "x/decode", params: { arguments: ["${uri}"] }, result: "value" },
      { scheme: "csharp", method: "csharp/metadata", params: { textDocument: { uri: "${uri}" } }, result: "source" },
    ],
  };
  return {
    files: { "shop.js": "new List().add(1);\n" },
    command: ["virtual-server"],
    servers: { ...shipped, servers: new Map([...shipped.servers, [entry.name, entry]]) },
    serverCapabilities: { workspace: { textDocumentContent: { schemes: ["std"] } } },
    handlers: {
      "java/classFileContents": answers,
      "deno/virtualTextDocument": ({ textDocument }: About) => answers(textDocument),
      "x/decode": (params: { readonly arguments: readonly [string] }) => ({
        value: answers({ uri: params.arguments[0] }),
      }),
      "csharp/metadata": ({ textDocument }: About) => ({ source: answers(textDocument) }),
      "workspace/textDocumentContent": (params: Named) => ({ text: answers(params) }),
      "textDocument/documentSymbol": () => [],
      "textDocument/hover": ({ textDocument, position }: About) => ({
        contents: `${textDocument.uri} ${position.line}:${position.character}`,
      }),
      "textDocument/definition": ({ textDocument }: About) => [
        { uri: textDocument.uri, range: { start: { line: 0, character: 6 }, end: { line: 0, character: 10 } } },
      ],
      "textDocument/references": ({ textDocument }: About) => [
        { uri: textDocument.uri, range: { start: { line: 1, character: 2 }, end: { line: 1, character: 5 } } },
      ],
      ...handlers,
    },
  };
}

async function opened(handlers?: Handlers) {
  const session = pair(scripted(handlers));
  await session.open();
  return session;
}

test.each(Object.entries(uris))(
  "A document of %s can be outlined, located in, asked about and described",
  async (_name, uri) => {
    const { request } = await opened();
    const { result: outline } = await request("locate/outline", { file_path: uri });
    expect(outline.symbols.map(({ name }: { readonly name: string }) => name)).toEqual(["List"]);
    const { result: place } = await request("locate/resolve", { locate: `${uri}:List.add` });
    expect(place).toMatchObject({
      file_path: uri,
      target: { textDocument: { uri }, position: { line: 1, character: 2 } },
    });
    expect((await request("locate/hover", { locate: { file_path: uri, find: "ad<|>d" } })).result.contents).toBe(
      `${uri} 1:4`,
    );
    const { result: references } = await request("locate/references", { locate: `${uri}:List.add` });
    expect(references).toMatchObject([{ uri }]);
    const { result: definition } = await request("locate/definition", { locate: `${uri}:List.add` });
    expect(definition).toMatchObject([{ uri, range: { start: { line: 0 } } }]);
    const { result: around } = await request("locate/context", { locate: `${uri}:List.add` });
    expect(JSON.stringify(around)).toContain("return item;");
    const position = { line: 2, character: 12 };
    const { result: described } = await request("locate/describe", { textDocument: { uri }, position });
    const { result: again } = await request("locate/resolve", { locate: described.notation });
    expect(again.target).toEqual({ textDocument: { uri }, position });
  },
);

describe("A document is written as <library>!<path>", () => {
  test.each([
    ["list.jar!a/List.js", uris.jar],
    ["std@0.224.0!list.js", uris.deno],
  ])("once an answer has named it: %s is %s", async (name, uri) => {
    const { request } = await opened();
    const early = await request("locate/resolve", { locate: { file_path: name, scope: "List.add" } });
    expect(early.error.data.kind).toBe("file_not_found");
    expect(early.error.message).toContain("Ask for a definition that leads there first, or write its URI.");
    await request("locate/references", { locate: `${uri}:List.add` });
    const asText = await request("locate/resolve", { locate: `${name}:List.add` });
    expect(asText.result).toMatchObject({ file_path: uri, target: { textDocument: { uri } } });
    const asObject = await request("locate/resolve", { locate: { file_path: name, scope: "List.add" } });
    expect(asObject.result).toEqual(asText.result);
    const { result: outline } = await request("locate/outline", { file_path: name });
    expect(outline.symbols.map(({ name: symbol }: { readonly name: string }) => symbol)).toEqual(["List"]);
  });

  test("unless several have that name: they are listed, to be copied whole", async () => {
    const { request } = await opened();
    const other = uris.jar.replace("/home/me/.cache", `/opt/${"x".repeat(300)}`);
    for (const uri of [uris.jar, other])
      await request("locate/references", { locate: { file_path: uri, scope: "List.add" } });
    const { error } = await request("locate/resolve", {
      locate: { file_path: "list.jar!a/List.js", scope: "List.add" },
    });
    expect(error.data).toMatchObject({ kind: "file_ambiguous", files: [uris.jar, other] });
    expect(error.message).toContain(`Write one of: ${uris.jar}, ${other}.`);
  });
});

/** For each shipped server: a URI that it names, the params of its request, and its result. */
const shippedShapes: Readonly<Record<string, readonly [uri: string, method: string, params: object, result: unknown]>> =
  {
    jdtls: [uris.jdt, "java/classFileContents", { uri: uris.jdt }, text],
    deno: [uris.deno, "deno/virtualTextDocument", { textDocument: { uri: uris.deno } }, text],
    metals: [
      uris.jar,
      "workspace/executeCommand",
      { command: "metals.file-decode", arguments: [uris.jar] },
      { requestedUri: uris.jar, value: text, error: null },
    ],
    "kotlin-lsp": [
      "jrt:///opt/jdk!/java.base/java/util/List.class",
      "workspace/executeCommand",
      { command: "decompile", arguments: ["jrt:///opt/jdk!/java.base/java/util/List.class"] },
      { code: text, language: "java" },
    ],
    "kotlin-language-server": [
      "kls:file:///home/me/list.jar!/a/List.class?source=true",
      "kotlin/jarClassContents",
      { uri: "kls:file:///home/me/list.jar!/a/List.class?source=true" },
      text,
    ],
    "csharp-ls": [
      uris.csharp,
      "csharp/metadata",
      { textDocument: { uri: uris.csharp } },
      { projectName: "shop", assemblyName: "List", symbolName: "List", source: text },
    ],
    omnisharp: [
      "file:///%24metadata%24/Project/My%20Shop/Assembly/System/Collections/Symbol/System/Collections/List.cs",
      "o#/metadata",
      {
        ProjectName: "My Shop",
        AssemblyName: "System.Collections",
        TypeName: "System.Collections.List",
        Language: "C#",
        Timeout: 5000,
      },
      { SourceName: "List.cs", Source: text },
    ],
  };

test("Each shipped server with documents in no file has a test of its request", () => {
  const withContents = [...shippedServers().servers.values()].filter(({ contents }) => contents !== undefined);
  expect(withContents.map(({ name }) => name).sort()).toEqual(Object.keys(shippedShapes).sort());
});

test.each(Object.entries(shippedShapes))(
  "A document of %s is read by the request of its row",
  async (name, [uri, method, params, result]) => {
    const shipped = shippedServers();
    const entry = {
      ...(shipped.servers.get(name) as Server),
      command: ["virtual-server"],
      languages: ["javascript"],
      ready: "at once",
    } as const;
    const got: unknown[] = [];
    const handler = (asked: unknown) => {
      got.push(asked);
      return result;
    };
    const session = pair({
      ...scripted({ [method]: handler }),
      servers: {
        ...shipped,
        servers: new Map([
          ...shipped.servers,
          [name, { ...entry, match: { words: ["virtual-server"], serverInfo: [] } }],
        ]),
      },
    });
    await session.open();
    const { result: place } = await session.request("locate/resolve", {
      locate: { file_path: uri, scope: "List.add" },
    });
    expect(place.target).toMatchObject({ textDocument: { uri }, position: { line: 1, character: 2 } });
    expect(got).toContainEqual(params);
    const edit = { locate: { file_path: uri, scope: "List.add" }, operation: "delete" };
    expect((await session.request("locate/edit", edit)).error.data.kind).toBe("file_unwritable");
  },
);

test("A path that omnisharp invents is read as its URI", async () => {
  const [uri, method, , result] = shippedShapes["omnisharp"]!;
  const shipped = shippedServers();
  const words = { match: { words: ["virtual-server"], serverInfo: [] } };
  const omnisharp = {
    ...(shipped.servers.get("omnisharp") as Server),
    command: ["virtual-server"],
    languages: ["javascript"],
    ...words,
  };
  const session = pair({
    ...scripted({ [method]: () => result }),
    servers: { ...shipped, servers: new Map([...shipped.servers, ["omnisharp", omnisharp]]) },
  });
  await session.open();
  const file_path = fileURLToPath(uri);
  const { result: outline } = await session.request("locate/outline", { file_path });
  expect(outline.symbols.map(({ name }: { readonly name: string }) => name)).toEqual(["List"]);
});

test.each<[string, object]>([
  ["locate/edit", { locate: `${uris.deno}:List.add`, operation: "delete" }],
  ["locate/delete", { locate: `${uris.deno}:List.add` }],
  ["locate/rename", { locate: `${uris.deno}:List.add`, newName: "put" }],
])("%s refuses to change a document in no file", async (method, params) => {
  const { request } = await opened();
  const { error } = await request(method, params);
  expect(error.data.kind).toBe("file_unwritable");
  expect(error.message).toContain("in no file");
});

test("A changed text is taken: the same document has the new symbols", async () => {
  let now = text;
  const { request } = await opened({ "deno/virtualTextDocument": () => now });
  const names = async () =>
    (await request("locate/outline", { file_path: uris.deno })).result.symbols.map(
      ({ name }: { name: string }) => name,
    );
  expect(await names()).toEqual(["List"]);
  now = "class Other {}\n";
  expect(await names()).toEqual(["Other"]);
});

test.each<[string, Handlers, RegExp]>([
  ["null", { "deno/virtualTextDocument": () => null }, /gives no text for it/],
  [
    "an error",
    {
      "deno/virtualTextDocument": () => new ErrorReply({ code: -32603, message: "the module is not cached" }),
    },
    /refuses to read it/,
  ],
  ["an empty text", { "deno/virtualTextDocument": () => "" }, /gives no text for it/],
  ["no text", { "deno/virtualTextDocument": () => ({ text: 1 }) }, /gives no text for it/],
])("A server that names a document and answers %s is told as such", async (_title, handlers, message) => {
  const { request } = await opened(handlers);
  const { error } = await request("locate/outline", { file_path: uris.deno });
  expect(error.data.kind).toBe("file_unreadable");
  expect(error.message).toMatch(message);
});

test("A scheme that no server has is the error that says so", async () => {
  const { request } = await opened();
  const { error } = await request("locate/outline", { file_path: "zzz:/a/b.js" });
  expect(error.data.kind).toBe("file_not_found");
});
