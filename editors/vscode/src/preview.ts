/** Shows a range in an editor while the user chooses, then selects it or restores the view. */

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
  /** Marks these ranges instead of the earlier ones, and shows the first. */
  show(ranges: readonly Range[]): void;
  /** Removes the marks and restores the earlier view. */
  restore(): void;
}

/** Disposing of a preview removes its marks and leaves the view as it is. */
export function previewIn(editor: TextEditor): Preview {
  const { selections, visibleRanges } = editor;
  const mark = window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor("editor.findMatchHighlightBackground"),
    border: "1px solid",
    borderColor: new ThemeColor("editor.findMatchHighlightBorder"),
    overviewRulerColor: new ThemeColor("editorOverviewRuler.findMatchForeground"),
  });
  // A view that has not moved is not restored: restoring would be off by the sticky lines at the
  // top.
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

/** Returns the line above which an open list covers the text. */
function middle({ start, end }: Range): number {
  return (start.line + end.line) / 2;
}

/** Selects a range and shows it. */
export function select(range: Range, editor: TextEditor): void {
  editor.selection = new Selection(range.start, range.end);
  editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
}
