/** Tests that errors repeat no more than the beginning of what was written. */

import { pair } from "../pair.js";

const long = "Q".repeat(900);
const requests: readonly (readonly [string, object])[] = [
  ["a name", { locate: `a.txt:${long}` }],
  ["a name in any file", { locate: `:${long}` }],
  ["a find", { locate: `a.txt@${long}` }],
  ["an anchor", { file_path: "a.txt", anchor_text: long, ancestor_node_type: "call" }],
  ["a path", { file_path: long, find: "one" }],
  ["a URI", { file_path: `untitled:${long}`, find: "one" }],
  ["a handle", { handle: long }],
];

test.each(requests)("An error repeats at most 200 characters of %s", async (_title, params) => {
  const session = pair({ files: { "a.txt": "one two" } });
  try {
    await session.open();
    const { error } = await session.request("locate/resolve", params);
    expect(error).toBeDefined();
    expect(/Q{201}/.exec(JSON.stringify(error))).toBeNull();
  } finally {
    session.close();
  }
});
