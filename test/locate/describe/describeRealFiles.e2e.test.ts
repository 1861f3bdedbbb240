/**
 * The law of describing on real files of many languages, with the symbols of their syntax trees.
 */
import { Document } from "../../../src/text/document.js";
import { viewOf } from "../../syntax/parsedSources.js";
import { randomFrom } from "../../text/random.js";
import { realFiles } from "../realFiles.js";
import { leadsBack, leadsBackOrRefuses, randomPlace } from "./leadsBack.js";

const files = realFiles(1, 60_000);

test("The real files are in many languages", () =>
  expect(new Set(files.map(({ language }) => language)).size).toBeGreaterThan(11));

test.each(files.map((file) => [file.path.replace(/^.*node_modules/, ""), file] as const))(
  "Places in %s lead back",
  async (_, file) => {
    const { symbols, declarationAt } = await viewOf(file.language, file.text);
    const document = Document.of(file.text);
    const source = { document, symbols, declarationAt, languageId: file.language, file_path: "file" };
    const random = randomFrom(file.text.length);
    for (let count = 0; count < 25; count++) {
      const { from } = randomPlace(random, file.text, 0);
      leadsBack({ from, to: from }, source, "point");
    }
    for (let count = 0; count < 10; count++) leadsBackOrRefuses(randomPlace(random, file.text, 120), source);
  },
);
