; Lists of JSX.

((jsx_opening_element name: (_) @open ">" @close) @list (#set! separator ""))
((jsx_self_closing_element name: (_) @open "/>" @close) @list (#set! separator ""))
