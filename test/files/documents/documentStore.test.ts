/** The documents that one side has open. */

import { DocumentStore } from "../../../src/files/documents/documentStore.js";

const uri = "file:///d/a%20b.txt";
const item = { uri, languageId: "plaintext", version: 1, text: "one two" };
const at = (character: number) => ({ line: 0, character });
const replaced = (from: number, to: number, text: string) => ({ range: { start: at(from), end: at(to) }, text });

/** A store, and what its listener was called with: event, version and text. */
function open(encoding: "utf-8" | "utf-16" = "utf-16") {
  const store = new DocumentStore(() => encoding);
  const events: string[] = [];
  store.listeners.add(({ version, text }, event) => events.push(`${event} ${version} ${text.text}`));
  store.open(item);
  return { store, events };
}

test("A document is followed from its opening to its end", () => {
  const { store, events } = open();
  store.change(uri, 2, [replaced(0, 3, "three"), replaced(6, 9, "four")]);
  store.change(uri, undefined, [{ text: "five" }]);
  const document = store.get(uri);
  expect(store.close(uri)).toBe(document);
  expect(document?.isClosed).toBe(true);
  expect(store.get(uri)).toBeUndefined();
  expect(events).toEqual(["opened 1 one two", "changed 2 three four", "changed 2 five", "closed 2 five"]);
});

test("A document is found by any spelling of its URI, and by its key", () => {
  const { store } = open();
  const spelled = "file:///d/a b.txt";
  expect(store.change(spelled, 2, [{ text: "new" }])).toBe(true);
  expect(store.get(spelled)?.text.text).toBe("new");
  expect(store.ofKey("file:///d/a b.txt")?.version).toBe(2);
  expect(store.close(spelled)).toBeDefined();
  expect([...store.all()]).toEqual([]);
});

test("A document that is opened again, under any spelling, is a new one", () => {
  const { store } = open();
  const first = store.get(uri);
  const second = store.open({ ...item, uri: "file:///d/a b.txt", text: "new" });
  expect(first?.isClosed).toBe(true);
  expect(store.get(uri)).toBe(second);
  expect([...store.all()]).toEqual([second]);
});

test.each([null, 5, {}, { text: 1 }, { range: { start: at(0) }, text: "" }])(
  "A document that is changed by %j is closed, with the text that it had",
  (event) => {
    const { store, events } = open();
    expect(store.change(uri, 2, [{ text: "new" }, event])).toBe(false);
    expect(store.get(uri)).toBeUndefined();
    expect(events.at(-1)).toBe("closed 1 one two");
  },
);

test("A change or an end of a document that is not open does nothing", () => {
  const { store, events } = open();
  expect(store.change("file:///other", 2, [null])).toBe(true);
  expect(store.close("file:///other")).toBeUndefined();
  expect(events).toHaveLength(1);
});

test("Ranges count characters in the encoding of the store", () => {
  const { store } = open("utf-8");
  store.change(uri, 2, [{ text: "💣x" }, replaced(4, 5, "y")]);
  expect(store.get(uri)?.text.text).toBe("💣y");
});
