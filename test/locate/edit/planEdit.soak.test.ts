/**
 * Edits of public code, compared with the same change by hand. Where a formatter is installed, a
 * file that it leaves unchanged is unchanged by it after each edit, too. The sources are downloaded
 * once into a cache; a language whose sources can't be downloaded is skipped. There is no short
 * form: planEdit.e2e.test.ts is one, with sources of its own.
 */

import { readFileSync } from "node:fs";
import { skip, testIf } from "../../jest.js";
import { testRounds } from "../../text/random.js";
import { checkEdits, type EditedText, type Misfit } from "./editLaws.js";
import { type Formatter, formatterNames, installedFormatter } from "./formatters.js";
import { publicSources, type SourceLanguage, sourceLanguages } from "./publicSources.js";

/** The share of edits that may differ from those by hand: texts whose spelling has two meanings. */
const MAX_SHARE = 0.02;

const FILES = Math.ceil(10 * testRounds);
const TARGETS = 15;

testIf(process.env["TEST_SOAK"] === "full", "only in the full form").each<SourceLanguage>([...sourceLanguages])(
  "Edits of public code in %s are as they would be by hand",
  async (language) => {
    const paths = await publicSources(language);
    if (paths.length === 0) skip(`there are no sources of ${language} here, and they can't be downloaded`);
    const step = Math.max(1, paths.length / FILES);
    const misfits: (Misfit & { path: string })[] = [];
    const reformatted: (Omit<EditedText, "text"> & { path: string })[] = [];
    const formatter = await installedFormatter(language);
    if (formatter === undefined) skipFormatters(language);
    let count = 0;
    let formattedCount = 0;
    for (let at = 0; at * step < paths.length; at++) {
      const path = paths[Math.floor(at * step)] as string;
      const text = readFileSync(path, "utf8");
      if (text.includes("\uFFFD") || text.length > 100_000) continue;
      const report = await checkEdits(language, text, TARGETS);
      count += report.count;
      misfits.push(...report.misfits.map((misfit) => ({ ...misfit, path })));
      if (formatter === undefined || (await formatter.format(text)) !== text) continue;
      formattedCount += report.count;
      for (const edit of await reformattedBy(formatter, report.results)) reformatted.push({ ...edit, path });
    }
    const own = misfits.filter(({ operation, spelling }) => operation === "replace" && spelling === "full indentation");
    console.log(`${language}: ${count} edits, ${misfits.length} differ`);
    if (formatter !== undefined)
      console.log(
        `${language}: ${formattedCount} edits of formatted files, ${formatter.name} changes ${reformatted.length}`,
      );
    expect(own).toEqual([]);
    if (misfits.length > count * MAX_SHARE) expect(misfits.slice(0, 12)).toEqual([]);
    expect(reformatted).toEqual([]);
  },
  600_000,
);

/** Returns the edits whose results a formatter refuses or changes. */
async function reformattedBy(
  { format }: Formatter,
  results: readonly EditedText[],
): Promise<Omit<EditedText, "text">[]> {
  const changed: Omit<EditedText, "text">[] = [];
  for (const { text, ...edit } of results) if ((await format(text)) !== text) changed.push(edit);
  return changed;
}

function skipFormatters(language: string): void {
  const names = formatterNames(language);
  if (names.length > 0) console.log(`Skipped for ${language}: no formatter is installed (${names.join(", ")}).`);
}
