/** docs/images/terminal.svg shows the output of the command. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository, textOf } from "./markdown.js";

// A rename is checked by the server before it is shown.
jest.setTimeout(180_000);

test("The picture of the terminal is up to date (node scripts/terminalPicture.mjs draws it)", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(repository, "scripts/terminalPicture.mjs"),
    "--print",
  ]);
  const linesOf = (svg: string) =>
    svg.split("\n").map((line) => line.replace(/^<text .*?fill="(#\w+)".*?>(.*)<\/text>$/, "$1 $2"));
  expect(linesOf(stdout)).toEqual(linesOf(textOf("docs/images/terminal.svg")));
  expect(stdout).toBe(textOf("docs/images/terminal.svg"));
});
