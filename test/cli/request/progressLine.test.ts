/** What is shown while a command waits. */

import { progressLine } from "../../../src/cli/daemon/folderClient.js";

test.each([
  ["", "working …"],
  ["gopls is loading · Loading packages...", "gopls: Loading packages …"],
  ["gopls is loading · gopls is loading · 40 %", "gopls: 40 % …"],
  ["gopls is loading", "gopls is loading …"],
  ["Inferring types …", "Inferring types …"],
  ["features…", "features …"],
  ["3 of 7 files", "3 of 7 files …"],
])("The progress %j is shown as %j", (message, line) => expect(progressLine(message)).toBe(line));
