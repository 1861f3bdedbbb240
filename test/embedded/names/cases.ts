/** Cases of names across files, each a title and files drawn as in ../drawing.ts. */

import type { Location, LocationLink } from "vscode-languageserver-protocol";
import { draw, type Files, openDrawing } from "../drawing.js";

type Method = "definition" | "references" | "implementation";

/** A title, and the text of a file after each of their paths. */
export type Case = readonly [title: string, ...files: string[]];

/** Tests that the answers for the name at `┃` are the stretches between `⟦…⟧`. */
export function answers(method: Method, cases: readonly Case[]): void {
  test.each(cases.map(([title, ...files]) => [title, files] as const))("%s", async (_title, list) => {
    const drawn: Record<string, string> = {};
    for (let at = 0; at < list.length; at += 2) drawn[list[at] as string] = list[at + 1] as string;
    await check(method, drawn);
  });
}

async function check(method: Method, drawn: Files): Promise<void> {
  const asked = await openDrawing(drawn);
  const { session, path, position } = asked;
  try {
    const params = { textDocument: { uri: session.uri(path) }, position, context: { includeDeclaration: true } };
    const answer = (await session.ask(`textDocument/${method}`, params)) as (Location & LocationLink)[] | null;
    const places = (answer ?? []).map(({ uri, range, targetUri, targetSelectionRange }) => {
      return { uri: uri ?? targetUri, range: range ?? targetSelectionRange };
    });
    expect(draw(drawn, asked, places)).toEqual(drawn);
  } finally {
    session.close();
  }
}
