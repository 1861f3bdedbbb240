/** The marker of a find, drawn as `┃` in the text without it, and its description in errors. */
import { describeMarker, readMarker } from "../../../src/locate/find/marker.js";

/** Returns the find's text with a glyph in the place of each marker. */
function draw(find: string, marks: "point" | "range"): string {
  const { text, markers } = readMarker(find, marks);
  return [...markers].reverse().reduce((drawn, at) => `${drawn.slice(0, at)}┃${drawn.slice(at)}`, text);
}

function check(find: string, drawn: string): void {
  test(`The marker of ${JSON.stringify(find)} as a point gives ${drawn}`, () =>
    expect(draw(find, "point")).toBe(drawn));
}

function checkRange(find: string, drawn: string): void {
  test(`The markers of ${JSON.stringify(find)} as a range give ${drawn}`, () =>
    expect(draw(find, "range")).toBe(drawn));
}

function says(find: string, words: string | RegExp, marks: "point" | "range" = "point"): void {
  test(`The error for ${JSON.stringify(find)} as a ${marks} says ${words}`, () =>
    expect(describeMarker(find, marks)).toMatch(words));
}

describe("Points", () => {
  check("", "");
  check("x", "x");
  check("|", "|");
  check("<|", "<|");
  check("|>", "|>");
  check("<||>", "<||>");
  check("<|>", "┃");
  check("<|>x", "┃x");
  check("x<|>", "x┃");
  check("Vec<<|>", "Vec<┃");
  check("Vec<<|>T>", "Vec<┃T>");
  check("<T<|>>", "<T┃>");
  check("<<|>>", "┃");
  check("<<<|>>", "<┃");
  check("<|> <<|>>", "<|> ┃");
  check("<<|>> <|>", "┃ <|>");
  check("<|> <|>", "<|> <|>");
  check("<|><|>", "<|><|>");
  check("<|>|>", "┃|>");
  check("<|<|>", "<|┃");
  check("<|> <|> <<|>>", "<|> <|> ┃");
  check("<<|>> <<|>> <|>", "<<|>> <<|>> ┃");
  check("<|> <|> <<|>> <<|>>", "<|> <|> <<|>> <<|>>");
  check(`${"<".repeat(12)}|${">".repeat(11)}`, "<<┃>");
  check("a |> b <|> c", "a |> b ┃ c");
  check("💣<|>é\r\n", "💣┃é\r\n");
  check("a || b", "a || b");
});

describe("Ranges", () => {
  checkRange("return a + b", "return a + b");
  checkRange("return <|>a + b", "return ┃a + b");
  checkRange("return <|>a + b<|>", "return ┃a + b┃");
  checkRange("<|><|>", "┃┃");
  checkRange("<|>a<|>b<|>", "<|>a<|>b<|>");
  checkRange("<<|>>a <|> b<<|>>", "┃a <|> b┃");
  checkRange("<|>a <<|>> b<|>", "<|>a ┃ b<|>");
  checkRange("<<|>>a<<|>>b<<|>> <|>", "<<|>>a<<|>>b<<|>> ┃");
  checkRange("<<|>>a<<|>>b<<|>> <|>c<|>", "<<|>>a<<|>>b<<|>> ┃c┃");
  checkRange("Vec<<|>T<|>>", "Vec<┃T┃>");
});

describe("Descriptions for errors", () => {
  says("self.<|>x", /^read `<\|>` after "self\." as the marker$/);
  says("<|>x", /^read `<\|>` at the start of the find as the marker$/);
  says("a <|> <<|>>", /read `<<\|>>` after "a <\|> "/);
  says("x", /^no marker was read$/);
  says("<|>a<|>", /^no marker was read: `<\|>` occurs twice and so is literal text$/);
  says("<|>a<|>b<|>", /occurs 3 times.*leave the others out, or write the one that counts as `<<\|>>`$/);
  says("<|>a<|>", /^read the two `<\|>` as the ends of the range$/, "range");
  says("<|>a<|>b<|>", /no marker was read: `<\|>` occurs 3 times/, "range");
  says("f(<| >)", /`<\| >` is literal text, the marker is `<\|>`/);
  says("<HERE>x", /`<HERE>` is literal text/);
});

test("The marker of a hostile find is read in linear time", () => {
  const brackets = "<".repeat(200_000);
  expect(readMarker(`${brackets}|${">".repeat(200_000)}`).level).toBe(10);
  expect(readMarker("<|>".repeat(200_000)).marker).toBeNull();
  expect(readMarker("|".repeat(200_000)).marker).toBeNull();
});
