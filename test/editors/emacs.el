;;; Drives Emacs in tests: each function acts as a user would, waits for the result, and returns it.  -*- lexical-binding: t -*-

(require 'flymake)

(defconst drive-mark "💬")
(defconst drive-timeout 50 "Timeout of a request, in seconds.")

;; Emacs 28 has no mode for TypeScript; the usual package is derived from this mode as well.
(unless (fboundp 'typescript-mode)
  (define-derived-mode typescript-mode prog-mode "TypeScript"))
(add-to-list 'auto-mode-alist '("\\.ts\\'" . typescript-mode))
(setq vc-handled-backends '(Git)
      make-backup-files nil
      create-lockfiles nil
      auto-save-default nil
      eglot-confirm-server-initiated-edits nil
      eglot-confirm-server-edits nil
      python-indent-guess-indent-offset nil)

(defvar drive-root default-directory)

(defun drive-wait (what done)
  "What DONE returns when it returns something; while it does not, what comes is read."
  (let ((until (+ (float-time) drive-timeout)) found)
    (while (not (setq found (funcall done)))
      (when (> (float-time) until)
        (error "%s did not come; messages: %s" what (drive-messages)))
      (accept-process-output nil 0.05))
    found))

(defun drive-messages ()
  "What there is to read, but for what eglot itself and opening a file always say."
  (with-current-buffer (messages-buffer)
    (string-trim
     (replace-regexp-in-string "^\\(?:\\[eglot\\] Connected! .*\\|Loading .*\\|Mark set\\)\n?" "" (buffer-string)))))

(defun drive-open (path)
  (find-file (expand-file-name path drive-root))
  (unless (eglot-managed-p)
    (unless (eglot-current-server) (apply #'eglot (eglot--guess-contact)))
    (drive-wait (concat "the server for " path) #'eglot-managed-p))
  (symbol-name major-mode))

(defun drive-leave ()
  "To a buffer that no server is for."
  (switch-to-buffer "*scratch*")
  nil)

(defun drive-at (text)
  "Go to TEXT; to `┃', which is not in the buffer."
  (pcase-let ((`(,before ,after) (split-string text "┃")))
    (goto-char (point-min))
    (search-forward (concat before after))
    (backward-char (length after))
    nil))

(defun drive-here ()
  "Where point is: `file: line', with `┃' at it."
  (format "%s: %s"
          (file-relative-name buffer-file-name drive-root)
          (string-trim (concat (buffer-substring-no-properties (line-beginning-position) (point))
                               "┃"
                               (buffer-substring-no-properties (point) (line-end-position))))))

(defun drive-able (capability)
  (drive-wait (symbol-name capability)
              (lambda () (funcall (if (fboundp 'eglot-server-capable) 'eglot-server-capable 'eglot--server-capable)
                                  capability))))

(defun drive-definition ()
  (drive-able :definitionProvider)
  (xref-find-definitions (xref-backend-identifier-at-point (xref-find-backend)))
  (drive-here))

(defun drive-hover ()
  (drive-able :hoverProvider)
  (let (said)
    (eglot-hover-eldoc-function (lambda (text &rest _) (setq said (or text ""))))
    (drive-wait "the hover" (lambda () said))
    (substring-no-properties said)))

(defun drive-completion ()
  (drive-able :completionProvider)
  (let ((table (nth 2 (eglot-completion-at-point))))
    (vconcat (mapcar #'substring-no-properties (all-completions "" table)))))

(defun drive-insert (text)
  (insert text)
  nil)

(defun drive-rename (name)
  "Each line that a rename to NAME has changed, drawn as `file: line'."
  (drive-able :renameProvider)
  (eglot-rename name)
  (let (lines)
    (dolist (buffer (buffer-list))
      (with-current-buffer buffer
        (when buffer-file-name
          (save-excursion
            (goto-char (point-min))
            (while (search-forward name nil t)
              (push (format "%s: %s" (file-relative-name buffer-file-name drive-root)
                            (string-trim (buffer-substring-no-properties (line-beginning-position) (line-end-position))))
                    lines))))))
    (vconcat lines)))

(defun drive-diagnostics ()
  (flymake-start)
  (drive-wait "diagnostics" #'flymake-diagnostics)
  (vconcat (mapcar (lambda (each) (substring-no-properties (flymake-diagnostic-text each))) (flymake-diagnostics))))

(defun drive-go (locate)
  (condition-case failure
      (progn (lsp-locate-goto locate) (drive-here))
    (user-error (error-message-string failure))))

(defun drive-copy ()
  (deactivate-mark)
  (lsp-locate-copy)
  (substring-no-properties (current-kill 0)))

(defun drive-copySelected (from text)
  (drive-at from)
  (transient-mark-mode 1)
  (push-mark (point) t t)
  (forward-char (length text))
  (lsp-locate-copy)
  (substring-no-properties (current-kill 0)))

(defun drive-quit ()
  (kill-emacs 0))

(while t
  (pcase-let* ((`(,name . ,words) (json-parse-string (read-from-minibuffer "") :array-type 'list))
               (answer (condition-case failure
                           (list :value (apply (intern (concat "drive-" name)) words))
                         (error (list :error (error-message-string failure))))))
    (princ (concat "\n" drive-mark (decode-coding-string (json-serialize answer :null-object nil) 'utf-8) "\n"))))
