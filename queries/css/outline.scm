; Outlines of CSS (tree-sitter-css). Names as in vscode-css: selectors as written, one symbol for
; each of a list.

(comment) @comment
(js_comment) @comment

(rule_set (selectors (_) @name)) @definition.class
(declaration (property_name) @name (#match? @name "^--")) @definition.variable

(keyframes_statement (keyframes_name) @name (#set! name "@keyframes {name}")) @definition.class
(media_statement [(keyword_query) (feature_query) (binary_query) (unary_query) (parenthesized_query) (selector_query) ","]+ @name
  (#set! name "@media {name}")) @definition.module
(supports_statement [(keyword_query) (feature_query) (binary_query) (unary_query) (parenthesized_query) (selector_query)] @name
  (#set! name "@supports {name}")) @definition.module
(scope_statement . (_) @name @from . (_) @name @to . (block) (#set! name "@scope {from} → {to}")) @definition.module
(scope_statement . (_) @name . (block) (#set! name "@scope {name}")) @definition.module

; @layer base, @property --x, @font-face; `@layer one, two;` declares nothing
(at_rule (at_keyword) @name . (keyword_query) @query (block) (#set! name "{name} {query}")) @definition.module
(at_rule (at_keyword) @name . (feature_query) @query (block) (#set! name "{name} {query}")) @definition.module
(at_rule (at_keyword) @name (block)) @definition.class
