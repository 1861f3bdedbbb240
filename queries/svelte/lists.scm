; Lists of Svelte (tree-sitter-svelte): attributes.

((start_tag (tag_name) @open [">" "/>"] @close) @list (#set! separator ""))
((self_closing_tag (tag_name) @open "/>" @close) @list (#set! separator ""))
