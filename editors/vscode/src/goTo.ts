/** "Go to Locate…": a box that says while one types where the Locate lands, or what to write instead, and takes one there. */

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
  /** Where Enter goes; neither this nor the next where the item only says something. */
  readonly place?: Resolved;
  /** A Locate that Enter puts into the box, and goes to where it was gone to before: what is only guessed is to be looked at first. */
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
  // Why the proxy can't be started is said by the first question.
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
      // Faster than the answer: what is in the list is about what was typed before.
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
      // Elsewhere it may be declared. Where it is nowhere, the file or the workspace has its say, whichever has more to offer.
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
  // What may be meant goes first: VS Code puts what is like the typed text there anyway, and Enter then takes the best of it.
  return [...choices, { label: first, detail: rest, iconPath: new ThemeIcon("error"), alwaysShow: true }];
}

function recentItems(locates: readonly string[]): readonly Item[] {
  if (locates.length === 0) return [];
  const items = locates.map(
    (locate): Item => ({ label: locate, iconPath: new ThemeIcon("history"), locate, known: true }),
  );
  return [{ label: "recently gone to", kind: QuickPickItemKind.Separator }, ...items];
}

/** A place in the text that is in view is shown before one goes there. */
function show(place: Resolved | undefined, editor: TextEditor, preview: Preview | undefined): void {
  if (place?.target.textDocument.uri === editor.document.uri.toString()) {
    // The proxy may have more lines than the editor: of a text that has just got shorter, or whose line ends VS Code does not take for such.
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
    // Too large for an editor, or gone meanwhile.
    void window.showErrorMessage(failureOf(error).message);
  }
}
