/** The documents of a shared server: open once, with the text that the session of a request has. */

import { SharedDocuments } from "../../../src/routing/sharing/sharedDocuments.js";

const uri = "file:///a.txt";

interface Sent {
  readonly method: string;
  readonly params: {
    readonly textDocument: { readonly version?: number; readonly text?: string };
    readonly contentChanges?: readonly { readonly text: string; readonly range?: unknown }[];
    readonly version?: number;
  };
}

const readFrame = (frame: Buffer) => JSON.parse(frame.subarray(frame.indexOf("\r\n\r\n") + 4).toString("utf8")) as Sent;
const body = (params: unknown) => Buffer.from(JSON.stringify({ jsonrpc: "2.0", params }));

/** A server that takes changes with ranges, and two sessions. */
class Scene {
  /** What the server was sent: `open v1 text`, `change v2 text`, `close`. */
  readonly atServer: string[] = [];
  readonly documents = new SharedDocuments({
    send: (frame) => void this.atServer.push(describe(readFrame(frame))),
    encoding: () => "utf-16",
    takesRanges: () => true,
  });
  readonly one = new Session();
  readonly two = new Session();

  open(session: Session, text: string, version = 1): void {
    this.documents.open(session, body({ textDocument: { uri, languageId: "plaintext", version, text } }));
  }

  change(session: Session, version: number, ...contentChanges: object[]): void {
    this.documents.change(session, body({ textDocument: { uri, version }, contentChanges }));
  }

  publish(version: number | undefined, message: string): boolean {
    return this.documents.publish(
      body({ uri, ...(version === undefined ? {} : { version }), diagnostics: [{ message }] }),
    );
  }
}

class Session {
  /** The versions of the diagnostics that it was sent. */
  readonly versions: (number | undefined)[] = [];

  send(frame: Buffer): void {
    this.versions.push(readFrame(frame).params.version);
  }
}

function describe({ method, params: { textDocument, contentChanges } }: Sent): string {
  const what = method.replace("textDocument/did", "").toLowerCase();
  const text = textDocument.text ?? contentChanges?.map((change) => change.text).join("+");
  return [what, ...(text === undefined ? [] : [`v${textDocument.version}`, text])].join(" ");
}

test("A document that two sessions open is opened once, and closed with the last of them", () => {
  const scene = new Scene();
  scene.open(scene.one, "text");
  scene.open(scene.two, "text", 7);
  scene.documents.close(scene.one, uri);
  expect(scene.atServer).toEqual(["open v1 text"]);
  scene.documents.closeAll(scene.two);
  expect(scene.atServer).toEqual(["open v1 text", "close"]);
});

test("A change that both sessions make reaches the server once, as it was written", () => {
  const scene = new Scene();
  scene.open(scene.one, "text");
  scene.open(scene.two, "text");
  const start = { line: 0, character: 0 };
  scene.change(scene.one, 2, { range: { start, end: start }, text: "new " });
  scene.change(scene.two, 2, { text: "new text" });
  expect(scene.atServer.slice(1)).toEqual(["change v2 new "]);
});

test("Before a request, the server gets the text of the session that asks", () => {
  const scene = new Scene();
  scene.open(scene.one, "text");
  scene.open(scene.two, "text");
  scene.change(scene.one, 2, { text: "other" });
  scene.documents.prepare(scene.two);
  scene.documents.prepare(scene.two);
  scene.documents.prepare(scene.one);
  expect(scene.atServer.slice(1)).toEqual(["change v2 other", "change v3 text", "change v4 other"]);
  scene.change(scene.two, 2, { text: "other" });
  scene.documents.prepare(scene.two);
  expect(scene.atServer).toHaveLength(4);
});

test("Diagnostics go to the sessions with that text, with their own versions", () => {
  const scene = new Scene();
  scene.open(scene.one, "text");
  scene.open(scene.two, "text", 7);
  expect(scene.publish(1, "of both")).toBe(true);
  expect([scene.one.versions, scene.two.versions]).toEqual([[1], [7]]);
  scene.change(scene.one, 2, { text: "other" });
  scene.publish(1, "of the old text");
  expect([scene.one.versions, scene.two.versions]).toEqual([[1], [7]]);
  scene.publish(2, "of the new text");
  expect([scene.one.versions, scene.two.versions]).toEqual([[1, 2], [7]]);
});

test("A session that opens a document later gets the last diagnostics of its text", () => {
  const scene = new Scene();
  scene.open(scene.one, "text");
  scene.publish(undefined, "without a version");
  scene.open(scene.two, "text", 7);
  expect(scene.two.versions).toEqual([undefined]);
});

test("Diagnostics of a file that nobody has open are for all, also for those that come later", () => {
  const scene = new Scene();
  expect(scene.publish(1, "elsewhere")).toBe(false);
  scene.documents.replayOthers(scene.two);
  expect(scene.two.versions).toEqual([1]);
});

test("Edits have the versions that a session has, and none for documents of others", () => {
  const scene = new Scene();
  scene.open(scene.one, "text", 5);
  const result = { documentChanges: [{ textDocument: { uri, version: 5 }, edits: [] }] };
  const bytes = Buffer.from(JSON.stringify({ result }));
  const versionFor = (session: Session) => {
    const text = scene.documents.withVersionsOf(session, bytes, [["result"]]).toString("utf8");
    return (JSON.parse(text) as { result: typeof result }).result.documentChanges[0]?.textDocument.version;
  };
  scene.change(scene.one, 9, { text: "other" });
  expect([versionFor(scene.one), versionFor(scene.two)]).toEqual([9, null]);
});
