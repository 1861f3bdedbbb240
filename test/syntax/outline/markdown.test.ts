/** Outlines of Markdown: headings. */

import { draws, lists } from "./check.js";

test("The outline of a page in Markdown is as listed.", () =>
  lists(
    "markdown",
    `---
title: x
---
Before all.

# Title #

Text.

## The \`code\` and **more** ##

- item

\`\`\`sh
# no heading
\`\`\`

    # nor this

#### Deep

Setext *two*
============

Under
-----

Text.

#no heading either
## [Link](http://x) 💣
`,
    `
string Title 6-20
  string The \`code\` and **more** 10-20
    string Deep 20
string Setext *two* 22-31
  string Under 25-30
  string [Link](http://x) 💣 31
`,
  ));

test.each([
  ["A", "⟦# ┃A\n\ntext\n\n## B⟧\n\n# C\n"],
  ["A/B", "# A\r\n⟦##   ┃B  ##\r\n\r\ntext 💣⟧\r\n\r\n## C\r\n"],
  ["A", "x\n\n⟦┃A\n===\ntext\n\n## B\ntext⟧"],
  ["B", "# A\n```\n# no\n```\n⟦# ┃B⟧"],
])("In the outline of Markdown, %s is where it is drawn: %j", (path, drawn) => draws("markdown", path, drawn));
