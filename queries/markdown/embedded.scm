; The code of fences, in the language that the first word after the fence names.

(fenced_code_block (info_string) @_language (code_fence_content) @example)

; What begins each line in a list or a quotation.
(code_fence_content (block_continuation) @_omitted)
