/** The table of tools: the arguments and annotations of each, and how it is answered. */

import type { ToolAnnotations } from "@modelcontextprotocol/server";
import type { DocumentDiagnosticReport } from "vscode-languageserver-protocol";
import { z } from "zod";
import { LocateError } from "../../../error.js";
import { clip, MAX_ECHO_LENGTH, quoteText } from "../../../locate/errorText.js";
import { symbolKindNames } from "../../../locate/symbols/symbolNode.js";
import { renamedTexts } from "../../../session/completeness/rename/renameOptions.js";
import type { ContextAnswer } from "../../../session/methods/context/formatContext.js";
import { sectionKinds } from "../../../session/methods/context/section.js";
import { useChoices } from "../../../session/methods/context/usesBySymbol.js";
import type { FilesReport } from "../../../session/methods/diagnostic/formatProblems.js";
import { MIN_BUDGET, readBudget } from "../../../session/methods/paging.js";
import { escapeName } from "../../../text/printable.js";
import { askMethods } from "../../methods/commandTable.js";
import type { ResolvedPlace } from "../../show/resolvedPlace.js";
import { pageOfLines } from "../render/limitLines.js";
import { collapseOutline, type OutlineAnswer, renderProblems } from "../render/renderFile.js";
import { type NodesAnswer, renderHeading, renderNodeList, renderPoint, renderRange } from "../render/renderTarget.js";
import { answerQuestions } from "./answerQuestions.js";
import { changeFiles } from "./changeFiles.js";
import { NOTATION_GUIDE, SHORT_NOTATION_GUIDE } from "./notationGuide.js";
import { refactor, refactorings } from "./refactor.js";
import { describeSyntaxOnly } from "./syntaxOnly.js";
import { createToolView, sendToolRequest, type ToolCall } from "./toolCall.js";

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** Resolves with Markdown. Rejects with an error that `renderFailure` reads. */
  answer(args: unknown, call: ToolCall): Promise<string>;
}

// Clients decide by the annotations of a tool whether a call needs consent: `preview` needs none.
const readOnly: ToolAnnotations = { readOnlyHint: true };
const destructive: ToolAnnotations = { readOnlyHint: false, destructiveHint: true };

const budgetField = z.number().min(MIN_BUDGET).optional();
// A cut list says how to go on with it.
const afterField = z.number().min(0).optional();

const CLEAN = '"clean": only if it adds no problems.';
const editApplyField = flagOr("clean").describe(CLEAN);
const checkField = z.boolean().optional().describe("Say what it breaks, anywhere.");

const renameApplyField = flagOr("clean", "anyway").describe(`${CLEAN} "anyway": breaks code.`);
const renameCheckField = z.boolean().optional().describe("false: no check, which takes seconds.");
const renamedTextField = z.enum(renamedTexts).optional().describe("Rename the word there, too.");
const publicField = z.boolean().optional().describe("Also if package.json exports it.");

// An object is taken, too (see `normalizeArguments`). One description explains its fields for all
// tools, and the session's errors say more than a schema's.
const locateField = z.string({ error: "write a text <file>:<symbol path>@<text>, or an object" });
const placeField = locateField.describe(SHORT_NOTATION_GUIDE);

const usesField = z.enum(useChoices).optional();
const libraryField = z.string().optional().describe("A library the project uses (requests), not the workspace.");

const newNameField = z.string();
const newTextField = z.string().optional();
const editFields = {
  locate: placeField.optional(),
  operation: z.enum(["replace", "insert_before", "insert_after", "delete"]).optional(),
  new_text: newTextField.describe("Any outer indentation; list items without separator."),
  unit: z.enum(["lines", "item", "text"]).optional(),
  at: z
    .array(locateField, { error: 'write ["all"] or an array of Locates' })
    .optional()
    .describe('["all"]: every match; or several Locates, without locate.'),
  edits: z.array(z.looseObject({})).optional().describe("Or several {locate, operation, new_text, unit}, all or none."),
};

export const tools: readonly Tool[] = [
  tool(
    "outline",
    "The symbols of a file or symbol (src/shop.py:Cart) with their lines; of a folder (.: all) or pattern (src/**/*.ts), its files with top-level symbols.",
    readOnly,
    {
      file_path: z.string(),
      in: libraryField,
      depth: positiveNumber(),
      budget: budgetField.describe("Tokens. Default: 2000."),
      after: afterField,
    },
    async (args, call) => {
      const outline = await call.client.request<OutlineAnswer>("locate/outline", { ...call.params, ...args });
      // Only the list of files has a budget of its own.
      if (outline.symbols === undefined) return outline.markdown;
      const lines = args.depth === undefined ? collapseOutline(outline, args.file_path) : outline.markdown;
      return pageOfLines(lines, readBudget(args));
    },
  ),
  tool(
    "search",
    "Where symbols are declared, each with its Locate; else names like it and lines with it. text: finds any text, with the symbol around each line.",
    readOnly,
    {
      symbol_path: z.string().describe("A name or path (Cart.total), A|B, get*, or text: foo(1)."),
      in: libraryField,
      kind: z.string().optional(),
      unused: z.boolean().optional().describe("Only those without uses."),
      limit: positiveNumber(),
      after: afterField,
    },
    async (args, call) => {
      assertSymbolKind(args.kind);
      const { markdown } = await call.client.request<{ markdown: string }>("locate/search", {
        ...call.params,
        ...args,
      });
      return markdown;
    },
  ),
  tool(
    "ask",
    "Asks the language server about a place: type and documentation (hover), definition, uses, callers.",
    readOnly,
    {
      question: z.array(z.enum(askMethods), { error: `write one or several of ${askMethods.join(", ")}` }).min(1),
      locate: locateField.describe(NOTATION_GUIDE),
      limit: positiveNumber(),
      after: afterField,
      uses: usesField,
      levels: z.enum(["all"]).optional().describe("Of types and calls: the whole tree."),
    },
    ({ question, locate, limit, after, uses, levels }, call) =>
      answerQuestions(question, locate, { limit, after, uses, levels }, call),
  ),
  tool(
    "context",
    "What is needed to work on a symbol, in one answer: signature, body, callers, callees, other uses …",
    readOnly,
    {
      locate: locateField,
      include: z.array(z.enum(sectionKinds)).optional(),
      uses: usesField,
      budget: budgetField,
    },
    async ({ locate, include, uses, budget }, call) => {
      const extra = { ...(include && { include }), ...(uses && { uses }), ...(budget === undefined ? {} : { budget }) };
      const { result } = await sendToolRequest("context", locate, call, extra);
      return (result as ContextAnswer).markdown;
    },
  ),
  tool(
    "resolve",
    'Where a Locate is. as "range": what an edit would replace, also to read a symbol; "nodes": the syntax nodes there.',
    readOnly,
    { locate: locateField, as: z.enum(["point", "range", "nodes"]).optional() },
    async ({ locate, as = "point" }, call) => {
      const result = await sendToolRequest(
        { point: "resolve", range: "resolveRange", nodes: "nodes" }[as],
        locate,
        call,
      );
      if (!result.place) throw new TypeError("a Locate has no place");
      const view = createToolView(result.place, call);
      const rendered =
        as === "nodes"
          ? renderNodeList(result.result as NodesAnswer)
          : as === "range"
            ? renderRange(view)
            : renderPoint(view);
      return `${renderHeading(result.place)}\n${rendered}`;
    },
  ),
  tool(
    "preview",
    "The diff of a rename (new_name) or an edit (operation …); never writes.",
    readOnly,
    {
      // What rename and edit explain.
      locate: locateField.optional(),
      new_name: newNameField.optional(),
      operation: z.string().optional(),
      new_text: newTextField,
      unit: z.string().optional(),
      at: z.array(locateField).optional(),
      edits: z.array(z.looseObject({})).optional(),
      check: z.boolean().optional(),
    },
    ({ new_name, check, ...places }, call) => {
      const hasEdit = places.operation !== undefined || places.edits !== undefined;
      if ((new_name === undefined) !== hasEdit) throw previewKindError(new_name !== undefined);
      const checked = check === undefined ? {} : { check };
      if (new_name !== undefined)
        return changeFiles("rename", places.locate, { newName: new_name, ...checked }, "never", call);
      const { locates, params } = readEdits(places);
      return changeFiles("edit", locates, { ...params, ...checked }, "never", call);
    },
  ),
  tool(
    "rename",
    'Renames a symbol and its uses. Returns a diff; only apply: "true" writes.',
    destructive,
    {
      locate: placeField,
      new_name: newNameField,
      text: renamedTextField,
      also: z.array(locateField).optional().describe("Further places of the name that mean it."),
      public: publicField,
      check: renameCheckField,
      apply: renameApplyField,
    },
    ({ locate, new_name, text, also, public: isPublic, check, apply = false }, call) => {
      const params = {
        newName: new_name,
        ...(text !== undefined && { text }),
        ...(also !== undefined && { also }),
        ...(isPublic && { public: true }),
        ...(check !== undefined && { check }),
      };
      return changeFiles("rename", locate, params, apply, call);
    },
  ),
  tool(
    "edit",
    'Replaces, deletes or inserts text at a Locate. One marker is a place to insert at, two enclose what is meant. Text is fitted to its place (indentation, blank lines, separators of a list), as the result says; unit chooses another way. replace keeps the comment above unless new_text begins with one; delete takes it along. Returns a diff; only apply: "true" writes.',
    destructive,
    {
      ...editFields,
      format: z.boolean().optional().describe("Format the changed lines."),
      check: checkField,
      apply: editApplyField,
    },
    ({ format, check, apply = false, ...places }, call) => {
      const { locates, params } = readEdits(places);
      const asked = { ...params, ...(format && { format }), ...(check && { check }) };
      return changeFiles("edit", locates, asked, apply, call);
    },
  ),
  tool(
    "refactor",
    'fix: a code action of the language server by its title, a part of it, or kind; an error lists them. delete: a symbol that nothing uses, with its imports; else lists the uses. move: a file or folder, or a symbol to a file, with all imports. signature: parameters, in the declaration and all calls. undo: your last write. Returns a diff; only apply: "true" writes.',
    destructive,
    {
      action: z.enum(refactorings),
      locate: locateField.optional().describe("A Locate; of move, also a path."),
      title: z.string().optional(),
      kind: z.string().optional().describe("quickfix, source.organizeImports …"),
      to: z.string().optional().describe("New path, or the symbol's new file."),
      changes: z
        .array(z.looseObject({}))
        .optional()
        .describe('[{add: "b: int", at?, argument: "1"}, {remove: "x"}, {move: "x", to: 0}, {rename: "x", to: "y"}]'),
      check: checkField,
      apply: renameApplyField,
    },
    refactor,
  ),
  tool(
    "diagnostics",
    "Errors and warnings of a file, folder or pattern; changed: of what differs from git's last commit or refers to that.",
    readOnly,
    { file_path: z.string().optional(), changed: z.boolean().optional(), after: afterField },
    async ({ file_path, changed, after }, call) => {
      if (!file_path && !changed) throw noFileError();
      const asked = { ...(file_path && { locate: { file_path } }), ...(changed && { changed }) };
      const params = { ...call.params, ...asked, ...(after !== undefined && { after }), place: true };
      const answer = await call.client.request<DiagnosticAnswer | FilesReport>("locate/diagnostic", params);
      if ("files" in answer) return answer.markdown;
      const remark = await describeSyntaxOnly(answer.place.target.textDocument.uri, call);
      const problems = renderProblems(answer.result, createToolView(answer.place, call), remark);
      return [problems, answer.hint ?? []].flat().join("\n");
    },
  ),
];

function tool<Shape extends z.ZodRawShape>(
  name: string,
  description: string,
  annotations: ToolAnnotations,
  shape: Shape,
  answer: (args: z.infer<z.ZodObject<Shape>>, call: ToolCall) => Promise<string>,
): Tool {
  const fields = Object.keys(shape).join(", ");
  const schema = z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === "unrecognized_keys" ? `${name} has no ${nameKeys(keys as string[])}. It takes ${fields}.` : undefined,
  });
  return {
    name,
    description,
    annotations,
    schema,
    answer: (args, call) => answer(args as z.infer<z.ZodObject<Shape>>, call),
  };
}

/**
 * A field that is true, false or a word. Its schema has texts alone (see `normalizeArguments`):
 * some clients refuse a tool with `anyOf` or several types in a field.
 */
function flagOr<Word extends string>(...words: readonly Word[]) {
  const named = words.map((word) => `"${word}"`).join(" or ");
  const error = `write "true", "false"${words.length > 1 ? "," : " or"} ${named}`;
  return z
    .enum(["true", "false", ...words], { error })
    .transform((text) => (text === "true" ? true : text === "false" ? false : (text as Word)))
    .optional();
}

const MAX_NAMED_KEYS = 5;

function nameKeys(keys: readonly string[]): string {
  const named = keys.slice(0, MAX_NAMED_KEYS).map((key) => escapeName(clip(key, MAX_ECHO_LENGTH)));
  return keys.length > named.length ? `${named.join(", ")} and ${keys.length - named.length} more` : named.join(", ");
}

function assertSymbolKind(kind: string | undefined): void {
  if (kind === undefined || symbolKindNames.includes(kind.toLowerCase())) return;
  throw new LocateError(
    "invalid_locate",
    `Unknown kind ${quoteText(kind)}. The kinds are: ${symbolKindNames.join(", ")}.`,
    {
      field: "kind",
      expected: "a kind of symbol",
    },
  );
}

function noFileError(): LocateError {
  return new LocateError("invalid_locate", "diagnostics needs a file_path, or changed: true.", {
    field: "file_path",
    expected: "a file, a folder or a pattern",
  });
}

interface DiagnosticAnswer {
  readonly place: ResolvedPlace;
  readonly result: DocumentDiagnosticReport;
  readonly hint?: string;
}

function previewKindError(hasBoth: boolean): LocateError {
  const message = hasBoth
    ? "preview shows one change: write new_name for a rename, or operation (and new_text) for an edit, not both."
    : "preview needs a change: write new_name for a rename, or operation (and new_text) for an edit.";
  return new LocateError("invalid_locate", message, { field: "new_name", expected: "new_name or operation" });
}

function positiveNumber(description?: string) {
  const field = z.number().min(1).optional();
  return description === undefined ? field : field.describe(description);
}

interface EditArguments {
  readonly locate?: unknown;
  readonly at?: readonly string[] | undefined;
  readonly edits?: readonly { readonly locate?: unknown }[] | undefined;
  readonly operation?: string | undefined;
  readonly new_text?: string | undefined;
  readonly unit?: string | undefined;
}

/** Returns the Locates of an edit, and its params as the row of the method takes them. */
function readEdits({ locate, at, edits, operation, new_text, unit }: EditArguments) {
  const isAll = at?.length === 1 && at[0] === "all";
  const places = isAll ? undefined : at;
  const given = [locate, places, edits].filter((each) => each !== undefined);
  const params = { operation, ...(new_text !== undefined && { new_text }), ...(unit !== undefined && { unit }) };
  const hasOperation = operation !== undefined || new_text !== undefined || unit !== undefined;
  if (given.length !== 1 || (edits && (hasOperation || isAll)) || (places && isAll)) throw editPlacesError();
  const missing = edits?.findIndex((each) => each.locate === undefined) ?? -1;
  if (missing >= 0) throw editPlacesError(`edits[${missing}] has no locate. `);
  if (edits) return { locates: edits.map((each) => each.locate), params: { edits } };
  return { locates: places ?? locate, params: { ...params, ...(isAll && { at: "all" }) } };
}

function editPlacesError(problem = ""): LocateError {
  const message =
    'edit needs its places in one way: locate and operation (with at: ["all"] for all matches), at with several Locates and operation, or edits alone, each with its locate.';
  return new LocateError("invalid_locate", `${problem}${message}`, {
    field: "locate",
    expected: "locate, at or edits",
  });
}
