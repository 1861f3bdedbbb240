/** Texts from outside, made harmless for a terminal and for a model. */
import {
  escapeControls,
  escapeLine,
  escapeName,
  groupDigits,
  inlineCode,
  isPrintable,
  toPrintableJson,
} from "../../src/text/printable.js";

test.each([
  ["a title: \x1b]0;owned\x07", String.raw`a title: \u001b]0;owned\u0007`],
  ["a colour: \x1b[31mred\x1b[0m", String.raw`a colour: \u001b[31mred\u001b[0m`],
  ["C1: \x9b31m \x85 \x7f", String.raw`C1: \u009b31m \u0085 \u007f`],
  ["a carriage return: a\rb", String.raw`a carriage return: a\u000db`],
  ["bidirectional: \u202e \u2066 \u200e \u200f \u061c", String.raw`bidirectional: \u202e \u2066 \u200e \u200f \u061c`],
  ["line separators: \u2028 \u2029", String.raw`line separators: \u2028 \u2029`],
  [
    "invisible: ad\u200bmin \ufeff \u00ad \u2060 \u3164",
    String.raw`invisible: ad\u200bmin \ufeff \u00ad \u2060 \u3164`,
  ],
  ["joiners in Latin: ad\u200dm\u200cin", String.raw`joiners in Latin: ad\u200dm\u200cin`],
  ["hidden tags: \u{e0041}", String.raw`hidden tags: \udb40\udc41`],
  ["variation selectors after letters: a\ufe0f", String.raw`variation selectors after letters: a\ufe0f`],
  ["half a character: \ud800.", String.raw`half a character: \ud800.`],
])("%j has its control and invisible characters escaped", (text, escaped) => {
  expect(escapeControls(text)).toBe(escaped);
  expect(isPrintable(text)).toBe(false);
});

test.each([
  "plain",
  "héllo ñ",
  "e\u0301",
  "漢字",
  "👩\u200d💻 ❤\ufe0f 1\ufe0f\u20e3 👍🏽",
  "می\u200cخواهم",
  "क्\u200dष",
  "שלום",
  "a\\u202e",
])("%j is printable", (text) => {
  expect(escapeControls(text)).toBe(text);
  expect(isPrintable(text)).toBe(true);
});

test("Line ends and tabs stay in a text, but not in a line", () => {
  expect(escapeControls("a\tb\r\nc\n")).toBe("a\tb\nc\n");
  expect(escapeLine("a\tb\r\nc\n")).toBe(String.raw`a\tb\nc\n`);
});

test("A name that is not printable is quoted", () => {
  expect(escapeName('q"uote.py')).toBe('q"uote.py');
  expect(escapeName("new\nline.py")).toBe(String.raw`"new\nline.py"`);
  expect(escapeName("a\x1b.py")).toBe(String.raw`"a\u001b.py"`);
  expect(inlineCode("a`b\nc")).toBe(String.raw`${"``"} a${"`"}b\nc ${"``"}`);
});

test("Escaped JSON has the same value", () => {
  const value = { "\u202e": "\x9b \x7f \u2028 \u{e0041} \ud800 \r\n\t 👩\u200d💻" };
  const json = toPrintableJson(value);
  expect(JSON.parse(json)).toEqual(value);
  expect(JSON.parse(escapeControls(JSON.stringify(value, null, 2)))).toEqual(value);
  expect(isPrintable(json)).toBe(true);
});

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000"],
  [1_234_567, "1,234,567"],
])("The number %d is written as %s", (count, written) => expect(groupDigits(count)).toBe(written));
