; Outlines of JSON and JSONC (tree-sitter-json). Kinds, and names of array items, as in
; vscode-json-language-server. Every pattern is decided at the next node, because a file may be
; nested 100,000 deep.

(comment) @comment

(pair key: (string . (string_content) @name .) value: (object)) @definition.module
(pair key: (string . (string_content) @name .) value: (array)) @definition.array
(pair key: (string . (string_content) @name .) value: (string)) @definition.string
(pair key: (string . (string_content) @name .) value: (number)) @definition.number
(pair key: (string . (string_content) @name .) value: (true)) @definition.boolean
(pair key: (string . (string_content) @name .) value: (false)) @definition.boolean
(pair key: (string . (string_content) @name .) value: (null)) @definition.variable
; With an escape in it, or empty.
(pair key: (string (escape_sequence)) @name (#set! trim "\"")) @definition.property
(pair key: (string . "\"" . "\"") @name) @definition.property

(["[" ","] . (comment)* . (object) @definition.module (#set! ordinal))
(["[" ","] . (comment)* . (array) @definition.array (#set! ordinal))
(["[" ","] . (comment)* . (string) @definition.string (#set! ordinal))
(["[" ","] . (comment)* . (number) @definition.number (#set! ordinal))
(["[" ","] . (comment)* . [(true) (false)] @definition.boolean (#set! ordinal))
(["[" ","] . (comment)* . (null) @definition.variable (#set! ordinal))
