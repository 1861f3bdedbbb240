/** Prints the records of a syntax index while they are read. */

import type { MethodAnswer } from "../methods/methodCommand.js";
import type { Options } from "../options.js";
import { recordPageRenderer, renderRecordsEnd } from "../show/locateAnswers.js";
import type { Terminal } from "../terminal.js";

interface RecordsOutput {
  readonly terminal: Terminal;
  print(text: string): Promise<void>;
}

type RecordsAnswer = MethodAnswer & { readonly kind: "records" };

/**
 * Prints each page before the next one is read; with `--json` all of them as one object. Resolves
 * with the exit code. Rejects as `InProcessClient.request` does, after what was printed.
 */
export async function reportRecords(
  answer: RecordsAnswer,
  { json }: Pick<Options, "json">,
  { terminal, print }: RecordsOutput,
): Promise<number> {
  await (json ? printJson(answer, print) : printRows(answer, terminal, print));
  return 0;
}

async function printRows(
  { first, pages }: RecordsAnswer,
  terminal: Terminal,
  printText: RecordsOutput["print"],
): Promise<void> {
  const renderPage = recordPageRenderer(terminal);
  let printed = 0;
  for await (const page of pages) {
    await printText(renderPage(page));
    printed += page.records.length;
  }
  await printText(renderRecordsEnd(first, printed));
}

/** Prints `{ records, count, difference }`, as `JSON.stringify` does with two spaces. */
async function printJson({ first, pages }: RecordsAnswer, printText: RecordsOutput["print"]): Promise<void> {
  const { count, difference } = first;
  await printText('{\n  "records": [');
  // The last record has no comma, and only the next page shows that there is another one.
  let last: string | undefined;
  for await (const { records } of pages) {
    const texts = records.map((record) => JSON.stringify(record, null, 2).replace(/^/gm, "    "));
    const complete = [...(last === undefined ? [] : [last]), ...texts.slice(0, -1)];
    last = texts.at(-1) ?? last;
    if (complete.length > 0) await printText(`${complete.join(",\n")},`);
  }
  const end = JSON.stringify({ count, difference }, null, 2).replace(/^\{\n/, "");
  await printText(`${last === undefined ? "" : `${last}\n`}  ],\n${end}`);
}
