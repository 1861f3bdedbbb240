/** Decoding of bytes. */

import { decode, unstorablePart } from "../../src/text/decode.js";

test.each([
  ["nothing", [], { text: "", bom: false, valid: true }],
  ["ASCII", [0x61, 0x0d, 0x0a], { text: "a\r\n", bom: false, valid: true }],
  ["UTF-8", [0xc3, 0xa9, 0xf0, 0x9f, 0x92, 0xa3], { text: "é💣", bom: false, valid: true }],
  ["a byte order mark", [0xef, 0xbb, 0xbf, 0x61], { text: "a", bom: true, valid: true }],
  ["only a byte order mark", [0xef, 0xbb, 0xbf], { text: "", bom: true, valid: true }],
  ["two byte order marks", [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], { text: "\ufeff", bom: true, valid: true }],
  ["Latin-1", [0x66, 0xe9, 0x21], { text: "f\ufffd!", bom: false, valid: false }],
  ["Latin-1 after a mark", [0xef, 0xbb, 0xbf, 0xe9], { text: "\ufffd", bom: true, valid: false }],
  ["an encoded surrogate", [0xed, 0xa0, 0xbd], { text: "\ufffd\ufffd\ufffd", bom: false, valid: false }],
  ["a character cut off", [0x61, 0xf0, 0x9f], { text: "a\ufffd", bom: false, valid: false }],
])("The text of %s is decoded", (_, bytes, expected) => {
  expect(decode(Uint8Array.from(bytes))).toEqual(expected);
});

test.each([
  ["NUL", [0x61, 0, 0x62], /NUL bytes/],
  ["NUL after a mark", [0xef, 0xbb, 0xbf, 0], /NUL bytes/],
  ["UTF-16, little-endian", [0xff, 0xfe, 0x61, 0], /UTF-16/],
  ["UTF-16, big-endian", [0xfe, 0xff, 0, 0x61], /UTF-16/],
  ["UTF-32, little-endian", [0xff, 0xfe, 0, 0, 0x61, 0, 0, 0], /UTF-32/],
  ["UTF-32, big-endian", [0, 0, 0xfe, 0xff, 0, 0, 0, 0x61], /UTF-32/],
])("A file with %s is binary", (_, bytes, reason) => {
  expect(decode(Uint8Array.from(bytes))).toEqual({ binary: expect.stringMatching(reason) });
});

test.each([
  "",
  "é💣\r\n\t\x1b\x7f",
  "\ufffd",
  "\ufffe\uffff",
  "a\u0000",
  "\ud83d",
  "\udca3 a",
  "\udca3\ud83d",
  "💣\ud83d",
])("What a file is written with is what is read, or is refused: %j", (text) => {
  const decoded = decode(Buffer.from(text));
  const isKept = "text" in decoded && decoded.text === text;
  expect(unstorablePart(text) === undefined).toBe(isKept);
});

test("The part that can't be written is named", () => {
  expect(unstorablePart("a\0")).toContain("a NUL character (U+0000)");
  expect(unstorablePart("💣\udca3")).toContain("half a surrogate pair (U+DCA3)");
});
