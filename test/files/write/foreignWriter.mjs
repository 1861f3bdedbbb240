/**
 * A program that writes files without any care for others: it reads a file and writes the next
 * version, into the file itself (`truncate`) or into another one that it renames (`rename`). Prints
 * each write as JSON; ends at the end of its input.
 */

import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder, kind, name, fileCount] = process.argv.slice(2);
let isRunning = true;
process.stdin.on("end", () => {
  isRunning = false;
});
process.stdin.resume();

for (let count = 0; isRunning; count++) {
  const file = join(folder, `f${count % Number(fileCount)}.txt`);
  const [, parent] = /^version (\S+) of \S+\nend\n$/.exec(readFileSync(file, "utf8")) ?? [];
  if (parent !== undefined) {
    const version = `${name}-${count}`;
    const text = `version ${version} of ${parent}\nend\n`;
    if (kind === "truncate") writeFileSync(file, text);
    else {
      writeFileSync(`${file}.${name}`, text);
      renameSync(`${file}.${name}`, file);
    }
    console.log(JSON.stringify({ file: `f${count % Number(fileCount)}.txt`, version, parent }));
  }
  await new Promise((resolve) => setTimeout(resolve, 800 * Math.random()));
}
