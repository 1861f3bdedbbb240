/** Notebooks of an editor that synchronises them itself. */

import { type RoutedSession, routedSession } from "../routedSession.js";

let session: RoutedSession;
afterEach(() => session.close());

const sync = { notebookSelector: [{ notebook: "jupyter-notebook", cells: [{ language: "red" }] }], save: true };

/** Opens a notebook and changes its cell, as editors do. */
async function openNotebook() {
  session = routedSession({ can: { redls: { notebookDocumentSync: sync } } });
  await session.open();
  const uri = session.uri("a.ipynb");
  const cell = `vscode-notebook-cell:${uri.slice("file://".length)}#W0sZmlsZQ==`;
  const opened = {
    notebookDocument: {
      ...{ uri, notebookType: "jupyter-notebook", version: 1, metadata: { "💣": 1 } },
      cells: [{ kind: 2, document: cell }],
    },
    cellTextDocuments: [{ uri: cell, languageId: "red", version: 1, text: "a" }],
  };
  const textContent = [{ document: { uri: cell, version: 2 }, changes: [{ text: "ab" }] }];
  const changed = { notebookDocument: { uri, version: 2 }, change: { cells: { textContent } } };
  session.notify("notebookDocument/didOpen", opened);
  session.notify("notebookDocument/didChange", changed);
  const hover = { textDocument: { uri: cell }, position: { line: 0, character: 1 } };
  const ask = () => session.asking("textDocument/hover", hover).answer;
  return { uri, cell, opened, changed, hover, ask };
}

test("The notebooks of an editor are those of the server, and questions about a cell go to it", async () => {
  const { uri, cell, opened, changed, hover, ask } = await openNotebook();
  expect((await ask()).result).toEqual({ contents: "redls a.ipynb#W0sZmlsZQ==" });
  const closed = { notebookDocument: { uri }, cellTextDocuments: [{ uri: cell }] };
  session.notify("notebookDocument/didSave", { notebookDocument: { uri } });
  session.notify("notebookDocument/didClose", closed);
  const red = await session.backend("redls");
  await red.got("notebookDocument/didClose");
  const got = ["Open", "Change", "Save", "Close"].map((event) =>
    red.all(`notebookDocument/did${event}`).map(({ params }) => params),
  );
  expect(got).toEqual([[opened], [changed], [{ notebookDocument: { uri } }], [closed]]);
  expect(red.all("textDocument/hover").map(({ params }) => params)).toEqual([hover]);
  expect(red.all("textDocument/didOpen")).toEqual([]);
});
