/** Renders answers that are text: hover, signatures, completions, actions. */

import type {
  CodeAction,
  Command,
  CompletionItem,
  CompletionList,
  Hover,
  InlineCompletionItem,
  InlineCompletionList,
  MarkedString,
  MarkupContent,
  SignatureHelp,
  SignatureInformation,
} from "vscode-languageserver-protocol";
import { maxOf } from "../../text/list.js";
import { positionToOffset } from "../../text/position.js";
import { formatCount } from "../../text/printable.js";
import { renderExcerpt } from "./text/sourceLine.js";
import { type PlaceView, shorten, type View } from "./view.js";

export function renderHover({ contents }: Hover): string {
  const parts: readonly (MarkupContent | MarkedString)[] = Array.isArray(contents) ? contents : [contents];
  return parts
    .map(plainText)
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Markdown as plain text: without code fences, with entities and escapes decoded. */
function plainText(content: MarkupContent | MarkedString): string {
  if (typeof content === "string") return stripMarkdown(content);
  if ("language" in content) return tidyText(content.value);
  return content.kind === "plaintext" ? tidyText(content.value) : stripMarkdown(content.value);
}

function stripMarkdown(markdown: string): string {
  let fence: string | undefined;
  const lines: string[] = [];
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    else lines.push(fence === undefined ? unescapeMarkdown(line) : line);
  }
  return tidyText(lines.join("\n"));
}

const entities: Readonly<Record<string, string>> = { nbsp: " ", lt: "<", gt: ">", amp: "&", quot: '"' };

function unescapeMarkdown(line: string): string {
  return line
    .replace(/&(nbsp|lt|gt|amp|quot);/g, (_entity, name: string) => entities[name] ?? "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/^ {0,3}(?:---+|\*\*\*+|___+)\s*$/, "");
}

function tidyText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/(?<![ \t])[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|(?<!\n)\n+$/g, "");
}

/** Renders each signature, with carets below the active parameter. */
export function renderSignatures(help: SignatureHelp, view: View): string {
  const active = help.activeSignature ?? 0;
  return help.signatures
    .map((signature, index) => {
      const isActive = index === active;
      const marker = help.signatures.length === 1 ? "" : isActive ? "* " : "  ";
      const parameter = isActive ? parameterRange(signature, help.activeParameter) : undefined;
      const room = view.width - marker.length;
      if (!parameter)
        return `${marker}${renderExcerpt(signature.label, 0, 0, Math.max(room, signature.label.length + 2)).text}`;
      const drawn = renderExcerpt(signature.label, parameter[0], parameter[1], room);
      const marks = `${" ".repeat(marker.length)}${view.colours.green(drawn.marks)}`;
      return [`${marker}${drawn.text}`, marks, ...parameterHelp(signature, help.activeParameter)].join("\n");
    })
    .join("\n");
}

/**
 * Returns the active parameter's stretch of the label. LSP gives it as offsets, or as a text to
 * search for.
 */
function parameterRange(
  signature: SignatureInformation,
  fallback: number | null | undefined,
): [number, number] | undefined {
  const parameter = parameterOf(signature, fallback);
  if (!parameter) return undefined;
  if (typeof parameter.label !== "string") return [parameter.label[0], parameter.label[1]];
  // Searched after the parenthesis, since the function's own name may contain the text.
  const from = signature.label.indexOf(parameter.label, Math.max(0, signature.label.indexOf("(")));
  return from < 0 ? undefined : [from, from + parameter.label.length];
}

function parameterHelp(signature: SignatureInformation, fallback: number | null | undefined): readonly string[] {
  const documentation = parameterOf(signature, fallback)?.documentation;
  if (!documentation) return [];
  const text = typeof documentation === "string" ? tidyText(documentation) : plainText(documentation);
  return text === "" ? [] : [text.replace(/^/gm, "    ")];
}

function parameterOf({ parameters, activeParameter }: SignatureInformation, fallback: number | null | undefined) {
  const active = activeParameter ?? fallback ?? 0;
  return parameters?.[active];
}

/** Completions after these are only counted. */
const MAX_COMPLETIONS = 40;

/** Renders the completions that begin with the word before the cursor, in the server's order. */
export function renderCompletions(answer: CompletionAnswer, view: View): string {
  const sorted = filterCompletions(answer, view);
  const listed = sorted.slice(0, MAX_COMPLETIONS);
  const rows = listed.map((item) => [
    shorten(`${item.label}${item.labelDetails?.detail ?? ""}`, 50),
    completionKindNames[item.kind ?? 0] ?? "",
    shorten(item.detail ?? item.labelDetails?.description ?? "", 60),
  ]);
  const labelWidth = maxOf(rows.map(([label]) => label?.length ?? 0));
  const kindWidth = maxOf(rows.map(([, kind]) => kind?.length ?? 0));
  const lines = rows.map(([label = "", kind = "", detail = ""]) =>
    `${label.padEnd(labelWidth)}  ${view.colours.dim(`${kind.padEnd(kindWidth)}  ${detail}`.trimEnd())}`.trimEnd(),
  );
  const left = sorted.length - listed.length;
  return left > 0
    ? [...lines, view.colours.dim(`… and ${formatCount(left, "more", "more")}; --json has them all`)].join("\n")
    : lines.join("\n");
}

export type CompletionAnswer = CompletionList | readonly CompletionItem[];

/**
 * Returns the items that begin with the word before the cursor, or all if none does; in the
 * server's order.
 */
export function filterCompletions(answer: CompletionAnswer, view: View): readonly CompletionItem[] {
  const all = "items" in answer ? answer.items : answer;
  const prefix = wordBefore(view).toLowerCase();
  const begun = all.filter((item) => (item.filterText ?? item.label).toLowerCase().startsWith(prefix));
  return [...(begun.length > 0 ? begun : all)].sort((left, right) => compareCompletions(left, right));
}

export const completionKindNames = (
  " text method function constructor field variable class interface module property unit value enum keyword snippet color file " +
  "reference folder enum_member constant struct event operator type_parameter"
).split(" ");

function compareCompletions(left: CompletionItem, right: CompletionItem): number {
  if (left.preselect !== right.preselect) return left.preselect ? -1 : 1;
  const [a, b] = [left.sortText ?? left.label, right.sortText ?? right.label];
  return a < b ? -1 : a > b ? 1 : 0;
}

function wordBefore({ uri, at, encoding, documentOf }: PlaceView): string {
  const document = documentOf(uri);
  if (!document || !at) return "";
  const offset = positionToOffset(document, at.start, encoding);
  return (
    /(?<![\p{ID_Continue}$])[\p{ID_Continue}$]+$/u.exec(
      document.slice(Math.max(document.lineFrom(at.start.line), offset - 200), offset),
    )?.[0] ?? ""
  );
}

export function renderInlineCompletions(answer: InlineCompletionList | readonly InlineCompletionItem[]): string {
  const all = "items" in answer ? answer.items : answer;
  return all
    .map(({ insertText }) => tidyText(typeof insertText === "string" ? insertText : insertText.value))
    .join("\n\n");
}

export function renderActions(answer: readonly (CodeAction | Command)[], { colours }: View): string {
  return answer
    .map((action) => {
      const title = shorten(action.title, 200);
      if (typeof action.command === "string") return title;
      const { kind, isPreferred, disabled } = action as CodeAction;
      const notes = [
        shorten(kind ?? "", 100),
        isPreferred ? "preferred" : "",
        disabled ? `not now: ${shorten(disabled.reason, 100)}` : "",
      ];
      const note = notes.filter((each) => each !== "").join(", ");
      return note === "" ? title : `${title}  ${colours.dim(note)}`;
    })
    .join("\n");
}
