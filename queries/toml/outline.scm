; TOML: tree-sitter-toml. Kinds and the names of items are those of Taplo; the name of a table or a dotted key is all of it: `a.b`, without quotes
; only where there is nothing but the quoted. Every pattern is decided at the next node: a file may be nested deep.

(comment) @comment

(table . (_) @name
  (#set! trim "[\"'](?=[^\"']*[\"']$)|(?<=^[^\"']*)[\"']$")) @definition.struct
(table_array_element . (_) @name
  (#set! trim "[\"'](?=[^\"']*[\"']$)|(?<=^[^\"']*)[\"']$")) @definition.struct

(pair . (_) @name . (inline_table)
  (#set! trim "[\"'](?=[^\"']*[\"']$)|(?<=^[^\"']*)[\"']$")) @definition.struct
(pair . (_) @name . (array)
  (#set! trim "[\"'](?=[^\"']*[\"']$)|(?<=^[^\"']*)[\"']$")) @definition.array
(pair . (_) @name . (string)
  (#set! trim "[\"'](?=[^\"']*[\"']$)|(?<=^[^\"']*)[\"']$")) @definition.string
(pair . (_) @name . [(integer) (float)]
  (#set! trim "[\"'](?=[^\"']*[\"']$)|(?<=^[^\"']*)[\"']$")) @definition.number
(pair . (_) @name . (boolean)
  (#set! trim "[\"'](?=[^\"']*[\"']$)|(?<=^[^\"']*)[\"']$")) @definition.boolean
(pair . (_) @name . [(offset_date_time) (local_date_time) (local_date) (local_time)]
  (#set! trim "[\"'](?=[^\"']*[\"']$)|(?<=^[^\"']*)[\"']$")) @definition.field

(["[" ","] . (comment)* . (inline_table) @definition.struct (#set! ordinal))
(["[" ","] . (comment)* . (array) @definition.array (#set! ordinal))
(["[" ","] . (comment)* . (string) @definition.string (#set! ordinal))
(["[" ","] . (comment)* . [(integer) (float)] @definition.number (#set! ordinal))
(["[" ","] . (comment)* . (boolean) @definition.boolean (#set! ordinal))
(["[" ","] . (comment)* . [(offset_date_time) (local_date_time) (local_date) (local_time)] @definition.field (#set! ordinal))
