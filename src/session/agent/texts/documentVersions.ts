/**
 * The versions of one document. Those sent to the backend only grow, whatever the client sends, and
 * texts from disk have versions that the client does not know.
 */

import { setLatest } from "../../../text/list.js";

/** The maximum number of sent versions that are mapped to the client's. */
const MAX_VERSIONS = 1_000;

export class DocumentVersions {
  /** The client's last version; undefined if it has not sent an integer. */
  #client: number | undefined;
  #sent: number;
  /** The client's version of each sent version that may differ from it. */
  readonly #clientVersions = new Map<number, number>();

  /** `version` is that of `didOpen`, which is sent unchanged. */
  constructor(version: number | undefined) {
    this.#client = version;
    this.#sent = version ?? 0;
  }

  get client(): number | undefined {
    return this.#client;
  }

  /** The version last sent to the backend. */
  get sent(): number {
    return this.#sent;
  }

  /** Whether the backend has a version that may not be the client's. */
  get hasOwn(): boolean {
    return this.#clientVersions.size > 0;
  }

  /** Notes the version of the client's text; without one, its last version stays. */
  noteClient(version: number | undefined): void {
    this.#client = version ?? this.#client;
  }

  /** Takes the client's version for the next text if it is new. Returns whether it is. */
  takeClient(version: number | undefined): boolean {
    this.noteClient(version);
    if (version === undefined || version <= this.#sent) return false;
    this.#sent = version;
    return true;
  }

  /** Returns the version for a text that is sent without one of the client's. */
  countUp(): number {
    this.#sent++;
    this.mapSent();
    return this.#sent;
  }

  /** Maps the version last sent to the client's. Forgets the oldest ones past the maximum. */
  mapSent(): void {
    if (this.#client === undefined) return;
    setLatest(this.#clientVersions, this.#sent, this.#client, MAX_VERSIONS);
  }

  /** Maps a sent version to the client's. Returns undefined if they are the same. */
  toClient(sent: number): number | undefined {
    return this.#clientVersions.get(sent);
  }
}
