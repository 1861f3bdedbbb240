---@brief
---
--- A proxy that starts the language server of each language, and answers requests that say where in
--- code by meaning. Without `filetypes` it serves every file; other servers would answer as well.
---
--- ```sh
--- npm install -g lsp-locate
--- ```

---@type vim.lsp.Config
return {
  cmd = { 'lsp-locate' },
  root_markers = { '.git' },
}
