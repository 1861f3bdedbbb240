/** vscode-html-language-server: flat symbols, named as selectors (`div#main.wide.dark`). */
import { testServer } from "./scenario.js";

testServer({
  server: "vscode-html-language-server",
  command: ["vscode-html-language-server", "--stdio"],
  project: "html",
  initializationOptions: { embeddedLanguages: { css: true, javascript: true }, provideFormatter: true },
  points: [
    ["about.html@<|>Who we", '<h1 id="größe">💣</h1><section class="text"><p>┃Who we are</p></section>'],
    ["about.html:html.body.section.text", '<h1 id="größe">💣</h1><┃section class="text"><p>Who we are</p></section>'],
    ["about.html:h1#größe", '<┃h1 id="größe">💣</h1><section class="text"><p>Who we are</p></section>'],
    ["index.html:div#main.wide.dark", '<┃div id="main" class="wide dark">'],
    ['index.html:div#main.wide.dark@href="<|>about', '<p>💣 <a href="┃about.html" target="_blank">About</a></p>'],
    ["index.html:li[1]", '<ul class="list"><li>one</li><┃li>two</li></ul>'],
    ["index.html@<|>greet(name)", "function ┃greet(name) {"],
    ["index.html:14", '┃<div id="main" class="wide dark">'],
  ],
  ranges: [
    ["about.html:section.text", '<h1 id="größe">💣</h1>⟦<section class="text"><p>Who we are</p></section>⟧'],
    ["index.html:div#main.wide.dark", '⟦<div id="main" class="wide dark"> … </div>⟧'],
  ],
  failures: [
    ["index.html:div#mian", "symbol_not_found"],
    ["index.html:body@greeet", "text_not_found"],
    ["indx.html:body", "file_not_found"],
  ],
  outlines: [["index.html", "html", "html.body"], ["about.html"]],
  hovers: [["about.html@<<|>section", "section"]],
  definitions: [['index.html@<|>greet("shop")', "index.html: function ┃greet(name) {"]],
  references: [["index.html@<|>greet(name)", "index.html: function ┃greet(name) {", 'index.html: ┃greet("shop");']],
  renames: [
    [
      "about.html@<<|>section",
      "article",
      'about.html: <h1 id="größe">💣</h1><article class="text"><p>Who we are</p></article>',
    ],
  ],
  completions: [['index.html@target="<|>_blank', "_self"]],
  signatures: [['index.html@greet(<|>"shop")', "greet(name"]],
  actions: [],
  documentSymbols: [["index.html", "html", "body", "div#main.wide.dark"]],
  // It offers completion only to clients that support snippets.
  poor: { completions: [] },
  others: [
    ["documentHighlight", "about.html@<<|>section", '"start"'],
    ["documentLink", "index.html", "style.css"],
    ["linkedEditingRange", "about.html@<<|>section", '"ranges"'],
    ["foldingRange", "index.html", '"startLine"'],
  ],
});
