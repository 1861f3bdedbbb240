/** Lua. */

import { type LanguageDefinition, wordsOf } from "./facts.js";
import { ellipsis } from "./parameters.js";

export const lua: LanguageDefinition = {
  id: "lua",
  extensions: ["lua", "rockspec"],
  interpreters: ["lua", "luajit"],
  grammar: { name: "lua", isComplete: true },
  reservedWords: wordsOf(`
    and break do else elseif end false for function goto if in local nil not or repeat return then true until
    while`),
  overriding: { namesSupertypes: false },
  comments: { line: ["--"], block: [["--[[", "]]"]] },
  bodyHead: /^(?:local\s+)?function\b(?!.*\bend$)/,
  parameters: {
    form: "list",
    receiver: /^self$/,
    variadic: ellipsis,
  },
  indexNames: ["init"],
  hasExplicitReceivers: true,
  memberAccess: /[.:]\s*$/,
};
