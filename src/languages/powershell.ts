/** PowerShell. */

import type { LanguageDefinition } from "./facts.js";
import { commonParameters } from "./parameters.js";

export const powershell: LanguageDefinition = {
  id: "powershell",
  nameCharacters: { first: "", inside: "-", last: "" },
  extensions: ["ps1", "psm1", "psd1"],
  interpreters: ["pwsh"],
  grammar: { name: "powershell" },
  nameRule: "code with marks",
  sigil: /^\$/,
  comments: { line: ["#"], block: [["<#", "#>"]] },
  parameters: { ...commonParameters, form: "none" },
};
