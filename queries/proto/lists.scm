; Lists of Protocol Buffers (tree-sitter-proto).

((source_file) @list (#set! separator ""))
((message_body "{" @open "}" @close) @list (#set! separator ""))
((enum_body "{" @open "}" @close) @list (#set! separator ""))
(ranges) @list
