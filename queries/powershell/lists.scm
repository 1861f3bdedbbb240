; Lists of PowerShell (tree-sitter-powershell).

((parameter_list) @list)
((argument_expression_list) @list)
((hash_literal_body) @list (#set! separator ";") (#set! optional) (#set! within))
