/** Names that can't be one: servers write them all the same. What a keyword is they know themselves. */

import { LocateError } from "../../../error.js";
import { languageOfPath } from "../../../locate/languageRules.js";
import { rangeToOffsets } from "../../../text/position.js";
import type { PlaceView, View } from "../../show/view.js";

/** Languages in which a dash ends a name. In one that is not listed it may belong to it. */
const dashlessLanguages = new Set(
  (
    "c cpp csharp dart elixir erlang go haskell java javascript javascriptreact julia kotlin lua ocaml php python " +
    "r ruby rust scala swift typescript typescriptreact"
  ).split(" "),
);

/** Errors: `invalid_locate`. What is renamed must be a plain name itself: a heading or a quoted key takes any text. */
export function assertNewName(newName: string, view: View): void {
  const oldName = nameAt(view);
  if (!/^[\p{ID_Continue}$]+$/u.test(oldName)) return;
  const language = languageOfPath(view.pathOf(view.uri));
  // Some languages take any text for a name between backticks, and in some a name may end in primes.
  const plain = newName.replace(/^`[^`]+`$/, "x").replace(/(?<=.)'+$/, "");
  const [invalidCharacter] =
    /[\s"'`()[\]{},]/u.exec(plain) ?? (dashlessLanguages.has(language) ? /-/.exec(plain) : null) ?? [];
  if (invalidCharacter === undefined) return;
  const what = /\s/.test(invalidCharacter) ? "white space" : `\`${invalidCharacter}\``;
  throw new LocateError(
    "invalid_locate",
    `${JSON.stringify(newName)} can't take the place of the name ${JSON.stringify(oldName)}: it holds ${what}. new_name is the new name alone, not an expression or a path.`,
    { field: "new_name", expected: "a name" },
  );
}

/** The word at the place; empty where none is. */
function nameAt({ documentOf, uri, at, encoding }: PlaceView): string {
  const document = documentOf(uri);
  if (!document || !at) return "";
  const { from } = rangeToOffsets(document, at, encoding);
  const line = document.lineAt(from);
  const before = /[\p{ID_Continue}$]*$/u.exec(document.slice(document.lineFrom(line), from));
  const behind = /^[\p{ID_Continue}$]*/u.exec(document.slice(from, document.lineTo(line)));
  return `${before?.[0] ?? ""}${behind?.[0] ?? ""}`;
}
