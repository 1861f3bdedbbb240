-- Drives Neovim in tests: each function acts as a user would, waits for the result, and returns it.
local MARK = "💬"
local TIMEOUT_MS = 50000
local drive = {}

local function wait(what, done)
  local found
  local came = vim.wait(TIMEOUT_MS, function()
    found = done()
    return found
  end, 10)
  if not came then error(what .. " did not come; messages: " .. vim.fn.execute("messages"), 0) end
  return found
end

local function place()
  local path = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ":p")
  return path .. ":" .. table.concat(vim.api.nvim_win_get_cursor(0), ":")
end

local function clients()
  return (vim.lsp.get_clients or vim.lsp.get_active_clients)()
end

--- Returns the place of `┃` in `text`, searched in the buffer without it: the line 1-based, the column
--- in bytes, as in Neovim.
local function find(text)
  local before, after = text:match("^(.*)┃(.*)$")
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local from = line:find(before .. after, 1, true)
    if from then return number, from - 1 + #before end
  end
  error(text .. " is not in " .. vim.api.nvim_buf_get_name(0), 0)
end

function drive.open(path)
  vim.cmd("edit " .. vim.fn.getcwd() .. "/" .. path)
  wait("the server for " .. path, function()
    local attached = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0)
    return next(attached) ~= nil
  end)
  return vim.bo.filetype
end

--- Opens a buffer that no server serves.
function drive.leave()
  vim.cmd("enew")
end

function drive.at(text)
  vim.api.nvim_win_set_cursor(0, { find(text) })
end

--- Returns the place of the cursor: `file: line`, with `┃` at the cursor.
function drive.here()
  local _, column = unpack(vim.api.nvim_win_get_cursor(0))
  local line = vim.api.nvim_get_current_line()
  local drawn = line:sub(1, column) .. "┃" .. line:sub(column + 1)
  return vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ":.") .. ": " .. vim.trim(drawn)
end

--- Waits until the server has registered this capability.
local function able(method)
  wait(method, function()
    local _, client = next(clients())
    if not client then return false end
    if vim.lsp.config then return client:supports_method(method, 0) end
    return client.supports_method(method)
  end)
end

function drive.definition()
  able("textDocument/definition")
  local before = place()
  vim.lsp.buf.definition()
  wait("the definition", function() return place() ~= before end)
  return drive.here()
end

function drive.hover()
  able("textDocument/hover")
  local windows = #vim.api.nvim_list_wins()
  vim.lsp.buf.hover()
  wait("the hover", function() return #vim.api.nvim_list_wins() > windows end)
  local float = vim.api.nvim_list_wins()[windows + 1]
  local text = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float), 0, -1, false), "\n")
  vim.api.nvim_win_close(float, true)
  return text
end

function drive.completion()
  able("textDocument/completion")
  local params = vim.lsp.util.make_position_params(0, "utf-16")
  local answers = vim.lsp.buf_request_sync(0, "textDocument/completion", params, TIMEOUT_MS)
  local _, answer = next(answers)
  return vim.tbl_map(function(item) return item.label end, answer.result.items or answer.result)
end

--- Inserts text at the cursor and moves the cursor after it.
function drive.insert(text)
  vim.api.nvim_put(vim.split(text, "\n"), "c", false, true)
end

--- Returns each line that a rename has changed, as `file: line`.
function drive.rename(name)
  able("textDocument/rename")
  vim.lsp.buf.rename(name)
  return wait("the rename", function()
    local lines = {}
    for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
      local path = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":.")
      for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
        if line:find(name, 1, true) then table.insert(lines, path .. ": " .. vim.trim(line)) end
      end
    end
    return #lines > 0 and lines
  end)
end

function drive.diagnostics()
  return wait("diagnostics", function()
    local found = vim.tbl_map(function(each) return each.message end, vim.diagnostic.get(0))
    return #found > 0 and found
  end)
end

--- Waits for a diagnostic with this text, and returns all, as `source: message`.
function drive.diagnosticsWith(text)
  return wait("the diagnostic " .. text, function()
    local found = vim.tbl_map(function(each) return each.source .. ": " .. each.message end, vim.diagnostic.get(0))
    return table.concat(found, "\n"):find(text, 1, true) and found
  end)
end

--- Formats the buffer and returns its lines.
function drive.format()
  able("textDocument/formatting")
  if vim.lsp.buf.format then vim.lsp.buf.format({ timeout_ms = TIMEOUT_MS })
  else vim.lsp.buf.formatting_sync(nil, TIMEOUT_MS) end
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

function drive.go(locate)
  vim.cmd("messages clear")
  local before = place()
  -- An error message shown at once is raised as an error.
  local ok, failure = pcall(vim.cmd, "LocateGoto " .. locate)
  if not ok then return failure end
  wait("the place or a message", function()
    return place() ~= before or vim.fn.execute("messages") ~= ""
  end)
  local said = vim.fn.execute("messages")
  return said ~= "" and said or drive.here()
end

function drive.copy()
  vim.fn.setreg('"', "")
  vim.cmd("LocateCopy")
  return wait("the Locate", function()
    local copied = vim.fn.getreg('"')
    return copied ~= "" and copied
  end)
end

--- Returns the Locate of a selection: the given text, from `┃` on.
function drive.copySelected(from, text)
  drive.at(from)
  vim.cmd("normal! v" .. vim.fn.strchars(text) - 1 .. "l\27")
  vim.fn.setreg('"', "")
  vim.cmd("'<,'>LocateCopy")
  return wait("the Locate", function()
    local copied = vim.fn.getreg('"')
    return copied ~= "" and copied
  end)
end

function drive.messages()
  return vim.fn.execute("messages")
end

vim.o.hidden = true
vim.cmd("filetype on")
for line in io.lines() do
  local call = vim.fn.json_decode(line)
  local name = table.remove(call, 1)
  if name == "quit" then vim.cmd("qa!") end
  local ok, value = pcall(drive[name], unpack(call))
  local answer = ok and { value = value } or { error = tostring(value) }
  io.stdout:write("\n", MARK, vim.fn.json_encode(answer), "\n")
  io.stdout:flush()
end
