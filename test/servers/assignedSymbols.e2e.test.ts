/**
 * Symbols of JavaScript that are assigned, whose ranges typescript-language-server begins at the
 * value: a change of one is that of its statement, or none.
 */

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Position, TextEdit } from "vscode-languageserver-protocol";
import { Document } from "../../src/text/document.js";
import { rangeToOffsets } from "../../src/text/position.js";
import { type Peer, startPeer } from "../peer.js";

/** Each line is one statement, with the symbol that it declares. */
const statements: readonly (readonly [symbol: string, code: string])[] = [
  ["Cart", "function Cart() {}"],
  ["total", "Cart.prototype.total = function (rate) { return this.total(rate); };"],
  ["later", "Cart.prototype.later = async (rate) => rate;"],
  ["named", "Cart.prototype.named = function named() {};"],
  ["of", "Cart.of = function () {};"],
  ["Line", "Cart.Line = class { run() {} };"],
  ["same", "Cart.prototype.same = Cart.prototype.total;"],
  ["defaults", "Cart.defaults = { rate: 1, round: function () {} };"],
  ["open", "exports.open = function () {};"],
  ["close", "module.exports.close = function () {};"],
];
const text = `${statements.map(([, code]) => code).join("\n")}\n`;

let root: string;
let peer: Peer;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "locate-assigned-")));
  writeFileSync(join(root, "cart.js"), text);
  peer = await startPeer(["typescript-language-server", "--stdio"], { root });
}, 120_000);

afterAll(async () => {
  try {
    await peer.close();
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test.each(statements)(
  "The name of %s is the one that is assigned, and it is deleted with its statement",
  async (name, code) => {
    const locate = { file_path: "cart.js", scope: { symbol_path: [name] } };
    const { target } = await peer.locate<{ target: { position: Position } }>("resolve", locate);
    const line = statements.findIndex(([, each]) => each === code);
    expect(target.position).toEqual({ line, character: code.search(new RegExp(`\\b${name}\\b`)) });
    const { edit } = await peer.locate<{ edit: { documentChanges: { edits: TextEdit[] }[] } }>("edit", locate, {
      operation: "delete",
    });
    expect(apply(edit.documentChanges.flatMap(({ edits }) => edits))).toBe(text.replace(`${code}\n`, ""));
  },
);

function apply(edits: readonly TextEdit[]): string {
  const [only] = edits;
  if (only === undefined || edits.length !== 1) throw new Error(`${edits.length} edits`);
  const { from, to } = rangeToOffsets(Document.of(text), only.range, "utf-16");
  return text.slice(0, from) + only.newText + text.slice(to);
}
