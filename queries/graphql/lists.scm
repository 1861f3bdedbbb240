; Lists of GraphQL (tree-sitter-graphql). A comma is white space.

((enum_values_definition "{" @open "}" @close) @list (#set! separator ""))
((fields_definition "{" @open "}" @close) @list (#set! separator ""))
((selection_set "{" @open "}" @close) @list (#set! separator ""))
