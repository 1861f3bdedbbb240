/** Universal Ctags, which the index and cold searches are compared with. */
import { spawn } from "node:child_process";
import { once } from "node:events";

export async function isUniversalCtags() {
  const child = spawn("ctags", ["--version"], { stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  try {
    await once(child, "close");
  } catch {
    return false;
  }
  return output.startsWith("Universal Ctags");
}
