/** Where the old name of a rename remains, by what it is written in; renamed there on demand. */

import { closePairs } from "../../pair.js";
import { type Files, startRename } from "./drawnRename.js";

afterEach(closePairs);

const files: Files = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a file
  "a.ts": "export function ┃old() {} // old\nconst x = `${y.old} old`;\n/** old, older and old_ */\nuse('old');\n",
  "b.py": 'def f(old):\n    """old"""\n    return {"old": old}  # old\n',
  "README.md": "# old\n\n`old` is old.\n",
  "data.json": '{ "old": "old" }\n',
  "notes.txt": "old\n",
};

test("Each whole word is counted once, by what it is written in", async () => {
  const rename = await startRename(files);
  const { result } = await rename({ place: true });
  expect(result.remaining).toEqual({
    code: 3,
    strings: 5,
    comments: 8,
    files: expect.arrayContaining(["a.ts", "b.py", "README.md", "data.json", "notes.txt"]),
    places: expect.arrayContaining([{ file_path: "README.md", line: 3, kind: "comments" }]),
  });
  expect(result.remaining.files[0]).toBe("a.ts");
});

test.each([
  ["comments", { code: 3, strings: 5, comments: 0 }, 9],
  ["strings", { code: 3, strings: 0, comments: 8 }, 6],
  ["all", { code: 3, strings: 0, comments: 0 }, 14],
])("With text: %s the name is renamed there, too, and nowhere else", async (text, remaining, edits) => {
  const rename = await startRename(files);
  const { result } = await rename({ place: true, text });
  expect(result.remaining).toMatchObject(remaining);
  const all: readonly { readonly edits: readonly { newText: string }[] }[] = result.result.documentChanges;
  expect(all.flatMap((each) => each.edits.map(({ newText }) => newText))).toEqual(
    Array.from({ length: edits }, () => "now"),
  );
});

test("Of a local name, only its own file counts", async () => {
  const rename = await startRename({
    "a.ts": "function f(┃old) {\n  return ┃old; // old\n}\nfunction g(old) {}\n",
    "b.ts": "const old = 1;\n",
  });
  const { result } = await rename({ place: true });
  expect(result.remaining).toMatchObject({ code: 1, strings: 0, comments: 1, files: ["a.ts"] });
});

test("Of more places than are counted, it is said that there are more", async () => {
  const rename = await startRename({
    "a.ts": "export function ┃old() {}\n",
    "b.md": `${"old ".repeat(600)}\n`.repeat(2),
  });
  const { result } = await rename({ place: true });
  const counted = { code: 0, strings: 0, comments: 1_000, files: ["b.md"], more: true };
  expect(result.remaining).toEqual({ ...counted, places: expect.any(Array) });
});
