/** Puts a link in the place of a folder and back, again and again, until the end of its input. */

import { renameSync, symlinkSync, unlinkSync } from "node:fs";

const [folder, outside] = process.argv.slice(2);
let isRunning = true;
process.stdin.on("end", () => {
  isRunning = false;
});
process.stdin.resume();

let count = 0;
while (isRunning) {
  for (let round = 0; round < 20; round++, count++) {
    // The folder is itself for up to 3 ms, as long as a change of it takes.
    for (const until = performance.now() + 3 * Math.random(); performance.now() < until; );
    renameSync(folder, `${folder}.real`);
    symlinkSync(outside, folder);
    unlinkSync(folder);
    renameSync(`${folder}.real`, folder);
  }
  await new Promise((resolve) => setImmediate(resolve));
}
console.log(count);
