/** The seven tools: what each takes, what it may do, and how it is answered. One table. */

import type { ToolAnnotations } from "@modelcontextprotocol/server";
import type { DocumentDiagnosticReport, Location } from "vscode-languageserver-protocol";
import { z } from "zod";
import { LocateError } from "../../../error.js";
import { symbolKindName } from "../../../locate/symbols/symbolNode.js";
import { lspMethods } from "../../../session/backend/locateMethods.js";
import { type Locations, namesIn } from "../../show/placeAnswers.js";
import type { PlaceReport } from "../../show/resolvedPlace.js";
import { answerWords, questions } from "../render/askAnswers.js";
import { type Outline, withoutInsides } from "../render/collapseOutline.js";
import { firstLines } from "../render/limitLines.js";
import { heading } from "../render/renderHeading.js";
import { problemWords } from "../render/renderProblems.js";
import { type Nodes, nodeWords, pointWords, rangeWords } from "../render/renderTarget.js";
import { change } from "./changeFiles.js";
import { bySyntaxAlone, withReason } from "./syntaxOnly.js";
import { askAbout, type Call, viewOf } from "./toolCall.js";
import { notation, shortNotation, words } from "./toolDescriptions.js";

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** Markdown. Rejects with what failureWords reads. */
  answer(args: unknown, call: Call): Promise<string>;
}

const reads: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** Lines of an outline. */
const mostSymbols = 300;

const file = z.string().describe("Absolute, or relative to the workspace.");
const apply = z.boolean().optional().describe("Write the files. Otherwise the answer is only a diff.");

// Which fields there are, one description says for all; what is wrong with them, the session says better than a schema could.
const locate = z.union([z.string(), z.looseObject({})], {
  error: "write a text <file>:<symbol path>@<text>, or an object",
});
const place = locate.describe(shortNotation);

export const tools: readonly Tool[] = [
  tool(
    "outline",
    reads,
    { file_path: file, depth: atLeastOne("Levels; without it all but the insides of functions and values.") },
    async (args, call) => {
      const outline = await call.client.request<Outline>("locate/outline", { ...call.params, ...args });
      const lines = args.depth === undefined ? withoutInsides(outline, args.file_path) : outline.markdown;
      return firstLines(lines, mostSymbols, "Ask with depth: 1, or search for a name.");
    },
  ),
  tool(
    "search",
    reads,
    {
      symbol_path: z.string().describe("A name, or the last names of its path: total, Cart.total."),
      kind: z.string().optional().describe("class, function, method, variable …"),
      limit: atLeastOne("Symbols at most: 50."),
    },
    async (args, call) => {
      assertKind(args.kind);
      const { markdown } = await call.client.request<{ markdown: string }>("locate/search", {
        ...call.params,
        ...args,
      });
      return markdown;
    },
  ),
  tool(
    "ask",
    reads,
    {
      question: z.enum(questions),
      locate: locate.describe(notation),
      limit: atLeastOne("Places listed at most: 100."),
    },
    async ({ question, locate, limit }, call) => {
      const answered = await askAbout(question, locate, call).catch(async (error: unknown) => {
        throw await withReason(error, locate, call);
      });
      if (answered.kind !== "shown" || !answered.place) throw new TypeError(`${question} has no place`);
      const { answer, nothing, place } = answered;
      const declarations = question === "references" ? await declarationsOf(locate, call) : undefined;
      const drawn = answerWords(question, answer, { view: viewOf(place, call), limit, declarations }, nothing);
      // What is in other files is found by what the server knows of them all.
      const uri = lspMethods[question]?.isCrossFile ? place.target.textDocument.uri : undefined;
      const remark = uri === undefined ? undefined : await bySyntaxAlone(uri, call);
      return `${heading(place, remark)}\n${drawn}`;
    },
  ),
  tool(
    "resolve",
    reads,
    { locate: place, as: z.enum(["point", "range", "nodes"]).optional() },
    async ({ locate, as = "point" }, call) => {
      const answered = await askAbout({ point: "resolve", range: "resolveRange", nodes: "nodes" }[as], locate, call);
      if (!answered.place) throw new TypeError("a Locate has no place");
      const view = viewOf(answered.place, call);
      const drawn =
        as === "nodes" ? nodeWords(answered.result as Nodes) : as === "range" ? rangeWords(view) : pointWords(view);
      return `${heading(answered.place)}\n${drawn}`;
    },
  ),
  tool(
    "rename",
    { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    { locate: place, new_name: z.string(), apply },
    ({ locate, new_name, apply = false }, call) => change("rename", locate, { newName: new_name }, apply, call),
  ),
  tool(
    "edit",
    { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    {
      locate: place,
      operation: z.enum(["replace", "insert_before", "insert_after", "delete"]),
      new_text: z
        .string()
        .optional()
        .describe(
          "With its indentation. At a symbol or lines it stands on lines of its own; at a text it goes in as it is.",
        ),
      apply,
    },
    ({ locate, operation, new_text, apply = false }, call) =>
      change("edit", locate, { operation, ...(new_text === undefined ? {} : { new_text }) }, apply, call),
  ),
  tool("diagnostics", reads, { file_path: file }, async ({ file_path }, call) => {
    const params = { ...call.params, locate: { file_path }, place: true };
    const answer = await call.client.request<{ place: PlaceReport; result: DocumentDiagnosticReport }>(
      "locate/diagnostic",
      params,
    );
    const remark = await bySyntaxAlone(answer.place.target.textDocument.uri, call);
    return problemWords(answer.result, viewOf(answer.place, call), remark);
  }),
];

function tool<Shape extends z.ZodRawShape>(
  name: keyof typeof words,
  annotations: ToolAnnotations,
  shape: Shape,
  answer: (args: z.infer<z.ZodObject<Shape>>, call: Call) => Promise<string>,
): Tool {
  const fields = Object.keys(shape).join(", ");
  const schema = z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === "unrecognized_keys" ? `${name} has no ${(keys as string[]).join(", ")}. It takes ${fields}.` : undefined,
  });
  return {
    name,
    description: words[name],
    annotations,
    schema,
    answer: (args, call) => answer(args as z.infer<z.ZodObject<Shape>>, call),
  };
}

/** Where it is declared, as far as the server says; what it says of references does not tell. */
async function declarationsOf(locate: unknown, call: Call): Promise<readonly Location[] | undefined> {
  try {
    const answered = await askAbout("definition", locate, call);
    return answered.kind === "shown" ? namesIn((answered.answer ?? []) as Locations) : undefined;
  } catch {
    call.signal.throwIfAborted();
    return undefined;
  }
}

/** SymbolKind has these. */
const kinds = Array.from({ length: 26 }, (_, index) => symbolKindName(index + 1));

function assertKind(kind: string | undefined): void {
  if (kind === undefined || kinds.includes(kind.toLowerCase())) return;
  throw new LocateError("invalid_locate", `There is no kind ${JSON.stringify(kind)}. There are: ${kinds.join(", ")}.`, {
    field: "kind",
    expected: "a kind of symbol",
  });
}

function atLeastOne(description: string) {
  return z.number().min(1).optional().describe(description);
}
