; The languages of a component's blocks.

(script_element (start_tag (attribute (attribute_name) @_name [(attribute_value) @_value (quoted_attribute_value (attribute_value) @_value)])) (raw_text) @typescript
  (#eq? @_name "lang") (#any-of? @_value "ts" "typescript"))
(script_element (start_tag (attribute (attribute_name) @_name [(attribute_value) @_value (quoted_attribute_value (attribute_value) @_value)])) (raw_text) @tsx
  (#eq? @_name "lang") (#any-of? @_value "tsx"))
(script_element (raw_text) @javascript)

; Indented styles are not CSS; a type that is not a grammar's name is left alone.
(style_element (start_tag (attribute (attribute_name) @_name [(attribute_value) @_value (quoted_attribute_value (attribute_value) @_value)])) (raw_text) @none
  (#eq? @_name "lang") (#any-of? @_value "sass" "stylus" "styl"))
(style_element (raw_text) @css)
