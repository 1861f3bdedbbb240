-- lsp-locate in Neovim 0.7 and later: the language server of every file, and two commands.
if vim.lsp.config then
  vim.lsp.config("lsp-locate", { cmd = { "lsp-locate" }, root_markers = { ".git" } })
  vim.lsp.enable("lsp-locate")
else -- before Neovim 0.11
  local client
  vim.api.nvim_create_autocmd("FileType", {
    callback = function(file)
      if vim.bo[file.buf].buftype ~= "" then return end
      client = client or vim.lsp.start_client({
        name = "lsp-locate",
        cmd = { "lsp-locate" },
        root_dir = vim.fn.getcwd(),
        on_exit = function() client = nil end,
      })
      if client then vim.lsp.buf_attach_client(file.buf, client) end
    end,
  })
end

local function ask(method, params, answered)
  local clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0)
  local function handler(failure, result)
    if failure then return vim.notify(failure.message, vim.log.levels.ERROR) end
    answered(result)
  end
  for _, client in pairs(clients) do
    if client.name == "lsp-locate" then
      if vim.lsp.config then return client:request(method, params, handler, 0) end
      return client.request(method, params, handler, 0)
    end
  end
  vim.notify("lsp-locate does not serve this buffer: it is still starting, or this is no file of a project.", vim.log.levels.ERROR)
end

-- :LocateGoto src/shop.py:Cart.total@<|>price
vim.api.nvim_create_user_command("LocateGoto", function(command)
  local locate = command.args:match("^{") and vim.fn.json_decode(command.args) or command.args
  ask("locate/resolve", { locate = locate }, function(place)
    local at = place.target.position
    local location = { uri = place.target.textDocument.uri, range = { start = at, ["end"] = at } }
    local show = vim.lsp.util.show_document or vim.lsp.util.jump_to_location
    show(location, "utf-16", { focus = true })
  end)
end, { nargs = 1, complete = function(lead) return vim.fn.getcompletion(lead, "file") end })

-- :LocateCopy is the Locate of the cursor, :'<,'>LocateCopy that of the selection.
vim.api.nvim_create_user_command("LocateCopy", function(command)
  local selected = command.range > 0 and vim.lsp.util.make_given_range_params(nil, nil, 0, "utf-16")
  ask("locate/describe", selected or vim.lsp.util.make_position_params(0, "utf-16"), function(described)
    vim.fn.setreg('"', described.notation)
    if vim.fn.has("clipboard") == 1 then vim.fn.setreg("+", described.notation) end
    vim.notify(described.notation)
  end)
end, { range = true })
