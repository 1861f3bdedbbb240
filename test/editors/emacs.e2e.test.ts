/** The recipe for Emacs, tested in Emacs with eglot. */
import { emacs } from "./recipes.js";
import { testEditor } from "./testEditor.js";

testEditor(emacs);
