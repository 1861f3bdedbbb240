; Scopes of JSX. These patterns come first. Tags in lower case are HTML's.
(jsx_opening_element name: (identifier) @ignored (#match? @ignored "^[a-z]"))
(jsx_closing_element name: (identifier) @ignored (#match? @ignored "^[a-z]"))
(jsx_self_closing_element name: (identifier) @ignored (#match? @ignored "^[a-z]"))
(jsx_attribute . (property_identifier) @ignored)
