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
import { alternativesOf } from "./alternatives.js";
import type { Connection } from "./connection.js";
import { debounceRequests } from "./debounceRequests.js";
import { filePathOf } from "./filePath.js";
import { interpretTyped } from "./interpretTyped.js";
import { type Preview, previewIn, select } from "./preview.js";
import type { ResolveResult } from "./protocol.js";
import { type ProxyError, splitSentences, toProxyError } from "./proxyError.js";
import { readLine } from "./readLine.js";
import { recentLocates, rememberLocate } from "./recentLocates.js";
import type { ShareTexts } from "./unsavedTexts.js";

interface Item extends QuickPickItem {
  /**
   * The place that Enter goes to. Neither this nor `locate` is set if the item is only a message.
   */
  readonly place?: ResolveResult;
  /**
   * A Locate that Enter puts into the box, and goes to if it was used before: a mere guess is shown
   * first.
   */
  readonly locate?: string;
  readonly isRecent?: boolean;
}

export async function goToLocate(
  connection: Connection,
  share: ShareTexts,
  { workspaceState }: ExtensionContext,
): Promise<void> {
  const editor = window.activeTextEditor;
  const activeFile = editor === undefined ? undefined : filePathOf(editor.document.uri);
  const preview = editor === undefined ? undefined : previewIn(editor);
  const box = window.createQuickPick<Item>();
  box.title = "Go to Locate";
  box.placeholder = "src/shop.py:Cart.total@<|>price, :Cart.total, @text in this file, :42";
  box.show();
  const sharing = share();
  // The first request reports why the proxy can't be started.
  sharing.catch(() => undefined);

  let hasLeft = false;
  let enterPressed = false;
  const requests = debounceRequests<string>(async (typed, token) => {
    const items = await sharing.then(
      () => itemsFor(typed, activeFile, connection, token),
      (error: unknown) => failureItems(toProxyError(error), typed),
    );
    if (token.isCancellationRequested) return;
    box.busy = false;
    box.items = items;
    const [first] = items;
    if (editor !== undefined) show(first?.place, editor, preview);
    if (enterPressed && first?.place !== undefined) await leaveTo(first.place);
    enterPressed = false;
  });
  const showRecent = () => {
    requests.cancel();
    box.busy = false;
    box.items = recentItems(recentLocates(workspaceState));
    preview?.restore();
  };

  const leaveTo = async (place: ResolveResult) => {
    const typed = box.value.trim();
    hasLeft = true;
    box.hide();
    await goTo(place);
    await rememberLocate(typed, workspaceState);
  };
  box.onDidChangeValue((typed) => {
    enterPressed = false;
    if (typed.trim() === "") return showRecent();
    box.busy = true;
    requests.send(typed, "debounced");
  });
  box.onDidAccept(async () => {
    const [item] = box.selectedItems;
    if (box.busy) {
      // Enter came before the response: the list is still about the earlier text.
      enterPressed = true;
      requests.send(box.value, "immediately");
    } else if (item?.place !== undefined) await leaveTo(item.place);
    else if (item?.locate !== undefined) {
      box.value = item.locate;
      box.busy = true;
      enterPressed = item.isRecent === true;
      requests.send(item.locate, "immediately");
    }
  });
  box.onDidHide(async () => {
    requests.dispose();
    if (!hasLeft) preview?.restore();
    preview?.dispose();
    box.dispose();
    await sharing.then(
      (each) => each.dispose(),
      () => undefined,
    );
  });
  showRecent();
}

async function itemsFor(
  typed: string,
  activeFile: string | undefined,
  connection: Connection,
  token: CancellationToken,
): Promise<readonly Item[]> {
  let items: readonly Item[] = [];
  for (const locate of interpretTyped(typed, activeFile)) {
    try {
      return [await resolvedItem(await connection.sendRequest<ResolveResult>("locate/resolve", { locate }, token))];
    } catch (error) {
      const failure = toProxyError(error);
      const alternatives = failureItems(failure, locate);
      if (failure.kind !== "symbol_not_found") return alternatives;
      // It may be declared in another file. If it is nowhere, shows the alternatives of the file or
      // of the workspace, whichever has more.
      if (alternatives.length > items.length) items = alternatives;
    }
  }
  return items;
}

async function resolvedItem(place: ResolveResult): Promise<Item> {
  const { file_path, position, target, match } = place;
  const text = await readLine(Uri.parse(target.textDocument.uri), target.position.line);
  const several = match !== undefined && match.count > 1;
  return {
    label: `${file_path}:${position.line}:${position.character}`,
    ...(several ? { description: `first of ${match.count} matches; type more of the text to select another` } : {}),
    detail: text,
    iconPath: new ThemeIcon(several ? "warning" : "arrow-right"),
    alwaysShow: true,
    place,
  };
}

function failureItems(failure: ProxyError, locate: string): readonly Item[] {
  const { first, rest } = splitSentences(failure.message);
  const alternatives = alternativesOf(failure, locate).map(
    (alternative): Item => ({
      label: alternative.locate,
      ...(alternative.hint === undefined ? {} : { description: alternative.hint }),
      iconPath: new ThemeIcon("lightbulb"),
      alwaysShow: true,
      locate: alternative.locate,
    }),
  );
  // Alternatives go first: VS Code moves items similar to the typed text up anyway, and Enter takes
  // the best of them.
  return [...alternatives, { label: first, detail: rest, iconPath: new ThemeIcon("error"), alwaysShow: true }];
}

function recentItems(locates: readonly string[]): readonly Item[] {
  if (locates.length === 0) return [];
  const items = locates.map(
    (locate): Item => ({ label: locate, iconPath: new ThemeIcon("history"), locate, isRecent: true }),
  );
  return [{ label: "recent", kind: QuickPickItemKind.Separator }, ...items];
}

/** Shows a place in the visible text before going there. */
function show(place: ResolveResult | undefined, editor: TextEditor, preview: Preview | undefined): void {
  if (place?.target.textDocument.uri === editor.document.uri.toString()) {
    // The proxy may have more lines than the editor: the text has just become shorter, or VS Code
    // does not count some line ends.
    const line = Math.min(place.target.position.line, editor.document.lineCount - 1);
    const { range, firstNonWhitespaceCharacterIndex } = editor.document.lineAt(line);
    preview?.show([range.with(range.start.translate(0, firstNonWhitespaceCharacterIndex))]);
  } else preview?.restore();
}

async function goTo({ target }: ResolveResult): Promise<void> {
  const at = new Position(target.position.line, target.position.character);
  try {
    const editor = await window.showTextDocument(Uri.parse(target.textDocument.uri));
    select(new Range(at, at), editor);
  } catch (error) {
    // The file is too large for an editor, or has been deleted.
    void window.showErrorMessage(toProxyError(error).message);
  }
}
