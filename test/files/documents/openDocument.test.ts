/** Snapshots of one open document. */

import { OpenDocument } from "../../../src/files/documents/openDocument.js";
import { Document } from "../../../src/text/document.js";

function open(text: string): OpenDocument {
  return new OpenDocument({
    uri: "file:///a.txt",
    languageId: "plaintext",
    version: 1,
    text: Document.of(text),
    owner: "client",
    at: 0,
  });
}

function insert(document: OpenDocument, at: number, text: string): void {
  const { document: after } = document.text.edit(at, at, text);
  document.setText(after, [{ from: at, to: at, length: text.length }], 0);
}

test("A snapshot that is released twice leaves the changes of the others in place", () => {
  const document = open("one two");
  const kept = document.takeSnapshot();
  const released = document.takeSnapshot();
  insert(document, 0, "zero ");
  released.release();
  released.release();
  expect(document.hasSnapshots).toBe(true);
  expect(kept.mapToNow(4, 7)).toEqual({ from: 9, to: 12 });
});
