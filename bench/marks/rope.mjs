/** Reads the renames of rope's tests, by running them with a recorder: what rope makes of the files
 * in a test that passes is what is expected. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { positionAt } from "./texts.mjs";

const recorder = fileURLToPath(new URL("rope.py", import.meta.url));
const wheel = (name, version) => ({ client: "pip", name, version });

export const rope = {
  name: "rope",
  language: "python",
  sources: [
    wheel("rope", "1.15.2"),
    wheel("pytoolconfig", "1.3.1"),
    wheel("platformdirs", "4.3.6"),
    wheel("packaging", "24.2"),
  ],
  server: "pyright",
  /** Returns the tests in the sources. */
  read(folders) {
    const roots = folders.map((folder) => {
      const root = join(folder, basename(folder));
      return existsSync(join(root, "src")) ? join(root, "src") : root;
    });
    const lines = execFileSync("python3", [recorder, ...roots], { encoding: "utf8", maxBuffer: 16 << 20 });
    return lines
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const { name, path, offset, newName, before, after } = JSON.parse(line);
        const position = positionAt(before[path], offset);
        return { name, files: before, marks: [{ kind: "rename", path, position, newName, want: { texts: after } }] };
      });
  },
};
