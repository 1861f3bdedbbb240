/**
 * The threads that parse, tested through the built command: a user's grammar, a broken one, and a
 * text that takes long.
 */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Peer, repository, startPeer } from "../peer.js";
import { wasmOf } from "../syntax/packagedGrammars.js";

const root = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-threads-")));
const servers = join(root, "servers.json");
/** A server that starts quickly and knows none of these languages. */
const command = ["vscode-json-language-server", "--stdio"];
let peer: Peer;

interface Outline {
  readonly symbols: readonly { readonly name: string; readonly kind: string; readonly symbol_path: string[] }[];
  readonly markdown: string;
}

beforeAll(async () => {
  cpSync(join(repository, "test/projects/json"), root, { recursive: true });
  mkdirSync(join(root, "queries"));
  writeFileSync(
    join(root, "queries/outline.scm"),
    `(section (section_name (text) @name)) @definition.module
     (setting (setting_name) @name) @definition.property
     (comment) @comment`,
  );
  mkdirSync(join(root, "wrong"));
  writeFileSync(join(root, "wrong/outline.scm"), "(no_such_node) @definition.class");
  writeFileSync(join(root, "broken.wasm"), Buffer.from("\0asm\x01\0\0\0 and then nothing that makes sense", "latin1"));
  const own = (name: string) => ({ extensions: [`.${name}`] });
  writeFileSync(
    servers,
    JSON.stringify({
      languages: { ini: own("ini"), broken: own("broken"), misread: own("misread"), absent: own("absent") },
      grammars: {
        ini: { wasm: wasmOf("ini"), queries: "queries" },
        broken: { wasm: "broken.wasm" },
        misread: { wasm: wasmOf("ini"), queries: "wrong" },
        absent: { wasm: "absent.wasm" },
      },
    }),
  );
  const ini = "; What it is for.\n[server]\nport = 80\n\n[größe 💣]\nname = x\n";
  for (const name of ["ini", "broken", "misread", "absent"]) writeFileSync(join(root, `settings.${name}`), ini);
  writeFileSync(join(root, "shop.py"), "class Shop:\n    def open(self):\n        return 1\n");
  writeFileSync(join(root, "bundle.js"), "function f(a){return a?[1,2]:{b:f}};".repeat(220_000));
  peer = await startPeer(command, { root, options: ["--servers", servers] });
});
afterAll(async () => {
  await peer.close();
  rmSync(root, { recursive: true, force: true });
});

const outlineOf = (file_path: string) => peer.request<Outline>("locate/outline", { file_path });
const namesOf = async (file: string) => (await outlineOf(file)).symbols.map(({ name }) => name);

describe("A user's grammar", () => {
  test("A user's grammar provides outlines and symbols for Locates.", async () => {
    expect(await namesOf("settings.ini")).toEqual(["server", "größe 💣"]);
    const place = await peer.locate<{ markdown: string }>("resolve", "settings.ini:server.port");
    expect(place.markdown).toBe("Located `settings.ini` at 3:1");
    const range = await peer.locate<{ markdown: string }>("resolveRange", {
      file_path: "settings.ini",
      anchor_text: "name",
      ancestor_node_type: "section",
    });
    expect(range.markdown).toBe("Located `settings.ini` range 5:1-6:9");
  });

  test.each([
    ["broken", "broken.wasm"],
    ["misread", "outline.scm is not a query for this grammar"],
    ["absent", "absent.wasm"],
  ])("A grammar that is %s is reported and affects nothing else.", async (name, why) => {
    await expect(outlineOf(`settings.${name}`)).rejects.toMatchObject({
      message: expect.stringContaining(why),
      data: { kind: "unsupported" },
    });
    expect(peer.stderr()).toMatch(new RegExp(`settings.${name}, grammar .*: .`));
    const nodes = peer.locate("nodes", `settings.${name}@port`);
    // Nodes need no query.
    if (name === "misread") expect(await nodes).toMatchObject({ nodes: expect.anything() });
    else
      await expect(nodes).rejects.toMatchObject({
        message: expect.stringContaining(why),
        data: { kind: "unsupported" },
      });
    // Without a tree, the text can still be searched.
    const place = await peer.locate<{ markdown: string }>("resolve", `settings.${name}@port = <|>80`);
    expect(place.markdown).toBe(`Located \`settings.${name}\` at 3:8`);
    expect(await namesOf("shop.py")).toEqual(["Shop"]);
    expect(await namesOf("settings.ini")).toEqual(["server", "größe 💣"]);
  });
});

test("While 8 MB of minified code are parsed, other requests and texts are served.", async () => {
  const textDocument = { uri: peer.uri("settings.json") };
  const position = { line: 1, character: 3 };
  let isParsed = false;
  const parsed = peer
    .request("locate/nodes", { textDocument: { uri: peer.uri("bundle.js") }, position: { line: 0, character: 9 } })
    .then(
      (answer) => JSON.stringify(answer),
      (error) => String(error.data?.kind),
    )
    .finally(() => {
      isParsed = true;
    });
  for (let round = 0; round < 20; round++) {
    await peer.request("textDocument/hover", { textDocument, position });
    expect(await namesOf("shop.py")).toEqual(["Shop"]);
  }
  // All later requests have been answered: none waited for the parse.
  expect(isParsed).toBe(false);
  // A tree, or the error that the parse took too long.
  expect(await parsed).toMatch(/"function_declaration"|^unsupported$/);
});
