/**
 * Every regular expression takes linear time, whatever the text: no part of it can match the same
 * text in two ways ("Trade" and "Self" of the checker), and it does not start anew at each
 * character that it has searched in vain ("Move").
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analyse } from "scslre";
import {
  type Expression,
  expressionsOfQueries,
  expressionsOfServers,
  expressionsOfSources,
  patternFields,
} from "./expressions.js";
import { root } from "./sourceTree.js";

function faultsOf(expressions: readonly Expression[]): string[] {
  return expressions.flatMap(({ where, source, flags, isBounded = false }) => {
    const { reports } = analyse({ source, flags }, { reportTypes: { Move: !isBounded, Self: true, Trade: true } });
    return reports.length === 0 ? [] : [`${where} /${source}/${flags}: ${reports.map(({ type }) => type).join(", ")}`];
  });
}

test("Every regular expression of the sources takes linear time", () => {
  const expressions = expressionsOfSources();
  expect(expressions.length).toBeGreaterThan(600);
  expect(faultsOf(expressions)).toEqual([]);
});

test("Every regular expression of the queries takes linear time", () => {
  const expressions = expressionsOfQueries();
  expect(expressions.length).toBeGreaterThan(150);
  expect(faultsOf(expressions)).toEqual([]);
});

test("Every regular expression of servers.json takes linear time", () => {
  const expressions = expressionsOfServers();
  expect(expressions.length).toBeGreaterThan(10);
  expect(faultsOf(expressions)).toEqual([]);
});

test("The fields of servers.json with regular expressions are those of its schema", () => {
  const fields = new Set<string>();
  const search = (value: unknown, name: string) => {
    if (typeof value !== "object" || value === null) return;
    if ((value as { $ref?: unknown }).$ref === "#/definitions/pattern") fields.add(name);
    for (const [key, inner] of Object.entries(value)) search(inner, key);
  };
  search(JSON.parse(readFileSync(join(root, "schema/servers.schema.json"), "utf8")), "");
  expect([...fields].sort()).toEqual([...patternFields].sort());
});

test.each([
  ["/a*a*$/", { where: "", source: "a*a*$", flags: "" }],
  ["a docstring with attributes", { where: "", source: '"""\\s*(?:@spec\\b[^\\r\\n]*\\s*)*$', flags: "" }],
  ["the word at the end of a line", { where: "", source: "[\\p{ID_Continue}$]*$", flags: "u" }],
])("The check finds %s", (_, expression) => expect(faultsOf([expression])).toHaveLength(1));
