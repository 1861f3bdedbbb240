;;; lsp-locate.el --- lsp-locate in Emacs: one server for all that eglot knows, and two commands  -*- lexical-binding: t -*-

(require 'eglot)

;; One entry with the modes of all others: the languages of a project share one session.
(setq eglot-server-programs
      `((,(cl-loop for (modes) in eglot-server-programs
                   append (if (or (symbolp modes) (keywordp (cadr modes))) (list modes) modes))
         "lsp-locate")))

;; To an older eglot (1.9, for Emacs 28), all buffers of a server are in the language of the first.
(unless (fboundp 'eglot--languageId)
  (cl-defmethod eglot--language-id :around (_server)
    (cadr (eglot--lookup-mode major-mode))))

(defun lsp-locate--ask (method params)
  "What lsp-locate answers to METHOD with PARAMS."
  (unless (eglot-managed-p)
    (user-error "lsp-locate does not serve this buffer: M-x eglot in a file of the project first"))
  (eglot--signal-textDocument/didChange)
  (condition-case failure
      (jsonrpc-request (eglot-current-server) method params :timeout 60)
    (jsonrpc-error (user-error "%s" (alist-get 'jsonrpc-error-message (cddr failure))))))

(defun lsp-locate-goto (locate)
  "Go to LOCATE, as in src/shop.py:Cart.total@<|>price."
  (interactive "sLocate: ")
  (let* ((object (string-prefix-p "{" locate))
         (locate (if object (json-parse-string locate :object-type 'plist) locate))
         (target (plist-get (lsp-locate--ask :locate/resolve `(:locate ,locate)) :target))
         (path-of (if (fboundp 'eglot-uri-to-path) 'eglot-uri-to-path 'eglot--uri-to-path)))
    (xref-push-marker-stack)
    (find-file (funcall path-of (plist-get (plist-get target :textDocument) :uri)))
    (goto-char (eglot--lsp-position-to-point (plist-get target :position)))))

(defun lsp-locate-copy ()
  "Copy the Locate of the region, or of point."
  (interactive)
  (let* ((place (if (use-region-p)
                    `(:range (:start ,(eglot--pos-to-lsp-position (region-beginning))
                              :end ,(eglot--pos-to-lsp-position (region-end))))
                  `(:position ,(eglot--pos-to-lsp-position))))
         (described (lsp-locate--ask :locate/describe `(:textDocument ,(eglot--TextDocumentIdentifier) ,@place))))
    (kill-new (plist-get described :notation))
    (message "%s" (current-kill 0))))
