; The languages of a page's scripts and styles.

(script_element (start_tag (attribute (attribute_name) @_name [(attribute_value) @_value (quoted_attribute_value (attribute_value) @_value)])) (raw_text) @json
  (#eq? @_name "type") (#match? @_value "json$|^importmap$|^speculationrules$"))
(script_element (start_tag (attribute (attribute_name) @_name [(attribute_value) @_value (quoted_attribute_value (attribute_value) @_value)])) (raw_text) @typescript
  (#eq? @_name "lang") (#any-of? @_value "ts" "typescript"))
(script_element (start_tag (attribute (attribute_name) @_name [(attribute_value) @_value (quoted_attribute_value (attribute_value) @_value)])) (raw_text) @html
  (#eq? @_name "type") (#match? @_value "^text/(x-)?(template|html)$"))

; With another type it is not a script; a type that is not a grammar's name is left alone.
(script_element (start_tag (attribute (attribute_name) @_name [(attribute_value) @_value (quoted_attribute_value (attribute_value) @_value)])) (raw_text) @none
  (#eq? @_name "type") (#not-match? @_value "^\\s*$|javascript|ecmascript|^module$|babel|jsx"))
(script_element (raw_text) @javascript)

(style_element (raw_text) @css)
