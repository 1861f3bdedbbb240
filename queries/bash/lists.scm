; Lists of shells (tree-sitter-bash).

((array "(" @open ")" @close) @list (#set! separator ""))
((program) @list (#set! separator ";") (#set! optional))
((compound_statement "{" @open "}" @close) @list (#set! separator ";") (#set! optional))
((do_group "do" @open "done" @close) @list (#set! separator ";") (#set! optional))
((case_statement "in" @open "esac" @close) @list (#set! separator ""))
