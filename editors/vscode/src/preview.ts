/** A range shown in an editor while somebody still chooses; then it is selected, or everything is as it was. */

import {
  type Disposable,
  type Range,
  Selection,
  type TextEditor,
  TextEditorRevealType,
  ThemeColor,
  window,
} from "vscode";

export interface Preview extends Disposable {
  /** Marks these ranges instead of those before, and shows the first. */
  show(ranges: readonly Range[]): void;
  /** No marks, and the part of the text that was in view before. */
  restore(): void;
}

/** Its marks are gone when it is disposed of; the view stays where it is then. */
export function previewIn(editor: TextEditor): Preview {
  const { selections, visibleRanges } = editor;
  const mark = window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor("editor.findMatchHighlightBackground"),
    border: "1px solid",
    borderColor: new ThemeColor("editor.findMatchHighlightBorder"),
    overviewRulerColor: new ThemeColor("editorOverviewRuler.findMatchForeground"),
  });
  // What never moved is not brought back: that would be off by the lines that stick to the top.
  let moved = false;
  return {
    show(ranges) {
      editor.setDecorations(mark, ranges);
      const [first] = ranges;
      if (first === undefined) return;
      const isSeen = editor.visibleRanges.some(
        (visible) => visible.contains(first) && first.start.line >= middle(visible),
      );
      moved ||= !isSeen;
      if (!isSeen) editor.revealRange(first, TextEditorRevealType.InCenter);
    },
    restore() {
      editor.setDecorations(mark, []);
      editor.selections = selections;
      const [visible] = visibleRanges;
      if (moved && visible !== undefined) editor.revealRange(visible, TextEditorRevealType.AtTop);
      moved = false;
    },
    dispose: () => mark.dispose(),
  };
}

/** The line above which a list to choose from covers the text. */
function middle({ start, end }: Range): number {
  return (start.line + end.line) / 2;
}

/** Selects a range, and shows it. */
export function select(range: Range, editor: TextEditor): void {
  editor.selection = new Selection(range.start, range.end);
  editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
}
