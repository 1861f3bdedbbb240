/** What is known of a document's diagnostics: nothing, some, or all of its present text. */

import { DiagnosticsStore } from "../../../src/ask/diagnostics/diagnosticsStore.js";
import { OpenDocument } from "../../../src/files/documents/openDocument.js";
import { Document } from "../../../src/text/document.js";

const uri = "file:///a.txt";
const backend = { link: {} } as Parameters<DiagnosticsStore["record"]>[1];

function setUp(version = 1) {
  const store = new DiagnosticsStore({ isOpen: () => true, isOnlyOurs: () => false, isElsewhere: () => false });
  const text = Document.of("one");
  const document = new OpenDocument({ uri, languageId: "plaintext", version, text, owner: "client", at: 0 });
  const publish = (version: number | undefined, ...messages: readonly string[]) => {
    const params = { uri, version, diagnostics: messages.map((message) => ({ message })) };
    store.record(Buffer.from(JSON.stringify({ method: "textDocument/publishDiagnostics", params })), backend);
  };
  const change = (text: string) => {
    document.setText(Document.of(text), [], performance.now());
    document.version++;
  };
  return { store, document, publish, change, kind: () => store.stateOf(document).kind };
}

test("Diagnostics are unknown, then checked, then settled, and unknown again for another text", () => {
  const { store, document, publish, change, kind } = setUp();
  expect(kind()).toBe("unknown");
  publish(1, "wrong");
  expect(kind()).toBe("checking");
  store.settle(document);
  expect(store.stateOf(document)).toMatchObject({ kind: "settled", version: 1, items: '[{"message":"wrong"}]' });
  change("two");
  expect(kind()).toBe("unknown");
  publish(1, "late");
  expect(kind()).toBe("unknown");
  publish(2);
  expect(kind()).toBe("checking");
});

test.each([0, 1])(
  "Without a version, diagnostics are of the text with which a document was opened: version %d",
  (version) => {
    const { publish, change, kind } = setUp(version);
    publish(7);
    publish(undefined, "wrong");
    expect(kind()).toBe("checking");
    change("two");
    publish(undefined, "late");
    expect(kind()).toBe("unknown");
  },
);

test("Without versions, diagnostics may be of an older text unless it or the present one is settled", () => {
  const store = new DiagnosticsStore({ isOpen: () => false, isOnlyOurs: () => true, isElsewhere: () => false });
  const text = Document.of("one");
  const document = new OpenDocument({ uri, languageId: "plaintext", version: 1, text, owner: "proxy", at: 0 });
  const mayBeOlder = () => store.mayBeOfOlderText(document, backend);
  expect(mayBeOlder()).toBe(false);
  document.version = 2;
  expect(mayBeOlder()).toBe(true);
  store.settle(document);
  expect(mayBeOlder()).toBe(false);
  document.version = 3;
  expect(mayBeOlder()).toBe(false);
  document.version = 4;
  expect(mayBeOlder()).toBe(true);
});

test("An answer of the backend settles them, too, and is kept for the text after it", () => {
  const { store, document, change, kind } = setUp();
  expect(store.settle(document, '[{"message":"answered"}]')).toEqual([{ message: "answered" }]);
  expect(kind()).toBe("settled");
  change("two");
  expect(store.lastSettled(document)).toMatchObject({ version: 1, items: '[{"message":"answered"}]' });
});

test("Sent again as it was, a text is to be checked again", () => {
  const { store, document, change, kind } = setUp();
  store.settle(document, "[]");
  change(document.text.text);
  expect(kind()).toBe("unknown");
});

test("Without its backend, nothing is settled", () => {
  const { store, document, kind } = setUp();
  store.settle(document, "[]");
  store.forgetSettled(document);
  expect(kind()).toBe("unknown");
});
