/**
 * Puts a link in the place of a folder and back, again and again, until the end of its input. The
 * link stays for up to `linkMs`.
 */

import { renameSync, symlinkSync, unlinkSync } from "node:fs";

const [folder, outside, linkMs = "0"] = process.argv.slice(2);
let isRunning = true;
process.stdin.on("end", () => {
  isRunning = false;
});
process.stdin.resume();

function wait(maxMs) {
  for (const until = performance.now() + maxMs * Math.random(); performance.now() < until; );
}

let count = 0;
while (isRunning) {
  for (let round = 0; round < 20; round++, count++) {
    // The folder is itself for up to 3 ms, as long as a change of it takes.
    wait(3);
    renameSync(folder, `${folder}.real`);
    symlinkSync(outside, folder);
    wait(Number(linkMs));
    unlinkSync(folder);
    renameSync(`${folder}.real`, folder);
  }
  await new Promise((resolve) => setImmediate(resolve));
}
console.log(count);
