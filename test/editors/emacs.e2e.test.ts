/** The recipe for Emacs, tested in Emacs with eglot. */
import { join } from "node:path";
import { repository } from "../peer.js";
import { testEditor } from "./testEditor.js";

/** Eglot is part of Emacs from 29 on, and a package before. */
const start = ["--batch", "--no-site-file", "--no-init-file", "--funcall", "package-initialize"];

testEditor({
  editor: "Emacs with eglot",
  program: "emacs",
  check: [...start, "--eval", "(require 'eglot)"],
  args: [
    ...start,
    ...["--load", join(repository, "editors/emacs/lsp-locate.el")],
    ...["--load", join(import.meta.dirname, "emacs.el")],
  ],
});
