/** Places in a document of 150,000 lines, all of which change during a request. */

import { closePairs, pair } from "../pair.js";

afterEach(closePairs);

test("Changes during a request may have more lines than a call takes arguments", async () => {
  const lines = (word: string) => Array.from({ length: 150_000 }, (_, line) => `${word} ${line}\n`).join("");
  const { open, request, didOpen, didChange } = pair({
    files: { "a.txt": "" },
    handlers: { "textDocument/hover": (params) => ({ contents: JSON.stringify(params) }) },
  });
  await open();
  didOpen("a.txt", `${lines("old")}TARGET\n`, "plaintext");
  const { handle } = (await request("locate/track", { locate: "a.txt@TARGET" })).result;
  const hover = request("locate/hover", { locate: "a.txt@TARGET" });
  didChange("a.txt", [{ text: `${lines("newer")}TARGET\n` }]);
  expect((await hover).result.contents).toContain('"line":150000,"character":0');
  expect((await request("locate/resolve", { locate: { handle } })).result.position.line).toBe(150_001);
});
