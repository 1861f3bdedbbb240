; Outlines of Markdown (the block grammar of tree-sitter-markdown). Each heading extends over the
; text under it.

(atx_heading (atx_h1_marker) heading_content: (inline) @name
  (#set! level 1) (#set! trim "\\s+#+")) @definition.string
(atx_heading (atx_h2_marker) heading_content: (inline) @name
  (#set! level 2) (#set! trim "\\s+#+")) @definition.string
(atx_heading (atx_h3_marker) heading_content: (inline) @name
  (#set! level 3) (#set! trim "\\s+#+")) @definition.string
(atx_heading (atx_h4_marker) heading_content: (inline) @name
  (#set! level 4) (#set! trim "\\s+#+")) @definition.string
(atx_heading (atx_h5_marker) heading_content: (inline) @name
  (#set! level 5) (#set! trim "\\s+#+")) @definition.string
(atx_heading (atx_h6_marker) heading_content: (inline) @name
  (#set! level 6) (#set! trim "\\s+#+")) @definition.string
(setext_heading heading_content: (paragraph (inline) @name) (setext_h1_underline) (#set! level 1)) @definition.string
(setext_heading heading_content: (paragraph (inline) @name) (setext_h2_underline) (#set! level 2)) @definition.string
