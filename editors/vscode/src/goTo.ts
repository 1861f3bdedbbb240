/**
 * "Go to Locate…": an input box that shows, while the user types, where the Locate leads or what to
 * write instead.
 */

import {
  type CancellationToken,
  type ExtensionContext,
  Position,
  type QuickPickItem,
  QuickPickItemKind,
  Range,
  type TextEditor,
  ThemeIcon,
  Uri,
  window,
} from "vscode";
import { choicesOf } from "./choices.js";
import type { Connection } from "./connection.js";
import { type Failure, failureOf, sentences } from "./failure.js";
import { filePathOf } from "./filePath.js";
import type { Lend } from "./lending.js";
import { lineText } from "./lineText.js";
import type { Resolved } from "./locates.js";
import { newest } from "./newest.js";
import { type Preview, previewIn, select } from "./preview.js";
import { recent, remember } from "./recent.js";
import { meantBy } from "./typed.js";

interface Item extends QuickPickItem {
  /**
   * The place that Enter goes to. Neither this nor `locate` is set if the item is only a message.
   */
  readonly place?: Resolved;
  /**
   * A Locate that Enter puts into the box, and goes to if it was used before: a mere guess is shown
   * first.
   */
  readonly locate?: string;
  readonly known?: boolean;
}

export async function goToLocate(
  connection: Connection,
  lend: Lend,
  { workspaceState }: ExtensionContext,
): Promise<void> {
  const editor = window.activeTextEditor;
  const activeFile = editor === undefined ? undefined : filePathOf(editor.document.uri);
  const preview = editor === undefined ? undefined : previewIn(editor);
  const box = window.createQuickPick<Item>();
  box.title = "Go to Locate";
  box.placeholder = "src/shop.py:Cart.total@<|>price, :Cart.total, @text in this file, :42";
  box.show();
  const lent = lend();
  // The first request reports why the proxy can't be started.
  lent.catch(() => undefined);

  let went = false;
  let enterPressed = false;
  const questions = newest<string>(async (typed, token) => {
    const items = await lent.then(
      () => itemsFor(typed, activeFile, connection, token),
      (error: unknown) => failed(failureOf(error), typed),
    );
    if (token.isCancellationRequested) return;
    box.busy = false;
    box.items = items;
    const [first] = items;
    if (editor !== undefined) show(first?.place, editor, preview);
    if (enterPressed && first?.place !== undefined) await leaveFor(first.place);
    enterPressed = false;
  });
  const offer = () => {
    questions.forget();
    box.busy = false;
    box.items = recentItems(recent(workspaceState));
    preview?.restore();
  };

  const leaveFor = async (place: Resolved) => {
    const typed = box.value.trim();
    went = true;
    box.hide();
    await goTo(place);
    await remember(typed, workspaceState);
  };
  box.onDidChangeValue((typed) => {
    enterPressed = false;
    if (typed.trim() === "") return offer();
    box.busy = true;
    questions.ask(typed, "in a pause");
  });
  box.onDidAccept(async () => {
    const [item] = box.selectedItems;
    if (box.busy) {
      // Enter came before the response: the list is still about the earlier text.
      enterPressed = true;
      questions.ask(box.value, "at once");
    } else if (item?.place !== undefined) await leaveFor(item.place);
    else if (item?.locate !== undefined) {
      box.value = item.locate;
      box.busy = true;
      enterPressed = item.known === true;
      questions.ask(item.locate, "at once");
    }
  });
  box.onDidHide(async () => {
    questions.dispose();
    if (!went) preview?.restore();
    preview?.dispose();
    box.dispose();
    await lent.then(
      (each) => each.dispose(),
      () => undefined,
    );
  });
  offer();
}

async function itemsFor(
  typed: string,
  activeFile: string | undefined,
  connection: Connection,
  token: CancellationToken,
): Promise<readonly Item[]> {
  let items: readonly Item[] = [];
  for (const locate of meantBy(typed, activeFile)) {
    try {
      return [await landed(await connection.ask<Resolved>("locate/resolve", { locate }, token))];
    } catch (error) {
      const failure = failureOf(error);
      const said = failed(failure, locate);
      if (failure.kind !== "symbol_not_found") return said;
      // It may be declared in another file. If it is nowhere, shows the alternatives of the file or
      // of the workspace, whichever has more.
      if (said.length > items.length) items = said;
    }
  }
  return items;
}

async function landed(place: Resolved): Promise<Item> {
  const { file_path, position, target, match } = place;
  const text = await lineText(Uri.parse(target.textDocument.uri), target.position.line);
  const several = match !== undefined && match.count > 1;
  return {
    label: `${file_path}:${position.line}:${position.character}`,
    ...(several ? { description: `the first of ${match.count} matches; write more of the text for another` } : {}),
    detail: text,
    iconPath: new ThemeIcon(several ? "warning" : "arrow-right"),
    alwaysShow: true,
    place,
  };
}

function failed(failure: Failure, locate: string): readonly Item[] {
  const { first, rest } = sentences(failure.message);
  const choices = choicesOf(failure, locate).map(
    (choice): Item => ({
      label: choice.locate,
      ...(choice.hint === undefined ? {} : { description: choice.hint }),
      iconPath: new ThemeIcon("lightbulb"),
      alwaysShow: true,
      locate: choice.locate,
    }),
  );
  // Alternatives go first: VS Code moves items similar to the typed text up anyway, and Enter takes
  // the best of them.
  return [...choices, { label: first, detail: rest, iconPath: new ThemeIcon("error"), alwaysShow: true }];
}

function recentItems(locates: readonly string[]): readonly Item[] {
  if (locates.length === 0) return [];
  const items = locates.map(
    (locate): Item => ({ label: locate, iconPath: new ThemeIcon("history"), locate, known: true }),
  );
  return [{ label: "recently gone to", kind: QuickPickItemKind.Separator }, ...items];
}

/** Shows a place in the visible text before going there. */
function show(place: Resolved | undefined, editor: TextEditor, preview: Preview | undefined): void {
  if (place?.target.textDocument.uri === editor.document.uri.toString()) {
    // The proxy may have more lines than the editor: the text has just become shorter, or VS Code
    // does not count some line ends.
    const line = Math.min(place.target.position.line, editor.document.lineCount - 1);
    const { range, firstNonWhitespaceCharacterIndex } = editor.document.lineAt(line);
    preview?.show([range.with(range.start.translate(0, firstNonWhitespaceCharacterIndex))]);
  } else preview?.restore();
}

async function goTo({ target }: Resolved): Promise<void> {
  const at = new Position(target.position.line, target.position.character);
  try {
    const editor = await window.showTextDocument(Uri.parse(target.textDocument.uri));
    select(new Range(at, at), editor);
  } catch (error) {
    // The file is too large for an editor, or has been deleted.
    void window.showErrorMessage(failureOf(error).message);
  }
}
