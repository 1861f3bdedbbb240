; Outlines of Svelte (tree-sitter-svelte). Elements as in vscode-html, and snippets.

(comment) @comment

(snippet_statement (snippet_start_expr (snippet_name) @name)) @definition.function
(script_element (start_tag (tag_name) @name)) @definition.module
(style_element (start_tag (tag_name) @name)) @definition.module

(element . (_ . (tag_name) @name
  (attribute (attribute_name) @_id [(attribute_value) @id (quoted_attribute_value (attribute_value) @id)])
  (attribute (attribute_name) @_class [(attribute_value) @class (quoted_attribute_value (attribute_value) @class)]))
  (#eq? @_id "id") (#eq? @_class "class") (#match? @class "\\S") (#match? @id "\\S") (#set! name "{name}#{id}.{class|.}")) @definition.field
(element . (_ . (tag_name) @name
  (attribute (attribute_name) @_class [(attribute_value) @class (quoted_attribute_value (attribute_value) @class)])
  (attribute (attribute_name) @_id [(attribute_value) @id (quoted_attribute_value (attribute_value) @id)]))
  (#eq? @_id "id") (#eq? @_class "class") (#match? @class "\\S") (#match? @id "\\S") (#set! name "{name}#{id}.{class|.}")) @definition.field
(element . (_ . (tag_name) @name (attribute (attribute_name) @_id [(attribute_value) @id (quoted_attribute_value (attribute_value) @id)]))
  (#eq? @_id "id") (#match? @id "\\S") (#set! name "{name}#{id}")) @definition.field
(element . (_ . (tag_name) @name (attribute (attribute_name) @_class [(attribute_value) @class (quoted_attribute_value (attribute_value) @class)]))
  (#eq? @_class "class") (#match? @class "\\S") (#set! name "{name}.{class|.}")) @definition.field
(element . (_ . (tag_name) @name)) @definition.field
