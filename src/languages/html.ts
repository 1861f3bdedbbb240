/** HTML and XML. */

import { type LanguageDefinition, markupComments } from "./facts.js";

export const html: LanguageDefinition = {
  id: "html",
  extensions: ["html", "htm", "xhtml", "xht", "shtml"],
  grammar: { name: "html" },
  nameRule: "data",
  comments: markupComments,
};

export const xml: LanguageDefinition = {
  ...html,
  id: "xml",
  extensions: [
    "xml",
    "xsd",
    "svg",
    "plist",
    "csproj",
    "fsproj",
    "props",
    "targets",
    "rng",
    "wsdl",
    "xaml",
    "rss",
    "atom",
    "vbproj",
    "nuspec",
    "xlf",
  ],
  grammar: undefined,
};
