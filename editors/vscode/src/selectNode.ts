/**
 * "Select by Anchor and Node Type…": asks for a text, then for the syntax node around it, and shows
 * each in the editor.
 */

import {
  InputBoxValidationSeverity,
  Position,
  type QuickPickItem,
  QuickPickItemKind,
  Range,
  type TextDocument,
  type TextEditor,
  window,
} from "vscode";
import type { Connection } from "./connection.js";
import { debounceRequests } from "./debounceRequests.js";
import { type AnchorMatches, readAnchorMatches, readCandidateNodes } from "./nodeTypes.js";
import { type Preview, previewIn, select } from "./preview.js";
import type { Position as Place, ResolveRangeResult, Range as Stretch } from "./protocol.js";
import { toProxyError } from "./proxyError.js";
import type { ShareTexts } from "./unsavedTexts.js";

export async function selectNode(connection: Connection, share: ShareTexts): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined) return;
  const preview = previewIn(editor);
  try {
    const lent = await share();
    try {
      const chosen = await choose(editor, preview, connection);
      if (chosen === undefined) preview.restore();
      else select(chosen, editor);
    } finally {
      lent.dispose();
    }
  } catch (error) {
    preview.restore();
    void window.showErrorMessage(toProxyError(error).message);
  } finally {
    preview.dispose();
  }
}

async function choose(editor: TextEditor, preview: Preview, connection: Connection): Promise<Range | undefined> {
  const anchor = await askAnchor(editor, preview, connection);
  if (anchor === undefined) return undefined;
  const items = await nodeItems(anchor, editor.document, connection);
  return pickNode(anchor, items, preview);
}

interface Anchor extends AnchorMatches {
  readonly text: string;
}

/** Asks for the anchor and returns it with the nodes around it; `undefined` if the user cancels. */
function askAnchor(editor: TextEditor, preview: Preview, connection: Connection): Promise<Anchor | undefined> {
  const { document, selection } = editor;
  return new Promise((resolve) => {
    const box = window.createInputBox();
    box.title = "Select by Anchor and Node Type (1/2): the anchor";
    box.prompt = "Text in the node, exactly as written";
    box.value = firstLine(document.getText(selection)) || document.lineAt(selection.active.line).text.trim();
    let found: Anchor | undefined;
    let enterPressed = false;
    const finish = (result: Anchor | undefined) => {
      resolve(result);
      box.hide();
    };
    const questions = debounceRequests<string>(async (text, token) => {
      const { result, problem } = await findAnchor(text, document, connection);
      if (token.isCancellationRequested) return;
      box.busy = false;
      found = result;
      preview.show((result?.places ?? []).map((place) => rangeAt(place, text.length, document)));
      box.validationMessage =
        result === undefined
          ? { message: problem, severity: InputBoxValidationSeverity.Error }
          : { message: describeMatches(result), severity: InputBoxValidationSeverity.Info };
      if (enterPressed && found !== undefined) finish(found);
      enterPressed = false;
    });
    const ask = (when: "debounced" | "immediately") => {
      found = undefined;
      box.validationMessage = undefined;
      if (box.value === "") return questions.cancel();
      box.busy = true;
      questions.send(box.value, when);
    };
    box.onDidChangeValue(() => ask("debounced"));
    box.onDidAccept(() => {
      if (found !== undefined) return finish(found);
      if (box.value === "") return;
      ask("immediately");
      enterPressed = true;
    });
    box.onDidHide(() => {
      questions.dispose();
      box.dispose();
      resolve(undefined);
    });
    box.show();
    ask("immediately");
  });
}

async function findAnchor(
  text: string,
  document: TextDocument,
  connection: Connection,
): Promise<{ readonly result?: Anchor; readonly problem: string }> {
  try {
    const locate = { file_path: pathOf(document), anchor_text: text };
    await connection.sendRequest<ResolveRangeResult>("locate/resolveRange", { locate });
    // Unreachable: without a type no anchor selects a node.
    return { problem: "" };
  } catch (error) {
    const failure = toProxyError(error);
    const found = readAnchorMatches(failure);
    return found === undefined ? { problem: failure.message } : { result: { ...found, text }, problem: "" };
  }
}

function describeMatches({ count, suggestion }: AnchorMatches): string {
  const times = count === 1 ? "It occurs once." : `It occurs ${count} times.`;
  return suggestion === undefined ? times : `${times} Press Enter to choose a node around it, such as ${suggestion}.`;
}

interface NodeItem extends QuickPickItem {
  readonly range?: Range;
}

/** Returns, for each type, the node that it selects, or all it may mean. */
async function nodeItems(anchor: Anchor, document: TextDocument, connection: Connection): Promise<readonly NodeItem[]> {
  const { types, suggestion } = anchor;
  const groups = await Promise.all(types.map((type) => itemsOfType(type, anchor.text, document, connection)));
  const likely = groups.filter((_, index) => types[index] === suggestion);
  const others = groups.filter((_, index) => types[index] !== suggestion);
  return [...likely, ...others].flat();
}

async function itemsOfType(
  type: string,
  text: string,
  document: TextDocument,
  connection: Connection,
): Promise<readonly NodeItem[]> {
  const locate = { file_path: pathOf(document), anchor_text: text, ancestor_node_type: type };
  try {
    const { target } = await connection.sendRequest<ResolveRangeResult>("locate/resolveRange", { locate });
    return [itemFor(type, rangeOf(target.range), document)];
  } catch (error) {
    const targets = readCandidateNodes(toProxyError(error)) ?? [];
    const separator: NodeItem = { label: `${type}: ${targets.length} nodes`, kind: QuickPickItemKind.Separator };
    return targets.length === 0 ? [] : [separator, ...targets.map((each) => itemFor(type, rangeOf(each), document))];
  }
}

function itemFor(type: string, range: Range, document: TextDocument): NodeItem {
  const { start, end } = range;
  const lines = range.isSingleLine ? `line ${start.line + 1}` : `lines ${start.line + 1}–${end.line + 1}`;
  // One row per item, because the list must not cover the marked text.
  return { label: type, description: `${lines}: ${firstLine(document.getText(range))}`, range };
}

/** Asks for the node; `undefined` if the user cancels. */
function pickNode(anchor: Anchor, items: readonly NodeItem[], preview: Preview): Promise<Range | undefined> {
  return new Promise((resolve) => {
    const box = window.createQuickPick<NodeItem>();
    box.title = "Select by Anchor and Node Type (2/2): the node";
    box.placeholder = `Choose the node around ${JSON.stringify(anchor.text)}`;
    box.matchOnDescription = true;
    box.items = items;
    box.onDidChangeActive(([item]) => preview.show(item?.range === undefined ? [] : [item.range]));
    box.onDidAccept(() => {
      const [item] = box.selectedItems;
      if (item?.range === undefined) return;
      resolve(item.range);
      box.hide();
    });
    box.onDidHide(() => {
      box.dispose();
      resolve(undefined);
    });
    box.show();
  });
}

/** A URI, because a relative path could mean a file of another workspace folder. */
function pathOf({ uri }: TextDocument): string {
  return uri.toString();
}

/** Returns the range of `length` code units from a place. */
function rangeAt(place: Place, length: number, document: TextDocument): Range {
  const start = new Position(place.line, place.character);
  return new Range(start, document.positionAt(document.offsetAt(start) + length));
}

function rangeOf({ start, end }: Stretch): Range {
  return new Range(start.line, start.character, end.line, end.character);
}

/** Returns the first line that is not blank. */
function firstLine(text: string): string {
  return (
    text
      .split(/\r\n|\r|\n/)
      .find((each) => each.trim() !== "")
      ?.trim() ?? ""
  );
}
