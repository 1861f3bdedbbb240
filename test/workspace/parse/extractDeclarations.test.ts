/** Tests of the names that declarations are indexed by. */

import { plainNameOf } from "../../../src/workspace/parse/fileResults.js";

test.each<[string, string, string | undefined]>([
  ["run", "run", "run"],
  ["(*Server).Serve", "Serve", "Server.Serve"],
  ["(List[T]).Push", "Push", "List.Push"],
  ["Outer::Inner::run", "run", "Outer.Inner.run"],
  ["Box<T>::get", "get", "Box.get"],
  ["hash<Key>", "hash<Key>", "hash"],
  ["operator<", "operator<", "operator<"],
  ["operator()", "operator()", "operator()"],
  ["M.f", "f", "M.f"],
  ["@size", "size", "size"],
  ["$element", "$element", "$element"],
  ["~Foo", "~Foo", "~Foo"],
  ["empty?", "empty?", "empty?"],
  ["a  b", "a\n b", undefined],
  ["impl Display for Foo", "Foo", undefined],
  ["extend Message", "Message", undefined],
  ["(anonymous struct)", "struct", undefined],
  ["Companion", "object", undefined],
  ["describe('x') callback", "'x'", undefined],
  ["0", "{ a: 1 }", undefined],
  ["prefixname", "name", undefined],
])("The outline name %j with the source text %j is indexed as %s", (outline, written, used) => {
  const plain = plainNameOf(outline, written);
  expect(plain && [...plain.qualifiers, plain.name].join(".")).toBe(used);
});
