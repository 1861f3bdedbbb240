/** A text that is changed step by step, each step on what the ones before have left. */

import type { Replacement } from "../../../../locate/edit/editRequest.js";
import { Document } from "../../../../text/document.js";
import type { DocumentVersion } from "../../../place/syntaxView.js";
import { differences } from "../../edit/planDocument.js";

export class TextDraft {
  /** Absolute. */
  readonly path: string;
  /** As it is now; undefined for a file that does not exist yet. */
  readonly before: DocumentVersion | undefined;
  readonly #file: Omit<DocumentVersion, "text">;
  #text: Document;

  constructor(path: string, file: DocumentVersion | Omit<DocumentVersion, "text">) {
    this.path = path;
    this.#file = { uri: file.uri, languageId: file.languageId };
    this.before = "text" in file ? file : undefined;
    this.#text = this.before?.text ?? Document.of("");
  }

  get version(): DocumentVersion {
    return { ...this.#file, text: this.#text };
  }

  get text(): Document {
    return this.#text;
  }

  set text(text: Document) {
    this.#text = text;
  }

  get isChanged(): boolean {
    return this.before?.text.text !== this.#text.text;
  }

  edit({ from, to, insert }: Replacement): void {
    this.#text = this.#text.edit(from, to, insert).document;
  }

  /** The changes of the text as it is now, in its order. */
  changes(): readonly Replacement[] {
    return differences(this.before?.text ?? Document.of(""), this.#text.text);
  }
}
