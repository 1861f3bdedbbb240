/**
 * The client's text and the backend's, against a model: after each comparison the backend has the
 * file's text if the client's was saved, else the client's.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { OpenDocument } from "../../../src/files/documents/openDocument.js";
import { ClientTexts } from "../../../src/session/agent/texts/clientTexts.js";
import { changeIn, messageOf } from "../../../src/session/agent/texts/documentMessages.js";
import { Document } from "../../../src/text/document.js";
import { applyContentChanges } from "../../../src/text/edits/contentChanges.js";
import { offsetToPosition } from "../../../src/text/position.js";
import { keyOfUri } from "../../../src/uri.js";
import { buildNotification } from "../../../src/wire/messages.js";
import type { Message } from "../../../src/wire/wholeMessages.js";
import { law, pick, type Random, randomStretch, randomText } from "../../text/random.js";

let folder = "";
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "locate-texts-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a document should be, if it is open. */
interface Model {
  /** The client's text and version. */
  own: string;
  version: number | undefined;
  /** Whether the client's text was equal to the file's at the last comparison. */
  isSaved: boolean;
  /** The backend's text; undefined if the document is closed there. */
  backend: string | undefined;
  /** The file's text at the last comparison. */
  seen: string | undefined;
}

/** A document, its file, and what the backend has of it. */
class Scene {
  readonly #path: string;
  readonly #uris: readonly string[];
  readonly #texts: ClientTexts;
  readonly #atBackend = new Map<string, { readonly text: Document; readonly version: number }>();
  #file: string | undefined;
  #model: Model | undefined;
  #lastVersion = Number.NEGATIVE_INFINITY;
  #nextVersion = 1;
  /** Whether the backend serves other sessions, too. */
  isShared = false;
  readonly unsaved: boolean[] = [];

  constructor(path: string) {
    this.#path = path;
    const uri = pathToFileURL(path).href;
    // Two spellings of one document.
    this.#uris = [uri, uri.replace(/a(?=[^/]*$)/, "%61")];
    this.#texts = new ClientTexts({
      documents: { get: (each) => this.#atBackend.get(keyOfUri(each)) as OpenDocument | undefined },
      encoding: () => "utf-16",
      languageOf: () => "plaintext",
      forward: (message) => this.#receive(message),
      isShared: () => this.isShared,
      onUnsaved: (_uri, isUnsaved) => void this.unsaved.push(isUnsaved),
      onTextSent() {},
      onChanged() {},
      onTextConfirmed() {},
      onOpening() {},
      onOpened() {},
      onClosed() {},
      log() {},
    });
  }

  /** Does one of the things that clients, other programs and requests do. */
  step(random: Random): string {
    const steps = this.#model ? [...this.#openSteps] : [...this.#closedSteps];
    const [name, run] = pick(random, steps);
    run(random);
    if (random(2) > 0) return name;
    this.#compare(random);
    return `${name} (compared)`;
  }

  /** Compares what there is with the model. */
  check(): void {
    const uri = this.#uris[0] as string;
    const model = this.#model;
    const atBackend = this.#atBackend.get(keyOfUri(uri));
    expect({ backend: atBackend?.text.text }).toEqual({ backend: model?.backend });
    expect(this.#texts.has(uri)).toBe(model !== undefined);
    if (model === undefined) return;
    expect(this.#texts.textOfClient(uri)?.text).toBe(model.own);
    expect(this.#texts.differsFromBackend(uri)).toBe(model.backend !== model.own);
    expect(this.#texts.clientVersion(uri)).toBe(model.version);
    if (atBackend && model.version !== undefined)
      expect(this.#texts.toClientVersion(uri, atBackend.version) ?? atBackend.version).toBe(model.version);
    const stretch = { from: 0, to: model.own.length };
    const mapped = this.#texts.toBackend(uri, stretch);
    if (model.backend === undefined) expect(mapped).toBeUndefined();
    else if (model.backend === model.own) expect(mapped).toEqual(stretch);
    else if (mapped) expect(model.backend.slice(mapped.from, mapped.to).length).toBe(mapped.to - mapped.from);
  }

  readonly #common: readonly (readonly [string, (random: Random) => void])[] = [
    ["another program writes the file", (random) => this.#write(someText(random))],
    ["the file is deleted", () => this.#delete()],
    ["a request compares the document", (random) => this.#compare(random)],
  ];
  readonly #closedSteps: readonly (readonly [string, (random: Random) => void])[] = [
    ...this.#common,
    ["the client opens the file", (random) => this.#open(random, this.#file ?? "")],
    ["the client opens the document with another text", (random) => this.#open(random, someText(random))],
    ["the client changes what it has not opened", (random) => this.#changeUnopened(random)],
  ];
  readonly #openSteps: readonly (readonly [string, (random: Random) => void])[] = [
    ...this.#common,
    ["the client replaces its text", (random) => this.#change(random, [{ text: someText(random) }])],
    ["the client sends the file's text", (random) => this.#change(random, [{ text: this.#file ?? "" }])],
    ["the client edits its text", (random) => this.#edit(random)],
    ["the client edits its text", (random) => this.#edit(random)],
    ["the client saves", () => this.#write(this.#model?.own ?? "")],
    ["the client saves", () => this.#write(this.#model?.own ?? "")],
    ["the client sends the backend's text", (random) => this.#change(random, [{ text: this.#model?.backend ?? "" }])],
    ["the client opens the document again", (random) => this.#openAgain(random)],
    ["the client closes the document", (random) => this.#close(random)],
  ];

  #open(random: Random, text: string): void {
    const version = this.#newVersion(random);
    this.#lastVersion = Number.NEGATIVE_INFINITY;
    this.#model = { own: text, version, isSaved: this.#file === text, backend: text, seen: this.#file };
    this.#texts.open(notification("didOpen", { uri: this.#uri(random), languageId: "plaintext", version, text }));
  }

  #openAgain(random: Random): void {
    const text = someText(random);
    const version = this.#newVersion(random);
    this.#replace(text, version);
    this.#texts.open(notification("didOpen", { uri: this.#uri(random), languageId: "plaintext", version, text }));
  }

  #changeUnopened(random: Random): void {
    const text = someText(random);
    this.#lastVersion = Number.NEGATIVE_INFINITY;
    const version = this.#newVersion(random);
    this.#model = { own: text, version, isSaved: this.#file === text, backend: text, seen: this.#file };
    this.#texts.change(notification("didChange", { uri: this.#uri(random), version }, { contentChanges: [{ text }] }));
  }

  #edit(random: Random): void {
    let document = Document.of(this.#model?.own ?? "");
    const contentChanges = Array.from({ length: 1 + random(2) }, () => {
      const { from, to } = randomStretch(random, document.length);
      const range = {
        start: offsetToPosition(document, from, "utf-16"),
        end: offsetToPosition(document, to, "utf-16"),
      };
      const change = { range, text: randomText(random, 2) };
      document = applyContentChanges(document, [change], "utf-16").document;
      return change;
    });
    this.#change(random, contentChanges, document.text);
  }

  #change(
    random: Random,
    contentChanges: readonly { text: string }[],
    after = contentChanges.at(-1)?.text ?? "",
  ): void {
    const model = this.#model as Model;
    const version = this.#newVersion(random);
    if (model.backend !== model.own) this.#replace(after, version);
    else Object.assign(model, { own: after, backend: after, isSaved: false, version: version ?? model.version });
    this.#texts.change(notification("didChange", { uri: this.#uri(random), version }, { contentChanges }));
  }

  /** The file is read at once if the texts differ. */
  #replace(text: string, version: number | undefined): void {
    const model = this.#model as Model;
    const isSaved = this.#file === text;
    // A file that can't be read is not compared.
    const seen = this.#file ?? model.seen;
    Object.assign(model, { own: text, backend: text, isSaved, seen, version: version ?? model.version });
  }

  #close(random: Random): void {
    this.#model = undefined;
    this.#texts.close(notification("didClose", { uri: this.#uri(random) }));
  }

  #compare(random: Random): void {
    const model = this.#model;
    const wasSent = this.#model?.backend;
    if (model) {
      const { own, isSaved, seen } = model;
      const isGone = this.#file === undefined && seen !== undefined;
      if (this.#file === own) Object.assign(model, { isSaved: true, backend: own });
      else if (isGone && isSaved) model.backend = undefined;
      else if (this.#file !== undefined && this.#file !== seen && (isSaved || model.backend !== own))
        model.backend = this.#file;
      model.seen = this.#file;
    }
    const hasSent = random(2) === 0 ? this.#texts.checkAll() : this.#texts.check(this.#uri(random));
    expect({ hasSent }).toEqual({ hasSent: model !== undefined && model.backend !== wasSent });
  }

  #write(text: string): void {
    const bytes = Buffer.from(text);
    // Half a surrogate pair can't be written.
    this.#file = bytes.toString("utf8");
    writeFileSync(this.#path, bytes);
  }

  #delete(): void {
    this.#file = undefined;
    rmSync(this.#path, { force: true });
  }

  /** A version may be missing, or not be new. */
  #newVersion(random: Random): number | undefined {
    if (random(8) === 0) return undefined;
    return random(8) === 0 ? this.#nextVersion : (this.#nextVersion += 1 + random(2));
  }

  #uri(random: Random): string {
    return pick(random, this.#uris);
  }

  #receive(message: Message): void {
    const { textDocument } = JSON.parse(message.body.toString("utf8")).params;
    const key = keyOfUri(textDocument.uri);
    const present = this.#atBackend.get(key);
    if (message.method === "textDocument/didClose") {
      expect(present).toBeDefined();
      this.#atBackend.delete(key);
      return;
    }
    const version = textDocument.version ?? 0;
    expect(version).toBeGreaterThan(this.#lastVersion);
    this.#lastVersion = version;
    if (message.method === "textDocument/didOpen") {
      expect(present).toBeUndefined();
      this.#atBackend.set(key, { text: Document.of(textDocument.text), version });
    } else {
      const { changes = [] } = changeIn(message);
      const before = present?.text as Document;
      this.#atBackend.set(key, { text: applyContentChanges(before, changes, "utf-16").document, version });
    }
  }
}

/** Returns one of a few texts, so that some are equal, or any text. */
function someText(random: Random): string {
  return random(4) > 0 ? pick(random, ["", "one", "one two", "é\r\n💣"]) : randomText(random, 4);
}

function notification(name: string, textDocument: object, rest: object = {}): Message {
  return messageOf(buildNotification(`textDocument/${name}`, { textDocument, ...rest }));
}

law("The backend has the client's text, or the file's where that was saved, in any order of events.", 80, (random) => {
  const path = join(folder, "a.txt");
  rmSync(path, { force: true });
  const scene = new Scene(path);
  const done: string[] = [];
  for (let count = 0; count < 40; count++) {
    try {
      done.push(scene.step(random));
      scene.check();
    } catch (error) {
      throw new Error(`${(error as Error).message}\nafter: ${done.join(", ")}, and one more`, { cause: error });
    }
  }
});
