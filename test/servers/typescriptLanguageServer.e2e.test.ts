/**
 * typescript-language-server 5 with TypeScript 6: sorts symbols by name, refuses a second didOpen.
 */
import { testServer } from "./scenario.js";
import { typescriptProject } from "./typescriptProject.js";

testServer({
  ...typescriptProject,
  server: "typescript-language-server",
  command: ["typescript-language-server", "--stdio"],
  poor: {
    ...typescriptProject.poor,
    // It offers these only to clients that support them.
    others: typescriptProject.others.filter(([method]) => method !== "prepareRename" && method !== "incomingCalls"),
  },
});
