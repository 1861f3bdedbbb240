/**
 * Rejects new names that are not names, which servers would write all the same. Keywords are left
 * to the server.
 */

import { LocateError } from "../../../error.js";
import { languageOfPath } from "../../../languages/languages.js";
import { rangeToOffsets } from "../../../text/position.js";
import type { PlaceView, View } from "../../show/view.js";

/** Languages in which a dash can't be part of a name. */
const dashlessLanguages = new Set(
  (
    "c cpp csharp dart elixir erlang go haskell java javascript javascriptreact julia kotlin lua ocaml php python " +
    "r ruby rust scala swift typescript typescriptreact"
  ).split(" "),
);

/**
 * Throws `invalid_locate`. Only a plain name is checked: a heading or a quoted key can become any
 * text.
 */
export function assertNewName(newName: string, view: View): void {
  const oldName = nameAt(view);
  if (!/^[\p{ID_Continue}$]+$/u.test(oldName)) return;
  const language = languageOfPath(view.pathOf(view.uri));
  // Some languages allow any text between backticks, and some allow primes at the end of a name.
  const plain = newName.replace(/^`[^`]+`$/, "x").replace(/(?<=[^'])'+$/, "");
  const [invalidCharacter] =
    /[\s"'`()[\]{},]/u.exec(plain) ?? (dashlessLanguages.has(language) ? /-/.exec(plain) : null) ?? [];
  if (invalidCharacter === undefined) return;
  const what = /\s/.test(invalidCharacter) ? "white space" : `\`${invalidCharacter}\``;
  throw new LocateError(
    "invalid_locate",
    `${JSON.stringify(newName)} can't replace the name ${JSON.stringify(oldName)}: it contains ${what}. new_name is the new name alone, not an expression or a path.`,
    { field: "new_name", expected: "a name" },
  );
}

const wordEnd = /(?<![\p{ID_Continue}$])[\p{ID_Continue}$]+$/u;

/** Returns the word at the place; empty without one. */
function nameAt({ documentOf, uri, at, encoding }: PlaceView): string {
  const document = documentOf(uri);
  if (!document || !at) return "";
  const { from } = rangeToOffsets(document, at, encoding);
  const line = document.lineAt(from);
  const before = wordEnd.exec(document.slice(document.lineFrom(line), from));
  const after = /^[\p{ID_Continue}$]*/u.exec(document.slice(from, document.lineTo(line)));
  return `${before?.[0] ?? ""}${after?.[0] ?? ""}`;
}
