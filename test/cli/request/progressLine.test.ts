/** What is shown while a command waits. */

import { progressLine } from "../../../src/cli/request/progressLine.js";

test.each([
  ["", "gopls: working …"],
  ["gopls is loading · Loading packages...", "gopls: Loading packages …"],
  ["Inferring types …", "gopls: Inferring types …"],
  ["features…", "gopls: features …"],
  ["3 of 7 files", "gopls: 3 of 7 files …"],
])("The progress %j of gopls is shown as %j", (message, line) => expect(progressLine("gopls", message)).toBe(line));
