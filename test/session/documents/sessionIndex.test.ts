/** What a session knows of its indexes. */

import type { Roots } from "../../../src/session/documents/filePaths.js";
import type { OpenDocuments } from "../../../src/session/documents/openDocuments.js";
import { SessionIndex } from "../../../src/session/documents/sessionIndex.js";
import { status } from "../../../src/session/methods/status.js";
import type { Syntax } from "../../../src/syntax/syntax.js";
import { fakeIndex } from "../../embedded/fakeIndex.js";

const why = "more than 4096 folders would have to be watched";
const rootsOf = (folder: string): Roots => ({ folders: [], others: [folder] });
const documents = { applyPending: () => {}, all: () => [] } as unknown as OpenDocuments;

function indexes() {
  const started = new Map<string, ReturnType<typeof fakeIndex>>();
  const index = new SessionIndex(async (folders) => {
    const fake = fakeIndex(folders, {} as Syntax, () => undefined);
    started.set(folders[0] ?? "", fake);
    return fake;
  });
  const statusOf = () => status({}, { backends: { all: () => [] }, index } as unknown as Parameters<typeof status>[1]);
  return { index, started, statusOf };
}

test("The status names the folders in which the system reports no changes, as long as their index runs", async () => {
  const { index, started, statusOf } = indexes();
  await index.get(rootsOf("/w"), documents);
  expect(statusOf()).toEqual({ backends: [], markdown: "No language server runs." });
  started.get("/w")?.setState({ isComplete: false, indexed: 0, files: 1, watchFailure: why });
  expect(statusOf()).toEqual({
    backends: [],
    unwatched: [{ folders: ["/w"], why }],
    markdown: `No language server runs.\nThe system reports no changes in /w, so the index looks for them at each query: ${why}.`,
  });
  await index.get(rootsOf("/x"), documents);
  expect(statusOf().unwatched).toBeUndefined();
  await index.end();
});

test("An index that has ended is no longer named", async () => {
  const { index, started } = indexes();
  await index.get(rootsOf("/w"), documents);
  started.get("/w")?.setState({ isComplete: true, indexed: 1, files: 1, watchFailure: why });
  expect(index.unwatched()).toEqual([{ folders: ["/w"], why }]);
  await index.end();
  expect(index.unwatched()).toEqual([]);
});
