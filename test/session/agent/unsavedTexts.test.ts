/** Texts that are not on disk, of a client whose backend serves other sessions, too. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Backend } from "../../../src/ask/backend/backend.js";
import type { OpenDocument } from "../../../src/files/documents/openDocument.js";
import { ClientTexts } from "../../../src/session/agent/texts/clientTexts.js";
import { changeIn, messageOf } from "../../../src/session/agent/texts/documentMessages.js";
import { UnsavedTexts } from "../../../src/session/agent/texts/unsavedTexts.js";
import { Document } from "../../../src/text/document.js";
import { keyOfUri } from "../../../src/uri.js";
import { buildNotification } from "../../../src/wire/messages.js";
import type { Message } from "../../../src/wire/wholeMessages.js";
import { afterTest, useFakeTimersFor } from "../../jest.js";

/** A file that a client has open at a shared backend. */
class Scene {
  readonly path: string;
  readonly uri: string;
  /** Whether the backend is the session's own, each time that this changes. */
  readonly own: boolean[] = [];
  readonly texts: ClientTexts;
  readonly #atBackend = new Map<string, Document>();

  constructor(saved: string) {
    const folder = mkdtempSync(join(tmpdir(), "locate-unsaved-"));
    afterTest(() => rmSync(folder, { recursive: true, force: true }));
    this.path = join(folder, "a.txt");
    this.uri = pathToFileURL(this.path).href;
    writeFileSync(this.path, saved);
    useFakeTimersFor("setTimeout", "clearTimeout", "setInterval", "clearInterval");
    const link = { setPrivate: (isPrivate: boolean) => void this.own.push(isPrivate) };
    const unsaved = new UnsavedTexts({
      backendOf: () => this.#backend as Backend,
      send: (uri) => this.texts.sendUnsaved(uri),
      isSaved: (uri) => this.texts.isSaved(uri),
    });
    afterTest(() => unsaved.end());
    this.#backend = { link };
    this.texts = new ClientTexts({
      documents: {
        get: (uri) => {
          const text = this.#atBackend.get(keyOfUri(uri));
          return text && ({ text } as OpenDocument);
        },
      },
      encoding: () => "utf-16",
      languageOf: () => "plaintext",
      forward: (message) => this.#receive(message),
      isShared: () => this.own.at(-1) !== true,
      onUnsaved: (uri, isUnsaved) => unsaved.note(uri, isUnsaved),
      onTextSent() {},
      onChanged() {},
      onTextConfirmed() {},
      onOpening() {},
      onOpened() {},
      onClosed() {},
      log() {},
    });
  }

  readonly #backend: { readonly link: object };

  get atBackend(): string | undefined {
    return this.#atBackend.get(keyOfUri(this.uri))?.text;
  }

  open(text: string): void {
    const textDocument = { uri: this.uri, languageId: "plaintext", version: 1, text };
    this.texts.open(messageOf(buildNotification("textDocument/didOpen", { textDocument })));
  }

  change(text: string, version = 2): void {
    const params = { textDocument: { uri: this.uri, version }, contentChanges: [{ text }] };
    this.texts.change(messageOf(buildNotification("textDocument/didChange", params)));
  }

  /** Keeps the text that the backend is sent. */
  #receive(message: Message): void {
    const { params } = JSON.parse(message.body.toString("utf8")) as { params: { textDocument: { text?: string } } };
    const text = params.textDocument.text ?? changeIn(message).changes?.at(-1)?.text ?? "";
    this.#atBackend.set(keyOfUri(this.uri), Document.of(text));
  }
}

test("A text that is on disk goes to the shared backend", () => {
  const scene = new Scene("one");
  scene.open("one");
  writeFileSync(scene.path, "one two");
  scene.change("one two");
  expect([scene.atBackend, scene.texts.differsFromBackend(scene.uri)]).toEqual(["one two", false]);
  jest.advanceTimersByTime(10_000);
  expect(scene.own).toEqual([]);
});

test("A text that is not on disk is kept, and positions are mapped, until it is written", () => {
  const scene = new Scene("one");
  scene.open("one");
  scene.change("new one");
  expect([scene.atBackend, scene.texts.textOfClient(scene.uri)?.text]).toEqual(["one", "new one"]);
  expect(scene.texts.toBackend(scene.uri, { from: 4, to: 7 })).toEqual({ from: 0, to: 3 });
  jest.advanceTimersByTime(1_900);
  writeFileSync(scene.path, "new one");
  scene.texts.check(scene.uri);
  jest.advanceTimersByTime(10_000);
  expect([scene.atBackend, scene.own]).toEqual(["new one", []]);
});

test("A document that is opened with another text than the file's is opened with the file's", () => {
  const scene = new Scene("one");
  scene.open("other");
  expect([scene.atBackend, scene.texts.textOfClient(scene.uri)?.text]).toEqual(["one", "other"]);
});

test("After 2 s a text that is not on disk has a backend of its own, until all are on disk", () => {
  const scene = new Scene("one");
  scene.open("one");
  scene.change("new one");
  jest.advanceTimersByTime(2_000);
  expect([scene.own, scene.atBackend]).toEqual([[true], "new one"]);
  scene.change("newer one", 3);
  jest.advanceTimersByTime(10_000);
  expect([scene.own, scene.atBackend]).toEqual([[true], "newer one"]);
  writeFileSync(scene.path, "newer one");
  jest.advanceTimersByTime(2_000);
  expect(scene.own).toEqual([true, false]);
});

test("The shared backend follows the disk while the client's text is not on it", () => {
  const scene = new Scene("one");
  scene.open("one");
  scene.change("mine");
  writeFileSync(scene.path, "another's");
  scene.texts.check(scene.uri);
  expect([scene.atBackend, scene.texts.textOfClient(scene.uri)?.text]).toEqual(["another's", "mine"]);
});
