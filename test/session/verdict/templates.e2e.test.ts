/**
 * Components of Vue, Svelte and Astro that use what a TypeScript module declares, beside a server
 * that does not read them: their uses are found, renamed, and not said to be checked.
 */

import type { Location, WorkspaceEdit } from "vscode-languageserver-protocol";
import type { ChangeVerdict } from "../../../src/session/verdict/verdict.js";
import { openProject } from "./openProject.js";

jest.setTimeout(180_000);

const components = {
  "Shop.svelte": '<script lang="ts">\n  import { price } from "./price";\n</script>\n\n<p>{price(5)}</p>\n',
  "Card.astro": '---\nimport { price } from "./price";\n---\n<p>{price(3)}</p>\n',
  "Till.vue":
    '<script setup lang="ts">\nimport { price } from "./price";\n</script>\n<template><p>{{ price(3) }}</p></template>\n',
};
const files = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true }, "include": ["*.ts"] }',
  "price.ts": "export function price(cents: number): string {\n  return (cents / 100).toFixed(2);\n}\n",
  "main.ts": 'import { price } from "./price";\n\nexport const shown = price(4);\n',
  ...components,
};
const names = Object.keys(components).sort();
const nameOf = (uri: string) => uri.slice(uri.lastIndexOf("/") + 1);

test("Uses in components are listed, renamed, doubted and led to a moved file beside the TypeScript server", async () => {
  const { peer } = await openProject(files, "typescript", "typescript-language-server");
  const locate = "price.ts:price";
  const places = await peer.locate<readonly Location[]>("references", locate);
  const byFile = (file: string) => places.filter(({ uri }) => nameOf(uri) === file).length;
  expect(names.map((name) => [name, byFile(name)])).toEqual(names.map((name) => [name, 2]));

  const extra = { newName: "cost", place: true };
  const renamed = await peer.locate<{ result: WorkspaceEdit; diagnostics: ChangeVerdict }>("rename", locate, extra);
  const { result, diagnostics } = renamed;
  const edited = Object.entries(result.changes ?? {}).map(([uri, edits]) => [nameOf(uri), edits.length]);
  expect(edited.sort()).toEqual([...names.map((name) => [name, 2]), ["main.ts", 2], ["price.ts", 1]].sort());
  expect([diagnostics.checked, diagnostics.added]).toEqual(["some", []]);
  expect(diagnostics.why).toMatch(/^\w+\.(?:astro|svelte|vue) may use what changes, and its language is not the/);

  const { edit } = await peer.connection.sendRequest<{ edit: WorkspaceEdit }>("locate/move", {
    ...{ from: "price.ts", to: "money.ts" },
  });
  const importers = (edit.documentChanges ?? []).flatMap((part) =>
    "textDocument" in part ? [nameOf(part.textDocument.uri)] : [],
  );
  expect(importers.sort()).toEqual([...names, "main.ts"].sort());
  await peer.close();
});
