/** Where a file gets a declaration that is moved to it. */

import { factsOf } from "../../../../languages/languages.js";
import type { Stretch } from "../../../../text/stretch.js";
import type { RequestContext } from "../../../client/requestContext.js";
import { syntaxViewOf, toSyntaxText } from "../../../place/syntaxView.js";
import { editTreesOf } from "../../edit/editTrees.js";
import { planEdit } from "../../edit/planEdit.js";
import type { TextDraft } from "./textDraft.js";
import { lineEnds, readImports } from "./writtenImports.js";

/** Statements that only export: declarations come before them. */
const EXPORTS = /^(?:module\.exports\b|exports\.[\w$]+\s*=\s*[\w$]+;?$|export\s*(?:\{|default\s+[\w$]+;?$))/;

/**
 * Inserts declarations after the last one of a file; before the first that uses them while the file
 * is loaded.
 */
export async function insertDeclaration(
  draft: TextDraft,
  declaration: string,
  name: string,
  context: RequestContext,
): Promise<void> {
  const { version } = draft;
  const { text, languageId } = version;
  const view = await syntaxViewOf(version, context);
  const isTop = ({ from }: Stretch) => from === text.lineFrom(text.lineAt(from));
  const imports = await readImports(version, context);
  const isImport = ({ from, to }: Stretch) =>
    imports.some(({ statement }) => statement.from < to && from < statement.to);
  const isExport = ({ from, to }: Stretch) => EXPORTS.test(text.slice(from, to));
  const declared = (view?.symbols ?? []).filter((each) => isTop(each) && !isImport(each) && !isExport(each));
  const first = await firstLoadTimeUse(draft, name, declared, context);
  const place = first ?? declared.at(-1);
  const written = lineEnds(text, declaration);
  if (place === undefined) {
    const { top } = factsOf(languageId).blankLines;
    const own = text.text.trimEnd();
    const gap = own === "" ? "" : "\n".repeat(top + 1);
    draft.edit({ from: own.length, to: text.length, insert: lineEnds(text, `${gap}${declaration}\n`) });
    return;
  }
  const { change } = await planEdit(
    {
      operation: first ? "insert_before" : "insert_after",
      newText: written,
      unit: undefined,
      target: { from: place.from, to: place.to, kind: "symbol" },
      document: text,
      language: languageId,
    },
    await editTreesOf(version, context),
  );
  draft.edit(change);
}

/** Returns the first declaration of a file that uses an imported name while it is loaded. */
async function firstLoadTimeUse(
  draft: TextDraft,
  name: string,
  declared: readonly Stretch[],
  context: RequestContext,
): Promise<Stretch | undefined> {
  const known = (await readImports(draft.version, context)).filter((each) => each.name === name);
  const uses = known.flatMap((each) => each.uses);
  const atLoad = await usesAtLoad(draft, uses, context);
  const [first] = atLoad.toSorted((one, other) => one.from - other.from);
  return first && declared.find(({ from, to }) => from <= first.from && first.from < to);
}

const FUNCTION = /function|method|lambda|arrow/;
/** What is of types alone is not evaluated. */
const TYPES = /^(?:type_|interface_|implements_|nested_type_)/;
const BEFORE_BODY = /^(?:parameters|decorator|default_parameter|typed_default_parameter)$/;

/** Returns those uses that are evaluated when a file is loaded: outside of functions. */
export async function usesAtLoad(
  { version }: TextDraft,
  uses: readonly Stretch[],
  context: RequestContext,
): Promise<readonly Stretch[]> {
  if (uses.length === 0) return [];
  const syntax = await context.syntax();
  const chains = await syntax.coveringNodes(toSyntaxText(version, syntax, context.servers), uses, {});
  return uses.filter((_, index) => {
    const chain = chains[index] ?? [];
    let isHead = false;
    for (const { type } of chain) {
      if (TYPES.test(type)) return false;
      if (BEFORE_BODY.test(type)) isHead = true;
      else if (FUNCTION.test(type) && type !== "function") {
        if (!isHead) return false;
        isHead = false;
      }
    }
    return true;
  });
}
