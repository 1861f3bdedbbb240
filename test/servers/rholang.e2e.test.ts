/** Rholang through the built command: at a shell, and over LSP in a session with many servers. */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { DocumentSymbol, Hover, Location, LocationLink, WorkspaceEdit } from "vscode-languageserver-protocol";
import { builtCommand } from "../buildCommand.js";
import { temporaryFolder } from "../folders.js";
import { type Peer, repository, startPeer } from "../peer.js";
import { asUtf16 } from "./draw.js";
import { drawLocations, hoverText } from "./resultText.js";

jest.setTimeout(100_000);

const scratch = temporaryFolder();
const root = join(scratch, "project");
const serversFile = join(scratch, "servers.json");
const shop = `new stdout(\`rho:io:stdout\`), audit in {
  // Sells an item.
  // Answers with the price.
  contract sell(@item, return) = { audit!(item) | return!(1) } |
  // Sells several items.
  contract sell(@item, @count, return) = { audit!(item) | return!(count) } |
  sell!("bread", *stdout)
}
`;
const till = `// Pays an amount.
contract pay(@amount) = { Nil } |
contract pay(@amount, @tip, ...@more) = { Nil } |
pay!(1, 2) | @"sell"!("milk", 2, *x)
`;

beforeAll(() => {
  builtCommand();
  mkdirSync(join(root, ".git"), { recursive: true });
  writeFileSync(join(root, "shop.rho"), shop);
  writeFileSync(join(root, "till.rholang"), till);
  writeFileSync(serversFile, "{}");
});

describe("At a shell", () => {
  async function run(...args: readonly string[]): Promise<string> {
    const child = spawn(process.execPath, [join(repository, "dist/command/main.js"), ...args], {
      cwd: root,
      env: { ...process.env, NO_COLOR: "1", LSP_LOCATE_SERVERS: serversFile, XDG_CACHE_HOME: join(scratch, "cache") },
    });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stdin.end();
    await new Promise((resolve) => child.on("close", resolve));
    return stdout;
  }
  /** Returns the places in an answer of a server, in its order. */
  const places = async (method: string, locate: string) => {
    const { result } = JSON.parse(await run(method, locate, "--json")) as {
      result: readonly (Location | LocationLink)[];
    };
    return result.map((each) => {
      const [uri, { start }] = "uri" in each ? [each.uri, each.range] : [each.targetUri, each.targetSelectionRange];
      return `${basename(uri)}:${start.line + 1}:${start.character + 1}`;
    });
  };
  /** Returns the places that a search prints. */
  const found = (answer: string) => [...answer.matchAll(/^(\w+\.\w+:\d+:\d+)/gm)].map(([, place]) => place);

  test("`definition` of a quoted name in another file has the contract with that arity first.", async () =>
    expect(await places("definition", 'till.rholang@@"sell<|>')).toEqual(["shop.rho:6:12", "shop.rho:4:12"]));

  test("`definition` of a channel leads to `new`.", async () =>
    expect(await places("definition", "shop.rho@<|>audit!")).toEqual(["shop.rho:1:30"]));

  test("`references` of a channel are those in its scope.", async () =>
    expect(await places("references", "shop.rho:audit")).toEqual(["shop.rho:1:30", "shop.rho:4:36", "shop.rho:6:44"]));

  test("`references` of a contract at the top are found in all files.", async () =>
    expect(await places("references", "till.rholang:pay")).toEqual([
      "till.rholang:2:10",
      "till.rholang:3:10",
      "till.rholang:4:1",
    ]));

  test("`hover` shows the head of the contract and its comment.", async () => {
    const answer = await run("hover", 'shop.rho@sell<|>!("bread');
    expect(answer).toContain("contract sell(@item, return)\n\nSells an item.\nAnswers with the price.");
  });

  test("`outline` has contracts with their parameters, and channels.", async () =>
    expect((await run("outline", "shop.rho")).trimEnd().split("\n")).toEqual([
      "1  variable stdout  `rho:io:stdout`",
      "1  variable audit",
      "4  function sell  (@item, return)",
      "6  function sell[1]  (@item, @count, return)",
    ]));

  test.each([
    [["sell"], ["shop.rho:4:12", "shop.rho:6:12"]],
    [["sell", "--arity=3"], ["shop.rho:6:12"]],
    [["pay", "--arity=1"], ["till.rholang:2:10"]],
    [["pay", "--arity=5"], ["till.rholang:3:10"]],
    [["audit", "--arity=1"], []],
  ])("`search %s` finds contracts by name and arity.", async (words, expected) =>
    expect(found(await run("search", ...words))).toEqual(expected),
  );

  test("`rename` of a channel shows all changes, and of a contract for all files is refused.", async () => {
    const renamed = await run("rename", "shop.rho:audit", "log");
    expect([...renamed.matchAll(/^\+.*\blog\b/gm)]).toHaveLength(3);
    expect(await run("rename", "till.rholang:pay", "settle")).not.toContain("+");
    expect(readFileSync(join(root, "shop.rho"), "utf8")).toBe(shop);
  });
});

describe("Over LSP", () => {
  let peer: Peer;
  beforeAll(async () => {
    peer = await startPeer([], { root, capabilities: "full", options: ["--servers", serversFile] });
    for (const [path, text] of [
      ["shop.rho", shop],
      ["till.rholang", till],
    ] as const)
      await peer.notify("textDocument/didOpen", {
        textDocument: { uri: peer.uri(path), languageId: "rholang", version: 1, text },
      });
  });
  afterAll(async () => peer.close());

  /** Sends a method for the place of the first `word` after `before`. */
  async function ask<Result>(method: string, path: string, before: string, more: object = {}): Promise<Result> {
    const text = path === "shop.rho" ? shop : till;
    const lines = text.slice(0, text.indexOf(before) + before.length).split("\n");
    const position = { line: lines.length - 1, character: (lines.at(-1) ?? "").length };
    return peer.request<Result>(`textDocument/${method}`, { textDocument: { uri: peer.uri(path) }, position, ...more });
  }

  test("A definition leads from a quoted name to the contract with that arity.", async () => {
    const [best] = await ask<LocationLink[]>("definition", "till.rholang", '@"se');
    expect(drawLocations([best], root, asUtf16)).toEqual([
      "shop.rho: contract ┃sell(@item, @count, return) = { audit!(item) | return!(count) } |",
    ]);
  });

  test("A hover shows the contract.", async () =>
    expect(hoverText(await ask<Hover>("hover", "till.rholang", '| @"se'))).toContain(
      "contract sell(@item, @count, return)",
    ));

  test("References include the quoted ones in other files.", async () => {
    const found = await ask<Location[]>("references", "till.rholang", '@"se', {
      context: { includeDeclaration: true },
    });
    expect(found.map(({ uri }) => uri)).toContain(peer.uri("till.rholang"));
  });

  test("A rename changes the channel where it is visible.", async () => {
    const edit = await ask<WorkspaceEdit>("rename", "shop.rho", "= { au", { newName: "log" });
    const changes = JSON.stringify(edit);
    expect([...changes.matchAll(/"newText":"log"/g)]).toHaveLength(3);
  });

  test("The outline has the contracts with their parameters.", async () => {
    const symbols = await peer.request<DocumentSymbol[]>("textDocument/documentSymbol", {
      textDocument: { uri: peer.uri("till.rholang") },
    });
    expect(symbols.map(({ name, detail }) => `${name}${detail ?? ""}`)).toEqual([
      "pay(@amount)",
      "pay(@amount, @tip, ...@more)",
    ]);
  });

  test("A search by name and arity finds the contract.", async () => {
    const params = { symbol_path: "sell", arity: 2 };
    const { symbols } = await peer.request<{ symbols: readonly unknown[] }>("locate/search", params);
    expect(symbols).toHaveLength(1);
  });
});
