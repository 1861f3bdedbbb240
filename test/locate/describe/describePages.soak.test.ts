/** The law of describing in notebooks, and in pages with code, that public packages ship. */

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { decodeFile } from "../../../src/files/documents/notebook/decodeFile.js";
import { withCells } from "../../../src/session/documents/cellSymbols.js";
import { Document } from "../../../src/text/document.js";
import { download } from "../../downloads.js";
import { viewOf } from "../../syntax/parsedSources.js";
import { randomFrom } from "../../text/random.js";
import { leadsBack, leadsBackOrRefuses, randomPlace } from "./leadsBack.js";

jest.setTimeout(300_000);

const MAX_LENGTH = 60_000;

/** Describes places of a text, and resolves what is said of them. */
async function checkPlaces(path: string, languageId: string, text: string): Promise<void> {
  const { symbols, declarationAt } = await viewOf(languageId, text);
  const document = Document.of(text);
  const nodes = withCells(symbols, { uri: `file://${path}`, languageId, text: document });
  const source = { document, symbols: nodes, declarationAt, languageId, file_path: "file" };
  const random = randomFrom(text.length);
  for (let count = 0; count < 25; count++) {
    const { from } = randomPlace(random, text, 0);
    leadsBack({ from, to: from }, source, "point");
  }
  for (let count = 0; count < 10; count++) leadsBackOrRefuses(randomPlace(random, text, 120), source);
}

function filesIn(folder: string, isWanted: (name: string) => boolean): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter(isWanted).map((name) => join(folder, name));
}

test("Places in thirty notebooks lead back", async () => {
  const packages = [
    { client: "pip", name: "nbclient", version: "0.11.0" },
    { client: "pip", name: "nbval", version: "0.11.0" },
    { client: "pip", name: "papermill", version: "2.7.0" },
  ] as const;
  const folders = await Promise.all(packages.map(download));
  let count = 0;
  for (const file of folders.flatMap((each) => filesIn(each, (name) => name.endsWith(".ipynb")))) {
    const decoded = decodeFile(file, readFileSync(file));
    if ("binary" in decoded || decoded.text === "" || decoded.text.length > MAX_LENGTH) continue;
    await checkPlaces(file, decoded.notebook?.languageId ?? "", decoded.text);
    count++;
  }
  expect(count).toBeGreaterThanOrEqual(30);
});

test("Places in forty pages with code lead back", async () => {
  let count = 0;
  for (const file of filesIn(resolve("node_modules"), (name) => /\.(?:md|html)$/.test(name))) {
    if (count === 60) break;
    const text = readFileSync(file, "utf8").replace(/^\ufeff/, "");
    if (text.length > MAX_LENGTH || !/^```\w|<script|<style/m.test(text)) continue;
    await checkPlaces(file, file.endsWith("html") ? "html" : "markdown", text);
    count++;
  }
  expect(count).toBeGreaterThanOrEqual(40);
});
