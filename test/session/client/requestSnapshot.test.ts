/** The place of a request in the text at its response. */

import { OpenDocument } from "../../../src/files/documents/openDocument.js";
import { mapRequestStretch } from "../../../src/session/client/requestSnapshot.js";
import { Document } from "../../../src/text/document.js";

function open(text: string): OpenDocument {
  const uri = "file:///a.txt";
  return new OpenDocument({
    uri,
    languageId: "plaintext",
    version: 1,
    text: Document.of(text),
    owner: "client",
    at: 0,
  });
}

function snapshotOf(document: OpenDocument) {
  return { document, textSnapshot: document.takeSnapshot() };
}

test("A place is mapped through the changes, and its error says why it is gone", () => {
  const document = open("one two three");
  const earlier = snapshotOf(document);
  const edit = (from: number, to: number, text: string) => {
    const changed = document.text.edit(from, to, text);
    document.setText(changed.document, [{ from, to, length: text.length }], 0);
  };
  const map = (later: OpenDocument) => mapRequestStretch(earlier, snapshotOf(later), { from: 4, to: 7 });
  edit(0, 3, "a");
  expect(map(document)).toEqual({ from: 2, to: 5 });
  expect(() => map(open("one two three"))).toThrow(
    expect.objectContaining({ data: expect.objectContaining({ changed: "the document was closed or opened anew" }) }),
  );
  edit(0, 8, "");
  expect(() => map(document)).toThrow(
    expect.objectContaining({ data: expect.objectContaining({ changed: "the text at that place was deleted" }) }),
  );
});
