/** The schema of servers.json in an editor: completion, hover and diagnostics. */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import schema from "../../schema/servers.schema.json" with { type: "json" };
import shipped from "../../servers.json" with { type: "json" };
import { starterFile } from "../../src/cli/commands/init.js";
import { type JsonEditor, openJsonEditor } from "./jsonEditor.js";

const root = resolve(import.meta.dirname, "../..");
const path = join(root, "schema/servers.schema.json");
let editor: JsonEditor;
beforeAll(async () => {
  editor = await openJsonEditor("servers.json");
});
afterAll(() => editor.close());

/** Returns a file that names its schema. */
const withSchema = (rest: string, schema = pathToFileURL(path).href) => `{ "$schema": "${schema}", ${rest} }`;

test.each<[text: string, ...labels: string[]]>([
  ['"┃"', "servers", "languages", "grammars"],
  ['"servers": { "mine": { "┃" } }', "command", "languages", "rootMarkers", "settings", "ready", "install", "remote"],
  ['"servers": { "mine": { "ready": { "┃" } } }', "progress", "grace", "from"],
  ['"servers": { "mine": { "ready": { "from": ┃ } } }', '"start"', '"open"'],
  ['"servers": { "mine": { "encoding": ┃ } }', '"utf-8"', '"utf-16"', '"utf-32"'],
  ['"servers": { "mine": { "languages": [┃] } }', '"python"', '"typescriptreact"'],
  ['"servers": { "┃" }', "pyright", "gopls"],
  ['"languages": { "┃" }', "python", "rust"],
  ['"languages": { "python": { "┃" } }', "extensions", "filenames", "servers"],
  ['"languages": { "python": { "servers": [┃] } }', '"pyright"', '"pylsp"'],
  ['"grammars": { "mine": { "┃" } }', "wasm", "queries"],
])("In servers.json, completion in %s offers the expected labels.", async (text, ...labels) => {
  expect(await editor.complete(withSchema(text))).toEqual(expect.arrayContaining(labels));
});

test.each<[text: string, words: string]>([
  ['"ser┃vers": {}', "Language servers, by a name of your choice."],
  ['"servers": { "p┃yright": {} }', "write only the fields that differ"],
  ['"servers": { "mine": { "com┃mand": ["x"] } }', "The program and its arguments"],
  ['"servers": { "mine": { "command": ["x"], "ready": { "gra┃ce": 1 } } }', "Seconds of silence that count as loaded"],
  ['"languages": { "python": { "exten┃sions": [] } }', "File extensions, with the dot"],
])("In servers.json, the hover in %s explains the property.", async (text, words) => {
  expect((await editor.hover(withSchema(text))).replaceAll("&nbsp;", " ").replaceAll("\\", "")).toContain(words);
});

test.each<[text: string, ...faults: RegExp[]]>([
  ['"servers": { "mine": { "command": ["x"] } }'],
  ['"servers": { "pyright": null }, // a comment, and a trailing comma\n "languages": {},'],
  ['"servers": { "mine": { "comand": ["x"] } }', /comand is not allowed/],
  ['"server": {}', /server is not allowed/],
  ['"servers": { "mine": { "command": "x" } }', /Incorrect type/],
  ['"languages": { "mine": { "extensions": ["mine"] } }', /does not match the pattern/],
])("In servers.json, the mistake in %s is underlined.", async (text, ...faults) => {
  expect(await editor.diagnostics(withSchema(text))).toEqual(faults.map((fault) => expect.stringMatching(fault)));
});

test("$schema may be an absolute path; the shipped file has a relative one.", async () => {
  expect(await editor.diagnostics(withSchema('"server": {}', path))).toEqual([
    expect.stringMatching(/server is not allowed/),
  ]);
  expect(shipped.$schema).toBe("./schema/servers.schema.json");
});

test("The shipped file and the one of `init` are valid.", async () => {
  const text = readFileSync(join(root, "servers.json"), "utf8");
  expect(await editor.diagnostics(text.replace(shipped.$schema, pathToFileURL(path).href))).toEqual([]);
  const mine = starterFile(pathToFileURL(path).href);
  expect(await editor.diagnostics(mine)).toEqual([]);
  expect(await editor.diagnostics(mine.replace(/\/\/ (?=")/g, ""))).toEqual([]);
});

test("Everything in the shipped file is offered.", () => {
  const { knownServers, knownLanguages } = schema.definitions;
  expect(knownServers.examples).toEqual(Object.keys(shipped.servers).sort());
  expect(knownLanguages.examples).toEqual(Object.keys(shipped.languages).sort());
});
